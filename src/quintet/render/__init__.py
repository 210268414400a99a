"""Pictures of positions: a `Layout` and a `Scene` in, text, SVG or JSON out; pure functions that know no game."""
