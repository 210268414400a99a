"""The plan of learning: everything that decides what is learned."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine.checks import seed_of, whole
from quintet.engine.native import kernels

MOST_GAMES = 10**9
MOST_GENERATIONS = 100
MOST_DEPTH, MOST_EXACT = 18, 22


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
    """Each played with what was learned from the one before it."""
    recent: int = 2
    """Weights are fitted to the games of so many generations, the last ones: what weak play leads to would mislead."""
    iterations: int = 25
    ridge: float = 30.0
    overlap: int = 3
    """Of the fit: see FitSettings in cpp/core/learn/fit.hpp."""
    foresight_positions: int = 3000
    foresight_depth: int = 10
    """Searches up to this depth tell how well shallow ones foretell them."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def make_plan(game_spec: str, games: int, generations: int, seed: int, depth: int = 4, exact: int = 12) -> Plan:
    """The plan for so many games a generation, three times as many from the third on: the better the play, the more
    it teaches, and the more a search is trusted. `depth` is that of the search that plays, two more in the third
    generation and four more in later ones, and `exact` how many moves before the end the solver plays instead, two more
    from the second on. Many random moves all along keep positions in the games that no good play leads to. ValueError
    for a game that cannot."""
    game = registry.load(game_spec)
    learner = learner_of(game)
    whole("games", games, 40, MOST_GAMES)
    whole("generations", generations, 1, MOST_GENERATIONS)
    whole("depth", depth, 1, MOST_DEPTH)
    whole("exact", exact, 0, MOST_EXACT)
    later_exact = exact + 2 if exact else 0
    first = Generation(games, depth, least_random=4, most_random=40, random_share=0, exact_from=exact, search_share=0)
    second = replace(first, least_random=2, most_random=42, random_share=10, exact_from=later_exact, search_share=50)
    third = replace(second, games=3 * games, depth=depth + 2, most_random=30, search_share=80)
    later = replace(third, depth=depth + 4)
    planned = (first, second, third, *[later] * (generations - 3))[:generations]
    return Plan(spec(game), f"{learner.layout:016x}", seed_of(seed), planned)


def learner_of(game: AnyGame) -> Any:
    """Learning for a game; ValueError where there is none."""
    kernel = kernels.kernel_for(game)
    if kernel is None:
        raise ValueError(f"{game.id} cannot learn here: it has no kernel, or the engine room is not built")
    learner = kernel.learner
    if learner is None:
        raise ValueError(f"{game.id} cannot learn: its kernel lists no patterns")
    return learner
