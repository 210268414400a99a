"""Files of games as other programs write them: SGF, GGF, WTHOR, OBF, PGN, transcripts and our own records.

Here belongs what reads or writes a file format, one module a format. What talks to a running program is in `protocols`.
"""
