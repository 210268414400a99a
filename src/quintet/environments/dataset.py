"""Makes data sets: positions of games with their exact values, on many cores; equal plans make equal files.

Games are played in chunks, each by one worker: from each a few positions are taken and solved. Chunks are put together
in their order, and of positions that are mirror images only the first stays, so that nothing is in two splits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from quintet.compute import Pool
from quintet.compute.run_file import PlannedRun
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.core.types import NotSolved, Player
from quintet.engine import LEVELS, Engine
from quintet.engine.book import listed_text
from quintet.engine.bounds import MOST_NODES, seed_of, whole
from quintet.engine.native.kernels import kernel_for

CHUNK = 256
"""Games, or positions of a whole table, that a worker does in one go."""
MOST_COUNT = 10_000_000
SPARE = 4
"""Chunks that are begun beyond those that are surely needed."""
IN_VAIN = 20
"""Chunks in a row without a new position after which the game is taken to have no more."""
OPENING, SLIP = 6, 0.1
"""Of games between levels: the most random moves at the start, and of `human` the probability of one later."""
HUMAN_LEVELS = (1, 6)
LONGEST_GAME = 400
SAMPLED_GAMES = 64
"""Random games that tell in which plies the conditions can hold."""
SOLVER_MB = 64
SPLITS = {"train": 0.8, "validation": 0.1, "test": 0.1}
ALL = "all"
"""The source of a whole table: every position that can be reached."""


@cache
def _spots(name: str) -> int:
    """How many spots a board has; asked for every position."""
    return len(registry.load(name).layout().spots)


MEASURES: dict[str, Callable[[AnyGame, Any], int]] = {
    "empties": lambda game, position: _spots(spec(game)) - len(game.scene(position).pieces),
    "moves": lambda game, position: len(game.legal_moves(position)),
}
"""What a condition can be about, beside the ply."""
Taken = tuple[int, int, Any]
"""A position of a game: the number of the game, the ply, the position."""
Row = dict[str, Any]
"""A position with its labels: the columns of `COLUMNS`."""
COLUMNS = {
    "game": "number of the game that it is from; none in a whole table",
    "split": "train, validation or test: positions of one game are in one of them",
    "source": "how the game was played",
    "ply": "moves made before; none in a whole table",
    "position": "its text",
    "player": "whose move it is: first or second",
    "value": "for the player to move: 1 won, 0 drawn, -1 lost",
    "margin": "final score difference for the player to move; none in games without scores",
    "best": "every move that keeps the value, and the margin where there is one",
    "distance": "moves of both sides until the win; only where it was asked for and found",
    "symmetry_class": "the same text for all mirror images of a position",
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A range that a number of a position must lie in."""

    name: str
    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> Condition:
        """From ``empties=12..16`` or ``ply=8``."""
        names = ("ply", *MEASURES)
        match = re.fullmatch(r"(\w+)=(\d{1,6})(?:\.\.(\d{1,6}))?", text)
        if match is None or match[1] not in names:
            raise ValueError(f"a condition must be like empties=12..16, about {', '.join(names)}, got {text!r}")
        low, high = int(match[2]), int(match[3] or match[2])
        if low > high:
            raise ValueError(f"the range of {match[1]} must go up, got {low}..{high}")
        return cls(match[1], low, high)

    def __str__(self) -> str:
        return f"{self.name}={self.low}" + ("" if self.low == self.high else f"..{self.high}")

    def holds(self, game: AnyGame, position: Any, ply: int) -> bool:
        number = ply if self.name == "ply" else MEASURES[self.name](game, position)
        return self.low <= number <= self.high


