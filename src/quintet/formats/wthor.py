"""WTHOR, the game base of the French Othello federation: ``.wtb`` games, with names in ``.jou`` and events in ``.trn``.

All three are tables behind a header of 16 bytes, numbers with the low byte first:

    century, year, month and day of the file   a byte each
    number of games                            4 bytes, zero in tables of names
    number of names                            2 bytes, zero in games
    year of the games                          2 bytes
    board (0 or 8), type, depth, nothing       a byte each

A name has 20 bytes in ``.jou``, 26 in ``.trn``, the last of them zero. A game has 68: the numbers of event, Black and
White (2 bytes each), Black's discs with the empty squares given to the winner, the same with perfect play from
``depth`` empty squares on, and 60 moves, ten times the row and the column (d3 is 34), zero after the end. Passes are
left out. A game that ended early has 64 discs for the winner or 32 for each.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import BinaryIO

from quintet.core.match import Match
from quintet.core.types import PASS, Player
from quintet.formats import game_files, othello_notation
from quintet.formats.game_files import Bad, Load, Played

HEADER = struct.Struct("<BBBBIHHBBBx")
GAME = struct.Struct("<HHHBB60s")
PLAYERS, EVENTS = ".jou", ".trn"
NAME_BYTES = {PLAYERS: 20, EVENTS: 26}
MOST_NAMES = 65_536
UNKNOWN = 0
"""The number of a player without a name: the first entry of a table is empty."""
MOVES = {10 * row + column: f"{'abcdefgh'[column - 1]}{row}" for row in range(1, 9) for column in range(1, 9)}
BYTES = {move: byte for byte, move in MOVES.items()}
HALF = othello_notation.SQUARES // 2


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    """The games of a ``.wtb`` file, with names from the tables beside it where there are any."""
    count, year = _header(source)
    names = {suffix: _names(path, suffix) for suffix in NAME_BYTES}
    game = load(othello_notation.GAME)
    number = 0
    while number < count and (raw := source.read(GAME.size)):
        number += 1
        place = f"game {number}"
        if len(raw) < GAME.size:
            yield Bad(place, f"a game must have {GAME.size} bytes, but the file ends after {len(raw)}")
            return
        event, black, white, discs, _, moves = GAME.unpack(raw)
        match = Match(game, names=(names[PLAYERS](black, "Player 1"), names[PLAYERS](white, "Player 2")))
        try:
            _replay(match, moves, discs)
        except ValueError as error:
            yield Bad(place, str(error))
            continue
        yield Played(match, place, event=names[EVENTS](event, ""), date=f"{year:04}" if year else "")
    if number < count:
        yield Bad("the end", f"the header promises {count} games, but there are {number}")
    elif source.read(1):
        yield Bad("the end", f"the header promises {count} games, but there is more")


def _header(source: BinaryIO) -> tuple[int, int]:
    """The number of games and their year."""
    raw = source.read(HEADER.size)
    if len(raw) < HEADER.size:
        raise ValueError(f"a WTHOR file must begin with {HEADER.size} bytes, got {len(raw)}")
    _, _, _, _, count, _, year, board, _, _ = HEADER.unpack(raw)
    if board not in (0, othello_notation.WIDTH):
        raise ValueError(f"a WTHOR file must have boards of 8 x 8 (0 or 8 in byte 13), got {board}")
    return count, year


def _replay(match: Match, moves: bytes, discs: int) -> None:
    played = moves.rstrip(b"\0")
    for byte in played:
        if byte not in MOVES:
            raise ValueError(f"move {match.ply + 1}: a move must be ten times a row and a column, 1 to 8, got {byte}")
        othello_notation.play(match, MOVES[byte])
    if discs > othello_notation.SQUARES:
        raise ValueError(f"Black's discs must be 0 to {othello_notation.SQUARES}, got {discs}")
    expected = HALF + othello_notation.margin(match) // 2
    if match.outcome is not None and discs != expected:
        raise ValueError(f"the moves give Black {expected} discs, but the file says {discs}")
    winner = None if discs == HALF else Player.FIRST if discs > HALF else Player.SECOND
    game_files.conclude(match, winner, f"{discs} discs for Black")


def _names(path: Path, suffix: str) -> Callable[[int, str], str]:
    """Looks up names in the table beside a file: the one with the same name, or the only one of a game base."""
    table = _table(path, suffix)
    size = NAME_BYTES[suffix]

    def name(number: int, default: str) -> str:
        raw = table[number * size : (number + 1) * size].partition(b"\0")[0]
        unnamed = f"number {number}" if number != UNKNOWN and not table else default
        return game_files.name_from(raw.decode("latin-1"), unnamed)

    return name


def _table(path: Path, suffix: str) -> bytes:
    """The names in a table, without its header; empty where there is no table."""
    names = [path.with_suffix(suffix).name.lower(), f"wthor{suffix}"]
    beside = {file.name.lower(): file for file in path.parent.iterdir() if file.suffix.lower() == suffix}
    for name in names:
        if name in beside:
            with beside[name].open("rb") as file:
                return file.read(HEADER.size + NAME_BYTES[suffix] * MOST_NAMES)[HEADER.size :]
    return b""


class _Table:
    """Numbers names in the order in which they come."""

    def __init__(self, suffix: str) -> None:
        self.suffix = suffix
        self.numbers: dict[bytes, int] = {b"": UNKNOWN}

    def number(self, name: bytes) -> int:
        if name not in self.numbers and len(self.numbers) == MOST_NAMES:
            raise ValueError(f"a WTHOR file must have at most {MOST_NAMES} names, got another")
        return self.numbers.setdefault(name, len(self.numbers))

    def cut(self, name: str) -> bytes:
        """A name in Latin-1, cut to the size of its field."""
        return name.encode("latin-1", "replace")[: NAME_BYTES[self.suffix] - 1]

    def write(self, path: Path, header: Callable[[int], bytes]) -> None:
        size = NAME_BYTES[self.suffix]
        names = b"".join(name.ljust(size, b"\0") for name in self.numbers)
        path.with_suffix(self.suffix).write_bytes(header(len(self.numbers)) + names)


class Writer:
    """Writes each game at once, and at the end the header and the tables of names."""

    def __init__(self, out: BinaryIO, path: Path) -> None:
        self._out, self._path = out, path
        self._count = 0
        self._years: set[int] = set()
        self._players, self._events = _Table(PLAYERS), _Table(EVENTS)
        out.write(bytes(HEADER.size))

    def add(self, played: Played) -> frozenset[str]:
        match = played.match
        othello_notation.check(match, "WTHOR")
        othello_notation.check_start(match, "WTHOR")
        names = [self._players.cut(name) for name in match.names]
        event = self._events.cut(played.event)
        moves = bytes(BYTES[str(move)] for move in match.moves if move != PASS)
        discs = _discs(match)
        numbers = [self._events.number(event), *(self._players.number(name) for name in names)]
        self._out.write(GAME.pack(*numbers, discs, discs, moves.ljust(60, b"\0")))
        self._count += 1
        year = int(played.day[:4] or 0)
        self._years.add(year)
        unkept = {
            "sites": bool(played.site),
            "parts of names": [name.decode("latin-1") for name in names] != list(match.names),
            "parts of events": event.decode("latin-1") != played.event,
            "dates but the year": len(played.day) > 4 or self._years != {year},
            "how games ended early": game_files.ended_early(match),
        }
        return frozenset(what for what, lost in unkept.items() if lost) | othello_notation.unkept(match)

    def close(self) -> None:
        self._players.write(self._path, lambda count: self._header(0, count))
        self._events.write(self._path, lambda count: self._header(0, count))
        self._out.seek(0)
        self._out.write(self._header(self._count, 0))

    def _header(self, games: int, names: int) -> bytes:
        today = date.today()
        year = max(self._years, default=0) if games else 0
        made = divmod(today.year, 100)
        return HEADER.pack(*made, today.month, today.day, games, names % MOST_NAMES, year, othello_notation.WIDTH, 0, 0)


def _discs(match: Match) -> int:
    """Black's discs at the end; the winner of a game that ended early has all of them."""
    outcome = match.outcome
    if outcome is None:
        raise ValueError("a game in a WTHOR file must have a result, got an unfinished one")
    if not game_files.ended_early(match):
        return HALF + othello_notation.margin(match) // 2
    return HALF if outcome.winner is None else othello_notation.SQUARES * (outcome.winner is Player.FIRST)
