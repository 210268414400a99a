"""Makes puzzles from many games on many cores, stores them in a run file, and chooses which to ship."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.compute.run_file import PlannedRun
from quintet.core import registry
from quintet.core.types import NotSolved
from quintet.engine import LEVELS
from quintet.engine.book import listed_text
from quintet.engine.bounds import MOST_NODES, seed_of, whole
from quintet.study.make_puzzles import Composer, compose
from quintet.study.puzzle import Puzzle
from quintet.study.puzzle_attempt import attempt

GAMES_A_CHUNK = 10
MOST_GAMES, MOST_COUNT = 1_000_000, 10_000
MOST_A_GAME = 2
CONFIRMING = 20
"""A confirmation may take this many times the nodes of the first proof: it begins with empty tables."""
STEP = 100
"""The width of a rating range: the choice is spread evenly over themes and ranges."""
Report = Callable[[int, int], None]
"""Called with how many games are done, and how many there are in all."""


@dataclass(frozen=True, slots=True)
class PuzzlePlan:
    """All that decides which puzzles are made: equal plans make equal files, on any number of cores."""

    spec: str
    games: int
    count: int
    """The most puzzles to ship."""
    nodes: int
    """The most nodes of a proof."""
    levels: tuple[int, int]
    """The weakest and the strongest level that play."""
    seed: int

    def __post_init__(self) -> None:
        registry.load(self.spec)
        whole("games", self.games, 1, MOST_GAMES)
        whole("count", self.count, 1, MOST_COUNT)
        whole("nodes", self.nodes, 1, MOST_NODES)
        for level in self.levels:
            whole("levels", level, 1, len(LEVELS) - 1)  # the highest goes by the clock
        seed_of(self.seed)

    @property
    def made(self) -> dict[str, Any]:
        """How the puzzles were made, for their file."""
        return {name: value for name, value in asdict(self).items() if name != "spec"}


class PuzzleRun(PlannedRun):
    """The file of a run: the plan, then the puzzles of each chunk of games; a context manager.

    A run that was stopped goes on with the chunks that are missing.
    """

    def __init__(self, path: Path, plan: PuzzlePlan) -> None:
        self.plan = plan
        self.chunks: dict[int, list[list[Puzzle]]] = {}
        super().__init__(path, asdict(plan))

    def take(self, row: dict[str, Any]) -> None:
        self.chunks[row["chunk"]] = [[_puzzle(listed) for listed in game] for game in row["games"]]

    def play(self, pool: Pool, report: Report) -> None:
        """Play the games that are missing."""
        plan = self.plan
        chunks = range((plan.games + GAMES_A_CHUNK - 1) // GAMES_A_CHUNK)
        done = sum(map(self._size, self.chunks))
        report(done, plan.games)
        for chunk in chunks:
            if chunk not in self.chunks:
                start = chunk * GAMES_A_CHUNK
                arguments = (plan.spec, plan.seed, plan.levels, plan.nodes, start, self._size(chunk))
                pool.submit(str(chunk), compose, *arguments)
        for key, games in pool.values("puzzles cannot be made"):
            self.chunks[int(key)] = games
            self.add({"chunk": int(key), "games": [[asdict(puzzle) for puzzle in puzzles] for puzzles in games]})
            done += self._size(int(key))
            report(done, plan.games)

    @property
    def found(self) -> int:
        """Positions with one right move in the games so far; the puzzles are chosen from these."""
        return sum(len(puzzles) for games in self.chunks.values() for puzzles in games)

    def confirmed(self, pool: Pool) -> list[Puzzle]:
        """The chosen puzzles that a second proof confirms."""
        chosen = self.chosen()
        for puzzle in chosen:
            pool.submit(puzzle.id, confirm, puzzle, self.plan.nodes)
        right = {answer.key for answer in pool.gather() if answer.error is None and answer.value is None}
        return [puzzle for puzzle in chosen if puzzle.id in right]

    def _size(self, chunk: int) -> int:
        return min(GAMES_A_CHUNK, self.plan.games - chunk * GAMES_A_CHUNK)

    def chosen(self) -> list[Puzzle]:
        """The puzzles to ship: at most two of a game, no mirror images, spread over themes and ratings."""
        game = registry.load(self.plan.spec)
        seen: set[str] = set()
        kinds: dict[tuple[int, str], list[Puzzle]] = defaultdict(list)
        for _, games in sorted(self.chunks.items()):
            for puzzles in games:
                for puzzle in _hardest(puzzles):
                    image = listed_text(game, game.parse(puzzle.position))
                    if image not in seen:
                        seen.add(image)
                        kinds[puzzle.rating // STEP, puzzle.theme].append(puzzle)
        chosen: list[Puzzle] = []
        turn = 0
        while len(chosen) < self.plan.count and any(len(kind) > turn for kind in kinds.values()):
            chosen += [kinds[kind][turn] for kind in sorted(kinds) if len(kinds[kind]) > turn]
            turn += 1
        return sorted(chosen[: self.plan.count], key=lambda puzzle: (puzzle.rating, puzzle.id))


def _puzzle(row: dict[str, Any]) -> Puzzle:
    return Puzzle(**row | {"line": tuple(row["line"]), "trap": tuple(row["trap"])})


def _hardest(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The hardest puzzle of a game, and the hardest with another theme; its others are much like them."""
    by_theme: dict[str, Puzzle] = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: (-puzzle.rating, puzzle.id)):
        by_theme.setdefault(puzzle.theme, puzzle)
    return list(by_theme.values())[:MOST_A_GAME]


# Confirming


def wrong(puzzle: Puzzle, composer: Composer) -> str | None:
    """What a new proof refutes of a puzzle; ``None`` where the puzzle is right."""
    match = puzzle.start()
    solver = match.to_move
    try:
        for ply, text in enumerate(puzzle.line[: puzzle.asked]):
            if match.to_move is solver:
                solution = composer.solved(match.position)
                if (solution.value, solution.margin) != (puzzle.value, puzzle.margin):
                    return f"after {ply} moves it is worth {solution.value}, {solution.margin}"
                if composer.theme(match.position, solution) != puzzle.theme:
                    return f"after {ply} moves more than one move is right, or another thing is asked"
                if match.legal_move(text) not in solution.best:
                    return f"{text} is not the solution"
            match.play(text)
    except NotSolved as error:
        return str(error)
    return None if attempt(puzzle, puzzle.own_moves).done else "its own line does not solve it"


def confirm(puzzle: Puzzle, nodes: int) -> str | None:
    """The same in a worker, with empty tables and more nodes, so that it does not rely on the first proof."""
    return wrong(puzzle, Composer(registry.load(puzzle.spec), (1, 1), CONFIRMING * nodes, fresh=True))
