"""Collecting puzzles: many games on many cores, what they gave in a file, and the choice among it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.compute.run_file import PlannedRun
from quintet.core import registry
from quintet.core.game import AnyGame, Symmetries
from quintet.core.types import NotSolved
from quintet.engine import LEVELS
from quintet.engine.bounds import MOST_NODES
from quintet.engine.checks import seed_of, whole
from quintet.study.make_puzzles import Composer, compose
from quintet.study.puzzle import Puzzle, attempt

GAMES_A_CHUNK = 10
MOST_GAMES, MOST_COUNT = 1_000_000, 10_000
MOST_A_GAME = 2
CONFIRMING = 20
"""How many times the nodes of its making a puzzle may take to be confirmed: fresh tables know less."""
STEP = 100
"""Puzzles are about as many of each theme in each such range of ratings, as far as there are any."""
Report = Callable[[int, int], None]
"""Called with how many games are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides which puzzles are made: equal plans make equal files, on however many cores."""

    spec: str
    games: int
    count: int
    """The most puzzles that are kept."""
    nodes: int
    """What a proof may cost."""
    levels: tuple[int, int]
    """Who play the games: the weakest and the strongest."""
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
        """What a file of puzzles says of how they were made."""
        return {name: value for name, value in asdict(self).items() if name != "spec"}


class Collection(PlannedRun):
    """The file of a run: the plan, then what each chunk of games gave; a context manager.

    A run that was stopped goes on with what is missing.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        super().__init__(path, asdict(plan))
        self.plan = plan
        self.chunks: dict[int, list[list[Puzzle]]] = {}
        try:
            for row in self.rows:
                self.chunks[row["chunk"]] = [[_puzzle(one) for one in found] for found in row["games"]]
        except (TypeError, KeyError):
            self.close()
            raise self.damaged() from None

    def run(self, pool: Pool, report: Report) -> None:
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
        for answer in pool.gather():
            if answer.error is not None:
                raise ValueError(f"puzzles cannot be made: {answer.error}")
            self._keep(int(answer.key), answer.value)
            done += self._size(int(answer.key))
            report(done, plan.games)

    def confirmed(self, pool: Pool) -> list[Puzzle]:
        """Those of the chosen that are proved a second time."""
        chosen = self.chosen()
        for puzzle in chosen:
            pool.submit(puzzle.id, confirm, puzzle, self.plan.nodes)
        right = {answer.key for answer in pool.gather() if answer.error is None and answer.value is None}
        return [puzzle for puzzle in chosen if puzzle.id in right]

    def _size(self, chunk: int) -> int:
        return min(GAMES_A_CHUNK, self.plan.games - chunk * GAMES_A_CHUNK)

    def chosen(self) -> list[Puzzle]:
        """The puzzles to keep: few of one game, no two that are mirror images, and all kinds and ratings."""
        game = registry.load(self.plan.spec)
        seen: set[str] = set()
        kinds: dict[tuple[int, str], list[Puzzle]] = defaultdict(list)
        for _, games in sorted(self.chunks.items()):
            for found in games:
                for puzzle in _few(found):
                    image = _image(game, puzzle.position)
                    if image not in seen:
                        seen.add(image)
                        kinds[puzzle.rating // STEP, puzzle.theme].append(puzzle)
        chosen: list[Puzzle] = []
        turn = 0
        while len(chosen) < self.plan.count and any(len(kind) > turn for kind in kinds.values()):
            chosen += [kinds[kind][turn] for kind in sorted(kinds) if len(kinds[kind]) > turn]
            turn += 1
        return sorted(chosen[: self.plan.count], key=lambda puzzle: (puzzle.rating, puzzle.id))

    def _keep(self, chunk: int, games: list[list[Puzzle]]) -> None:
        self.chunks[chunk] = games
        self.add({"chunk": chunk, "games": [[asdict(puzzle) for puzzle in found] for found in games]})


def _puzzle(row: dict[str, Any]) -> Puzzle:
    return Puzzle(**row | {"line": tuple(row["line"]), "trap": tuple(row["trap"])})


def _few(found: list[Puzzle]) -> list[Puzzle]:
    """The hardest of a game, and the hardest with another theme: its others are much like them."""
    by_theme: dict[str, Puzzle] = {}
    for puzzle in sorted(found, key=lambda puzzle: (-puzzle.rating, puzzle.id)):
        by_theme.setdefault(puzzle.theme, puzzle)
    return list(by_theme.values())[:MOST_A_GAME]


def _image(game: AnyGame, text: str) -> str:
    """The same for all positions that are mirror images of each other."""
    if not isinstance(game, Symmetries):
        return text
    return min(game.text(position) for position in game.symmetries(game.parse(text)))


# Confirming


def wrong(puzzle: Puzzle, composer: Composer) -> str | None:
    """What is not true of a puzzle, proved anew; ``None`` for one that is right."""
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
    own = [text for text, player in _with_players(puzzle) if player is solver]
    return None if attempt(puzzle, own).done else "its own line does not solve it"


def _with_players(puzzle: Puzzle) -> Iterator[tuple[str, Any]]:
    match = puzzle.start()
    for text in puzzle.line[: puzzle.asked]:
        yield text, match.to_move
        match.play(text)


def confirm(puzzle: Puzzle, nodes: int) -> str | None:
    """The same with fresh tables and more nodes than its making had, so that nothing that was found before is trusted.

    Workers run it.
    """
    return wrong(puzzle, Composer(registry.load(puzzle.spec), (1, 1), CONFIRMING * nodes, fresh=True))
