"""The plan of an arena: everything that decides which games are played and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from quintet.arena import pairings
from quintet.arena.openings import Opening, OpeningSettings
from quintet.arena.pairings import Seating
from quintet.arena.sprt import Sprt
from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.core.types import Player
from quintet.engine.limits import UNLIMITED, TimeControl
from quintet.players.who import AUTOMATIC, Who, parse_who, unique_names
from quintet.protocols.external_engines import PATIENCE

PLAYERS = AUTOMATIC | {"object"}
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
    """Moves after which a game is cut off."""
    adjudicate: int = 0
    """Nodes with which the solver may end a game by a proof; 0 for never."""
    check: int = 0
    """Nodes with which the solver checks whether moves keep the value; 0 for never."""
    patience: float = PATIENCE
    """Seconds that a program may be silent where time does not limit it."""
    sprt: Sprt | None = None
    called: tuple[str, ...] = ()
    """A name for each player; an empty one, or none at all, for a player that is known by its text."""

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise ValueError(f"an arena needs 2 to {MOST_PLAYERS} players, got {len(self.players)}")
        if self.called and len(self.called) != len(self.players):
            raise ValueError(f"expected a name for each of {len(self.players)} players, got {len(self.called)}")
        for name in filter(None, self.called):
            if self.called.count(name) > 1:
                raise ValueError(f"players must have different names, got {name!r} twice")
        if self.format not in pairings.FORMATS:
            raise ValueError(f"format must be one of {', '.join(pairings.FORMATS)}, got {self.format!r}")
        if not 2 <= self.games <= MOST_GAMES or self.games % 2:
            raise ValueError(f"games must be an even number from 2 to {MOST_GAMES}, got {self.games}")
        for name, high in (("rounds", MOST_PLAYERS), ("turns", MOST_TURNS), ("adjudicate", 10**12), ("check", 10**12)):
            if not 0 <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be 0 to {high}, got {getattr(self, name)}")
        if self.adjudicate and self.check:
            raise ValueError("expected one of adjudicate and check, got both: a game that is ended has no moves left")
        if self.seed < 0:
            raise ValueError(f"seed must be 0 or more, got {self.seed}")
        if self.sprt is not None and (len(self.players) != 2 or self.format == "swiss"):
            raise ValueError("sprt compares two players: expected a round robin of two")
        if self.rounds and self.format != "swiss":
            raise ValueError("rounds are for the format swiss: expected games")

    @property
    def who(self) -> list[Who]:
        return [parse_who(text, PLAYERS) for text in self.players]

    @property
    def names(self) -> list[str]:
        """A different name for each player."""
        called = self.called or ("",) * len(self.players)
        texts = [name or str(who) for name, who in zip(called, self.who, strict=True)]
        # Those with a given name come first, so that another player's text is numbered and not the name.
        ranking = sorted(range(len(texts)), key=lambda number: not called[number])
        unique = dict(zip(ranking, unique_names(texts[number] for number in ranking), strict=True))
        return [unique[number] for number in range(len(texts))]

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
        if self.format == "swiss":
            return self._rounds * (len(self.players) // 2) * self.games
        return self.games * len(pairings.pairs(self.format, len(self.players)))

    def seatings(self, results: Mapping[str, str]) -> list[Seating]:
        """The games that are paired so far, played or not, given the results of those that are over."""
        count = len(self.players)
        if self.format == "swiss":
            return pairings.swiss(
                count,
                self.pairs,
                self._rounds,
                lambda key: POINTS[results[key]] if key in results else None,
            )
        return pairings.seatings(self.format, count, self.pairs)

    def bout(
        self, seating: Seating, openings: list[Opening], objects: Sequence[object] = (), own_game: AnyGame | None = None
    ) -> Bout:
        """A game of the plan, ready to be played."""
        seated = tuple(objects[number] for number in seating.seats) if objects else (None, None)
        opening = openings[seating.opening % len(openings)]
        return Bout(self, seating, opening, seated, own_game)

    def as_json(self) -> dict[str, Any]:
        row = asdict(self)
        if not self.called:
            del row["called"]
        return row

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> ArenaPlan:
        values = {
            **row,
            "players": tuple(row["players"]),
            "called": tuple(row.get("called", ())),
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


@dataclass(frozen=True, slots=True)
class Bout:
    """One game of a plan."""

    plan: ArenaPlan
    seating: Seating
    opening: Opening
    objects: tuple[object, ...] = (None, None)
    """What plays in each seat where it is an object of this program."""
    own_game: AnyGame | None = None
    """The game where no spec names it."""

    @property
    def game(self) -> AnyGame:
        return self.own_game or registry.load(self.plan.game)

    def who(self, player: Player) -> Who:
        return parse_who(self.plan.players[self.seating.seats[player]], PLAYERS)

    def name(self, player: Player) -> str:
        return self.plan.names[self.seating.seats[player]]

    def limit(self, player: Player) -> TimeControl:
        """The player's own limit, else that of the plan."""
        own = self.who(player).limit
        return self.plan.limit if own == UNLIMITED else own
