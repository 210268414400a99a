"""Files of games: the protocol of every format, and which format belongs to an extension.

A format is a module with two names. `read` yields the games of a file one by one, or why one is bad and where, so that
one bad game never hides the others and a large file never fills the memory. `Writer` takes games one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from quintet.core.game import AnyGame
from quintet.core.match import NAMES, Match
from quintet.core.record import HEADER, RESULTS
from quintet.core.types import Color, Player

FORMATS = {
    ".quintet": "quintet_records",
    ".sgf": "sgf",
    ".ggf": "ggf",
    ".wtb": "wthor",
    ".txt": "transcripts",
    ".obf": "obf",
    ".pgn": "pgn",
}
"""The module of each extension; imported on demand."""
LONGEST_LINE = 100_000
"""The longest line of a file of games, in bytes."""
MOST_MOVES = 10_000
"""The longest game in a file, in moves: a file from a stranger must not keep a machine busy."""
LONGEST_NAME = 80
TOO_LONG = f"a line must have at most {LONGEST_LINE} bytes, got more"
TOO_MANY_MOVES = f"a game must have at most {MOST_MOVES} moves, got more"

Load = Callable[[str], AnyGame]
"""Makes a game from its spec; ValueError where there is none."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a file."""

    match: Match
    place: str = ""
    """The place in its file: ``game 17``, ``line 3``."""
    event: str = ""
    site: str = ""
    date: str = ""
    """The known parts of a date: ``1999``, ``1999-05``, ``1999-05-13``."""
    unkept: frozenset[str] = frozenset()
    """Content of the file that a match cannot hold: ``comments``."""

    @property
    def day(self) -> str:
        """The date, or else the day on which the match was started."""
        return self.date or (self.match.started.date().isoformat() if self.match.started else "")


@dataclass(frozen=True, slots=True)
class Bad:
    """A game of a file that cannot be read."""

    place: str
    reason: str


class GameWriter(Protocol):
    """The writer of a file."""

    def add(self, played: Played) -> frozenset[str]:
        """Write a game and return what of it the format cannot hold; ValueError, and nothing written, if it cannot hold
        the game."""
        ...

    def close(self) -> None:
        """Write the end of the file."""
        ...


class PlainWriter:
    """A writer that needs nothing but the file, and has nothing to write at its end."""

    def __init__(self, out: BinaryIO, path: Path) -> None:
        self._out = out

    def close(self) -> None:
        pass


class Format(Protocol):
    """A module that reads and writes a format."""

    def read(self, source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
        """The games of a file; `path` is where companion files are."""
        ...

    @property
    def Writer(self) -> Callable[[BinaryIO, Path], GameWriter]:  # noqa: N802
        """Makes the writer of a seekable file; `path` is where companion files go."""
        ...


def format_of(path: Path) -> Format:
    """The format of a file, by its extension."""
    name = FORMATS.get(path.suffix.lower())
    if name is None:
        raise ValueError(f"the name of a file of games must end with {', '.join(FORMATS)}, got {path.name!r}")
    return cast(Format, import_module(f"quintet.formats.{name}"))


def format_in(raw: bytes, name: str = "") -> Format:
    """The format of a file's content: by the extension of its name, else by how it begins."""
    suffix = Path(name).suffix.lower()
    module = FORMATS[suffix] if suffix in FORMATS and suffix not in (".txt", ".pgn") else _look_of(raw)
    return cast(Format, import_module(f"quintet.formats.{module}"))


def _look_of(raw: bytes) -> str:
    if b"\0" in raw:
        return "wthor"
    text = decoded(raw).removeprefix("\ufeff")
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and line[0] not in "#%"), "")
    if first == HEADER:
        return "quintet_records"
    if first.startswith("("):
        return "ggf" if re.search(r"GM\[\s*[a-z]", text, re.IGNORECASE) else "sgf"  # SGF has a number there
    if re.match(r"[-.*xobw]{64}|[.bw]{8}/", first, re.IGNORECASE):
        return "obf"
    if re.match(r"(\d{1,3}\.+\s*)?[a-h][1-8]([\s,;]|[a-h\d]|$)", first, re.IGNORECASE):
        return "transcripts"
    raise ValueError(f"expected a record, SGF, GGF, OBF or moves like f5d6c3, got {shown(first)}")


# Shared by the formats


def lines(source: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """The lines of a file with their numbers, without line ends; ``None`` for one that is too long."""
    number = 0
    while raw := source.readline(LONGEST_LINE + 1):
        number += 1
        whole = raw.endswith(b"\n") or len(raw) <= LONGEST_LINE
        while not whole and (raw := source.readline(LONGEST_LINE)) and not raw.endswith(b"\n"):
            pass
        line = decoded(raw).rstrip("\r\n") if whole else None
        yield number, line.removeprefix("\ufeff") if line and number == 1 else line


def decoded(raw: bytes) -> str:
    """Text of a file: UTF-8, or Latin-1 in older ones."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def shown(text: str) -> str:
    """A text, cut to the length of a message."""
    return repr(text if len(text) <= 60 else text[:60] + "...")


def name_from(text: str, default: str) -> str:
    """A player's name from a file, cleaned for a match."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or default


def date_from(text: str) -> str:
    """The date at the beginning of a text, as far as it is given."""
    match = re.match(r"\s*(\d{4})(?:[-./](\d\d))?(?:[-./](\d\d))?(?!\d)", text)
    return "-".join(part for part in match.groups() if part) if match else ""


def play(match: Match, move: str) -> None:
    """Play a move of a file; ValueError says which one is wrong and why."""
    if match.ply >= MOST_MOVES:
        raise ValueError(TOO_MANY_MOVES)
    try:
        match.play(move)
    except ValueError as error:
        raise ValueError(f"move {match.ply + 1}: {error}") from None


def mover(match: Match) -> Color:
    return match.game.color(match.position, match.to_move)


def play_as(match: Match, color: Color, move: str) -> None:
    """Play a move that the file gives to this colour."""
    if mover(match) is not color:
        raise ValueError(f"move {match.ply + 1}: {mover(match).title} is to move, but the file says {color.title}")
    play(match, move)


def conclude(match: Match, winner: Player | None, result: str) -> None:
    """End a match with the result of its file (``None``: a draw); ValueError for a result that contradicts the moves.

    Files seldom say why a game ended early: the loser is taken to have resigned.
    """
    outcome = match.outcome
    if outcome is not None and outcome.winner is not winner:
        raise ValueError(f"the moves give {RESULTS[outcome.winner]!r}, but the file says {shown(result)}")
    if outcome is None and winner is None:
        match.agree_draw()
    elif outcome is None and winner is not None:
        match.resign(winner.other)


def ended_early(match: Match) -> bool:
    """Whether the players ended the match before the rules did."""
    return match.outcome is not None and match.game.outcome(match.position) is None


def names_unkept(match: Match) -> frozenset[str]:
    """What a format without names loses."""
    return frozenset() if match.names == NAMES else frozenset({"names"})


def details_unkept(played: Played) -> frozenset[str]:
    """What a format without event, site and date loses."""
    details = {"events": played.event, "sites": played.site, "dates": played.day}
    return frozenset(what for what, value in details.items() if value)


def position_from(game: AnyGame, text: str) -> Any | None:
    """The position of a text, ``None`` if it is the usual start."""
    position = game.parse(text)
    return None if position == game.start() else position
