"""UGI, GTP and NBoard, in both directions: our engines for other boards, other engines for our boards.

Here belongs what a board and an engine say to each other line by line. Files of games are in `formats`.
"""
