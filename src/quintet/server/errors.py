"""Why the server refuses something; each carries its HTTP status and one sentence."""

from __future__ import annotations

from quintet.core.types import Refusal


class Refused(ValueError):
    """What was asked cannot be done."""

    status = 400


class BadInput(Refused):
    """What was sent makes no sense."""

    status = 422


class Illegal(Refused):
    """A move that the rules do not allow here."""

    status = 422

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.spots = refusal.spots
        """The spots that show why, where there are any."""


class NotLoggedIn(Refused):
    status = 401


class Forbidden(Refused):
    status = 403


class Unknown(Refused):
    """There is no such thing, or it is private: nobody can tell the difference."""

    status = 404


class Conflict(Refused):
    """The match has moved on, or does not allow this now."""

    status = 409


class TooFast(Refused):
    status = 429


class Unavailable(Refused):
    """The server cannot do it now; nothing was changed."""

    status = 503


NO_MATCH = "there is no such match, or it is private"
WENT_WRONG = "something went wrong on our side: it was written down, and trying again may help"
DATABASE_AWAY = "the database cannot be reached right now: nothing was changed, please try again"
