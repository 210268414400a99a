"""Pictures of positions: a `Layout` and a `Scene` in, text, SVG or JSON out; tables of reports. Pure functions."""