@dataclass(frozen=True)
class DatasetPlan:
    """All that decides what is made."""

    spec: str
    count: int
    where: tuple[str, ...] = ()
    sources: tuple[str, ...] = ("random",)
    """``random``, ``level:N``, ``human`` or ``all``; chunks of games take turns."""
    per_game: int = 1
    """The most positions that are taken from a game."""
    nodes: int = 1_000_000
    """The most nodes of a proof; a position that takes more is left out."""
    distance: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        registry.load(self.spec)
        whole("count", self.count, 1, MOST_COUNT)
        whole("per_game", self.per_game, 1, LONGEST_GAME)
        whole("nodes", self.nodes, 1, MOST_NODES)
        seed_of(self.seed)
        if not self.sources:
            raise ValueError("sources must be random, level:N, human or all, got none")
        for source in self.sources:
            if source not in ("random", "human", ALL):
                _level(source)
        if ALL in self.sources and (len(self.sources) > 1 or self.where):
            raise ValueError("a whole table has no other source and no condition: expected all alone")
        _ = self.conditions

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        return tuple(map(Condition.parse, self.where))

    def wants(self, game: AnyGame, position: Any, ply: int) -> bool:
        """Whether a position is not over, and all conditions hold."""
        return all(condition.holds(game, position, ply) for condition in self.conditions) and bool(
            game.legal_moves(position)
        )


@cache
def serving_plies(plan: DatasetPlan) -> Sequence[int]:
    """The plies in which the conditions can hold, by a few random games; kept, because each chunk needs them."""
    game = registry.load(plan.spec)
    plies: set[int] = set()
    for number in range(SAMPLED_GAMES):
        chance = Random(f"{plan.seed} sample {number}")
        position, ply = game.start(), 0
        while (moves := game.legal_moves(position)) and ply < LONGEST_GAME:
            if plan.wants(game, position, ply):
                plies.add(ply)
            position, ply = game.play(position, chance.choice(moves)), ply + 1
    if not plies:
        conditions = " and ".join(plan.where)
        raise ValueError(f"no position of {SAMPLED_GAMES} random games of {plan.spec} has {conditions}")
    return sorted(plies)


def _level(source: str) -> int:
    match = re.fullmatch(r"level:(\d{1,2})", source)
    if match is None:
        raise ValueError(f"a source must be random, level:N, human or all, got {source!r}")
    return whole("the level of a source", int(match[1]), 1, len(LEVELS) - 1)  # the highest goes by the clock


class Labeller:
    """Takes positions from games and solves them: what one worker does."""

    def __init__(self, plan: DatasetPlan) -> None:
        self.plan = plan
        self.game = registry.load(plan.spec)
        self._engine = Engine(self.game, memory_mb=SOLVER_MB)

    def rows(self, chunk: int) -> tuple[list[Row], int]:
        """The rows of a chunk of games, and how many positions could not be solved."""
        plan, numbers = self.plan, range(chunk * CHUNK, (chunk + 1) * CHUNK)
        taken: list[Taken] = []
        for place, source in enumerate(plan.sources):  # by turns, so that few positions are of all sources, too
            games = [number for number in numbers if number % len(plan.sources) == place]
            taken += self._random(games) if source == "random" else self._played(games, source)
        heads: dict[str, Row] = {}
        positions: list[Any] = []
        for number, ply, position in sorted(taken, key=_by_game_and_ply):
            image = listed_text(self.game, position)
            if image not in heads:
                source = plan.sources[number % len(plan.sources)]
                head = {"game": number, "split": split(f"{plan.seed} {number}"), "source": source, "ply": ply}
                heads[image] = head
                positions.append(position)
        labels = self.labels(positions, list(heads))
        rows = [head | row for head, row in zip(heads.values(), labels, strict=True) if row]
        return rows, len(positions) - len(rows)

    def labels(self, positions: Sequence[Any], images: Sequence[str]) -> list[Row | None]:
        """What is proved about positions, by one call of the solver; ``None`` where the nodes do not suffice.

        `images` are the texts of their symmetry classes.
        """
        plan = self.plan
        solutions = self._engine.solve_all(positions, nodes=plan.nodes, distance=plan.distance)
        return [
            None
            if solution is None
            else {
                "position": self.game.text(position),
                "player": solution.player.name.lower(),
                "value": solution.value,
                "margin": solution.margin,
                "best": list(map(str, solution.best)),
                "distance": solution.moves_to_win if plan.distance else None,
                "symmetry_class": image,
            }
            for position, image, solution in zip(positions, images, solutions, strict=True)
        ]

    def _random(self, numbers: Iterable[int]) -> Iterator[Taken]:
        """Positions of random games, each after a number of moves that is drawn for it."""
        from quintet.environments.vector import Vector

        by_ply: dict[int, list[int]] = {}
        plies = serving_plies(self.plan)
        for number in numbers:
            chance = Random(f"{self.plan.seed} {number}")
            for ply in chance.sample(plies, min(self.plan.per_game, len(plies))):
                by_ply.setdefault(ply, []).append(number)
        positions: dict[tuple[int, int], str] = {}
        for ply, games in by_ply.items():
            seeds = [int.from_bytes(_digest(f"{self.plan.seed} {number}")) for number in games]
            texts = Vector(self.game, len(games), seeds, opening=ply, threads=1).positions()
            positions |= {(number, ply): text for number, text in zip(games, texts, strict=True)}
        for (number, ply), text in positions.items():
            position = self.game.parse(text)
            if self.plan.wants(self.game, position, ply):
                yield number, ply, position

    def _played(self, numbers: Iterable[int], source: str) -> Iterator[Taken]:
        """Positions of games between levels."""
        for number in numbers:
            chance = Random(f"{self.plan.seed} {number}")
            serving = [
                (ply, position)
                for ply, position in self._game(chance, source)
                if self.plan.wants(self.game, position, ply)
            ]
            for ply, position in chance.sample(serving, min(self.plan.per_game, len(serving))):
                yield number, ply, position

    def _game(self, chance: Random, source: str) -> Iterator[tuple[int, Any]]:
        game, position = self.game, self.game.start()
        is_human = source == "human"
        levels = [chance.randint(*HUMAN_LEVELS) if is_human else _level(source) for _ in Player]
        players = [Engine(game, memory_mb=4, level=level, seed=chance.getrandbits(31)) for level in levels]
        opening, slip = chance.randint(0, OPENING), SLIP if is_human else 0.0
        for ply in range(LONGEST_GAME):
            moves = game.legal_moves(position)
            if not moves:
                return
            yield ply, position
            is_random = ply < opening or chance.random() < slip
            move = chance.choice(moves) if is_random else players[game.to_move(position)].choose(position)
            position = game.play(position, move)


