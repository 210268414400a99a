"""The `quintet` command: games in the terminal, line by line."""
