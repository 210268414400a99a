"""The opening explorer: moves played in a position with their results, and values from maps and books.

Mirror images and transpositions count as one position. Games are indexed a few at a time, some seconds after their end,
including those that were played before the index existed.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import Any

import structlog

from quintet.core.game import AnyGame
from quintet.core.game import spec as spec_of
from quintet.engine import book
from quintet.engine.analysis import verdict
from quintet.server.errors import RequestRefused
from quintet.server.live.boards import installed, load
from quintet.server.live.contest import Contest
from quintet.server.live.timeline import Ply
from quintet.server.messages.analysis import ExplorerMove, ExplorerOut
from quintet.server.storage.openings import Finished, Openings, Result, Went
from quintet.server.work.cpu_budget import RulesExecutor, in_system_thread
from quintet.study import maps

PLIES = 30
"""Plies of a game that are indexed."""
BATCH, EVERY = 10, 3.0
"""Games that are indexed at a time, and the seconds between."""
LARGEST = 60_000
"""The largest cost of a game that is indexed."""
SHOWN = 60
RESULTS: dict[str, Result] = {"first": "first", "second": "second", "draw": "draw"}
log = structlog.get_logger("quintet.explorer")


class Explorer:
    """Indexes games and looks positions up."""

    def __init__(self, openings: Openings, rules: RulesExecutor) -> None:
        self._openings = openings
        self._rules = rules

    async def count_some(self) -> None:
        """Index games that have ended since the last time."""
        for finished in await in_system_thread(self._openings.uncounted, BATCH):
            header, result = finished.header, RESULTS.get(finished.result)
            positions: list[str] = []
            if result and installed(header.spec):
                try:
                    cost = await self._rules.cost(header.spec, header.before + len(finished.events))
                    if cost <= LARGEST:
                        positions = await self._rules.run_in_thread(cost, _positions, finished)
                except (
                    RequestRefused,
                    ValueError,
                    KeyError,
                ) as error:  # rules that have changed; it is not tried again
                    log.warning("explorer", match=header.id, error=repr(error)[:200])
            await in_system_thread(self._openings.count, header.id, header.spec, positions, result)

    def look(self, moment: Ply) -> ExplorerOut:
        """The moves of a position with their results and values; call it from a thread."""
        game, spec = moment.game, spec_of(moment.game)
        groups: dict[str, list[str]] = defaultdict(list)
        after: dict[str, Any] = {}
        for text, move in moment.legal.items():
            position = game.play(moment.position, move)
            key = digest(game, position)
            groups[key].append(text)
            after.setdefault(key, position)
        went = self._openings.went(spec, [*groups, digest(game, moment.position)])
        known = _solved(moment)
        moves = [
            _move(moment, texts, went.get(key, Went()), known.get(texts[0]) or _in_book(game, after[key], moment))
            for key, texts in groups.items()
        ]
        worth = [move for move in moves if move.games or move.value is not None]
        worth.sort(key=lambda move: (-move.games, -(move.value or 0), -(move.margin or 0)))
        here = went.get(digest(game, moment.position), Went())
        return ExplorerOut(games=sum(here), moves=worth[:SHOWN])


def digest(game: AnyGame, position: Any) -> str:
    """A key that is the same for all symmetric positions."""
    return hashlib.sha256(book.listed_text(game, position).encode()).hexdigest()[:20]


def _positions(finished: Finished) -> list[str]:
    """The keys of the first positions; none for a game from a set-up position, and none for an imported record, which
    anybody can write."""
    if "dates" in finished.events[0].data:
        return []
    game = load(finished.header.spec)
    if finished.header.start != game.text(game.start()):
        return []
    line = Contest(finished.header, game, finished.events).moment.line()
    return [digest(game, moment.position) for moment in line[: PLIES + 1]] if len(line) > 1 else []


Value = tuple[int, int | None]


def _solved(moment: Ply) -> dict[str, Value]:
    """The proved values of the first moves, from the map that came with the game."""
    if moment.text != moment.game.text(moment.game.start()):
        return {}
    board = maps.find(spec_of(moment.game))
    return {move: (first.value, first.margin) for move, first in board.moves.items()} if board else {}


def _in_book(game: AnyGame, after: Any, moment: Ply) -> Value | None:
    """The value of a position in the book, for the player who moves before it."""
    known = None if game.outcome(after) else book.look_up(game, after)
    if known is None:
        return None
    sign = 1 if game.to_move(after) is moment.to_move else -1
    return sign * known.value, None if known.margin is None else sign * known.margin


def _move(moment: Ply, texts: list[str], went: Went, value: Value | None) -> ExplorerMove:
    return ExplorerMove(
        move=texts[0],
        alike=len(texts) - 1,
        games=sum(went),
        first=went.first,
        second=went.second,
        draw=went.draw,
        value=None if value is None else value[0],
        margin=None if value is None else value[1],
        verdict=None if value is None else verdict(moment.game, moment.position, *value),
    )
