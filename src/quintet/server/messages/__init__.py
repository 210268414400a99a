"""Every message the server sends. Players are 0 (FIRST) and 1 (SECOND), colours ``b`` and ``w``, times in seconds."""

from quintet.server.messages import base, boards, bots, lobby, matches, players, study, teaching

MODULES = (base, boards, bots, matches, lobby, players, study, teaching)
