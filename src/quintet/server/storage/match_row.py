"""The columns of a match that lists and searches use, made from the match as it stands."""

from __future__ import annotations

from typing import Any

from quintet.core.types import Player
from quintet.server.live.contest import Contest
from quintet.server.live.events import plain


def summary(contest: Contest) -> dict[str, Any]:
    """The searchable columns of a match as it stands."""
    header, ending = contest.header, contest.ending
    first, second = (seat.player for seat in contest.seats)
    result = None
    if ending:
        result = {Player.FIRST: "first", Player.SECOND: "second", None: "draw"}[ending.winner]
        if ending.kind in ("truncated", "aborted", "declined", "unfinished"):
            result = ending.kind
    return {
        "game": contest.game.id,
        "spec": header.spec,
        "status": contest.status,
        "private": header.private,
        "rated": header.rated,
        "first": first,
        "second": second,
        "names": "\n".join(seat.name for seat in contest.seats).casefold(),
        "result": result,
        "version": contest.version,
        "ply": contest.ply,
        "deadline": contest.deadline,
        "engine_since": contest.events[-1].at if contest.engine_to_move else None,
        "changed": contest.events[-1].at,
        "state": state(contest),
    }


def state(contest: Contest) -> dict[str, Any]:
    """What a list shows of a match, without replaying it."""
    clock = contest.clock
    return {
        "position": contest.moment.text,
        "to_move": int(contest.to_move),
        "seats": [plain(seat) for seat in contest.seats],
        "ending": plain(contest.ending) if contest.ending else None,
        "finished": contest.finished,
        "clock": {"left": clock.left, "running": clock.running, "since": clock.since},
    }
