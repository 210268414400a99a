"""The full-screen app: everything the line mode does, on a board that is redrawn in place."""
