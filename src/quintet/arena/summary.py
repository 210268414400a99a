"""The summary of an arena: standings with ratings, meetings, openings, lengths, the sequential test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from quintet.arena import sprt
from quintet.arena.pairings import parse_key
from quintet.arena.plan import ArenaPlan
from quintet.arena.playing import GameResult
from quintet.arena.ratings import Ratings, fit
from quintet.arena.sprt import Verdict
from quintet.arena.tournament import pair_points


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player."""

    name: str
    """What it is called in the table."""
    elo: float
    """Its rating."""
    error: float
    """Half the width of the 95 % interval."""
    wins: int
    """Games that it won."""
    draws: int
    """Games that nobody won."""
    losses: int
    """Games that it lost."""
    truncated: int
    """Games that were cut off; they count for nothing else."""
    forfeits: int
    """Losses by a crash, by time or by an illegal move."""
    superiority: float | None
    """The likelihood that it is stronger than the next in the list."""
    seconds: float
    """Time a move, on average."""
    cpu: float
    """Processor time a move, on average."""
    known: int
    """Moves in positions that the solver knew ..."""
    kept: int
    """... and how many of them kept the value."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating."""
        return self.elo - self.error, self.elo + self.error

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5


@dataclass(frozen=True, slots=True)
class Meeting:
    """All games of two players; wins and losses are those of `one`."""

    one: str
    two: str
    wins: int
    draws: int
    losses: int
    truncated: int
    pairs: tuple[int, ...]
    """Pairs of games in which `one` had 0, 1/2, 1, 3/2 and 2 points."""
    superiority: float
    """The likelihood that `one` is the stronger."""


@dataclass(frozen=True, slots=True)
class OpeningScore:
    """All games from one opening; wins and losses are those of FIRST."""

    opening: str
    wins: int
    draws: int
    losses: int

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)


