"""Contests between players of any game: pairings, games, ratings, tests of strength, reports."""
