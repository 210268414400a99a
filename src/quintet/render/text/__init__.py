"""Boards as characters: plain, in colour, at several sizes. Vector pictures are in `render.svg`."""