def _by_game_and_ply(taken: Taken) -> tuple[int, int]:
    return taken[:2]


def split(name: str) -> str:
    """The split of what has this name: by its digest, so that it does not depend on the rest."""
    share = int.from_bytes(_digest(f"split {name}")[:4]) / 2**32
    for title, width in SPLITS.items():
        if share < width:
            return title
        share -= width
    return title


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=7).digest()


# Work for the workers


def label_games(plan: DatasetPlan, chunk: int) -> tuple[list[Row], int]:
    return Labeller(plan).rows(chunk)


def label_positions(plan: DatasetPlan, texts: Sequence[str]) -> tuple[list[Row], int]:
    """The rows of a part of a whole table."""
    labeller = Labeller(plan)
    labels = labeller.labels(list(map(labeller.game.parse, texts)), texts)
    rows = [
        {"game": None, "split": split(f"{plan.seed} {text}"), "source": ALL, "ply": None} | row
        for text, row in zip(texts, labels, strict=True)
        if row
    ]
    return rows, len(texts) - len(rows)


def reachable(game: AnyGame, most: int) -> list[str]:
    """All unfinished positions that can be reached, one of each symmetry class, as texts; ValueError beyond `most`."""
    start = listed_text(game, game.start())
    seen, texts = {start}, [start]
    for text in texts:
        position = game.parse(text)
        for move in game.legal_moves(position):
            after = game.play(position, move)
            image = listed_text(game, after)
            if image in seen or not game.legal_moves(after):
                continue
            if len(texts) == most:
                raise ValueError(
                    f"{spec(game)} must have at most {most} positions for a whole table, got more: see --count"
                )
            seen.add(image)
            texts.append(image)
    return texts


