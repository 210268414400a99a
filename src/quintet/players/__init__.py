"""What may sit at a board: a person, random moves, a level, an engine with settings, a program, a function.

Here belongs the value that names a player, its parser (`who`), and what chooses that player's moves (`player`). How
engines search is in `engine`; how programs are spoken to is in `protocols`.
"""
