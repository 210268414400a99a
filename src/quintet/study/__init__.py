"""Lessons, puzzles, reviews, learners' ratings and maps of solved boards: what terminal, site and notebook show alike.

Nothing here prints, serves or stores for a user: front ends do.
"""
