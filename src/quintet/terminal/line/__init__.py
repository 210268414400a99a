"""Line mode: a game, a lesson or a puzzle, one line at a time. What redraws a screen is in `terminal.app`."""
