"""How the text of a position shows its board, so that a browser without the rulebook can draw it.

Every text begins with the rows of the board and the colour that moves (docs/notation.md). Which spot a letter stands on
and which field is which counter is derived here from the rulebook's own scenes, and holds for whole random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.scene import Counter, Piece, Scene
from quintet.core.types import Color
from quintet.server.messages.base import Out

SPOTS = 30_000
"""Spots of all positions of random games that a picture must hold for: more games on a small board."""
GAMES = 12
"""The fewest random games; on a large board only their openings are looked at."""


class CounterInText(Out):
    """Where the value of a counter comes from: a field of the text, or the pieces of a colour."""

    id: str
    label: str
    color: Color
    total: int | None
    field: int | None
    """Counted from 0, the rows first; None: the number of its colour's pieces."""
    at_zero: bool
    """Whether it is shown when it is 0."""


class TextPicture(Out):
    """How to draw a position from its text."""

    spots: list[str]
    """The spots of the letters, row after row."""
    counters: list[CounterInText]


class NotInText(ValueError):
    """The pictures of a game show something else than its texts."""


def text_picture(game: AnyGame) -> TextPicture:
    """The picture of this board's texts; NotInText says what they do not show."""
    seen = [(game.text(position), game.scene(position)) for position in _random_games(game)]
    spots = [spot.id for spot in sorted(game.layout().spots, key=lambda spot: (spot.y, spot.x))]
    for text, scene in seen:
        letters = text.split()[0].replace("/", "")
        pieces = {spot: letter for spot, letter in zip(spots, letters, strict=False) if letter != "."}
        if len(letters) != len(spots) or pieces != {spot: _letter(piece) for spot, piece in scene.pieces.items()}:
            raise NotInText(f"its pictures show other pieces than its texts: {text!r}")
    return TextPicture(spots=spots, counters=_counters(seen))


def _letter(piece: Piece) -> str:
    """How a text has a piece; pieces of kinds have none."""
    return str(piece.color) if piece.kind is None else ""


def _random_games(game: AnyGame) -> Iterator[Any]:
    chance = random.Random(game.id)
    positions = SPOTS // len(game.layout().spots)
    while positions > 0:
        position = game.start()
        for _ in range(min(positions, SPOTS // len(game.layout().spots) // GAMES)):
            yield position
            positions -= 1
            moves = game.legal_moves(position)
            if not moves:
                break
            position = game.play(position, chance.choice(moves))


def _counters(seen: Sequence[tuple[str, Scene]]) -> list[CounterInText]:
    scenes = sorted((scene for _, scene in seen), key=lambda scene: len(scene.counters), reverse=True)
    by_id = {counter.id: counter for scene in scenes for counter in reversed(scene.counters)}
    fullest = [counter.id for counter in scenes[0].counters]
    return [_counter(by_id[name], seen) for name in [*fullest, *sorted(by_id.keys() - set(fullest))]]


def _counter(counter: Counter, seen: Sequence[tuple[str, Scene]]) -> CounterInText:
    shown = [(text, next((shown for shown in scene.counters if shown.id == counter.id), None)) for text, scene in seen]
    values = [(text, 0 if other is None else other.value) for text, other in shown]
    places = [None, *range(2, len(seen[0][0].split()))]
    fitting = [place for place in places if all(_number(text, place, counter.color) == value for text, value in values)]
    hidden = [other for _, other in shown if other is None]
    at_zero = not hidden
    alike = all(
        other is None or (other.label, other.color, other.total) == (counter.label, counter.color, counter.total)
        for _, other in shown
    )
    if not fitting or not alike or (hidden and any(other is not None and not other.value for _, other in shown)):
        raise NotInText(f"its texts do not show the counter {counter.id!r}")
    return CounterInText(
        id=counter.id,
        label=counter.label,
        color=counter.color,
        total=counter.total,
        field=fitting[0],
        at_zero=at_zero,
    )


def _number(text: str, place: int | None, color: Color) -> int | None:
    fields = text.split()
    if place is None:
        return fields[0].count(color)
    return int(fields[place]) if fields[place].isdigit() else None
