"""Reports of a summary: plain text, one HTML page that needs nothing else, and plots (the extra ``plots``)."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from quintet.arena.summary import Meeting, PlayerStanding, SprtStatus, Summary
from quintet.players.who import unique_names
from quintet.render.tables import html_table, page, text_table

PLOT_TITLES = {
    "ratings": "Ratings",
    "meetings": "Head to head",
    "openings": "Score by opening",
    "lengths": "Length of the games",
    "kept": "Moves that kept the value",
}
LONGEST_NAME = 32
MOST_COLUMNS = 12
"""Players in a cross table that fits a terminal."""


def text(summary: Summary) -> str:
    """The report: standings, cross table, game pairs, notes."""
    parts = [headline(summary), text_table(COLUMNS, rows(summary))]
    if 2 < len(summary.standings) <= MOST_COLUMNS:
        parts.append("Points, row against column\n" + cross_table(summary))
    if any(sum(meeting.pairs) for meeting in summary.meetings):
        parts.append("Pairs of games with 0, 1/2, 1, 3/2 and 2 points\n" + _pairs(summary.meetings, labels(summary)))
    parts.append("\n".join(notes(summary)))
    return "\n\n".join(part for part in parts if part)


def headline(summary: Summary) -> str:
    of = f" of {summary.total}" if summary.played <= summary.total else ""  # old files do not say how they grew
    return f"{summary.game}: {summary.played}{of} games, {summary.format}, {summary.limit}"


COLUMNS = ("", "player", "Elo", "95 %", "games", "score", "+", "=", "-", "cut", "LOS", "s a move", "cpu")


def rows(summary: Summary) -> list[list[str]]:
    """A row of cells for each player, in the order of `COLUMNS`."""
    named = labels(summary)
    return [[f"{place}", *_cells(standing, named)] for place, standing in enumerate(summary.standings, 1)]


def _cells(standing: PlayerStanding, named: Mapping[str, str]) -> list[str]:
    return [
        named[standing.name],
        f"{standing.elo:+.0f}",
        f"±{standing.error:.0f}",
        f"{standing.games}",
        f"{100 * standing.score:.1f} %",
        f"{standing.wins}",
        f"{standing.draws}",
        f"{standing.losses}",
        f"{standing.truncated}",
        "" if standing.superiority is None else f"{100 * standing.superiority:.1f} %",
        f"{standing.seconds:.3f}",
        f"{standing.cpu:.3f}",
    ]


def cross_table(summary: Summary) -> str:
    """Who scored how much against whom."""
    names, named = [standing.name for standing in summary.standings], labels(summary)
    points = {}
    for meeting in summary.meetings:
        games = meeting.wins + meeting.draws + meeting.losses
        scored = meeting.wins + meeting.draws / 2
        points[meeting.one, meeting.two] = f"{scored:g}/{games}"
        points[meeting.two, meeting.one] = f"{games - scored:g}/{games}"
    heads = ["", "player", *(str(place) for place in range(1, len(names) + 1))]
    rows = [
        [f"{place}", named[name], *("" if name == other else points.get((name, other), "-") for other in names)]
        for place, name in enumerate(names, 1)
    ]
    return text_table(heads, rows)


def _pairs(meetings: Sequence[Meeting], named: Mapping[str, str]) -> str:
    heads = ["player", "against", "0", "1/2", "1", "3/2", "2"]
    return text_table(heads, [[named[pair.one], named[pair.two], *map(str, pair.pairs)] for pair in meetings])


def notes(summary: Summary) -> list[str]:
    """Sentences below the tables."""
    sentences, named = [], labels(summary)
    if summary.played:
        sentences.append(
            f"The first move is worth {summary.first_advantage:+.0f} ±{summary.first_error:.0f} Elo"
            f" (+{summary.first_wins} ={summary.draws} -{summary.first_losses})."
        )
    if summary.truncated:
        sentences.append(f"{summary.truncated} games were cut off by the turn limit and have no result.")
    sentences += [f"Forfeited {count} times: {why}." for why, count in summary.forfeits.items()]
    for standing in summary.standings:
        if standing.known:
            share = 100 * standing.kept / standing.known
            sentences.append(
                f"{named[standing.name]} kept the value in {standing.kept} of {standing.known} moves, {share:.1f} %."
            )
    if summary.played and len(summary.openings) * 2 * len(summary.meetings) < summary.played:
        sentences.append(f"There are only {len(summary.openings)} different openings, so they were played again.")
    if summary.failed:
        key, why = next(iter(summary.failed.items()))
        sentences.append(f"{len(summary.failed)} games could not be played, the first, {key}: {why}.")
    if summary.sprt is not None:
        sentences.append(_sprt_sentence(summary.sprt))
    return sentences


def _sprt_sentence(test: SprtStatus) -> str:
    verdict = {"elo0": "H0 is accepted", "elo1": "H1 is accepted"}.get(test.accepted or "", "not decided yet")
    error = "" if test.error is None else f" ±{test.error:.1f}"
    return (
        f"SPRT [{test.elo0:g}, {test.elo1:g}]: LLR {test.llr:.2f} ({test.low:.2f}, {test.high:.2f}), {verdict};"
        f" normalised Elo {test.normalised_elo:+.1f}{error}, pairs {list(test.pairs)}."
    )


def labels(summary: Summary) -> dict[str, str]:
    """Each name, a long one without its middle; no two look the same."""
    names = [standing.name for standing in summary.standings]
    return dict(zip(names, unique_names(map(_short, names)), strict=True))


def _short(name: str) -> str:
    half = (LONGEST_NAME - 3) // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}...{name[-half:]}"


def html(summary: Summary, plots: Mapping[str, bytes]) -> str:
    """The page; `plots` are SVG texts by name."""
    meetings = [
        [
            meeting.one,
            meeting.two,
            *map(str, (meeting.wins, meeting.draws, meeting.losses, meeting.truncated, *meeting.pairs)),
            f"{100 * meeting.superiority:.1f} %",
        ]
        for meeting in summary.meetings
    ]
    openings = [
        [score.opening, f"{score.wins}", f"{score.draws}", f"{score.losses}", f"{100 * score.score:.0f} %"]
        for score in summary.openings
    ]
    title = f"Arena: {summary.game}"
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(headline(summary))}</p>",
        html_table(COLUMNS, rows(summary)),
        *(f"<p>{escape(note)}</p>" for note in notes(summary)),
        *(f"<h2>{PLOT_TITLES[name]}</h2><figure>{_inline(svg.decode())}</figure>" for name, svg in plots.items()),
        "<h2>Meetings</h2>",
        html_table(["player", "against", "+", "=", "-", "cut", "0", "1/2", "1", "3/2", "2", "LOS"], meetings),
        "<h2>Openings</h2>",
        html_table(["opening", "+", "=", "-", "score of the first player"], openings),
    ]
    return page(title, "".join(parts))


def _inline(svg: str) -> str:
    """An SVG text without its XML declaration."""
    return svg[svg.index("<svg") :]


INK, ACCENT = "#334155", "#2563eb"
MOST_BARS = 40


def draw(summary: Summary, kind: str = "svg") -> dict[str, bytes]:
    """The plots by name, as SVG or PNG; one that would be empty is left out."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("plots need matplotlib, which is not installed: pip install 'quintet-games[plots]'") from None
    plots = {"ratings": _ratings, "meetings": _meetings, "openings": _openings, "lengths": _lengths, "kept": _kept}
    drawn: dict[str, bytes] = {}
    for name, plot in plots.items():
        figure = Figure(figsize=(7, 4), layout="constrained")
        if plot(figure, figure.add_subplot(), summary):
            out = io.BytesIO()
            figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
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
    axes.set_yticks(range(len(standings)), [labels(summary)[standing.name] for standing in standings])
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
    named = [labels(summary)[name] for name in names]
    axes.set_xticks(range(len(names)), named, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), named)
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
    axes.barh([labels(summary)[standing.name] for standing in standings], shares, color=ACCENT)
    axes.set(xlabel="moves that kept the value, in percent of those the solver could judge", xlim=(0, 100))
    return bool(standings)
