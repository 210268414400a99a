"""A summary as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.arena.summary import Meeting, SprtStatus, Standing, Summary

LONGEST_NAME = 32
MOST_COLUMNS = 12
"""Players in a cross table that still fits."""


def text(summary: Summary) -> str:
    """The report: standings, cross table, pairs, what else there is to say."""
    parts = [headline(summary), table(COLUMNS, [row(place, one) for place, one in enumerate(summary.standings, 1)])]
    if 2 < len(summary.standings) <= MOST_COLUMNS:
        parts.append("Points, row against column\n" + cross_table(summary))
    if any(sum(meeting.pairs) for meeting in summary.meetings):
        parts.append("Pairs of games with 0, 1/2, 1, 3/2 and 2 points\n" + _pairs(summary.meetings))
    parts.append("\n".join(notes(summary)))
    return "\n\n".join(part for part in parts if part)


def headline(summary: Summary) -> str:
    of = f" of {summary.total}" if summary.played <= summary.total else ""  # old files do not tell how they grew
    return f"{summary.game}: {summary.played}{of} games, {summary.format}, {summary.limit}"


COLUMNS = ("", "player", "Elo", "95 %", "games", "score", "+", "=", "-", "cut", "LOS", "s a move", "cpu")


def row(place: int, standing: Standing) -> list[str]:
    """One player's line, in the order of `COLUMNS`."""
    return [
        f"{place}",
        short(standing.name),
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
    names = [standing.name for standing in summary.standings]
    points = {}
    for meeting in summary.meetings:
        games = meeting.wins + meeting.draws + meeting.losses
        scored = meeting.wins + meeting.draws / 2
        points[meeting.one, meeting.two] = f"{scored:g}/{games}"
        points[meeting.two, meeting.one] = f"{games - scored:g}/{games}"
    heads = ["", "player", *(str(place) for place in range(1, len(names) + 1))]
    rows = [
        [f"{place}", short(name), *("" if name == other else points.get((name, other), "-") for other in names)]
        for place, name in enumerate(names, 1)
    ]
    return table(heads, rows)


def _pairs(meetings: Sequence[Meeting]) -> str:
    heads = ["player", "against", "0", "1/2", "1", "3/2", "2"]
    return table(heads, [[short(one.one), short(one.two), *map(str, one.pairs)] for one in meetings])


def notes(summary: Summary) -> list[str]:
    """What else is to be said, a sentence each."""
    said = []
    if summary.played:
        said.append(
            f"The first move is worth {summary.first_advantage:+.0f} ±{summary.first_error:.0f} Elo"
            f" (+{summary.first_wins} ={summary.draws} -{summary.first_losses})."
        )
    if summary.truncated:
        said.append(f"{summary.truncated} games were cut off by the turn limit and have no result.")
    said += [f"Forfeited {count} times: {why}." for why, count in summary.forfeits.items()]
    for standing in summary.standings:
        if standing.known:
            share = 100 * standing.kept / standing.known
            said.append(
                f"{short(standing.name)} kept the value in {standing.kept} of {standing.known} moves, {share:.1f} %."
            )
    if summary.played and len(summary.openings) * 2 * len(summary.meetings) < summary.played:
        said.append(f"There are only {len(summary.openings)} different openings, so they were played again.")
    if summary.failed:
        key, why = next(iter(summary.failed.items()))
        said.append(f"{len(summary.failed)} games could not be played, the first, {key}: {why}.")
    if summary.sprt is not None:
        said.append(_sprt_sentence(summary.sprt))
    return said


def _sprt_sentence(test: SprtStatus) -> str:
    verdict = {"elo0": "H0 is accepted", "elo1": "H1 is accepted"}.get(test.accepted or "", "not decided yet")
    error = "" if test.error is None else f" ±{test.error:.1f}"
    return (
        f"SPRT [{test.elo0:g}, {test.elo1:g}]: LLR {test.llr:.2f} ({test.low:.2f}, {test.high:.2f}), {verdict};"
        f" normalised Elo {test.normalised_elo:+.1f}{error}, pairs {list(test.pairs)}."
    )


def short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns that line up; names to the left, numbers to the right."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    left = {column for column, head in enumerate(heads) if head in ("player", "against")}
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
