"""The stored values of a match: its header, its events, seats and ending."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from quintet.core.types import Player

TURN_LIMIT = 1000
"""Moves after which a match is truncated: some games can go on for ever."""


Kind = Literal[
    "created",
    "joined",
    "move",
    "takeback",
    "redone",
    "draw_offered",
    "draw_declined",
    "takeback_asked",
    "takeback_declined",
    "rematch_asked",
    "rematch_declined",
    "rematch",
    "time_given",
    "planned",
    "resumed",
    "ended",
]
"""What can happen to a match."""
Status = Literal["open", "live", "over"]
"""Waiting for players, being played, finished."""
How = Literal["rules", "resigned", "agreed", "time", "truncated", "aborted", "declined", "unfinished"]
"""How a match can end; `declined`: the invitation was; `unfinished`: an imported record that stops."""


def spelled(secret: bytes) -> str:
    """80 bits of a secret as an id of 16 lower-case letters and digits: it never looks like a flag."""
    return b32encode(secret[:10]).decode().lower()


@dataclass(frozen=True, slots=True)
class Event:
    """One change of a match. Versions count from 1 without gaps."""

    version: int
    kind: Kind
    at: float
    seat: Player | None = None
    move: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """The player of one side."""

    kind: Literal["person", "engine", "open"]
    name: str
    player: str | None = None
    """The id of the person; of an open seat: the only person who may take it."""
    username: str | None = None
    bot: bool = False
    level: int | None = None
    seconds: float | None = None
    rating: int | None = None
    provisional: bool = False

    def is_person(self, player: str) -> bool:
        return self.kind == "person" and self.player == player


@dataclass(frozen=True, slots=True)
class Header:
    """What is fixed when a match is created."""

    id: str
    spec: str
    start: str
    """The text of the first position."""
    clock: dict[str, Any] | None
    rated: bool
    private: bool
    invite: str
    """The secret that lets others see and join a private match."""
    created: float
    turn_limit: int = TURN_LIMIT
    before: int = 0
    """Moves that the match was created with; they cannot be taken back."""

    pause: float = 0.0
    """Seconds between two moves of engines, so that people can follow."""

    @property
    def next_id(self) -> str:
        """The id of the only possible rematch; it cannot be guessed without the invitation."""
        return spelled(hmac.digest(self.invite.encode(), self.id.encode(), "sha256"))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended."""

    winner: Player | None
    reason: str
    kind: How
    scores: tuple[int, int] | None = None


def plain(value: MatchSeat | Ending) -> dict[str, Any]:
    """A seat or an ending as it is stored."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def created(seats: tuple[MatchSeat, MatchSeat], moves: Sequence[str], now: float) -> Event:
    """The first event of a match."""
    return Event(1, "created", now, data={"seats": [plain(seat) for seat in seats], "moves": list(moves)})
