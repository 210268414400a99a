"""The plan of an arena: everything that decides which games are played and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from quintet.arena import pairings
from quintet.arena.openings import Opening, OpeningSettings
from quintet.arena.pairings import Seating
from quintet.arena.playing import Bout, GameResult
from quintet.arena.sprt import Sprt
from quintet.engine.limits import TimeControl
from quintet.players.who import AUTOMATIC, Who, parse_who, unique_names

MOST_PLAYERS = 256
MOST_GAMES = 10**6
MOST_TURNS = 10**6
GROWING = ("games", "rounds")
"""Fields that may change when an arena is resumed."""
POINTS = {"first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5), "truncated": (0.5, 0.5)}
"""In a Swiss tournament; a game that was cut off counts as a draw."""


@dataclass(frozen=True, slots=True)
class ArenaPlan:
    """What is to be played; its JSON is the first line of the arena's file."""

    game: str
    """Its spec."""
    players: tuple[str, ...]
    format: str = "round-robin"
    games: int = 20
    """Games of each pairing, in a Swiss tournament of each round."""
    rounds: int = 0
    """Rounds of a Swiss tournament; 0 for as many as it needs."""
    limit: TimeControl = TimeControl(nodes=1000)  # noqa: RUF009  # frozen
    openings: str = ""
    """The file of openings; without one they are drawn."""
    drawing: OpeningSettings = OpeningSettings()  # noqa: RUF009  # frozen
    seed: int = 0
    turns: int = 1000
    adjudicate: int = 0
    check: int = 0
    patience: float = 60.0
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ValueError(f"an arena needs 2 to {MOST_PLAYERS} players, got {len(self.players)}")
        if self.format not in pairings.FORMATS:
            raise ValueError(f"format must be one of {', '.join(pairings.FORMATS)}, got {self.format!r}")
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise ValueError(f"games must be an even number from 2 to {MOST_GAMES}, got {self.games}")
        for name, high in (("rounds", MOST_PLAYERS), ("turns", MOST_TURNS), ("adjudicate", 10**12), ("check", 10**12)):
            if not 0 <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be 0 to {high}, got {getattr(self, name)}")
        if self.adjudicate and self.check:
            raise ValueError(
                "expected one of --adjudicate and --check, got both: a game that is ended has no moves left"
            )
        if self.seed < 0:
            raise ValueError(f"seed must be 0 or more, got {self.seed}")
        if self.sprt is not None and (len(self.players) != 2 or self.format == "swiss"):
            raise ValueError("--sprt compares two players: expected a round robin of two")
        if self.rounds and self.format != "swiss":
            raise ValueError("--rounds is for --format swiss: expected --games")

    @property
    def who(self) -> list[Who]:
        return [parse_who(text, AUTOMATIC) for text in self.players]

    @property
    def names(self) -> list[str]:
        return unique_names(self.who)

    @property
    def pairs(self) -> int:
        """Openings for each pairing."""
        return self.games // 2

    @property
    def wanted_openings(self) -> int:
        return self.pairs * (self._rounds if self.format == "swiss" else 1)

    @property
    def _rounds(self) -> int:
        return self.rounds or pairings.swiss_rounds(len(self.players))

    @property
    def total(self) -> int:
        """Games in all."""
        count = len(self.players)
        if self.format == "swiss":
            return self._rounds * (count // 2) * self.games
        if self.format == "ladder":
            return self.games * sum(max(0, count - step) for step in pairings.STEPS)
        return self.games * (count - 1 if self.format == "gauntlet" else count * (count - 1) // 2)

    def seatings(self, results: Mapping[str, GameResult]) -> list[Seating]:
        """The games that are paired so far, played or not."""
        count = len(self.players)
        if self.format == "swiss":
            return pairings.swiss(
                count,
                self.pairs,
                self._rounds,
                lambda key: POINTS[results[key].result] if key in results else None,
            )
        make = {"gauntlet": pairings.gauntlet, "ladder": pairings.ladder}.get(self.format, pairings.round_robin)
        return make(count, self.pairs)

    def bout(self, seating: Seating, openings: list[Opening]) -> Bout:
        """A game of the plan, ready to be played."""
        first, second = seating.seats
        who, names = self.who, self.names
        return Bout(
            seating.key,
            self.game,
            (who[first], who[second]),
            (names[first], names[second]),
            openings[seating.opening % len(openings)],
            self.limit,
            self.seed,
            self.turns,
            self.adjudicate,
            self.check,
            self.patience,
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> ArenaPlan:
        values = {
            **row,
            "players": tuple(row["players"]),
            "limit": TimeControl(**row["limit"]),
            "drawing": OpeningSettings(**row["drawing"]),
            "sprt": None if row["sprt"] is None else Sprt(**row["sprt"]),
        }
        return cls(**values)

    def grown_to(self, other: ArenaPlan) -> ArenaPlan:
        """This plan at the length of another; ValueError where they differ in anything else."""
        for name, value in asdict(self).items():
            if name not in GROWING and value != asdict(other)[name]:
                raise ValueError(f"the arena that is to be resumed has {name} {value}, got {asdict(other)[name]}")
        if self.format == "swiss" and self.games != other.games:
            raise ValueError(f"a Swiss arena grows by --rounds: expected --games {self.games}, got {other.games}")
        return replace(self, games=other.games, rounds=other.rounds)
