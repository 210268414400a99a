"""Weights and books from self-play, for games whose kernel lists patterns. What plays with them is in `engine`."""
