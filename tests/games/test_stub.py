"""The stub of `quintet.games`, from which an editor knows what `load` gives, is made from the games' own options.

Renew it with ``QUINTET_SNAPSHOTS=write`` in the environment.
"""

import dataclasses
import os
import pkgutil
from collections.abc import Callable
from pathlib import Path

import quintet.games
from quintet import game_class, load

STUB = Path(quintet.games.__file__).with_suffix(".pyi")
IDS = sorted(module.name for module in pkgutil.iter_modules(quintet.games.__path__))


def test_the_stub_tells_what_the_games_are() -> None:
    stub = _stub()
    if os.environ.get("QUINTET_SNAPSHOTS") == "write":
        STUB.write_text(stub, "utf-8")
    assert STUB.read_text("utf-8") == stub


def test_the_stub_is_true() -> None:
    for game_id in IDS:
        assert type(load(game_id)) is game_class(game_id)


def _stub() -> str:
    classes = {game_id: game_class(game_id) for game_id in IDS}
    lines = ['"""What `load` gives for each name. Made by tests/games/test_stub.py, which says how to renew it."""', ""]
    lines += ["from typing import Literal, overload", "", "from quintet.core.game import AnyGame"]
    lines += [f"from quintet.games.{game_id} import {cls.__name__}" for game_id, cls in classes.items()]
    lines += ["", '__all__ = ["load"]', ""]
    for game_id, cls in classes.items():
        options = [_option(field) for field in dataclasses.fields(cls.Options)]
        given = [f'spec: Literal["{game_id}"]', *(["*", *options] if options else [])]
        lines += ["@overload", "def load(", *(f"    {one}," for one in given), f") -> {cls.__name__}:"]
        lines += [f'    """{cls.title}."""', ""]
    lines += ["@overload", "def load(spec: str, **values: object) -> AnyGame:", f'    """{_summary(load)}"""']
    return "\n".join(lines) + "\n"


def _summary(function: Callable[..., object]) -> str:
    return (function.__doc__ or "").partition("\n")[0]


def _option(field: dataclasses.Field[object]) -> str:
    range = field.metadata["range"]
    words = ", ".join(f'"{word}"' for word in range.words)
    kind = {"integer": "int", "flag": "bool", "choice": f"Literal[{words}]"}[range.kind]
    default = f'"{field.default}"' if range.kind == "choice" else repr(field.default)
    return f"{field.name}: {kind} = {default}"
