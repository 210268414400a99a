"""Lines that were looked at a moment ago, so that one more move of a long line costs one move."""

from __future__ import annotations

from collections import OrderedDict

from quintet.core.game import spec as spec_of
from quintet.server.live.timeline import Moment
from quintet.server.messages import parsing
from quintet.server.work.cpu_budget import Pondering

MOST = 64
Key = tuple[str, str | None, tuple[str, ...]]


class Lines:
    """Moments at the end of lines, those that were asked for last."""

    def __init__(self, pondering: Pondering) -> None:
        self._pondering = pondering
        self._moments: OrderedDict[Key, Moment] = OrderedDict()

    async def played(self, spec: str, start: str | None, moves: list[str]) -> Moment:
        """From a position (None: the start) through these moves; refused where that costs too much."""
        game = parsing.game(spec)
        key = (spec_of(game), start, tuple(moves))
        spots = await self._pondering.spots(key[0])
        self._pondering.check((len(moves) + 1) * spots)
        known = self._find(key) or self._find((*key[:2], key[2][:-1]))
        left = moves[known.ply :] if known else moves
        moment = await self._pondering.at_once((len(left) + 1) * spots, parsing.played, game, start, left, known)
        self._moments[key] = moment
        if len(self._moments) > MOST:
            self._moments.popitem(last=False)
        return moment

    def _find(self, key: Key) -> Moment | None:
        if key in self._moments:
            self._moments.move_to_end(key)
        return self._moments.get(key)
