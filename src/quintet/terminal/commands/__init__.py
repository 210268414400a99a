"""The commands of `quintet`: a function each, whose parameters cyclopts reads; imports inside keep the start fast."""
