"""Where a cursor can go on a board: every target once, and its neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quintet.core.scene import Layout

SIDEWAYS = 2.5
"""How much a step to the side counts against a target straight ahead."""


@dataclass(frozen=True)
class Place:
    """A target and its middle."""

    target: str
    x: float
    y: float


def places(layout: Layout) -> dict[str, Place]:
    """All targets of a board; buttons without a place stand in a row below it."""
    spots: dict[str, list[tuple[float, float]]] = {}
    for spot in layout.spots:
        spots.setdefault(spot.target, []).append((spot.x, spot.y))
    found = {target: Place(target, *(sum(along) / len(along) for along in zip(*at, strict=True)))
             for target, at in spots.items()}  # fmt: skip
    for number, button in enumerate(layout.buttons):
        if button.x is not None and button.y is not None:
            found[button.id] = Place(button.id, button.x, button.y)
        else:
            found[button.id] = Place(button.id, 0.5 + 2 * number, layout.height + 1)
    return found


def neighbour(here: Place | None, dx: int, dy: int, among: Iterable[Place]) -> Place | None:
    """The nearest target in a direction; the first of all where there is no cursor yet."""
    others = list(among)
    if here is None:
        return others[0] if others else None
    reachable: list[tuple[float, str, Place]] = []
    for other in others:
        right, down = other.x - here.x, other.y - here.y
        along, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if along > 0.01:
            reachable.append((along + SIDEWAYS * aside, other.target, other))
    return min(reachable)[2] if reachable else None
