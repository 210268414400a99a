"""The engine room behind the engines: the kernel of a game where one is built, and its search."""
