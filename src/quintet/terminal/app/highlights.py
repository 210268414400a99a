"""What is pointed out on a board while somebody chooses a move: the cursor, the buttons, what is proved."""

from __future__ import annotations

from typing import Any

from quintet.core.game import AnyGame
from quintet.core.scene import Button, Layout, Scene
from quintet.engine import Analysis
from quintet.terminal.app.cursor_targets import Place
from quintet.terminal.app.move_entry import Narrowing

LONGEST_LABEL = 12
SIGNS = {1: ("▲", "#5cc2b8"), 0: ("=", "#fff4d6"), -1: ("▼", "#e39d93")}
"""A move that wins, draws or loses, where that is proved."""


def spots_of(layout: Layout, target: str) -> list[str]:
    return [spot.id for spot in layout.spots if spot.target == target]


def cursor_spots(layout: Layout, narrowing: Narrowing, cursor: str | None) -> frozenset[str]:
    """Where the piece would come to be, else the first spot of the target."""
    if cursor is None:
        return frozenset()
    spots = spots_of(layout, cursor)
    if len(spots) > 1:
        return frozenset(narrowing.landing(cursor) or spots[:1])
    return frozenset(spots or [cursor])


def buttons(layout: Layout, narrowing: Narrowing) -> tuple[Button, ...]:
    """Those that can be pressed now."""
    return tuple(button for button in layout.buttons if button.id in narrowing.targets)


def short_label(button: Button) -> str:
    """What a button is called where there is little room: without what stands in brackets, or by its id."""
    label = button.label.partition(" (")[0]
    return label if len(label) <= LONGEST_LABEL else button.id


def choices(layout: Layout, narrowing: Narrowing, cursor: str | None) -> str:
    """What can be pressed next, in words: the one under the cursor, else all of them."""
    labels = {button.id: button.label for button in layout.buttons}
    if cursor in narrowing.targets:
        return f"{labels.get(cursor, cursor)} ({cursor})"
    return " ".join(narrowing.targets)


def middle(layout: Layout, narrowing: Narrowing, places: dict[str, Place]) -> str | None:
    """The legal target nearest to the middle of the board."""
    from_middle = lambda place: abs(place.x - layout.width / 2) + abs(place.y - layout.height / 2)
    found = [places[target] for target in narrowing.targets if target in places]
    return min(found, key=from_middle).target if found else None


def signs(
    game: AnyGame, position: Any, layout: Layout, narrowing: Narrowing, analysis: Analysis
) -> dict[str, tuple[str, str]]:
    """What is proved about the moves that can be pressed now."""
    depth, best = len(narrowing.pressed), dict[str, float]()
    for line in analysis.lines:
        clicks = game.clicks(line.moves[0])
        if line.exact and len(clicks) > depth and clicks[:depth] == narrowing.pressed:
            best[clicks[depth]] = max(line.value, best.get(clicks[depth], -1.0))
    here = Narrowing(game, position)
    found: dict[str, tuple[str, str]] = {}
    for target, value in best.items():
        spots = spots_of(layout, target)
        for spot in here.landing(target) if len(spots) > 1 else spots:
            found[spot] = SIGNS[int(value)]
    return found


def differences(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that changed."""
    spots = before.pieces.keys() | after.pieces.keys()
    return frozenset(spot for spot in spots if before.pieces.get(spot) != after.pieces.get(spot))
