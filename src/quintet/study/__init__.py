"""What teaches: lessons from stories, puzzles from the solver; values that every front end shows alike."""
