"""Reads and writes records of matches.

The record format knows endings by the rules, resignation and agreement. Other endings of the site are in a comment
above the record, which other readers skip:

    # ended: first wins, second ran out of time
    # ended: no result, no end after 1000 moves
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from quintet.core.match import Match
from quintet.core.record import RESULTS, SEATS
from quintet.core.types import Player
from quintet.server.live.contest import Contest
from quintet.server.live.events import Ending, How

ENDED = "# ended: "
TIME = "ran out of time"
WORDS: dict[How, str] = {"aborted": "called off", "declined": "declined"}
TURNS = re.compile(r"no end after \d+ moves")


def write(contest: Contest) -> str:
    """A match of the site as a record."""
    match = contest.played()
    match.started, match.finished = _dates(contest)
    ending = contest.ending
    if ending is None or ending.kind in ("rules", "resigned", "agreed", "unfinished"):
        return match.record()
    return f"{ENDED}{_stated(ending)}\n{match.record()}"


def _stated(ending: Ending) -> str:
    """The ending in words; it names seats, because the names of players may change."""
    if ending.winner is not None:
        return f"{RESULTS[ending.winner]}, {SEATS[ending.winner.other]} {TIME}"
    return f"no result, {WORDS.get(ending.kind, ending.reason)}"


def read(text: str) -> tuple[Match, Ending]:
    """The match of a record and its ending; BadRecord names the wrong line."""
    match = Match.from_record(text)
    outcome = match.outcome
    if outcome is None:
        stated = next((line.removeprefix(ENDED) for line in text.splitlines() if line.startswith(ENDED)), "")
        return match, _ending(match, stated.strip()) or Ending(None, "unfinished", "unfinished")
    kind: How = "rules"
    if match.game.outcome(match.position) is None:
        kind = "agreed" if outcome.winner is None else "resigned"
    return match, Ending(outcome.winner, outcome.reason, kind, outcome.scores)


def _ending(match: Match, stated: str) -> Ending | None:
    """The ending that a comment states; None for any other comment."""
    for player in Player:
        ending = Ending(player, f"{match.names[player.other]} {TIME}", "time")
        if stated == _stated(ending):
            return ending
    for kind in WORDS:
        if stated == _stated(Ending(None, kind, kind)):
            return Ending(None, kind, kind)
    words = stated.removeprefix("no result, ")
    return Ending(None, words, "truncated") if TURNS.fullmatch(words) and words != stated else None


def _dates(contest: Contest) -> tuple[datetime | None, datetime | None]:
    if contest.dates is not None:
        started, finished = (None if date is None else datetime.fromisoformat(date) for date in contest.dates)
    else:
        times = (contest.started, contest.finished)
        started, finished = (None if seconds is None else datetime.fromtimestamp(seconds, UTC) for seconds in times)
    return started, finished
