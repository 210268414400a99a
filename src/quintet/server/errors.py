"""Why the server refuses something; each carries its HTTP status and one sentence."""

from __future__ import annotations

from quintet.core.types import Refusal


class RequestRefused(ValueError):
    """What was asked cannot be done."""

    status = 400


class BadInput(RequestRefused):
    """What was sent makes no sense."""

    status = 422


class Illegal(RequestRefused):
    """A move that the rules do not allow here."""

    status = 422

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.spots = refusal.spots
        """The spots that show why, where there are any."""


class NotLoggedIn(RequestRefused):
    status = 401


class Forbidden(RequestRefused):
    status = 403


class Unknown(RequestRefused):
    """There is no such thing, or it is private: nobody can tell the difference."""

    status = 404


class Conflict(RequestRefused):
    """The match has moved on, or does not allow this now."""

    status = 409


class TooFast(RequestRefused):
    status = 429


class Unavailable(RequestRefused):
    """The server cannot do it now; nothing was changed."""

    status = 503


NO_MATCH = "there is no such match, or it is private"
WENT_WRONG = "something went wrong on our side: it was written down, and trying again may help"
DATABASE_AWAY = "the database cannot be reached right now: nothing was changed, please try again"
