"""PGN with the tags of each game and no moves: results for rating programs (Ordo, BayesElo).

White moves first in PGN; so the first player is called White, whatever the colour of the pieces was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quintet.core.game import spec
from quintet.core.types import Outcome, Player
from quintet.formats.game_files import Bad, Load, PlainWriter, Played

RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    raise ValueError("PGN holds results and no moves: it can be written, but not read")


class Writer(PlainWriter):
    """Writes the tags and the result of a game."""

    _count = 0

    def add(self, played: Played) -> frozenset[str]:
        self._count += 1
        match = played.match
        year, month, day = f"{played.day}--".split("-")[:3]
        tags = {
            "Event": played.event or "?",
            "Site": played.site or "?",
            "Date": f"{year or '????'}.{month or '??'}.{day or '??'}",
            "Round": str(self._count),
            "White": match.names[0],
            "Black": match.names[1],
            "Result": result(match.outcome),
            "Variant": spec(match.game),
        }
        head = "".join(f'[{key} "{_escape(value)}"]\n' for key, value in tags.items())
        self._out.write(f"{head}\n{tags['Result']}\n\n".encode())
        return frozenset({"moves"} if match.ply else ())


def result(outcome: Outcome | None) -> str:
    return UNFINISHED if outcome is None else RESULTS[outcome.winner]


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
