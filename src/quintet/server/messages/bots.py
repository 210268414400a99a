"""Messages for bots: NDJSON in the shape of lichess's Bot API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintet.server.messages.base import Out


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
