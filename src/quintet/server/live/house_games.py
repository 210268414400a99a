"""Games between engines of the house, stored as public ones: a new site has something to look at, marked as theirs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator

from sqlalchemy import Engine as Database

from quintet.core import registry
from quintet.core.types import Player
from quintet.engine.engine import Engine
from quintet.server.live import events
from quintet.server.live.contest import Contest
from quintet.server.live.events import MatchSeat
from quintet.server.live.new_match import new_header
from quintet.server.storage.journal import JournalEntry, summary, write

LEVELS = range(3, 9)
"""Strong enough to be worth a look, quick enough to play many games."""
TURN_LIMIT = 200


def name(level: int) -> str:
    return f"House bot, level {level}"


def play(game_id: str, seed: str, now: float) -> Contest:
    """One game of two levels that the seed chooses, played to its end."""
    chance, game = random.Random(seed), registry.load(game_id)
    levels = [chance.choice(LEVELS) for _ in Player]
    engines = [Engine(game, level=level, seed=chance.randrange(2**31)) for level in levels]
    first, second = (MatchSeat("engine", name(level), level=level) for level in levels)
    header = new_header(game, game.text(game.start()), now, turn_limit=TURN_LIMIT)
    contest = Contest(header, game, [events.created((first, second), (), now)])
    while contest.ending is None:
        seat = contest.to_move
        move = engines[seat].choose(contest.moment.position)
        contest = contest.after(contest.move(seat, contest.ply, str(move), now))
    return contest


def seed(database: Database, count: int, now: float) -> Iterator[Contest]:
    """Play and store so many games of every game, each as soon as it is over."""
    for number in range(count):
        for game_id in registry.game_ids():
            contest = play(game_id, f"{game_id} {number} {now}", now)
            asyncio.run(_store(database, contest))
            yield contest


async def _store(database: Database, contest: Contest) -> None:
    """In a loop of its own, which an entry of the journal needs."""
    entry = JournalEntry(contest.id, contest.events, summary(contest), header=contest.header)
    with database.begin() as connection:
        write(connection, [entry])
