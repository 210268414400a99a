"""Transcripts of Othello games, one a line: ``f5d6c3d3c4``; and our own records, which may be ``.txt`` files, too.

Blanks, commas and move numbers between the moves do not matter, nor does case. Passes are left out; ``pa``, ``ps``,
``--`` and ``pass`` are read. What follows ``%`` or ``#`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quintet.core.match import Match
from quintet.core.record import HEADER
from quintet.core.types import PASS
from quintet.formats import game_files, othello_notation, quintet_records
from quintet.formats.game_files import Bad, Load, PlainWriter, Played

COMMENT = re.compile(r"[%#].*")
TOKEN = re.compile(r"[\s,;]+|\d{1,3}\.+|(?P<move>[a-h][1-8]|pass|pa|ps|--)", re.IGNORECASE)


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    if _is_record(source):
        yield from quintet_records.read(source, path, load)
        return
    game = load(othello_notation.GAME)
    for number, line in game_files.lines(source):
        place = f"line {number}"
        if line is None:
            yield Bad(place, game_files.TOO_LONG)
            continue
        moves = COMMENT.sub("", line).strip()
        if not moves:
            continue
        match = Match(game)
        try:
            for move in _moves(moves):
                othello_notation.play(match, move)
        except ValueError as error:
            yield Bad(place, str(error))
            continue
        yield Played(match, place, unkept=frozenset({"comments"} if moves != line.strip() else ()))


def _is_record(source: BinaryIO) -> bool:
    """Whether the first line that is not a comment begins a record."""
    first = next((line for _, line in game_files.lines(source) if line is None or COMMENT.sub("", line).strip()), None)
    source.seek(0)
    return first is not None and first.strip() == HEADER


def _moves(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            raise ValueError(f"expected moves like f5d6c3, got {game_files.shown(text[place : place + 20])}")
        place = token.end()
        if token["move"]:
            yield token["move"]


class Writer(PlainWriter):
    """Writes the moves of a game, one game a line."""

    def add(self, played: Played) -> frozenset[str]:
        match = played.match
        othello_notation.check(match, "a transcript")
        othello_notation.check_start(match, "a transcript")
        if not match.ply:
            raise ValueError("a transcript must have a move, got none")
        moves = "".join(str(move) for move in match.moves if move != PASS)
        last = PASS.text if match.moves[-1] == PASS else ""
        self._out.write(f"{moves}{last}\n".encode())
        lost = frozenset({"how games ended early"} if game_files.ended_early(match) else ())
        return (
            lost | othello_notation.unkept(match) | game_files.names_unkept(match) | game_files.details_unkept(played)
        )
