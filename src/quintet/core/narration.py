"""What a move did, in words: the game's own sentence, or one that is derived from what changes on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quintet.core.game import AnyGame, Narrates, find_move
from quintet.core.scene import Layout
from quintet.core.sentences import plural
from quintet.core.types import PASS, Player

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
    return f"{name} {_deed(game, position, move)}.{again}"


def _deed(game: AnyGame, position: Any, move: Any) -> str:
    """What the mover does, without a subject: ``places a stone on c3``, ``moves from a1 to a2 and takes a piece``."""
    layout, mover = game.layout(), game.color(position, game.to_move(position))
    before, after = game.scene(position).pieces, game.scene(game.play(position, move)).pieces
    added = {spot for spot in after if spot not in before}
    left = {spot for spot in before if spot not in after}
    changed = {spot for spot in after if spot in before and after[spot].color is not before[spot].color}
    origins = {spot for spot in left if before[spot].color is mover}
    targets = {spot for spot in added | changed if after[spot].color is mover}
    # What nobody owns comes first: in some games it makes what somebody owns appear.
    new = {spot for spot in added if after[spot].color is None} or added
    labels = {spot.id: spot.label for spot in layout.spots}
    name = named(game, str(move))
    deed, explained = f"plays {name}", set[str]()
    if len(origins) == len(targets) == 1 and targets == added | changed:
        (origin,), (target,) = origins, targets
        takes = f" and takes a {layout.piece}" if target in changed else ""
        deed, explained = f"moves from {labels[origin]} to {labels[target]}{takes}", {origin, target}
    elif len(new) == 1 and (new <= targets or layout.neutral):
        piece, explained = f"a {layout.piece if new <= targets else layout.neutral}", new
        deed = f"puts {piece} into {name}" if name != str(move) else f"places {piece} on {labels[min(new)]}"
    counts = {"appear": len(added - explained), "leave": len(left - explained), "change": len(changed - explained)}
    effects = [
        f"{plural(count, layout.piece)} {verb}{'s' if count == 1 else ''}" for verb, count in counts.items() if count
    ]
    return f"{deed}: {', '.join(effects)}" if effects else deed


def named(game: AnyGame, text: str) -> str:
    """A move within a sentence: ``column 3`` for the press of a whole column, ``magnet`` or ``swap`` for that of a
    button with this word first, else as it is written."""
    move = find_move(game, text)
    return text if move is None else move_name(game, move, press_names(game.layout()))


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