@dataclass(frozen=True, slots=True)
class SprtStatus:
    """Where the sequential test stands."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    low: float
    """The log-likelihood ratio at which `elo0` is accepted ..."""
    high: float
    """... and `elo1`."""
    pairs: tuple[int, ...]
    """The pairs that it has seen, by their points."""
    accepted: str | None
    """``elo0``, ``elo1``, or ``None`` while it goes on."""
    normalised_elo: float
    error: float | None
    """Half the width of the 95 % interval."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything that a report shows."""

    game: str
    limit: str
    format: str
    played: int
    total: int
    standings: tuple[PlayerStanding, ...]
    """The strongest first."""
    meetings: tuple[Meeting, ...]
    openings: tuple[OpeningScore, ...]
    lengths: tuple[int, ...]
    """Moves of each game."""
    first_wins: int
    draws: int
    first_losses: int
    truncated: int
    forfeits: dict[str, int]
    """How often a game was forfeited, by reason."""
    first_advantage: float
    first_error: float
    draw_share: float
    failed: dict[str, str]
    """Games that could not be played, and why."""
    sprt: SprtStatus | None

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names."""
        row = asdict(self)
        for standing, fields in zip(self.standings, row["standings"], strict=True):
            fields |= {"games": standing.games, "score": standing.score}
        return row


def summarise(
    plan: ArenaPlan,
    results: Mapping[str, GameResult],
    verdict: Verdict | None = None,
    failed: Mapping[str, str] | None = None,
    anchor: str | None = None,
) -> Summary:
    """The summary of the games so far; `anchor` is the player whose rating is 0."""
    names = plan.names
    numbers = {name: number for number, name in enumerate(names)}
    if anchor is not None and anchor not in numbers:
        raise ValueError(f"the anchor must be one of {', '.join(names)}, got {anchor!r}")
    games = list(results.values())
    tallies: dict[tuple[int, int], tuple[int, int, int]] = {}
    for result in games:
        seats = numbers[result.first], numbers[result.second]
        wins, draws, losses = tallies.get(seats, (0, 0, 0))
        win, draw, loss = _tally([result])
        tallies[seats] = (wins + win, draws + draw, losses + loss)
    ratings = fit(len(names), tallies, None if anchor is None else numbers[anchor])
    first_wins, draws, first_losses = _tally(games)
    forfeits: dict[str, int] = {}
    for result in games:
        if result.ending == "forfeit":
            forfeits[result.reason] = forfeits.get(result.reason, 0) + 1
    return Summary(
        plan.game,
        str(plan.limit),
        plan.format,
        len(games),
        plan.total,
        _standings(names, games, ratings),
        _meetings(names, results, ratings),
        _openings(games),
        tuple(len(result.moves) for result in games),
        first_wins,
        draws,
        first_losses,
        _truncated(games),
        forfeits,
        ratings.first_advantage,
        ratings.first_error,
        ratings.draw_share,
        dict(failed or {}),
        _sprt(plan, verdict),
    )


def _tally(results: Iterable[GameResult]) -> tuple[int, int, int]:
    """Wins of FIRST, draws, and wins of SECOND."""
    kinds = [result.result for result in results]
    return kinds.count("first"), kinds.count("draw"), kinds.count("second")


def _truncated(results: Iterable[GameResult]) -> int:
    return sum(result.result == "truncated" for result in results)


def _standings(names: list[str], results: list[GameResult], ratings: Ratings) -> tuple[PlayerStanding, ...]:
    ranking = sorted(range(len(names)), key=lambda number: -ratings.elo[number])
    standings = []
    for place, number in enumerate(ranking):
        name = names[number]
        seats = [
            (result, 0 if result.first == name else 1) for result in results if name in (result.first, result.second)
        ]
        as_first = _tally(result for result, seat in seats if seat == 0)
        as_second = _tally(result for result, seat in seats if seat == 1)
        turns = max(1, sum(result.turns[seat] for result, seat in seats))
        lost = {0: "second", 1: "first"}
        standings.append(
            PlayerStanding(
                name,
                ratings.elo[number],
                ratings.errors[number],
                as_first[0] + as_second[2],
                as_first[1] + as_second[1],
                as_first[2] + as_second[0],
                _truncated(result for result, _ in seats),
                sum(result.ending == "forfeit" and result.result == lost[seat] for result, seat in seats),
                ratings.superiority(number, ranking[place + 1]) if place + 1 < len(ranking) else None,
                sum(result.seconds[seat] for result, seat in seats) / turns,
                sum(result.cpu[seat] for result, seat in seats) / turns,
                sum(result.known[seat] for result, seat in seats),
                sum(result.kept[seat] for result, seat in seats),
            )
        )
    return tuple(standings)


def _meetings(names: list[str], results: Mapping[str, GameResult], ratings: Ratings) -> tuple[Meeting, ...]:
    by_pair: dict[tuple[int, int], dict[int, dict[bool, GameResult]]] = {}
    for key, result in results.items():
        seating = parse_key(key)
        openings = by_pair.setdefault((seating.one, seating.two), {})
        openings.setdefault(seating.opening, {})[seating.exchanged] = result
    meetings = []
    for (player, other), openings in sorted(by_pair.items()):
        counts = [0] * 5
        for games in openings.values():
            if len(games) == 2 and (points := pair_points(games[False], games[True])) is not None:
                counts[points] += 1
        ahead = _tally(games[False] for games in openings.values() if False in games)
        behind = _tally(games[True] for games in openings.values() if True in games)
        every = [result for games in openings.values() for result in games.values()]
        meetings.append(
            Meeting(
                names[player],
                names[other],
                ahead[0] + behind[2],
                ahead[1] + behind[1],
                ahead[2] + behind[0],
                _truncated(every),
                tuple(counts),
                ratings.superiority(player, other),
            )
        )
    return tuple(meetings)


def _openings(results: list[GameResult]) -> tuple[OpeningScore, ...]:
    by_opening: dict[str, list[GameResult]] = {}
    for result in results:
        if result.result != "truncated":
            by_opening.setdefault(result.opening, []).append(result)
    return tuple(OpeningScore(opening, *_tally(games)) for opening, games in sorted(by_opening.items()))


def _sprt(plan: ArenaPlan, verdict: Verdict | None) -> SprtStatus | None:
    if plan.sprt is None or verdict is None:
        return None
    test = plan.sprt
    elo, error = sprt.normalised_elo(verdict.counts)
    return SprtStatus(
        test.elo0,
        test.elo1,
        test.alpha,
        test.beta,
        verdict.llr,
        *test.bounds,
        verdict.counts,
        verdict.accepted,
        elo,
        error if sum(verdict.counts) else None,
    )
