"""Matches on a site, played and watched from a terminal; only line_play.py has output."""
