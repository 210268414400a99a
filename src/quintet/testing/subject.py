"""A game under test: random matches through it, the same for every law, and where a law was broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, short, spec

if TYPE_CHECKING:
    from quintet.testing.laws import Law

WALKS = 5
LONGEST = 90
LARGE = 100
"""Boards with more spots get walks of half the length, because each law takes longer there."""


class Broken(AssertionError):
    """A law was broken: names the law, the position and the move."""


@dataclass(frozen=True, slots=True)
class WalkMove:
    """One move of a walk."""

    before: Any
    move: Any
    after: Any


class Subject:
    """One game with the matches that the laws check."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.name = spec(game)
        self._at: tuple[Any, Any] = (None, None)

    def hold(self, law: Law) -> None:
        """Check a law; Broken if the game does not keep it."""
        self._at = (None, None)
        try:
            law.check(self)
        except Broken as broken:
            raise Broken(f"{self.name} breaks a law. {law.text} But {broken}{self._where}") from None
        except (Exception, SystemExit) as error:
            said = f"{type(error).__name__}: {error}"
            raise Broken(f"{self.name} breaks a law. {law.text} But it raised {said}{self._where}") from error

    def expect(self, holds: object, otherwise: str) -> None:
        """Broken, with this sentence, unless the condition holds."""
        if not holds:
            raise Broken(otherwise)

    @property
    def _where(self) -> str:
        """The position and the move that were being checked."""
        position, move = self._at
        if position is None:
            return ""
        try:
            text = self.game.text(position)
        except Exception:  # the text itself is broken
            text = short(position)
        return f" (position {text!r}" + ("" if move is None else f", move {move}") + ")"

    # What the laws check

    @cached_property
    def walks(self) -> list[list[WalkMove]]:
        """Random matches to the end, or as long as it is quick."""
        game, chance = self.game, Random(self.name)
        longest = LONGEST // 2 if len(game.layout().spots) > LARGE else LONGEST
        walks: list[list[WalkMove]] = []
        for _ in range(WALKS):
            position, steps = game.start(), []
            for _ in range(longest):
                self._at = position, None
                if not (legal := game.legal_moves(position)):
                    break
                move = chance.choice(legal)
                self._at = position, move
                steps.append(WalkMove(position, move, game.play(position, move)))
                position = steps[-1].after
            walks.append(steps)
        return walks

    @cached_property
    def _every_position(self) -> list[Any]:
        """Each position once, in the order of the walks."""
        return list(dict.fromkeys([self.game.start(), *(step.after for walk in self.walks for step in walk)]))

    def positions(self) -> Iterator[Any]:
        """All positions of the walks."""
        return self._looking(self._every_position)

    def some_positions(self, count: int = 12) -> Iterator[Any]:
        """A few positions from beginning to end, for slow laws; the last of every walk is among them."""
        every = self._every_position
        return self._looking([*every[:: 1 + len(every) // count], *(walk[-1].after for walk in self.walks if walk)])

    def _looking(self, positions: Sequence[Any]) -> Iterator[Any]:
        for position in positions:
            self._at = position, None
            yield position

    def steps(self) -> Iterator[WalkMove]:
        """All moves of the walks."""
        for walk in self.walks:
            for step in walk:
                self._at = step.before, step.move
                yield step

    def look_at(self, move: Any) -> None:
        """Record the move that a law is checking."""
        self._at = self._at[0], move


def check(game: AnyGame) -> list[str]:
    """Check all laws: a sentence for each that is broken, with the position and the move."""
    from quintet.testing.laws import LAWS

    subject = Subject(game)
    broken: list[str] = []
    for law in LAWS:
        try:
            subject.hold(law)
        except Broken as error:
            broken.append(str(error))
            if law is LAWS[0]:
                break  # without matches there is nothing to check
    return broken
