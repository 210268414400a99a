"""From a wish to what is to be stored and what the match will be then: pure, and done in a thread on large boards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.core.game import AnyGame
from quintet.server.errors import Conflict
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header
from quintet.server.storage.journal import summary
from quintet.server.work.cpu_budget import AT_ONCE

PLAYED_ON = ("joined", "move", "rematch_asked", "rematch", "resumed", "ended")
"""What can still happen to a match in which too much has happened."""
Decide = Callable[[Contest, float], list[Event]]


@dataclass(frozen=True)
class Plan:
    """What is to be stored, and what the match will be then."""

    events: list[Event]
    after: Contest
    summary: dict[str, Any]
    late: bool
    """Whether a flag fell before anything could be done."""


def planned(contest: Contest, decide: Decide, now: float, flags: bool) -> Plan | None:
    """What comes of a wish; None: nothing has to change."""
    late = contest.flag(now) if flags else []
    events = late or decide(contest, now)
    if not events:
        return None
    if contest.full and events[0].kind not in PLAYED_ON:
        raise Conflict("too much has happened in this match: it can only be played to its end")
    after = after_all(contest, events)
    return Plan(events, after, summary(after), bool(late))


def after_all(contest: Contest, events: list[Event]) -> Contest:
    return warmed(contest.after(events))


def loaded(header: Header, game: AnyGame, events: list[Event]) -> Contest:
    return warmed(Contest(header, game, events))


def warmed(contest: Contest) -> Contest:
    """Everybody is told next: what takes a while of that is worked out now, outside of the event loop."""
    if contest.spots > AT_ONCE:
        moment = contest.moment
        _ = moment.scene, moment.stages, None if contest.ending else moment.moves
    return contest
