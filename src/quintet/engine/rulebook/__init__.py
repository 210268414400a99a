"""Searches and a solver over the Python rules, for games and machines without a compiled kernel."""
