"""What can be typed behind `quintet`: a function each, read by cyclopts; the work is done elsewhere."""
