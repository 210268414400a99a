"""Finds an author's game: by a file, by a module, or by the spec of an installed one."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.options import split_spec
from quintet.core.registry import enlist, game_ids, load

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
