"""Files of games: what every format gives and takes, and which format an extension means.

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
from quintet.core.types import Player

FORMATS = {
    ".quintet": "quintet_records",
    ".sgf": "sgf",
    ".ggf": "ggf",
    ".wtb": "wthor",
    ".txt": "transcripts",
    ".obf": "obf",
    ".pgn": "pgn",
}
"""The module of each extension; imported when it is needed."""
LONGEST_LINE = 100_000
"""A line of a file of games has at most so many bytes."""
MOST_MOVES = 10_000
"""A game in a file has at most so many moves: a file from a stranger must not keep a machine busy."""
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
    """Where it stands in its file: ``game 17``, ``line 3``."""
    event: str = ""
    site: str = ""
    date: str = ""
    """As much as is known of ``1999-05-13``."""
    unkept: frozenset[str] = frozenset()
    """What the file also tells and a match does not hold: ``comments``."""

    @property
    def day(self) -> str:
        """The date, or else the day on which the match was started."""
        return self.date or (self.match.started.date().isoformat() if self.match.started else "")


@dataclass(frozen=True, slots=True)
class Bad:
    """A game of a file that cannot be read."""

    place: str
    reason: str


class Writes(Protocol):
    """Takes the games of a new file."""

    def add(self, played: Played) -> frozenset[str]:
        """Write a game and answer what of it the format cannot hold; ValueError, and nothing written, if it cannot
        hold the game."""
        ...

    def close(self) -> None:
        """Write what comes after the last game."""
        ...


class Format(Protocol):
    """A module that knows a format."""

    def read(self, source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
        """The games of a file; `path` is where files stand that belong to it."""
        ...

    @property
    def Writer(self) -> Callable[[BinaryIO, Path], Writes]:  # noqa: N802
        """Makes what writes to a file that can be sought in; `path` is where files go that belong to it."""
        ...


def format_of(path: Path) -> Format:
    """The format that the extension of a file means."""
    name = FORMATS.get(path.suffix.lower())
    if name is None:
        raise ValueError(f"the name of a file of games must end with {', '.join(FORMATS)}, got {path.name!r}")
    return cast(Format, import_module(f"quintet.formats.{name}"))


def format_in(raw: bytes, name: str = "") -> Format:
    """The format of what was read: by its name where that says it, else by how it begins."""
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
        return "ggf" if re.search(r"GM\[\s*[a-z]", text, re.IGNORECASE) else "sgf"  # which has a number there
    if re.match(r"[-.*xobw]{64}|[.bw]{8}/", first, re.IGNORECASE):
        return "obf"
    if re.match(r"(\d{1,3}\.+\s*)?[a-h][1-8]([\s,;]|[a-h\d]|$)", first, re.IGNORECASE):
        return "transcripts"
    raise ValueError(f"expected a record, SGF, GGF, OBF or moves like f5d6c3, got {shown(first)}")


# What the formats share.


def lines(source: BinaryIO) -> Iterator[tuple[int, str | None]]:
    """The lines of a file with their numbers, without their ends; ``None`` for one that is too long."""
    number = 0
    while raw := source.readline(LONGEST_LINE + 1):
        number += 1
        whole = raw.endswith(b"\n") or len(raw) <= LONGEST_LINE
        while not whole and (raw := source.readline(LONGEST_LINE)) and not raw.endswith(b"\n"):
            pass
        line = decoded(raw).rstrip("\r\n") if whole else None
        yield number, line.removeprefix("\ufeff") if line and number == 1 else line


def decoded(raw: bytes) -> str:
    """Text as files have it: UTF-8, or the Latin letters of older ones."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def shown(text: str) -> str:
    """What came, short enough for a message."""
    return repr(text if len(text) <= 60 else text[:60] + "...")


def name_from(text: str, default: str) -> str:
    """A player's name from a file, made fit for a match."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or default


def date_from(text: str) -> str:
    """The date at the beginning of a text, as much of it as there is."""
    found = re.match(r"\s*(\d{4})(?:[-./](\d\d))?(?:[-./](\d\d))?(?!\d)", text)
    return "-".join(part for part in found.groups() if part) if found else ""


def play(match: Match, move: str) -> None:
    """Play a move of a file; ValueError says which one is wrong and why."""
    if match.ply >= MOST_MOVES:
        raise ValueError(TOO_MANY_MOVES)
    try:
        match.play(move)
    except ValueError as error:
        raise ValueError(f"move {match.ply + 1}: {error}") from None


def conclude(match: Match, winner: Player | None, told: str) -> None:
    """End a match as its file tells (``None``: in a draw), or refuse a result that the moves do not give.

    Files seldom say why a game ended early: whoever lost is taken to have resigned.
    """
    outcome = match.outcome
    if outcome is not None and outcome.winner is not winner:
        raise ValueError(f"the moves give {RESULTS[outcome.winner]!r}, but the file says {shown(told)}")
    if outcome is None and winner is None:
        match.agree_draw()
    elif outcome is None and winner is not None:
        match.resign(winner.other)


def ended_early(match: Match) -> bool:
    """Whether players ended the match, and not the rules."""
    return match.outcome is not None and match.game.outcome(match.position) is None


def names_unkept(match: Match) -> frozenset[str]:
    """For formats without names."""
    return frozenset() if match.names == NAMES else frozenset({"names"})


def details_unkept(played: Played) -> frozenset[str]:
    """For formats without event, site and date."""
    kept = {"events": played.event, "sites": played.site, "dates": played.day}
    return frozenset(what for what, value in kept.items() if value)


def position_from(game: AnyGame, text: str) -> Any | None:
    """A start that is not the usual one, else ``None``."""
    position = game.parse(text)
    return None if position == game.start() else position
