"""Openings: a few random moves that leave both sides a fair game, or lines of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from quintet.compute import Pool
from quintet.core import files
from quintet.core.game import AnyGame, parse_move, spec
from quintet.core.inputs import checked_game
from quintet.core.match import Match
from quintet.core.types import NotSolved
from quintet.engine import Engine
from quintet.engine.book import listed_text

MEMORY_MB = 64
FILTERS = ("engine", "solver", "none")
BARREN = 400
"""Candidates in a row without a new opening, after which drawing ends."""
MOST_PLIES = 1000
LARGEST_FILE = 2**24


@dataclass(frozen=True, slots=True)
class Opening:
    """Moves from the start, or a position."""

    moves: tuple[str, ...] = ()
    position: str | None = None

    def __str__(self) -> str:
        return f"position {self.position}" if self.position is not None else " ".join(self.moves) or "start"

    def match(self, game: AnyGame, names: tuple[str, str] = ("first", "second")) -> Match:
        """A match at the end of this opening."""
        match = Match(game, None if self.position is None else game.parse(self.position), names)
        for move in self.moves:
            match.play(move)
        return match


@dataclass(frozen=True, slots=True)
class OpeningSettings:
    """How openings are drawn."""

    plies: int = 4
    filter: str = "engine"
    """What decides that an opening is fair: the engine by its value, the solver by a proved draw, or nothing."""
    balance: float = 0.25
    """The largest distance of the engine's value from 0, 0 to 1."""
    nodes: int = 2000
    """Nodes to judge one opening with."""

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= MOST_PLIES:
            raise ValueError(f"plies must be 0 to {MOST_PLIES}, got {self.plies}")
        if self.filter not in FILTERS:
            raise ValueError(f"filter must be one of {', '.join(FILTERS)}, got {self.filter!r}")
        if not 0 <= self.balance <= 1:
            raise ValueError(f"balance must be 0 to 1, got {self.balance:g}")
        if self.nodes < 1:
            raise ValueError(f"filter-nodes must be 1 or more, got {self.nodes}")


def draw(
    pool: Pool, game: AnyGame, drawing: OpeningSettings, seed: int, wanted: int, own_game: AnyGame | None = None
) -> list[Opening]:
    """Different openings, `wanted` or as many as there are; the seed alone decides which, not the number of workers.

    `own_game` is the game again where no spec names it.
    """
    if drawing.plies == 0:
        return [Opening()]
    drawn: dict[str, Opening] = {}
    tried = last = 0
    while len(drawn) < wanted and tried - last < BARREN:
        numbers = range(tried, tried + min(BARREN, max(16, 2 * (wanted - len(drawn)))))
        for number in numbers:
            pool.submit(f"opening {number}", candidate, own_game or spec(game), drawing, seed, number)
        answers = dict(pool.values("no opening could be judged"))
        for number in numbers:  # not in the order in which workers end
            answer = answers[f"opening {number}"]
            if answer is not None and answer[0] not in drawn and len(drawn) < wanted:
                drawn[answer[0]] = Opening(answer[1])
                last = number
        tried = numbers.stop
    if not drawn:
        raise ValueError(
            f"none of {tried} random openings of {drawing.plies} plies is fair by {drawing.filter}:"
            " expected other plies, a larger balance or the filter none"
        )
    return list(drawn.values())


def candidate(
    game: AnyGame | str, drawing: OpeningSettings, seed: int, number: int
) -> tuple[str, tuple[str, ...]] | None:
    """A random opening if it is fair: a text that its mirror images share, and its moves."""
    game = checked_game(game)
    random = Random(f"{seed} opening {number}")
    position, moves = game.start(), []
    for _ in range(drawing.plies):
        legal = game.legal_moves(position)
        if not legal:
            return None
        move = random.choice(legal)
        moves.append(str(move))
        position = game.play(position, move)
    if game.outcome(position) is not None or not is_fair(game, position, drawing):
        return None
    return listed_text(game, position), tuple(moves)


def is_fair(game: AnyGame, position: Any, drawing: OpeningSettings) -> bool:
    """Whether neither side is much ahead."""
    if drawing.filter == "none":
        return True
    engine = Engine(game, memory_mb=MEMORY_MB)
    if drawing.filter == "engine":
        return abs(engine.analyze(position, nodes=drawing.nodes).value) <= drawing.balance
    try:
        return engine.solve(position, nodes=drawing.nodes, seconds=None, result_only=True).value == 0
    except NotSolved:
        return False


def read(game: AnyGame, path: Path) -> list[Opening]:
    """The openings of a file: moves or a position a line; empty lines and those that begin with # are left out."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"the openings {str(path)!r} must be at most {LARGEST_FILE} bytes")
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        reason = files.reason(error)
        raise ValueError(f"the openings {str(path)!r} cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise ValueError(f"the openings {str(path)!r} cannot be read: expected UTF-8 text") from None
    openings = [
        _parsed(game, line.strip(), f"{str(path)!r}: line {number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    ]
    if not openings:
        raise ValueError(f"{str(path)!r}: expected an opening a line, got none")
    return openings


def _parsed(game: AnyGame, line: str, where: str) -> Opening:
    """Moves if the first word is a move at the start, else a position."""
    opening = Opening(position=line)
    try:
        parse_move(game, game.start(), line.split()[0])
        opening = Opening(tuple(line.split()))
    except ValueError:
        pass
    try:
        match = opening.match(game)
    except ValueError as error:
        raise ValueError(f"{where} is no opening of {spec(game)}: {error}") from None
    if match.outcome:
        raise ValueError(f"{where} is no opening of {spec(game)}: the game is over there")
    return opening
