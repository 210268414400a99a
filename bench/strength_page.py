"""docs/strength.md and docs/lab/engine-changes.md from what was measured; `bench.strength` writes them."""

import math
from collections.abc import Sequence
from typing import Any

from quintet.core.game import AnyGame, spec
from quintet.engine import levels
from quintet.engine.levels import LEVELS, LevelBoard

HEAD = """# Strength

Made by `python -m bench.strength`; do not edit. Elo with 95 % intervals, by maximum likelihood over the games of an
arena ([arena.md](arena.md)): every opening is played twice, seats exchanged.

## Levels

Elo above the random mover. `quintet levels GAME` shows names, descriptions and ratings; `--tune --measure` computes
them again. A step is the difference to the level below. Its interval is narrower than that of the ratings, because two
neighbours share the errors of everything below them. Level 10 is limited by time and was measured on a busy machine, so
it is stronger than it looks here.
"""
MATCHES = """
## The engine against others

Our engine, with solver and book, against others with equal processor time a move, and against itself with twice the
time. Elo is our rating minus theirs; where one side won every game, it is the 95 % bound. What learning brings
is in [learning.md](learning.md), and each change of an engine in [lab/engine-changes.md](lab/engine-changes.md).
"""
CHANGES = """# Changes of the engines

Made by `python -m bench.strength` from `changes.json`; do not edit. The new engine against the one before, or against
the one named; openings exchanged, equal limits unless two are given. LLR is the log-likelihood ratio of a sequential
test in normalised Elo, which accepts at 2.94 and rejects at -2.94. The intervals are of 95 % and take games as
independent.
"""


def page(games: Sequence[AnyGame], matches: Sequence[dict[str, Any]]) -> str:
    """The page of levels and matches."""
    boards = [(game, levels.board(game)) for game in games]
    told = [(game, board) for game, board in boards if board is not None and board.ratings]
    parts = [HEAD]
    if told:
        parts.append(_ratings(told))
    parts += [_steps(game, board) for game, board in told]
    if matches:
        parts += [MATCHES, _matches(matches)]
    return "\n".join(parts) + "\n"


def _ratings(told: Sequence[tuple[AnyGame, LevelBoard]]) -> str:
    lines = [
        "| level | " + " | ".join(game.title for game, _ in told) + " |",
        "| --- |" + " --- |" * len(told),
    ]
    for level in LEVELS:
        cells = [
            f"{board.ratings[level.number - 1].elo:.0f} ± {board.ratings[level.number - 1].error:.0f}"
            for _, board in told
        ]
        lines.append(f"| {level.number} {level.name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _steps(game: AnyGame, board: LevelBoard) -> str:
    about = board.about or {}
    wins, draws, losses = about["level 1 against random"]
    share = 100 * (wins + draws / 2) / max(1, wins + draws + losses)
    steps = ", ".join(f"{elo:.0f} ± {error:.0f}" for elo, error in about["steps"][1:])
    return (
        f"**{game.title}** (`{spec(game)}`), {about['games']} games on {about['date']}. Level 1 has {share:.0f} %"
        f" of the points against the random mover (+{wins} ={draws} -{losses}). Steps from level 1 up: {steps}.\n"
    )


def _matches(matches: Sequence[dict[str, Any]]) -> str:
    lines = [
        "| game | opponent | won, drawn, lost | Elo | seconds a move: allowed, ours, theirs | date |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in matches:
        cut = f" (cut off: {row['truncated']})" if row["truncated"] else ""
        lines.append(
            f"| {row['game']} | {row['opponent']} | +{row['wins']} ={row['draws']} -{row['losses']}{cut} |"
            f" {_elo(row)} |"
            f" {row['cpu']:g}, {row['ours']:.3f}, {row['theirs']:.3f} | {row['date']} |"
        )
    return "\n".join(lines)


def history(changes: Sequence[dict[str, Any]]) -> str:
    """The page of changes, by date, newest first."""
    days = sorted({row["date"] for row in changes}, reverse=True)
    parts = [CHANGES, *(f"## {day}\n\n{_changes([row for row in changes if row['date'] == day])}\n" for day in days)]
    return "\n".join(parts)


def _changes(changes: Sequence[dict[str, Any]]) -> str:
    lines = ["| game | change | limits | won, drawn, lost | points | test |", "| --- |" + " --- |" * 5]
    for row in changes:
        wins, draws, losses = row["score"]
        test = f"LLR {row['llr']:.2f} of {row['sprt']}" if "llr" in row else "-"
        lines.append(
            f"| {row['game']} | {row['change']} | {row['limits']} | +{wins} ={draws} -{losses} |"
            f" {_points(wins, draws, losses)} | {test} |"
        )
    return "\n".join(lines)


def _points(wins: int, draws: int, losses: int) -> str:
    """The share of the points, with the interval that it has if games are independent."""
    games = wins + draws + losses
    share = (wins + draws / 2) / games
    scatter = wins * (1 - share) ** 2 + draws * (0.5 - share) ** 2 + losses * share**2
    error = 1.96 * math.sqrt(scatter) / games
    low, high = max(0.0, share - error), min(1.0, share + error)
    return f"{100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def _elo(row: dict[str, Any]) -> str:
    games = row["wins"] + row["draws"] + row["losses"]
    if games not in (row["wins"], row["losses"]):
        return f"{row['elo']:+.0f} ± {row['error']:.0f}"
    least = 0.05 ** (1 / games)
    bound = 400 * math.log10(least / (1 - least))
    return f"above {bound:+.0f}" if row["wins"] else f"below {-bound:+.0f}"
