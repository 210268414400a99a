"""Vector pictures: stand-alone SVG, what a browser inserts, animations. Characters are in `render.text`."""
