"""Players and programs: accounts, ratings, tokens, and NDJSON in the shape of lichess's Bot API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintet.server.messages.base import Out
from quintet.server.messages.matches import MatchLine
from quintet.server.storage.notices import NoticePace


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


class DeviceOut(Out):
    """A browser that takes push messages."""

    id: str
    label: str
    created: str


class NoticesOut(Out):
    """How the caller is told, away from the site, that it is their turn in a slow game."""

    email: NoticePace
    push: NoticePace
    address: str | None
    """The confirmed e-mail address; None: there is none."""
    can_email: bool
    """Whether this site sends e-mail."""
    push_key: str
    """The key that a browser subscribes with."""
    devices: list[DeviceOut]


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
    friend: bool
    """Whether the caller has added it to their friends."""


class FriendOut(Out):
    username: str
    bot: bool
    mutual: bool
    """Whether both have added each other."""
    online: bool
    """Known of those who have added the caller, too."""


class FriendsOut(Out):
    friends: list[FriendOut]


class SecurityOut(Out):
    """How the account can be recovered."""

    email: str | None
    """The confirmed address."""
    mail: bool
    """Whether this site sends e-mail."""
    codes: int
    """Recovery codes that were not used yet."""


class CodesOut(Out):
    """Shown once. Each code opens the account once, for a new password."""

    codes: list[str]


class ConfirmedOut(Out):
    email: str


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
    """A new token, whose secret is shown only now."""

    token: str
    id: str
    label: str


class BotPlayer(Out):
    id: str | None
    name: str
    aiLevel: int | None = None  # noqa: N815


class BotState(Out):
    type: Literal["gameState"] = "gameState"
    moves: str
    """All moves, separated by blanks."""
    position: str
    toMove: Literal["first", "second"] | None  # noqa: N815
    legal: list[str]
    firstTime: int | None  # noqa: N815
    """Milliseconds left."""
    secondTime: int | None  # noqa: N815
    status: str
    """created, started, resign, draw, outoftime, mate (won by the rules), aborted, declined or truncated."""
    winner: Literal["first", "second"] | None
    drawOffer: Literal["first", "second"] | None  # noqa: N815
    takebackOffer: Literal["first", "second"] | None  # noqa: N815


class BotGame(Out):
    type: Literal["gameFull"] = "gameFull"
    id: str
    game: str
    """The spec."""
    rated: bool
    initialPosition: str  # noqa: N815
    first: BotPlayer
    second: BotPlayer
    seat: Literal["first", "second"]
    """The seat of the bot."""
    state: BotState


class BotGameRef(Out):
    id: str
    game: str
    seat: Literal["first", "second"]
    isMyTurn: bool  # noqa: N815
    opponent: BotPlayer


class BotEvent(Out):
    """An empty line of the stream is a keep-alive."""

    type: Literal["gameStart", "gameFinish", "challenge"]
    game: BotGameRef | None = None
    challenge: BotGameRef | None = None


BotGameLine = Annotated[BotGame | BotState, Field(discriminator="type")]
