"""Finds games: the modules of `quintet.games` and the entry-point group ``quintet.games``."""

from __future__ import annotations

import dataclasses
import importlib
import logging
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from quintet.core import options
from quintet.core.game import AnyGame, equal_by_spec
from quintet.core.types import UnknownGame

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quintet.games"

log = logging.getLogger(__name__)


def game_ids() -> list[str]:
    """Every game that is installed, sorted."""
    return sorted({*_built_in(), *_third_party()})


def game_class(game_id: str) -> type[AnyGame]:
    """The class behind an id; UnknownGame lists the ids there are."""
    if isinstance(game_id, str) and game_id in _built_in():
        module = importlib.import_module(f"quintet.games.{game_id}")
        return module.GAME  # type: ignore[no-any-return]
    cls = _third_party().get(game_id) if isinstance(game_id, str) else None
    if cls is None:
        raise UnknownGame(f"no game is called {game_id!r}: expected one of {', '.join(game_ids())}")
    return cls


def beside(cls: type[AnyGame], kind: str) -> Path | None:
    """Where data of a game is or would be: ``<id>.<kind>`` beside its module; ``None`` where that is no file."""
    source = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return None if source is None else Path(source).with_name(f"{cls.id}.{kind}")


def data_file(cls: type[AnyGame], kind: str) -> Path | None:
    """The file ``<id>.<kind>`` beside a game's module, where there is one."""
    path = beside(cls, kind)
    return path if path is not None and path.is_file() else None


def place_for(cls: type[AnyGame], kind: str) -> Path:
    """Where to write ``<id>.<kind>``; ValueError for a game whose module is no file."""
    path = beside(cls, kind)
    if path is None:
        raise ValueError(f"the {kind} of {cls.id} cannot be stored beside the game's module: it is not in a file")
    return path


def rules_beside(module: str) -> str:
    """The rules of a game as Markdown: from ``name.md`` beside the module of this name, in an archive too."""
    package, _, name = module.rpartition(".")
    return (pkgutil.get_data(package, f"{name}.md") or b"").decode()


def left_out() -> dict[str, str]:
    """Games of other packages that are installed and cannot be played, by name, and why."""
    return dict(_installed().left_out)


def load(spec: str, **values: object) -> AnyGame:
    """A game from its spec, ``load("quentin(size=5)")``, or from its id and options, ``load("quentin", size=5)``.

    >>> quintet.load("quentin", size=5, pie=False)
    quintet.load('quentin(size=5,pie=false)')
    """
    game_id, given = options.split_spec(spec)
    for name in values:
        if name in given:
            raise ValueError(f"{name} is given twice, in {spec!r} and by itself")
    cls = game_class(game_id)
    merged: dict[str, Any] = {**given, **values}
    return cls(options.make(game_id, cls.Options, merged))  # type: ignore[call-arg]


def enlist(cls: type[AnyGame]) -> None:
    """Make a game known in this process without an entry point, for authors who try one out."""
    if cls.id in _built_in():
        raise ValueError(f"the game must have an id of its own, and {cls.id!r} is one of ours")
    _third_party()[cls.id] = equal_by_spec(cls)


@cache
def _built_in() -> frozenset[str]:
    games = importlib.import_module("quintet.games")
    return frozenset(module.name for module in pkgutil.iter_modules(games.__path__))


class Installed(NamedTuple):
    """The games that entry points name."""

    games: dict[str, type[AnyGame]]
    left_out: dict[str, str]


@cache
def _installed() -> Installed:
    """Games of other packages; one that cannot be loaded is left out with a warning."""
    installed = Installed({}, {})
    for entry in sorted(_entries(), key=lambda entry: entry.name):
        problem = _problem(entry, installed.games)
        if problem:
            log.warning("the game %r of %s is left out: %s", entry.name, entry.value, problem)
            installed.left_out[f"{entry.name} ({entry.value})"] = " ".join(problem.split())[:300]
    return installed


def _third_party() -> dict[str, type[AnyGame]]:
    return _installed().games


def _entries() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and our own games do without it

    return entry_points(group=GROUP)


def _problem(entry: EntryPoint, games: dict[str, type[AnyGame]]) -> str | None:
    """Loads one entry point into `games`, or says why not."""
    if entry.name in _built_in() or entry.name in games:
        return "another game has this id"
    try:
        cls = entry.load()
    except Exception as error:  # whatever a stranger's module raises, the other games go on
        return f"{type(error).__name__}: {error}"
    if getattr(cls, "id", None) != entry.name:
        return f"its id must be {entry.name!r}, got {getattr(cls, 'id', None)!r}"
    chosen = getattr(cls, "Options", None)
    if not isinstance(chosen, type) or not dataclasses.is_dataclass(chosen):
        return f"its Options must be a dataclass, got {chosen!r}"
    try:
        game = cls(options.make(entry.name, cls.Options, {}))
        game.legal_moves(game.start())
    except Exception as error:  # better left out than a surprise in the middle of a page
        return f"it cannot begin: {type(error).__name__}: {error}"
    games[entry.name] = equal_by_spec(cls)
    return None
