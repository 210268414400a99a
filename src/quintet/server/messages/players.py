"""People: accounts, ratings, tokens."""

from __future__ import annotations

from typing import Literal

from quintet.server.messages.base import Out
from quintet.server.messages.matches import MatchLine


class RatingOut(Out):
    game: str
    title: str
    rating: int
    deviation: int
    provisional: bool
    games: int


class MeOut(Out):
    """Who the caller is."""

    kind: Literal["visitor", "account", "bot"]
    name: str
    username: str | None
    ratings: list[RatingOut]
    challenges: int = 0
    """Challenges that wait for the caller's answer."""


class RatingPoint(Out):
    at: str
    rating: int


class RatingHistory(Out):
    game: str
    title: str
    points: list[RatingPoint]
    """The last ratings, the oldest first."""


class ResultsOut(Out):
    """How finished games ended."""

    game: str
    title: str
    engine: bool
    """Against engines, or against people."""
    won: int
    drawn: int
    lost: int


class PlayerOut(Out):
    """An account as others see it."""

    username: str
    bot: bool
    created: str
    ratings: list[RatingOut]
    matches: list[MatchLine]
    """The latest public matches."""
    history: list[RatingHistory]
    results: list[ResultsOut]
    """Of public games; the account itself sees all."""
    you: bool
    """Whether it is the caller's own account."""


class RankOut(Out):
    username: str
    rating: int
    deviation: int
    games: int
    bot: bool


class RanksOut(Out):
    game: str
    title: str
    ranks: list[RankOut]


class TokenLine(Out):
    id: str
    label: str
    created: str
    expires: str | None
    scope: Literal["read", "play"]


class TokensOut(Out):
    tokens: list[TokenLine]


class TokenOut(Out):
    """Shown once."""

    token: str
    id: str
    label: str
