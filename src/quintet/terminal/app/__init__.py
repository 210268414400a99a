"""The full-screen app: screens and widgets. A game without a screen is in `terminal.local_game`."""
