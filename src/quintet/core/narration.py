"""What a move did, in words: the game's own sentence, or one that is derived from what changes on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from quintet.core.game import AnyGame, Narrates, Stages, find_move
from quintet.core.scene import Layout, Scene, Spot
from quintet.core.sentences import plural
from quintet.core.types import PASS, Color, Player

LONGEST_NARRATION = 160
"""What every narration fits into, in characters: two lines of a terminal."""


def narrate(game: AnyGame, position: Any, move: Any) -> str:
    """What a legal move does in a position: a plain sentence, or a few short ones, on one line with full stops.

    It names the mover and the move, so that a front end can show it alone: ``Black plays d3 and turns 1 disc.``
    How the game ended is not part of it: `quintet.core.sentences.ending` says that.
    """
    return game.narrate(position, move) if isinstance(game, Narrates) else derived(game, position, move)


def derived(game: AnyGame, position: Any, move: Any) -> str:
    """The narration of a game without one of its own, from the scenes before and after the move."""
    player, after = game.to_move(position), game.play(position, move)
    name = game.color(position, player).title
    if move == PASS:
        return f"{name} passes."
    if any(game.color(after, seat) is not game.color(position, seat) for seat in Player):
        return f"{name} swaps sides."
    again = f" {name} moves again." if game.to_move(after) is player and game.outcome(after) is None else ""
    steps = game.stages(position, move) if isinstance(game, Stages) else [game.scene(after)]
    scenes = [game.scene(position), *steps]
    deed, effects = _deed(game, position, move, scenes)
    points = _points(scenes)
    own = points.pop(game.color(position, player), 0)
    scored = f" and scores {own}" if own else ""
    others = "".join(f" {color.title} scores {more}." for color, more in points.items())
    return f"{name} {deed}{scored}{effects}.{others}{again}"


def _deed(game: AnyGame, position: Any, move: Any, scenes: Sequence[Scene]) -> tuple[str, str]:
    """What the mover does, without a subject, and what comes of it: ``places a disc on c3``, ``: 2 discs change``.

    Pictures prove a deed only if a piece of the mover's appears at just what was pressed; else the move is only named.
    """
    layout, mover = game.layout(), game.color(position, game.to_move(position))
    before, after = scenes[0].pieces, scenes[1].pieces
    added, left, changed = _changes(scenes[0], scenes[1])
    origins = {spot for spot in left if before[spot].color is mover}
    targets = {spot for spot in added | changed if after[spot].color is mover}
    # What nobody owns comes first: in some games it makes what somebody owns appear.
    new = {spot for spot in added if after[spot].color is None} or added
    spots, pressed, name = {spot.id: spot for spot in layout.spots}, set(game.clicks(move)), named(game, str(move))
    walked = origins | targets
    if len(origins) == len(targets) == 1 and targets == added | changed and _targets(spots, walked) == pressed:
        (origin,), (target,) = origins, targets
        takes = f" and takes a {layout.piece}" if target in changed else ""
        deed, explained = f"moves from {spots[origin].label} to {spots[target].label}{takes}", walked
    elif len(new) == 1 and (new <= targets or layout.neutral) and _targets(spots, new) == pressed:
        piece, explained = f"a {layout.piece if new <= targets else layout.neutral}", new
        deed = f"puts {piece} into {name}" if name != str(move) else f"places {piece} on {spots[min(new)].label}"
    else:
        return f"plays {name}", ""
    counts = _effects(scenes, explained)
    effects = [
        f"{plural(count, layout.piece)} {verb}{'s' if count == 1 else ''}" for verb, count in counts.items() if count
    ]
    return deed, f": {', '.join(effects)}" if effects else ""


def _targets(spots: Mapping[str, Spot], ids: set[str]) -> set[str]:
    return {spots[spot].target for spot in ids}


def _changes(before: Scene, after: Scene) -> tuple[set[str], set[str], set[str]]:
    """The spots where pieces appear, where they leave, and where they change their colour."""
    was, now = before.pieces, after.pieces
    changed = {spot for spot in was.keys() & now.keys() if now[spot].color is not was[spot].color}
    return set(now.keys() - was.keys()), set(was.keys() - now.keys()), changed


def _effects(scenes: Sequence[Scene], explained: set[str]) -> dict[str, int]:
    """How many pieces appear, leave and change besides those of the deed; not in a step in which pieces may move."""
    counts = {"appear": 0, "change": 0, "leave": 0}
    for before, after in pairwise(scenes):
        added, left, changed = (spots - explained for spots in _changes(before, after))
        if after.turn is None and not (left and (added or changed)):
            counts["appear"] += len(added)
            counts["change"] += len(changed)
            counts["leave"] += len(left)
        explained = set()
    return counts


def _points(scenes: Sequence[Scene]) -> dict[Color, int]:
    """What the counters of points have risen by."""
    before = {counter.id: counter.value for counter in scenes[0].counters}
    points = [counter for counter in scenes[-1].counters if counter.label == "points"]
    risen = {counter.color: counter.value - before.get(counter.id, 0) for counter in points}
    return {color: more for color, more in risen.items() if more > 0}


def named(game: AnyGame, text: str) -> str:
    """A move within a sentence: ``column 3`` for the press of a whole column, ``magnet`` or ``swap`` for that of a
    button with this word first, else as it is written."""
    move = find_move(game, text)
    return text if move is None else move_name(game, move, press_names(game.layout()))


def owned(game: AnyGame, position: Any, move: Any) -> str:
    """A move within a sentence, with whose it is: ``Black's column 3``, where another move may have the same name."""
    return f"{game.color(position, game.to_move(position)).title}'s {named(game, str(move))}"


def move_name(game: AnyGame, move: Any, names: Mapping[str, str]) -> str:
    """A move within a sentence or a list, by the `press_names` of its board: ``column 3``, else as it is written."""
    clicks = game.clicks(move)
    return names.get(clicks[0], str(move)) if len(clicks) == 1 else str(move)


def press_names(layout: Layout) -> dict[str, str]:
    """What presses are called within a sentence where that is not their id: ``column 3`` for the target that a whole
    column shares, ``magnet`` for a button with this word first."""
    names = {button.id: button.label.split()[0].lower() for button in layout.buttons if not button.quarter}
    labels_of: dict[str, list[str]] = {}
    for spot in layout.spots:
        labels_of.setdefault(spot.target, []).append(spot.label)
    for target, labels in labels_of.items():
        line = labels[0].partition(",")[0]
        if len(labels) > 1 and all(label.startswith(f"{line},") for label in labels):
            names[target] = line
    return names
