"""A summary as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from quintet.arena import text_report
from quintet.arena.summary import Meeting, Summary

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
th.name, td.name { text-align: left; }
figure { margin: 1.5rem 0; background: #fff; border-radius: .5rem; }
figure svg { width: 100%; height: auto; }
"""
TITLES = {
    "ratings": "Ratings",
    "meetings": "Head to head",
    "openings": "Score by opening",
    "lengths": "Length of the games",
    "kept": "Moves that kept the value",
}


def html(summary: Summary, plots: Mapping[str, str]) -> str:
    """The page; `plots` are SVG texts by name."""
    standings = [text_report.row(place, one) for place, one in enumerate(summary.standings, 1)]
    pairs = [
        [one.one, one.two, *map(str, (one.wins, one.draws, one.losses, one.truncated, *one.pairs)), _percent(one)]
        for one in summary.meetings
    ]
    openings = [
        [one.opening, f"{one.wins}", f"{one.draws}", f"{one.losses}", f"{100 * one.score:.0f} %"]
        for one in summary.openings
    ]
    title = f"Arena: {summary.game}"
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(text_report.headline(summary))}</p>",
        _table(text_report.COLUMNS, standings),
        *(f"<p>{escape(note)}</p>" for note in text_report.notes(summary)),
        *(f"<h2>{TITLES[name]}</h2><figure>{_inline(svg)}</figure>" for name, svg in plots.items()),
        "<h2>Meetings</h2>",
        _table(["player", "against", "+", "=", "-", "cut", "0", "1/2", "1", "3/2", "2", "LOS"], pairs),
        "<h2>Openings</h2>",
        _table(["opening", "+", "=", "-", "score of the first player"], openings),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _percent(meeting: Meeting) -> str:
    return f"{100 * meeting.superiority:.1f} %"


def _inline(svg: str) -> str:
    """Without the lines that only a file of its own begins with."""
    return svg[svg.index("<svg") :]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    named = {column for column, head in enumerate(heads) if head in ("player", "against", "opening")}

    def line(cells: Sequence[str], tag: str) -> str:
        marks = (' class="name"' if column in named else "" for column in range(len(cells)))
        return "".join(f"<{tag}{mark}>{escape(cell)}</{tag}>" for mark, cell in zip(marks, cells, strict=True))

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{line(heads, "th")}</tr></thead><tbody>{body}</tbody></table></div>'
