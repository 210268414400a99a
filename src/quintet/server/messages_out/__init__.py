"""Every message the server sends. Players are 0 (FIRST) and 1 (SECOND), colours ``b`` and ``w``, times in seconds."""

from quintet.server.messages_out import base, boards, bots, matches, meeting, players, study, teaching

MODULES = (base, boards, bots, matches, meeting, players, study, teaching)
