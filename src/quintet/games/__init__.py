"""The rulebook: one file a game."""
