"""Which spots, columns and rows a board points out, and what pressing one of them would do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from quintet.core.game import AnyGame, Stages
from quintet.core.match import Match
from quintet.core.scene import Button, Gauge, Label, Layout, Scene, Spot

CLOSE = 0.01
"""Coordinates nearer than this are the same row or column."""


@dataclass(frozen=True)
class Marks:
    """What to point out, as ids of spots and as coordinates of columns and rows."""

    last: frozenset[str]
    """The spots of the last move."""
    columns: tuple[float, ...]
    """Where a whole column was pressed."""
    rows: tuple[float, ...]
    turns: tuple[Button, ...]
    """The handles that the last move pressed."""
    magnets: tuple[Gauge, ...]
    """The magnets that are on."""
    winning: frozenset[str]
    legal: frozenset[str]
    """Empty spots that can be pressed now."""


def find_marks(layout: Layout, scene: Scene, last: tuple[str, ...] = (), legal: tuple[str, ...] = ()) -> Marks:
    """Read the last move and the legal targets on a layout; targets that are no place on it mark nothing.

    `last` may also name the spot where a piece came to be.
    """
    spots: list[Spot] = []
    columns: list[float] = []
    rows: list[float] = []
    turns: list[Button] = []
    for target in last:
        pressed = [spot for spot in layout.spots if spot.target == target]
        pressed = pressed or [spot for spot in layout.spots if spot.id == target]
        if len(pressed) == 1:
            spots += pressed
        elif pressed and _same([spot.x for spot in pressed]):
            columns.append(pressed[0].x)
        elif pressed and _same([spot.y for spot in pressed]):
            rows.append(pressed[0].y)
        for button in layout.buttons:
            if button.id == target and button.quarter:
                turns.append(button)
                spots = [_carried(layout, spot, button) for spot in spots]
    return Marks(
        last=frozenset(spot.id for spot in spots),
        columns=tuple(columns),
        rows=tuple(rows),
        turns=tuple(turns),
        magnets=_magnets(layout, scene),
        winning=frozenset(scene.winning),
        legal=_single_targets(layout, legal) - scene.pieces.keys(),
    )


def last_of(match: Match, ply: int | None = None) -> tuple[str, ...]:
    """What the last move, or that of a ply, pressed, and where its piece came to be if it still is its own."""
    ply = match.ply if ply is None else ply
    if not ply:
        return ()
    game, move, before = match.game, match.moves[ply - 1], match.positions[ply - 1]
    after = game.scene(match.positions[ply])
    first = game.stages(before, move)[0] if isinstance(game, Stages) else after
    there = game.scene(before).pieces
    added = [spot for spot in first.pieces if spot not in there]
    own = game.color(before, game.to_move(before))
    is_one = len(added) == 1 and len(first.pieces) == len(there) + 1
    landed = [spot for spot in added if is_one and spot in after.pieces and after.pieces[spot].color is own]
    return (*game.clicks(move), *(spot for spot in landed if len(game.clicks(move)) == 1))


def is_marked(label: Label, marks: Marks) -> bool:
    """Whether a coordinate is that of a column or a row of the last move."""
    along = marks.columns if label.side in ("top", "bottom") else marks.rows
    return any(abs(label.at - place) < 0.5 for place in along)


def _magnets(layout: Layout, scene: Scene) -> tuple[Gauge, ...]:
    on = {counter.id for counter in scene.counters if counter.value}
    return tuple(gauge for gauge in layout.gauges if gauge.kind == "magnet" and gauge.counter in on)


def _same(values: list[float]) -> bool:
    return max(values) - min(values) <= CLOSE


def _single_targets(layout: Layout, targets: tuple[str, ...]) -> frozenset[str]:
    """The spots that alone have one of these targets."""
    wanted = set(targets)
    spots: dict[str, list[str]] = {}
    for spot in layout.spots:
        if spot.target in wanted:
            spots.setdefault(spot.target, []).append(spot.id)
    return frozenset(ids[0] for ids in spots.values() if len(ids) == 1)


def _carried(layout: Layout, spot: Spot, button: Button) -> Spot:
    """Where a turning group carries what was placed on a spot; y grows downwards."""
    if spot.group is None or spot.group != button.group:
        return spot
    group = [other for other in layout.spots if other.group == spot.group]
    middle_x = sum(other.x for other in group) / len(group)
    middle_y = sum(other.y for other in group) / len(group)
    x, y = spot.x, spot.y
    for _ in range(button.quarter % 4):
        x, y = middle_x - (y - middle_y), middle_y + (x - middle_x)
    return min(group, key=lambda other: (other.x - x) ** 2 + (other.y - y) ** 2)


PREVIEWS = 20_000
"""Legal moves times spots above which nothing is shown under the pointer: each of them would be a picture."""


def own_and_columns(layout: Layout) -> tuple[frozenset[str], frozenset[str]]:
    """Spots that are pressed themselves, and targets that spots share."""
    own = frozenset(spot.id for spot in layout.spots if spot.target == spot.id)
    return own, frozenset(spot.target for spot in layout.spots) - own


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move: its text, the targets to press in order, and what pressing the first one occupies."""

    text: str
    clicks: tuple[str, ...]
    preview: tuple[str, ...]
    """Spot ids that become occupied by the first press; for showing under the pointer. Empty for a button."""


def moves_to_press(
    game: AnyGame,
    position: Any,
    scene: Scene,
    legal: Mapping[str, Any],
    own: Collection[str],
    columns: Collection[str],
    spots: int,
    known: Mapping[str, Move] = MappingProxyType({}),
) -> list[Move]:
    """The legal moves, given by text, as a board needs them; `own` and `columns` are those of its layout.

    `known` are those that are the same in every position (`pressed_alike`).
    """
    if len(legal) * spots > PREVIEWS:
        columns = ()
    return [
        known.get(text) or Move(text, tuple(game.clicks(move)), preview(game, position, scene, move, own, columns))
        for text, move in legal.items()
    ]


def pressed_alike(
    game: AnyGame, moves: Iterable[Any], own: Collection[str], columns: Collection[str]
) -> dict[str, Move]:
    """The moves that are the same in every position: all but those whose first press is of a column."""
    pressed = {str(move): tuple(game.clicks(move)) for move in moves}
    return {
        text: Move(text, clicks, clicks[:1] if clicks and clicks[0] in own else ())
        for text, clicks in pressed.items()
        if not clicks or clicks[0] not in columns
    }


def preview(
    game: AnyGame, position: Any, scene: Scene, move: Any, own: Collection[str], columns: Collection[str]
) -> tuple[str, ...]:
    """The spots that become occupied by the first press of a move; none for a button."""
    clicks = tuple(game.clicks(move))
    if not clicks or clicks[0] in own:
        return clicks[:1]
    if clicks[0] not in columns:
        return ()
    # A column: the rules know where a piece comes to rest.
    # `isinstance` of a protocol takes longer than many a move.
    first = game.stages(position, move)[0] if hasattr(game, "stages") else game.scene(game.play(position, move))
    return tuple(spot for spot in first.pieces if spot not in scene.pieces)
