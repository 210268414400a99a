"""Lines that were looked at a moment ago, so that one more move of a long line costs one move."""

from __future__ import annotations

from quintet.core.game import spec as spec_of
from quintet.server.live.timeline import Moment
from quintet.server.messages import parsing
from quintet.server.work.caches import LruCache
from quintet.server.work.cpu_budget import Pondering

MOST = 64
Key = tuple[str, str | None, tuple[str, ...]]


class Lines:
    """Moments at the end of lines, those that were asked for last."""

    def __init__(self, pondering: Pondering) -> None:
        self._pondering = pondering
        self._moments: LruCache[Key, Moment] = LruCache(MOST)

    async def played(self, spec: str, start: str | None, moves: list[str]) -> Moment:
        """From a position (None: the start) through these moves; refused where that costs too much."""
        game = parsing.game(spec)
        key = (spec_of(game), start, tuple(moves))
        spots = await self._pondering.spots(key[0])
        self._pondering.check((len(moves) + 1) * spots)
        known = self._moments.get(key) or self._moments.get((*key[:2], key[2][:-1]))
        left = moves[known.ply :] if known else moves
        moment = await self._pondering.at_once((len(left) + 1) * spots, parsing.played, game, start, left, known)
        return self._moments.put(key, moment)
