"""What every game and every front end share; knows no game, no engine, no screen."""
