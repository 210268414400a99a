"""Boards as characters: plain, in colour, at several sizes, and as thumbnails."""
