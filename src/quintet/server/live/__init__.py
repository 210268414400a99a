"""Live matches: events, clocks, the hub that stores and broadcasts them, pairing, chat, engines at the board.

A match is a fold over its events (`contest`). Nothing here knows HTTP.
"""