class DatasetRun(PlannedRun):
    """The file of a run: the plan, then the rows of each chunk; a context manager. A run that was stopped goes on."""

    def __init__(self, path: Path, plan: DatasetPlan) -> None:
        self.plan = plan
        self._chunks: dict[int, list[Row]] = {}
        self.unsolved = 0
        super().__init__(path, asdict(plan))

    def take(self, row: dict[str, Any]) -> None:
        self._chunks[row["chunk"]] = row["rows"]
        self.unsolved += row["unsolved"]

    def make(self, pool: Pool, report: Callable[[int, int], None]) -> list[Row]:
        """Do what is missing, and return the rows: as many as the plan asks for, or all that there are."""
        tables = self._tables()
        dataset = _Dataset(self.plan.count if tables is None else MOST_COUNT)
        total = self.plan.count if tables is None else sum(map(len, tables))
        submitted = joined = 0

        def submit() -> None:
            """As many chunks as the missing rows take if every position serves."""
            nonlocal submitted
            submitted = max(submitted, joined)  # what an earlier run did is not done again
            missing = -(-(total - len(dataset.rows)) // (CHUNK * self.plan.per_game))
            while submitted < joined + missing + SPARE and (tables is None or submitted < len(tables)):
                if submitted not in self._chunks:
                    if tables is None:
                        pool.submit(str(submitted), label_games, self.plan, submitted)
                    else:
                        pool.submit(str(submitted), label_positions, self.plan, tables[submitted])
                submitted += 1

        def join() -> bool:
            """Put the next chunks together; whether more are needed."""
            nonlocal joined
            while joined in self._chunks and not dataset.is_full:
                dataset.add(self._chunks.pop(joined))
                joined += 1
            report(len(dataset.rows), total)
            return not dataset.is_full and (tables is None or joined < len(tables))

        while join():
            submit()
            for key, (rows, unsolved) in pool.values("the data set cannot be made"):
                row = {"chunk": int(key), "rows": rows, "unsolved": unsolved}
                self.add(row)
                self.take(row)
                if not join():
                    pool.cancel()
                    break
                submit()
        return dataset.rows

    def _tables(self) -> list[list[str]] | None:
        if self.plan.sources != (ALL,):
            return None
        texts = reachable(registry.load(self.plan.spec), self.plan.count)
        return [texts[start : start + CHUNK] for start in range(0, len(texts), CHUNK)]


class _Dataset:
    """Rows without mirror images, up to a number."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.rows: list[Row] = []
        self._classes: set[str] = set()
        self._in_vain = 0

    @property
    def is_full(self) -> bool:
        return len(self.rows) >= self.count or self._in_vain >= IN_VAIN

    def add(self, rows: list[Row]) -> None:
        before = len(self.rows)
        for row in rows:
            if row["symmetry_class"] not in self._classes and len(self.rows) < self.count:
                self._classes.add(row["symmetry_class"])
                self.rows.append(row)
        self._in_vain = 0 if len(self.rows) > before else self._in_vain + 1


def proved_again(plan: DatasetPlan, rows: Sequence[Row]) -> int:
    """Prove rows by another path: every move's position is solved, with empty tables and without learned weights.

    How many were confirmed; ValueError names the first that was not. Rows whose moves take too many nodes are skipped.
    """
    game = registry.load(plan.spec)
    has_weights = kernel_for(game) is not None
    confirmed = 0
    for row in rows:
        engine = Engine(game, memory_mb=SOLVER_MB, weights="none" if has_weights else None)
        position = game.parse(row["position"])
        player = game.to_move(position)
        try:
            worths = {
                str(move): _worth(engine, plan.nodes * 20, game.play(position, move), player)
                for move in game.legal_moves(position)
            }
        except NotSolved:
            continue
        best = max(worths.values())
        again = {
            "value": best[0],
            "margin": best[1] if row["margin"] is not None else None,
            "best": sorted(move for move in worths if worths[move] == best),
        }
        if again != {"value": row["value"], "margin": row["margin"], "best": sorted(row["best"])}:
            raise ValueError(f"a second proof contradicts the data set about {row['position']}: {again}, got {row}")
        confirmed += 1
    return confirmed


def _worth(engine: Engine[Any, Any], nodes: int, position: Any, player: Player) -> tuple[int, int]:
    """Value and margin of a position for a player."""
    game = engine.game
    if outcome := game.outcome(position):
        value = 0 if outcome.winner is None else 1 if outcome.winner is player else -1
        return value, outcome.scores[player] - outcome.scores[player.other] if outcome.scores else 0
    solution = engine.solve(position, nodes=nodes, seconds=None, distance=False)
    sign = 1 if game.to_move(position) is player else -1
    return sign * solution.value, sign * (solution.margin or 0)
