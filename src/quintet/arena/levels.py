"""Tunes and measures levels: settings meet on a ladder, levels get those at even steps of rating, and are measured.

All games are played by an arena: pairs with seats exchanged from drawn openings, ratings by maximum likelihood, and a
file that can be resumed. The random mover is at 0 Elo.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from quintet.arena.openings import OpeningSettings
from quintet.arena.plan import ArenaPlan
from quintet.arena.playing import GameResult
from quintet.arena.ratings import SURE, Ratings, fit
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import LEVELS, Engine
from quintet.engine.levels import LevelSettings
from quintet.players.who import level_text, parse_who

RANDOM = "random"
FIRST_ELO = 380.0
"""The target for level 1: 90 % of the points against the random mover."""
STEP = 200.0
"""Elo between neighbouring levels, where the game has room for it."""
DRAWN = OpeningSettings(plies=4, filter="engine", balance=0.5)
TURNS = 400
SIMULATION = 64
"""Nodes of an ordinary search that one simulation is worth; the error of its values is smaller by the root of that."""
TOP = 3
"""The highest levels meet in a second arena with fewer games, because those of level 10 are slow."""


def rung(nodes: int, method: str, careful: bool = True, worth: int = 1) -> LevelSettings:
    """Settings with these nodes, each worth `worth` nodes of an ordinary search; the fewer, the more random."""
    seen = nodes * worth
    lines = max(1, round(8 * min(1.0, (16 / seen) ** 0.2)))
    temperature = 0.0 if lines == 1 else 0.25 * (16 / seen) ** 0.35 / worth**0.5
    return LevelSettings(nodes, lines, float(f"{temperature:.3g}"), careful, method)


def rungs(game: AnyGame, most: int) -> list[LevelSettings]:
    """Settings to try out: a few that may overlook a win in one move, then the others from weakest to strongest."""
    careless = [rung(nodes, "alphabeta", careful=False) for nodes in (1, 2, 4, 8, 16)]
    near = [rung(nodes, "alphabeta") for nodes in (2, 8, 32, 64, 128)]
    if simulates(game):
        # A tree search with a learned prior is far stronger than a short alpha-beta: longer ones lie between.
        near += [rung(nodes, "alphabeta") for nodes in (256, 512, 1024)]
        far = [rung(nodes, "auto", worth=SIMULATION) for step in range(16) if (nodes := 4 * 4**step) <= most]
    else:
        far = [rung(nodes, "auto") for step in range(32) if (nodes := 256 * 2**step) <= most]
    return careless + near + far


def simulates(game: AnyGame) -> bool:
    """Whether the engine of a game simulates rather than searches: its nodes then cost and give more."""
    methods = ("auto", "mcts", "alphabeta")
    analyses = (Engine(game, method=method).analyze(game.start(), nodes=64) for method in methods)
    auto, mcts, alphabeta = ((analysis.value, analysis.lines) for analysis in analyses)
    return auto == mcts != alphabeta


def trial(game: AnyGame, games: int, most: int) -> ArenaPlan:
    """The arena in which settings are tried out."""
    return _plan(game, [RANDOM, *(level_text(settings) for settings in rungs(game, most))], games)


def measurement(game: AnyGame, games: int, top_games: int) -> tuple[ArenaPlan, ArenaPlan]:
    """The two arenas in which levels are measured: all but the highest, and the highest with those below it."""
    names = [f"level:{level.number}" for level in LEVELS]
    return _plan(game, [RANDOM, *names[:-1]], games), _plan(game, names[-TOP:], top_games)


def _plan(game: AnyGame, players: Sequence[str], games: int) -> ArenaPlan:
    return ArenaPlan(spec(game), tuple(players), format="ladder", games=games, drawing=DRAWN, turns=TURNS)


@dataclass(frozen=True, slots=True)
class Measured:
    """Players and their ratings above the random mover."""

    names: tuple[str, ...]
    ratings: Ratings
    games: int

    def elo(self, name: str) -> float:
        return self.ratings.elo[self.names.index(name)]


def rate(results: Iterable[GameResult]) -> Measured:
    """Ratings from all games together, without those that were cut off."""
    tallies: dict[tuple[str, str], list[int]] = {}
    for result in results:
        if result.result != "truncated":
            tally = tallies.setdefault((result.first, result.second), [0, 0, 0])
            tally[("first", "draw", "second").index(result.result)] += 1
    names = tuple(dict.fromkeys([RANDOM, *(name for pair in sorted(tallies) for name in pair)]))
    numbered = {
        (names.index(first), names.index(second)): (wins, draws, losses)
        for (first, second), (wins, draws, losses) in tallies.items()
    }
    return Measured(names, fit(len(names), numbered, 0), sum(sum(tally) for tally in tallies.values()))


def share(results: Iterable[GameResult], player: str, opponent: str) -> tuple[int, int, int]:
    """Wins, draws and losses of a player against another."""
    tally = [0, 0, 0]
    for result in results:
        if {result.first, result.second} == {player, opponent} and result.result != "truncated":
            winner = {"first": result.first, "second": result.second}.get(result.result)
            tally[1 if winner is None else 0 if winner == player else 2] += 1
    return tally[0], tally[1], tally[2]


def steps(measured: Measured, names: Sequence[str]) -> list[tuple[float, float]]:
    """The Elo of each player above the one before, and half the width of its 95 % interval."""
    ratings, differences = measured.ratings, []
    for low, high in itertools.pairwise(measured.names.index(name) for name in names):
        cov = ratings.covariance
        variance = cov[low][low] + cov[high][high] - 2 * cov[low][high]
        differences.append((ratings.elo[high] - ratings.elo[low], SURE * math.sqrt(max(0.0, variance))))
    return differences


def settle(measured: Measured) -> tuple[LevelSettings, ...]:
    """The settings of all levels but the highest, from the ratings of the settings that were tried out.

    Where the game has no room for whole steps, they are smaller: the strongest settings tried stand for level 10.
    """
    players = [(parse_who(name).settings, measured.elo(name)) for name in measured.names]
    tried = {settings: elo for settings, elo in players if settings is not None}
    careless = _rising({settings: elo for settings, elo in tried.items() if not settings.careful})
    careful = _rising({settings: elo for settings, elo in tried.items() if settings.careful})
    others = len(LEVELS) - 2
    lowest = max(FIRST_ELO + STEP, careful[0][1])
    step = min(STEP, (careful[-1][1] - lowest) / others)
    return between(careless, FIRST_ELO), *(between(careful, lowest + step * number) for number in range(others))


def _rising(tried: Mapping[LevelSettings, float]) -> list[tuple[LevelSettings, float]]:
    """The settings from few nodes to many, with ratings made monotonic: neighbours in the wrong order get their mean
    (pool adjacent violators)."""
    groups: list[list[tuple[LevelSettings, float]]] = []
    for item in sorted(tried.items(), key=lambda item: (item[0].method != "alphabeta", item[0].nodes or 0)):
        groups.append([item])
        while len(groups) > 1 and _mean(groups[-2]) >= _mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [(settings, _mean(group)) for group in groups for settings, _ in group]


def _mean(group: Sequence[tuple[LevelSettings, float]]) -> float:
    return sum(elo for _, elo in group) / len(group)


def between(rising: Sequence[tuple[LevelSettings, float]], wanted: float) -> LevelSettings:
    """The settings for a rating: interpolated between two of the same method, else the nearer of the two."""
    for (low, low_elo), (high, high_elo) in itertools.pairwise(rising):
        if wanted > high_elo or low_elo == high_elo:
            continue
        part = max(0.0, (wanted - low_elo) / (high_elo - low_elo))
        if low.method != high.method:
            return high if part > 0.5 else low
        assert low.nodes is not None
        assert high.nodes is not None
        nodes = round(math.exp((1 - part) * math.log(low.nodes) + part * math.log(high.nodes)))
        lines = round((1 - part) * low.lines + part * high.lines)
        temperature = (1 - part) * low.temperature + part * high.temperature if lines > 1 else 0.0
        return replace(high, nodes=nodes, lines=lines, temperature=float(f"{temperature:.3g}"))
    return rising[-1][0]


def load(text: str) -> AnyGame:
    """A game whose levels can be measured: they are those of a kernel."""
    game = registry.load(text)
    from quintet.engine.native.kernels import kernel_for

    if kernel_for(game) is None:
        raise ValueError(f"levels are measured with a kernel, which {spec(game)} has not")
    return game
