"""The results file, written to the current folder when a game at this keyboard ends.

Every front end obeys the same rules:

- A game has a file when it is over: by its rules, by a resignation, by agreement, or because a program forfeits. It
  does not matter who plays, people or engines. A game left unfinished, a puzzle and a match on a site have none.
- Each game has a file of its own: ``<id>-results.txt``, then ``<id>-results-2.txt`` and so on, whatever the day.
  Nothing is appended, and no file that is there is overwritten.
- Taking back the end of a game, where a front end offers that, takes the file back too; the next end writes it anew.
"""

from __future__ import annotations

import contextlib
import itertools
from datetime import datetime
from pathlib import Path

from quintet.core.game import Scores
from quintet.core.match import Match
from quintet.core.sentences import capitalized
from quintet.core.types import Player


def final_scores(match: Match) -> tuple[int, int] | None:
    """The final scores of FIRST and SECOND; ``None`` for a game without scores."""
    if match.outcome and match.outcome.scores:
        return match.outcome.scores
    return match.game.scores(match.position) if isinstance(match.game, Scores) else None


def text(match: Match, board: str) -> str:
    """The whole file for a match that is over, with its final board."""
    started, finished = match.started, match.finished
    assert match.outcome is not None
    assert started is not None
    assert finished is not None
    scores = final_scores(match)
    lines = [
        f"Start date and time: {started.ctime()}",
        "",
        f"End date and time  : {finished.ctime()}",
        "",
        f"Total duration     : {duration(started, finished)}",
        "",
        "\t\t  ***   Game Over!   ***",
        "",
        "Final results:",
    ]
    for player in Player:
        color = match.game.color(match.position, player).title
        score = f", Score: {scores[player]}" if scores else ""
        lines.append(f"Player {player + 1} ({color}): {match.names[player]}{score}")
    ended_early = [f"{capitalized(match.outcome.reason)}."]
    by_players = [] if match.game.outcome(match.position) else ended_early
    return "\n".join([*lines, "", winner_line(match), *by_players, "", board, ""])


def winner_line(match: Match) -> str:
    """Who won, in the words of the file."""
    assert match.outcome is not None
    winner, scores = match.outcome.winner, final_scores(match)
    if winner is None:
        return "Draw!"
    score = f" with score {scores[winner]}" if scores else ""
    return f"Player {winner + 1} wins! The winner is {match.names[winner]}{score}."


def duration(started: datetime, finished: datetime) -> str:
    """Minutes and seconds, however many minutes."""
    minutes, seconds = divmod(max(0, int((finished - started).total_seconds())), 60)
    return f"{minutes:02} min {seconds:02} sec"


def write(match: Match, board: str) -> Path:
    """Write a new file for each game, the first without a number; OSError if that is not possible."""
    for number in itertools.count(1):
        path = Path(f"{match.game.id}-results{'' if number == 1 else f'-{number}'}.txt")
        with contextlib.suppress(FileExistsError), path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text(match, board))
            return path
    raise AssertionError
