"""Matches on a site, played and watched from a terminal: no screen in here."""
