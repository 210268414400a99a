"""Entering a move by its parts: what was pressed and can be pressed next, where the cursor goes, what is marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quintet.core.game import AnyGame, Stages, refusal
from quintet.core.scene import Button, Layout, Scene
from quintet.core.types import Refusal
from quintet.engine import Analysis


@dataclass(frozen=True)
class MoveEntry:
    """The legal moves that begin with what was pressed."""

    game: AnyGame
    position: Any
    pressed: tuple[str, ...] = ()

    @cached_property
    def moves(self) -> dict[tuple[str, ...], Any]:
        """The legal moves by all of their targets."""
        depth = len(self.pressed)
        clicks = ((self.game.clicks(move), move) for move in self.game.legal_moves(self.position))
        return {targets: move for targets, move in clicks if targets[:depth] == self.pressed}

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """What can be pressed next."""
        depth = len(self.pressed)
        return tuple(dict.fromkeys(targets[depth] for targets in self.moves if len(targets) > depth))

    def pressing(self, target: str) -> MoveEntry:
        return MoveEntry(self.game, self.position, (*self.pressed, target))

    def find_move(self, target: str) -> Any | None:
        """The move that pressing this completes. If longer moves begin with it, a second press completes it."""
        if self.pressed and target == self.pressed[-1] and self.pressed in self.moves:
            return self.moves[self.pressed]
        after = self.pressing(target)
        return after.moves.get(after.pressed) if not after.targets else None

    def why_not(self, target: str) -> Refusal:
        """Why this cannot be pressed."""
        wanted = (*self.pressed, target)
        for move in self.game.all_moves():
            if self.game.clicks(move)[: len(wanted)] == wanted:
                return refusal(self.game, self.position, move)
        return Refusal("there is nothing to press here")

    def seen(self) -> Scene:
        """The board with the parts pressed so far: a piece that was put stays there until the move is complete."""
        if not self.pressed or not self.moves:
            return self.game.scene(self.position)
        steps = stages(self.game, self.position, next(iter(self.moves.values())))
        return steps[0] if len(steps) > 1 else self.game.scene(self.position)

    def landing(self, target: str) -> tuple[str, ...]:
        """The spots where the piece played by this press lands."""
        move = self.find_move(target)
        if move is None:
            return ()
        first, there = stages(self.game, self.position, move)[0], self.game.scene(self.position).pieces
        return tuple(spot for spot in first.pieces if spot not in there)


def begins_a_move(game: AnyGame, typed: str) -> bool:
    """Whether the text of a move, legal or not, begins so."""
    return any(str(move).lower().startswith(typed.lower()) for move in game.all_moves())


def stages(game: AnyGame, position: Any, move: Any) -> list[Scene]:
    """The scenes of a move, step by step; at least the one after it."""
    seen = list(game.stages(position, move)) if isinstance(game, Stages) else []
    return seen or [game.scene(game.play(position, move))]


LONGEST_LABEL = 12
SIGNS = {1: ("▲", "#5cc2b8"), 0: ("=", "#fff4d6"), -1: ("▼", "#e39d93")}
"""The sign of a move that is proved to win, draw or lose."""
SIDEWAYS = 2.5
"""How much a step to the side counts against a target straight ahead."""


@dataclass(frozen=True)
class CursorTarget:
    """A target and its middle."""

    target: str
    x: float
    y: float


def places(layout: Layout) -> dict[str, CursorTarget]:
    """All targets of a board; buttons without a place stand in a row below it."""
    spots: dict[str, list[tuple[float, float]]] = {}
    for spot in layout.spots:
        spots.setdefault(spot.target, []).append((spot.x, spot.y))
    targets: dict[str, CursorTarget] = {}
    for target, points in spots.items():
        x, y = (sum(along) / len(along) for along in zip(*points, strict=True))
        targets[target] = CursorTarget(target, x, y)
    for number, button in enumerate(layout.buttons):
        if button.x is not None and button.y is not None:
            targets[button.id] = CursorTarget(button.id, button.x, button.y)
        else:
            targets[button.id] = CursorTarget(button.id, 0.5 + 2 * number, layout.height + 1)
    return targets


def neighbour(here: CursorTarget | None, dx: int, dy: int, among: Iterable[CursorTarget]) -> CursorTarget | None:
    """The nearest target in a direction; the first of all where there is no cursor yet."""
    others = list(among)
    if here is None:
        return others[0] if others else None
    reachable: list[tuple[float, str, CursorTarget]] = []
    for other in others:
        right, down = other.x - here.x, other.y - here.y
        along, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
        if along > 0.01:
            reachable.append((along + SIDEWAYS * aside, other.target, other))
    return min(reachable)[2] if reachable else None


def spots_of(layout: Layout, target: str) -> list[str]:
    return [spot.id for spot in layout.spots if spot.target == target]


def cursor_spots(layout: Layout, entry: MoveEntry, cursor: str | None) -> frozenset[str]:
    """The spots where the piece would land, else the first spot of the target."""
    if cursor is None:
        return frozenset()
    spots = spots_of(layout, cursor)
    if len(spots) > 1:
        return frozenset(entry.landing(cursor) or spots[:1])
    return frozenset(spots or [cursor])


def buttons(layout: Layout, entry: MoveEntry) -> tuple[Button, ...]:
    """The buttons that can be pressed now."""
    return tuple(button for button in layout.buttons if button.id in entry.targets)


def short_label(button: Button) -> str:
    """The label of a button for a narrow place: without its brackets, or its id."""
    label = button.label.partition(" (")[0]
    return label if len(label) <= LONGEST_LABEL else button.id


def question(layout: Layout, entry: MoveEntry, cursor: str | None) -> str:
    """What is asked after the first part of a move, and the answer under the cursor: ``Turn which sub-board? 1
    clockwise``. The words are those that the labels of all answers begin with."""
    labels = [_label(layout, target).split() for target in entry.targets]
    common = [words[0] for words in zip(*labels, strict=False) if len(set(words)) == 1]
    answer = " ".join(_label(layout, cursor).split()[len(common) :]) if cursor in entry.targets and cursor else ""
    asked = f"{common[0]} which {' '.join(common[1:])}?" if len(common) > 1 else "What next?"
    return f"{asked} {answer}".rstrip()


def _label(layout: Layout, target: str) -> str:
    """How a target is read aloud."""
    return next((button.label for button in layout.buttons if button.id == target), target)


def middle(layout: Layout, entry: MoveEntry, places: dict[str, CursorTarget]) -> str | None:
    """The legal target nearest to the middle of the board."""
    from_middle = lambda place: abs(place.x - layout.width / 2) + abs(place.y - layout.height / 2)
    legal = [places[target] for target in entry.targets if target in places]
    return min(legal, key=from_middle).target if legal else None


def signs(entry: MoveEntry, layout: Layout, analysis: Analysis) -> dict[str, tuple[str, str]]:
    """Signs for the spots and buttons that can be pressed now: a press wins if one proved move that begins so does; it
    draws or loses only if all of them are proved."""
    depth, proved = len(entry.pressed), {line.moves[0]: line.value for line in analysis.lines if line.exact}
    values: dict[str, list[float | None]] = {}
    for targets, move in entry.moves.items():
        if len(targets) > depth:
            values.setdefault(targets[depth], []).append(proved.get(move))
    signs: dict[str, tuple[str, str]] = {}
    for target, results in values.items():
        known = [value for value in results if value is not None]
        if len(known) == len(results) or 1 in known:
            spots = spots_of(layout, target)
            for spot in entry.landing(target) if len(spots) > 1 else spots or [target]:
                signs[spot] = SIGNS[int(max(known))]
    return signs


def differences(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that changed."""
    spots = before.pieces.keys() | after.pieces.keys()
    return frozenset(spot for spot in spots if before.pieces.get(spot) != after.pieces.get(spot))
