"""Line mode: a game, a lesson or a puzzle in a plain terminal, one line at a time."""
