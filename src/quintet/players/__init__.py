"""What may sit at a board: a person, a random mover, a level, an engine with settings, a program, a function.

Here belongs the value that names a player, its parser, and what chooses that player's moves. How engines search is in
`engine`; how programs are spoken to is in `protocols`.
"""
