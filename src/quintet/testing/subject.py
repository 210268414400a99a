"""A game on trial: random matches through it, the same for every law, and where a law that is broken was broken."""

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
"""Spots of a board on which a walk is half as long, because each law takes longer there."""


class Broken(AssertionError):
    """A law that a game does not keep: names the law, the position and the move."""


@dataclass(frozen=True, slots=True)
class WalkMove:
    """One move of a walk."""

    before: Any
    move: Any
    after: Any


class Subject:
    """One game with the matches that the laws look at."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.name = spec(game)
        self._at: tuple[Any, Any] = (None, None)

    def hold(self, law: Law) -> None:
        """Nothing if the game keeps the law, else Broken."""
        self._at = (None, None)
        try:
            law.check(self)
        except Broken as broken:
            raise Broken(f"{self.name} breaks a law. {law.text} But {broken}{self._where}") from None
        except (Exception, SystemExit) as error:
            said = f"{type(error).__name__}: {error}"
            raise Broken(f"{self.name} breaks a law. {law.text} But it raised {said}{self._where}") from error

    def expect(self, holds: object, otherwise: str) -> None:
        """Broken, with this sentence, unless it holds."""
        if not holds:
            raise Broken(otherwise)

    @property
    def _where(self) -> str:
        """Where the law was looking."""
        position, move = self._at
        if position is None:
            return ""
        try:
            text = self.game.text(position)
        except Exception:  # then it is the text that is wrong
            text = short(position)
        return f" (position {text!r}" + ("" if move is None else f", move {move}") + ")"

    # What the laws look at

    @cached_property
    def walks(self) -> list[list[WalkMove]]:
        """Random matches to the end, or as far as it is quick."""
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
        """Each once, in the order in which they came."""
        return list(dict.fromkeys([self.game.start(), *(step.after for walk in self.walks for step in walk)]))

    def positions(self) -> Iterator[Any]:
        """All positions of the walks."""
        return self._looking(self._every_position)

    def some_positions(self, count: int = 12) -> Iterator[Any]:
        """A few from beginning to end, for laws that look long at each; the last of every walk is among them."""
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
        """The move that a law is looking at."""
        self._at = self._at[0], move


def check(game: AnyGame) -> list[str]:
    """Hold all laws against a game: a sentence for each that it breaks, with the position and the move."""
    from quintet.testing.laws import LAWS

    subject = Subject(game)
    broken: list[str] = []
    for law in LAWS:
        try:
            subject.hold(law)
        except Broken as error:
            broken.append(str(error))
            if law is LAWS[0]:
                break  # without matches there is nothing to look at
    return broken
