"""The result of an arena in Python: a table that prints itself, shows itself in a notebook, and has every game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import SupportsIndex

from quintet.arena import report
from quintet.arena.openings import Opening
from quintet.arena.playing import GameResult
from quintet.arena.summary import PlayerStanding, Summary
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.engine import bounds
from quintet.render.tables import html_table

NOTEBOOK_STYLE = "margin:.3em 0;font-variant-numeric:tabular-nums"


class ArenaResult:
    """The players, the strongest first: iterate over them, or take one by its place or its name."""

    def __init__(
        self, game: AnyGame, summary: Summary, games: tuple[GameResult, ...], openings: dict[str, Opening]
    ) -> None:
        self.game = game
        self.summary = summary
        """Standings, meetings, openings, the sequential test."""
        self.games = games
        """In the order in which they ended."""
        self._openings = openings

    @property
    def is_complete(self) -> bool:
        """Whether all games were played, or the sequential test was decided; not after Ctrl-C."""
        test = self.summary.sprt
        return self.summary.played >= self.summary.total or (test is not None and test.accepted is not None)

    def __iter__(self) -> Iterator[PlayerStanding]:
        return iter(self.summary.standings)

    def __len__(self) -> int:
        return len(self.summary.standings)

    def __getitem__(self, player: SupportsIndex | str) -> PlayerStanding:
        if not isinstance(player, str):
            return self.summary.standings[player]
        for standing in self:
            if standing.name == player:
                return standing
        raise KeyError(f"expected one of {', '.join(standing.name for standing in self)}, got {player!r}")

    def rows(self) -> list[dict[str, str | float | None]]:
        """A dictionary for each player, as data frames take them."""
        return [
            {"place": place, **asdict(standing)}
            | {"low": standing.interval[0], "high": standing.interval[1]}
            | {"games": standing.games, "score": standing.score}
            for place, standing in enumerate(self, 1)
        ]

    def to_csv(self, path: str | Path | None = None) -> str:
        """The rows as text, written to a file where one is named."""
        out = io.StringIO()
        rows = self.rows()
        writer = csv.DictWriter(out, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        if path is not None:
            Path(path).write_text(out.getvalue(), "utf-8")
        return out.getvalue()

    def match(self, number: SupportsIndex) -> Match:
        """One of the games, to be replayed; who forfeits has resigned."""
        played = self.games[bounds.whole("number", number, 0, len(self.games) - 1)]
        match = self._openings[played.opening].match(self.game, (played.first, played.second))
        for move in played.moves[match.ply :]:
            match.play(move)
        if played.ending == "forfeit":
            match.resign(Player.SECOND if played.result == "first" else Player.FIRST)
        return match

    def records(self) -> str:
        """All games as records, for a file that ``quintet show`` and ``quintet convert`` read."""
        return "".join(self.match(number).record() for number in range(len(self.games)))

    def __str__(self) -> str:
        return report.text(self.summary)

    def __repr__(self) -> str:
        return f"<ArenaResult {report.headline(self.summary)}>"

    def _repr_html_(self) -> str:
        notes = "".join(f"<div>{escape(note)}</div>" for note in report.notes(self.summary))
        table = html_table(report.COLUMNS, report.rows(self.summary))
        return f'<div style="{NOTEBOOK_STYLE}"><b>{escape(report.headline(self.summary))}</b>{table}{notes}</div>'
