"""Plots of a summary as SVG, by matplotlib, which is an extra."""

from __future__ import annotations

import io
from typing import Any

from quintet.arena.report import short
from quintet.arena.summary import Summary

INK, ACCENT = "#334155", "#2563eb"
MOST_BARS = 40


def draw(summary: Summary) -> dict[str, str]:
    """SVG texts by name; a plot that would be empty is left out."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("plots need matplotlib, which is not installed: pip install 'quintet-games[plots]'") from None
    plots = {"ratings": _ratings, "meetings": _meetings, "openings": _openings, "lengths": _lengths, "kept": _kept}
    drawn: dict[str, str] = {}
    for name, plot in plots.items():
        figure = Figure(figsize=(7, 4), layout="constrained")
        if plot(figure, figure.add_subplot(), summary):
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None})
            drawn[name] = out.getvalue()
    return drawn


def _ratings(figure: Any, axes: Any, summary: Summary) -> bool:
    """Rating with error bars."""
    standings = summary.standings[::-1]
    axes.errorbar(
        [standing.elo for standing in standings],
        range(len(standings)),
        xerr=[standing.error for standing in standings],
        fmt="o",
        color=ACCENT,
        ecolor=INK,
        capsize=4,
    )
    axes.set_yticks(range(len(standings)), [short(standing.name) for standing in standings])
    axes.set_xlabel("Elo, with 95 % intervals")
    axes.grid(axis="x", alpha=0.3)
    return bool(summary.played)


def _meetings(figure: Any, axes: Any, summary: Summary) -> bool:
    """Head to head: the share of the points of the row against the column."""
    names = [standing.name for standing in summary.standings]
    place = {name: number for number, name in enumerate(names)}
    shares = [[float("nan")] * len(names) for _ in names]
    for meeting in summary.meetings:
        games = meeting.wins + meeting.draws + meeting.losses
        if games:
            share = (meeting.wins + meeting.draws / 2) / games
            shares[place[meeting.one]][place[meeting.two]] = share
            shares[place[meeting.two]][place[meeting.one]] = 1 - share
    image = axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1)
    labels = [short(name) for name in names]
    axes.set_xticks(range(len(names)), labels, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), labels)
    for row, line in enumerate(shares):
        for column, share in enumerate(line):
            if share == share:
                color = "white" if abs(share - 0.5) > 0.35 else INK
                axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=8, color=color)
    figure.colorbar(image, label="share of the points, row against column")
    return bool(summary.meetings)


def _openings(figure: Any, axes: Any, summary: Summary) -> bool:
    """The score of the first player from each opening."""
    scores = sorted(opening.score for opening in summary.openings)
    axes.bar(range(len(scores)), scores, color=ACCENT)
    axes.axhline(0.5, color=INK, linewidth=1)
    axes.set(xlabel="openings, in the order of their score", ylabel="score of the first player", ylim=(0, 1))
    return bool(scores)


def _lengths(figure: Any, axes: Any, summary: Summary) -> bool:
    """A histogram of the lengths of the games."""
    if not summary.lengths:
        return False
    low, high = min(summary.lengths), max(summary.lengths)
    width = 1 + (high - low) // MOST_BARS
    axes.hist(summary.lengths, bins=[edge - 0.5 for edge in range(low, high + width + 1, width)], color=ACCENT)
    axes.set(xlabel="moves", ylabel="games")
    return True


def _kept(figure: Any, axes: Any, summary: Summary) -> bool:
    """The share of moves that kept the exact value, of those that the solver could judge."""
    standings = [standing for standing in summary.standings[::-1] if standing.known]
    shares = [100 * standing.kept / standing.known for standing in standings]
    axes.barh([short(standing.name) for standing in standings], shares, color=ACCENT)
    axes.set(xlabel="moves that kept the value, in percent of those the solver could judge", xlim=(0, 100))
    return bool(standings)
