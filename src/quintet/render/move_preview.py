"""What pressing a place would do, for boards that are told which moves exist."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from quintet.core.game import AnyGame, Stages
from quintet.core.scene import Layout, Scene

PREVIEWS = 20_000
"""Legal moves times spots above which nothing is shown under the pointer: each of them would be a picture."""


def own_and_columns(layout: Layout) -> tuple[frozenset[str], frozenset[str]]:
    """Spots that are pressed themselves, and targets that spots share."""
    own = frozenset(spot.id for spot in layout.spots if spot.target == spot.id)
    return own, frozenset(spot.target for spot in layout.spots) - own


def press_names(layout: Layout) -> dict[str, str]:
    """What presses are called within a sentence where that is not their id: ``column 3`` for the target that a whole
    column shares, ``magnet`` for a button with this word first."""
    names = {button.id: button.label.split()[0].lower() for button in layout.buttons if not button.quarter}
    for target in dict.fromkeys(spot.target for spot in layout.spots):
        labels = [spot.label for spot in layout.spots if spot.target == target]
        line = labels[0].partition(",")[0]
        if len(labels) > 1 and all(label.startswith(f"{line},") for label in labels):
            names[target] = line
    return names


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
) -> list[Move]:
    """The legal moves, given by text, as a board needs them; `own` and `columns` are those of its layout."""
    if len(legal) * spots > PREVIEWS:
        columns = ()
    return [
        Move(text, tuple(game.clicks(move)), preview(game, position, scene, move, own, columns))
        for text, move in legal.items()
    ]


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
    first = game.stages(position, move)[0] if isinstance(game, Stages) else game.scene(game.play(position, move))
    return tuple(spot for spot in first.pieces if spot not in scene.pieces)
