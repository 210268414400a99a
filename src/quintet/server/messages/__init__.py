"""The messages that the server sends and accepts, as pydantic models, and how texts are read and values rendered.

Players are 0 (FIRST) and 1 (SECOND), colours ``b`` and ``w``, times in seconds. No message knows HTTP or SQL.
"""

from quintet.server.messages import analysis, base, boards, lobby, matches, players, teaching

MODULES = (base, boards, players, matches, lobby, analysis, teaching)
