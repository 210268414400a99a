"""The refusals of the server; each has an HTTP status and one sentence."""

from __future__ import annotations

from typing import Literal

from quintet.core.types import Refusal


class RequestRefused(ValueError):
    """A request that cannot be carried out."""

    status = 400


class BadInput(RequestRefused):
    """The request is not valid."""

    status = 422


class Illegal(RequestRefused):
    """A move that the rules do not allow here."""

    status = 422

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.spots = refusal.spots
        """The spots of the board that show why, if there are any."""


class NotLoggedIn(RequestRefused):
    status = 401


class Forbidden(RequestRefused):
    status = 403


class Unknown(RequestRefused):
    """It does not exist, or it is private: the answer is the same."""

    status = 404


class Conflict(RequestRefused):
    """The match has changed, or does not allow this now."""

    status = 409


class TooFast(RequestRefused):
    status = 429


class Unavailable(RequestRefused):
    """The server cannot do it now; nothing was changed."""

    status = 503


NO_MATCH = "there is no such match, or it is private"
WENT_WRONG = "something went wrong on our side: it was written down, and trying again may help"
DISK_FULL = "the disk of the server is full: nothing was changed; its operator has to make room"
NOT_KNOWN = "the database cannot be reached right now, and it is not known whether this was stored: please look again"
DATABASE_AWAY = "the database cannot be reached right now: nothing was changed, please try again"


class Paused(Unavailable):
    """The operator has switched it off."""


Switch = Literal["analysis", "uploads", "chat", "registration"]
PAUSED: dict[Switch, str] = {
    "analysis": "the operator has paused analysis on this server for now: games go on",
    "uploads": "the operator has paused uploads of games and files for now: please try again later",
    "chat": "the operator has paused chat for now: games go on",
    "registration": "the operator has paused new accounts for now: you can play as a visitor",
}
"""What `quintet admin pause` switches off, and what is said to those who ask for it."""


def database_failure(error: Exception) -> str:
    """What is said of an error of the database."""
    reason = getattr(error, "orig", None) or error
    full = "disk is full" in str(reason) or getattr(reason, "sqlstate", None) == "53100"
    return DISK_FULL if full else DATABASE_AWAY
