"""The full-screen app: what line mode does, on a board that is redrawn in place."""
