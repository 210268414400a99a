"""The game under test: found by file, module or spec, and walked through by the same random matches for every law."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import short
from quintet.core.options import split_spec
from quintet.core.registry import enlist, game_ids, load

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


NEEDED = ("id", "title", "Options", "start", "legal_moves", "play", "outcome")
"""The names by which a class is recognised as a game."""


def find_games(where: str, specs: tuple[str, ...] = ()) -> list[AnyGame]:
    """The games of these specs, or the standard one, of ``mine.py``, of ``package.module``, or of an installed game.

    ValueError says what was expected. A game that is not installed is known to this process from then on.
    """
    if split_spec(where)[0] in game_ids():
        return [load(spec) for spec in (where, *specs)]
    cls = _class(_module(where), where)
    enlist(cls)
    return [load(spec) for spec in specs or (cls.id,)]


def _module(where: str) -> ModuleType:
    path = Path(where)
    if path.suffix != ".py" and (path.is_file() or not all(name.isidentifier() for name in where.split("."))):
        raise ValueError(f"expected a file such as mine.py, a module such as package.mine or a game, got {where!r}")
    try:
        if path.suffix != ".py":
            sys.path.insert(0, str(Path.cwd()))
            return importlib.import_module(where)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    except SystemExit as error:
        raise ValueError(f"{where!r} cannot be imported: it ends the program with sys.exit({error.code!r})") from error
    except Exception as error:  # an author's module may raise anything
        raise ValueError(f"{where!r} cannot be imported: {type(error).__name__}: {error}") from error
    return module


def _class(module: ModuleType, where: str) -> Any:
    """Its ``GAME``, or the one class in it that is a game."""
    if hasattr(module, "GAME"):
        return module.GAME
    classes = [cls for _, cls in inspect.getmembers(module, inspect.isclass) if cls.__module__ == module.__name__]
    games = [cls for cls in classes if all(hasattr(cls, name) for name in NEEDED)]
    if len(games) != 1:
        expected = f"one class with {', '.join(NEEDED)}, or the name GAME for it"
        raise ValueError(f"{where!r} must have {expected}, got {', '.join(cls.__name__ for cls in games) or 'none'}")
    return games[0]
