"""Vector pictures: stand-alone SVG, the drawing a browser inserts, animations, PNG and GIF."""
