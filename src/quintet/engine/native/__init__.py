"""The kernel of a game, where one is built, and its searches. Nothing else loads the extension module."""
