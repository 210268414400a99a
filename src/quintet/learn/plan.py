"""The plan of learning: everything that decides what is learned."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import native
from quintet.engine.checks import seed_of, whole

MOST_GAMES = 10**9
MOST_GENERATIONS = 100


@dataclass(frozen=True, slots=True)
class Generation:
    """Games to learn from: how they are played and what a position in them is worth."""

    games: int
    depth: int
    """Of the search that plays."""
    least_random: int
    most_random: int
    """Random moves at the beginning of a game."""
    random_share: int
    """Of the moves after them, in thousandths."""
    exact_from: int
    """So many moves before the end the solver plays."""
    search_share: int
    """Of what the search expects in the worth of a position, in hundredths; the rest is the result of the game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learned, and how."""

    game: str
    """Its spec."""
    layout: str
    """Of the patterns: samples of other patterns would be samples of the same positions, weights would not fit."""
    seed: int
    generations: tuple[Generation, ...]
    """Each played with what was learned from those before it, and fitted together with them."""
    iterations: int = 25
    ridge: float = 30.0
    overlap: int = 3
    """Of the fit: see FitSettings in cpp/core/learn/fit.hpp."""
    foresight_positions: int = 3000
    foresight_depth: int = 10
    """Searches up to this depth tell how well shallow ones foretell them."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def make_plan(game_spec: str, games: int, generations: int, seed: int) -> Plan:
    """The plan for so many games in the first generation, half of them in the second and a quarter in each later one:
    the better the play, the fewer random moves and the more a search is trusted. ValueError for a game that cannot."""
    game = registry.load(game_spec)
    learner = learner_of(game)
    whole("games", games, 40, MOST_GAMES)
    whole("generations", generations, 1, MOST_GENERATIONS)
    first = Generation(games, 4, least_random=4, most_random=40, random_share=0, exact_from=12, search_share=0)
    second = Generation(games // 2, 4, least_random=2, most_random=30, random_share=10, exact_from=14, search_share=50)
    later = Generation(games // 4, 4, least_random=2, most_random=14, random_share=10, exact_from=14, search_share=80)
    planned = (first, second, *[later] * (generations - 2))[:generations]
    return Plan(spec(game), f"{learner.layout:016x}", seed_of(seed), planned)


def learner_of(game: AnyGame) -> Any:
    """Learning for a game; ValueError where there is none."""
    kernel = native.kernel_for(game)
    if kernel is None:
        raise ValueError(f"{game.id} cannot learn here: it has no kernel, or the engine room is not built")
    learner = kernel.learner
    if learner is None:
        raise ValueError(f"{game.id} cannot learn: its kernel lists no patterns")
    return learner
