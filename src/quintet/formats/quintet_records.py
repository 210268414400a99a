"""Our own records as a file of games: each goes from its first line to the first line of the next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quintet.core import record
from quintet.core.match import Match
from quintet.formats import game_files
from quintet.formats.game_files import Bad, Load, PlainWriter, Played

LARGEST = 1_000_000
"""The longest record, in characters."""


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    began, held, size = 1, list[str](), 0
    for number, line in game_files.lines(source):
        if line is not None and line.strip() == record.HEADER and any(map(_counts, held)):
            yield _played(began, held, size, load)
            began, held, size = number, [], 0
        size += 1 + (LARGEST if line is None else len(line))
        if size <= LARGEST:
            held.append(line or "")
        else:
            held = [record.HEADER]  # enough to report that it is too long
    if any(map(_counts, held)):
        yield _played(began, held, size, load)


def _counts(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _played(began: int, lines: list[str], size: int, load: Load) -> Played | Bad:
    place = f"line {began}"
    if size > LARGEST:
        return Bad(place, f"a record must have at most {LARGEST} letters, got more")
    if sum(len(line.split()) for line in lines) > game_files.MOST_MOVES:
        return Bad(place, game_files.TOO_MANY_MOVES)
    try:
        return Played(record.read("\n".join(lines), Match, load), place)
    except ValueError as error:
        return Bad(place, f"in the record, {error}")


class Writer(PlainWriter):
    """Writes one record after the other."""

    def add(self, played: Played) -> frozenset[str]:
        self._out.write(record.write(played.match).encode())
        recorded = Played(played.match, event=played.event, site=played.site)
        lost = game_files.details_unkept(recorded) - {"dates"}
        return lost | ({"dates"} if played.date and not played.match.started else frozenset())
