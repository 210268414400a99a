"""The refusals of the server; each has an HTTP status and one sentence."""

from __future__ import annotations

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


def database_failure(error: Exception) -> str:
    """What is said of an error of the database."""
    reason = getattr(error, "orig", None) or error
    full = "disk is full" in str(reason) or getattr(reason, "sqlstate", None) == "53100"
    return DISK_FULL if full else DATABASE_AWAY
