"""UGI, GTP and NBoard, both ways: our engines behind them, and the engines of others that speak them.

Here belongs what is said line by line between a board and an engine. Files of games are in `formats`.
"""
