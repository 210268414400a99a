"""A match as text and back. Loading replays every move, so a record that loads is a true one.

    quintet record 1
    game: othello
    first: Ada
    second: Ben
    started: 2026-05-13T16:08:38
    result: first wins, second resigned
    moves:
    1 d3 c3
    3 c4

Lines of `moves` hold moves of the game's own notation behind the number of the first; blank lines and
lines that begin with ``#`` are skipped. ``start:`` is there only when the match began elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.core.types import BadRecord, Player

if TYPE_CHECKING:
    from quintet.core.match import Match

HEADER = "quintet record 1"
KEYS = ("game", "start", "first", "second", "started", "finished", "result")
MOVES_A_LINE = 10
RESULTS = {Player.FIRST: "first wins", Player.SECOND: "second wins", None: "draw"}
UNFINISHED = "unfinished"
SEATS = ("first", "second")


def checked_name(name: str) -> str:
    """A name that fits on a line of a record."""
    printable = isinstance(name, str) and name.replace("\u200d", "").isprintable()  # emoji may be joined
    if not printable or not name.strip() or len(name) > 80:
        shown = name[:90] if isinstance(name, str) else name
        raise ValueError(f"a name must be 1 to 80 printable characters, got {shown!r}")
    return name.strip()


def write(match: Match) -> str:
    """The canonical text of a match."""
    game = match.game
    lines = [HEADER, f"game: {spec(game)}"]
    if match.start != game.start():
        lines.append(f"start: {game.text(match.start)}")
    lines += [f"{seat}: {name}" for seat, name in zip(SEATS, match.names, strict=True)]
    if match.started:
        lines.append(f"started: {match.started.isoformat(timespec='seconds')}")
    if match.finished:
        lines.append(f"finished: {match.finished.isoformat(timespec='seconds')}")
    lines += [f"result: {result_text(match)}", "moves:"]
    for first in range(0, match.ply, MOVES_A_LINE):
        texts = (str(move) for move in match.moves[first : first + MOVES_A_LINE])
        lines.append(f"{first + 1} {' '.join(texts)}")
    return "\n".join(lines) + "\n"


def result_text(match: Match) -> str:
    """``first wins, five in a row``; a resignation names the seat, because names may change."""
    outcome = match.outcome
    if outcome is None:
        return UNFINISHED
    reason = outcome.reason if match.resigned is None else f"{SEATS[match.resigned]} resigned"
    return f"{RESULTS[outcome.winner]}, {reason}"


def read(text: str, Match: type[Match], load: Callable[[str], AnyGame] = registry.load) -> Match:
    """Replay a record of a game that `load` makes; BadRecord names the line that is wrong and says why."""
    lines = _told(text)
    heads = _heads(lines)
    match = _begin(heads, Match, load)
    for number, line in lines:
        _play_line(match, number, line)
    if "result" in heads:
        _finish(match, *heads["result"])
    return match


def measure(text: str) -> tuple[str, int]:
    """The spec of the game and the number of moves of a record, before any of them is played."""
    lines = _told(text)
    heads = _heads(lines)
    return heads["game"][1], sum(len(line.split()) - 1 for _, line in lines)


def _told(text: str) -> Iterator[tuple[int, str]]:
    """The lines behind the first, which must be the header."""
    lines = _lines(text)
    number, line = next(lines, (1, ""))
    if line != HEADER:
        raise BadRecord(f"line {number}: expected {HEADER!r}, got {line[:60]!r}")
    return lines


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without blanks and comments."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.strip()


def _heads(lines: Iterator[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """The ``key: value`` lines up to ``moves:``, with their line numbers."""
    heads: dict[str, tuple[int, str]] = {}
    number = 1
    for number, line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if key == "moves" and colon and not value:
            break
        if key not in KEYS or not value:
            raise BadRecord(f"line {number}: expected one of {', '.join(KEYS)}, moves and a colon, got {line[:60]!r}")
        if key in heads:
            raise BadRecord(f"line {number}: {key} is given twice")
        heads[key] = number, value
    else:
        raise BadRecord(f"line {number}: expected a line 'moves:' after it, got the end of the record")
    if "game" not in heads:
        raise BadRecord(f"line {number}: expected a line 'game:' before it, found none")
    return heads


def _begin(heads: dict[str, tuple[int, str]], Match: type[Match], load: Callable[[str], AnyGame]) -> Match:
    """The match before its first move."""
    number = 0
    try:
        number, value = heads["game"]
        game = load(value)
        match = Match(game)
        if "start" in heads:
            number, value = heads["start"]
            match = Match(game, position=game.parse(value))
        names = list(match.names)
        for seat in SEATS:
            if seat in heads:
                number, value = heads[seat]
                names[SEATS.index(seat)] = checked_name(value)
        match.names = names[0], names[1]
        if "started" in heads:
            number, value = heads["started"]
            match.started = _date(value)
        if "finished" in heads:
            number, value = heads["finished"]
            match.finished = _date(value)
    except ValueError as error:
        raise BadRecord(f"line {number}: {error}") from None
    return match


def _date(value: str) -> datetime:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise ValueError(f"expected a date like 2026-05-13T16:08:38, got {value!r}") from None


def _play_line(match: Match, number: int, line: str) -> None:
    """Play one line of moves: the number of its first move, then the moves."""
    count, *moves = line.split()
    if count != str(match.ply + 1) or not moves:
        raise BadRecord(f"line {number}: expected {match.ply + 1} and moves, got {line[:60]!r}")
    for move in moves:
        try:
            match.play(move)
        except ValueError as error:
            raise BadRecord(f"line {number}, move {match.ply + 1}: {error}") from None


def _finish(match: Match, number: int, stated: str) -> None:
    """Let the match end as stated, or refuse a result that the moves do not give."""
    if match.outcome is None:
        for player in Player:
            if stated == f"{RESULTS[player.other]}, {SEATS[player]} resigned":
                match.resign(player)
        if stated == "draw, agreed":
            match.agree_draw()
    expected = result_text(match)
    if stated != expected:
        raise BadRecord(f"line {number}: the moves give 'result: {expected}', got {stated!r}")
