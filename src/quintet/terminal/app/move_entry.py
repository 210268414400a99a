"""Entering a move by its parts: what was pressed, what can be pressed next, and why another target cannot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quintet.core.game import AnyGame, Stages, refusal
from quintet.core.scene import Scene
from quintet.core.types import Refusal


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

    def seen(self, target: str | None = None) -> Scene:
        """The board with the parts pressed so far, and with this one too if it completes a move."""
        move = None if target is None or not self.pressed else self.find_move(target)
        if move is not None:
            return stages(self.game, self.position, move)[-1]
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


def stages(game: AnyGame, position: Any, move: Any) -> list[Scene]:
    """The scenes of a move, step by step; at least the one after it."""
    seen = list(game.stages(position, move)) if isinstance(game, Stages) else []
    return seen or [game.scene(game.play(position, move))]
