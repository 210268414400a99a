"""Learning for games whose kernel lists patterns: self-play, fitting, foresight, and a match that decides."""
