"""Live matches: events, clocks, the hub that stores and broadcasts changes, pairing, chat, engine players.

A match is a fold over its events (`contest`). HTTP belongs in `web`, SQL in `storage`.
"""
