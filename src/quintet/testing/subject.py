"""The game under test: found by file, module or spec, and walked through by the same random matches for every law."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import logging
import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import short
from quintet.core.options import split_spec
from quintet.core.registry import enlist, game_ids, load
from quintet.engine.native.kernels import find_kernel

if TYPE_CHECKING:
    from quintet import _core
    from quintet.testing.laws import Law


WALKS = 5
LONGEST = 90
LARGE = 100
"""Boards with more spots get walks of half the length, because each law takes longer there."""


LETTERS = ["", *"./bw-0123456789 pieswapd\n\0é"]
CHANGED_LETTERS = 12
"""Letters that are changed in the text of each position, and as many that change places."""
NUMBERS = ("-1", "+1", "00", "01", "1.5", "1e3", "99", "9" * 30, "²", "٣", "")
"""What a parser of numbers may take for one."""


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

    @cached_property
    def kernel(self) -> _core.Kernel | None:
        """The kernel of the game, for the laws that compare the two."""
        return find_kernel(self.game).kernel

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
        return self.looking(self._every_position)

    def some_positions(self, count: int = 12) -> Iterator[Any]:
        """A few positions from beginning to end, for slow laws; the last of every walk is among them."""
        every = self._every_position
        return self.looking([*every[:: 1 + len(every) // count], *(walk[-1].after for walk in self.walks if walk)])

    def looking(self, positions: Sequence[Any]) -> Iterator[Any]:
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

    def strange_texts(self) -> Iterator[str]:
        """Texts that are nearly those of positions: a letter or a field changed, added, left out or exchanged."""
        chance = Random(self.name)
        for position in self.some_positions():
            text = self.game.text(position)
            for _ in range(CHANGED_LETTERS):
                place = chance.randrange(len(text) + 1)
                yield text[:place] + chance.choice(LETTERS) + text[place + chance.randrange(3) :]
                yield _exchanged(text, chance)
            yield from _changed_fields(text, chance)


def _exchanged(text: str, chance: Random) -> str:
    """A text in which a letter stands where another one stood."""
    place = chance.randrange(len(text))
    return text[:place] + chance.choice(text) + text[place + 1 :]


def _changed_fields(text: str, chance: Random) -> Iterator[str]:
    """Fields more, fewer, in another order, and other numbers in those that are numbers."""
    fields = text.split(" ")
    yield from (f" {text}", f"{text} ", f"{text}\n", text.upper(), text.replace(" ", "  "), text.replace(" ", "\t"))
    yield from (f"{text} {fields[-1]}", " ".join(fields[:-1]), " ".join(reversed(fields)))
    for number, field in enumerate(fields):
        if field.isdigit():
            for other in (*chance.sample(NUMBERS, 4), str(int(field) + 1)):
                yield " ".join([*fields[:number], other, *fields[number + 1 :]])


def check(game: AnyGame) -> list[str]:
    """Check all laws: a sentence for each that is broken, with the position and the move.

    Where the game has a kernel, that is compared with the rulebook too. One that crashes ends this process, but not
    that of ``quintet check``.
    """
    from quintet.testing.laws import LAWS

    broken = broken_laws(Subject(game), LAWS)
    # Without matches there is nothing to compare.
    return broken if any(LAWS[0].text in sentence for sentence in broken) else [*broken, *check_kernel(game)]


def check_kernel(game: AnyGame) -> list[str]:
    """The same for the laws that the kernel keeps with the rulebook; none where there is no kernel."""
    from quintet.testing.kernel_laws import KERNEL_LAWS

    subject = Subject(game)
    return broken_laws(subject, KERNEL_LAWS) if subject.kernel is not None else []


def check_kernel_apart(game: AnyGame) -> list[str]:
    """The same in a process of its own, so that a kernel that crashes is a sentence and not the end of the check."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return check_kernel(game)
    context = multiprocessing.get_context("fork")  # a game from a file is known to this process alone
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send_broken, args=(game, sender))
    child.start()
    sender.close()
    try:
        broken: list[str] = receiver.recv()
    except EOFError:
        child.join()
        return [f"{spec(game)} breaks a law. A kernel never ends the process. But {_ending(child.exitcode or 0)}"]
    child.join()
    return broken


def _send_broken(game: AnyGame, sender: Connection) -> None:
    logging.disable()  # the process that checks says why a kernel is left out
    with suppress(KeyboardInterrupt):  # the one who checks is interrupted too
        sender.send(check_kernel(game))


def _ending(status: int) -> str:
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return (
        f"it ended with {name}: perhaps max_moves or move_codes is too small, or a table made while it is loaded fails;"
        " a debug build says where"
    )


def broken_laws(subject: Subject, laws: Sequence[Law]) -> list[str]:
    """A sentence for each of these laws that is broken; after the first one the others may make no sense."""
    broken: list[str] = []
    for law in laws:
        try:
            subject.hold(law)
        except Broken as error:
            broken.append(str(error))
            if law is laws[0]:
                break
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
