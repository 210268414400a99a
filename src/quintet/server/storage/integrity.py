"""Whether a database is sound: pages that can be read, matches that the rules can replay, ratings that add up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.exc import DatabaseError

from quintet.server.live.boards import load
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header
from quintet.server.storage import tables
from quintet.server.storage.administration import recounted
from quintet.server.storage.database import snapshot
from quintet.server.storage.journal import summary
from quintet.server.storage.match_queries import event_of

DAMAGED = ("malformed", "not a database", "disk I/O error")
"""What SQLite says of a damaged file."""
DAMAGED_STATES = ("XX001", "XX002")
"""What PostgreSQL says: damaged data, a damaged index."""
BATCH = 100
"""Matches that are read in one transaction: a long one would keep a running server from tidying its files."""
MOST_FAULTS = 20
"""Faults that are told; the others are counted."""
NEGLIGIBLE = 1e-6
"""Points of a rating: the order of additions may differ."""


class DamageWatch:
    """Remembers that a query met damaged pages; `look` reads them all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.seen: str | None = None
        """What was damaged when it was last met."""
        event.listen(engine, "handle_error", self._failed)

    def _failed(self, context: Any) -> None:
        error = context.original_exception
        if getattr(error, "sqlstate", None) in DAMAGED_STATES or any(words in str(error) for words in DAMAGED):
            self.seen = " ".join(str(error).split())[:200]

    def look(self) -> None:
        """Read every page of an SQLite database; PostgreSQL does that itself, with checksums."""
        if self._engine.dialect.name == "sqlite":
            self.seen = damaged_pages(self._engine)


def damaged_pages(engine: Engine, check: str = "quick_check") -> str | None:
    """The first thing that SQLite finds wrong with its file; None: nothing."""
    try:
        with engine.execution_options(reads=True).connect() as connection:
            said = connection.exec_driver_sql(f"PRAGMA {check}(1)").scalar()
    except DatabaseError as error:
        return str(error.orig)
    return None if said == "ok" else str(said)


@dataclass
class IntegrityReport:
    """What a check has read, and what is wrong."""

    matches: int = 0
    events: int = 0
    ratings: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    """Matches of games that are not installed here, which cannot be replayed."""
    faults: list[str] = field(default_factory=list)
    """One sentence for each."""

    def __str__(self) -> str:
        read = f"{self.matches} matches with {self.events} events were replayed, {self.ratings} ratings counted again"
        absent = "".join(f"; {count} of {spec} left out: it is not installed" for spec, count in self.left_out.items())
        if not self.faults:
            return f"{read}{absent}: all is well."
        more = [f"... and {len(self.faults) - MOST_FAULTS} more"] if len(self.faults) > MOST_FAULTS else []
        return "\n".join([f"{read}{absent}.", *self.faults[:MOST_FAULTS], *more])


def check(engine: Engine, progress: Callable[[int, int], None] = lambda done, of: None) -> IntegrityReport:
    """Read everything, also while servers run; `progress` is called with the matches done and their number."""
    report = IntegrityReport()
    if engine.dialect.name == "sqlite" and (damage := damaged_pages(engine, "integrity_check")):
        report.faults.append(f"the file is damaged: {damage}")
        return report
    reading = engine.execution_options(reads=True)
    with reading.connect() as connection:
        if engine.dialect.name == "sqlite":
            orphans = Counter(row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check"))
            report.faults += [f"{count} rows of {table} belong to nothing" for table, count in orphans.items()]
        ids = list(connection.scalars(select(tables.matches.c.id).order_by(tables.matches.c.id)))
    for start in range(0, len(ids), BATCH):
        with snapshot(reading) as connection:
            _check_matches(connection, ids[start : start + BATCH], report)
        progress(min(start + BATCH, len(ids)), len(ids))
    with snapshot(reading) as connection:
        _check_ratings(connection, report)
    return report


def _check_matches(connection: Connection, ids: Sequence[str], report: IntegrityReport) -> None:
    rows = connection.execute(select(tables.matches).where(tables.matches.c.id.in_(ids))).all()
    stored: dict[str, list[Any]] = {row.id: [] for row in rows}
    column = tables.events.c
    for row in connection.execute(select(tables.events).where(column.match.in_(ids)).order_by(column.version)):
        stored[row.match].append(row)
    for row in rows:
        report.matches += 1
        report.events += len(stored[row.id])
        try:
            load(row.spec)
        except ValueError:
            report.left_out[row.spec] += 1
            continue
        report.faults += [f"the match {row.id} {fault}" for fault in _faults(row, stored[row.id])]


def _faults(row: Any, events: Sequence[Any]) -> Iterator[str]:
    """What is wrong with a match: its events, the moves in them, and the columns that lists and searches use."""
    if [event.version for event in events] != list(range(1, row.version + 1)):
        yield f"has {row.version} events, and {len(events)} are stored"
        return
    try:
        contest = _replayed(Header(**row.header), events)
        expected = json.loads(json.dumps(summary(contest)))
        if contest.clock.running is None:  # before 1.0.0 the beginning of such a turn was not kept,
            expected["state"]["clock"]["since"] = row.state["clock"]["since"]
        if contest.first_move_by is not None:  # and a first move had no time of its own
            expected["deadline"] = row.deadline
    except Exception as error:  # whatever damaged data makes of the rules
        yield f"cannot be replayed: {' '.join(str(error).split()) or type(error).__name__}"
        return
    outcome, ending = contest.moment.outcome, contest.ending
    if ending and ending.kind == "rules" and (outcome is None or outcome.winner is not ending.winner):
        yield f"ended otherwise than by the rules: {ending.reason}"
    if wrong := [name for name, value in expected.items() if getattr(row, name) != value]:
        yield f"is listed with another {', '.join(wrong)} than its moves lead to"


def _replayed(header: Header, events: Sequence[Any]) -> Contest:
    """The match after its events. ValueError for a move that the rules refuse: a server trusts what it has stored."""
    first, *later = (event_of(each.version, each.kind, each.at, each.seat, each.move, each.data) for each in events)
    contest = Contest(header, load(header.spec), [first])
    for ply in contest.moment.line():
        if ply.before is not None and str(ply.move) not in ply.before.legal:
            raise ValueError(f"{ply.move} is not allowed as move {ply.ply}")
    for each in later:
        if each.kind == "move" and (each.move not in contest.moment.legal or each.seat is not contest.to_move):
            raise ValueError(f"{each.move} is not allowed as move {contest.ply + 1}")
        contest.apply(each)
    return contest


def _check_ratings(connection: Connection, report: IntegrityReport) -> None:
    ledger, _ = recounted(connection, as_stored=True)
    stored = {(row.player, row.game): row for row in connection.execute(select(tables.ratings))}
    accounts = set(connection.scalars(select(tables.players.c.id).where(tables.players.c.kind.in_(("account", "bot")))))
    report.ratings = len(stored)
    expected = {key for key in ledger.ratings if key[0] in accounts}
    for player, game in sorted(expected ^ stored.keys()):
        report.faults.append(
            f"the rating of {player} in {game} is {'missing' if (player, game) in expected else 'of no match'}"
        )
    for key in sorted(expected & stored.keys()):
        row, rating = stored[key], ledger.ratings[key]
        if row.games != ledger.games[key] or abs(row.rating - rating.rating) > NEGLIGIBLE:
            words = f"{row.rating:.1f} after {row.games} games, and counted again {rating.rating:.1f}"
            report.faults.append(f"the rating of {key[0]} in {key[1]} is {words} after {ledger.games[key]}")
