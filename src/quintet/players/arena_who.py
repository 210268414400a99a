"""Who plays in an arena: a value read once from its text, which reads back as itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from quintet.engine import LEVELS
from quintet.engine.bounds import MOST_LINES
from quintet.engine.levels import LevelSettings
from quintet.players.move_limits import MOST_DEPTH, MOST_NODES, NO_LIMIT, Limit, number, whole
from quintet.protocols.external_engines import PROTOCOLS, parse

SEARCHES = {"engine": "auto", "mcts": "mcts", "alphabeta": "alphabeta", "solver": "auto"}
"""Kinds of our own engine and the method behind each."""
EXPECTED = (
    f"level:1 to level:{len(LEVELS)}, random, engine, solver, mcts:nodes=N, alphabeta:depth=N, ugi:COMMAND,"
    " gtp:COMMAND, nboard:COMMAND or module:function"
)
TRIED = ("auto", "alphabeta", "mcts")
MOST_THREADS = 1024
MOST_MEMORY_MB = 2**20


@dataclass(frozen=True, slots=True)
class Who:
    """A player."""

    text: str
    kind: str
    """``level``, ``random``, one of `SEARCHES`, one of `PROTOCOLS`, or ``function``."""
    level: int = 10
    limit: Limit = NO_LIMIT
    """Its own; without one the arena's counts."""
    threads: int = 1
    memory_mb: int = 64
    rules: bool = False
    """Search the Python rulebook even where there is a kernel."""
    weights: str | None = None
    """A file of what the kernel has learned, or ``none``; otherwise what came with the game."""
    book: bool = True
    """Whether the game's book may be used."""
    command: tuple[str, ...] = ()
    """Of a program."""
    function: str = ""
    """``module:function``."""
    settings: LevelSettings | None = None
    """Of a level that is tried out; without them those of its number count."""

    def __str__(self) -> str:
        return self.text


def parse_who(text: str) -> Who:
    """A player from its text; ValueError says what was expected."""
    text = text.strip()
    kind, colon, rest = text.partition(":")
    if kind == "level" and re.fullmatch(r"[0-9]{1,3}", rest) and 1 <= int(rest) <= len(LEVELS):
        return Who(f"level:{int(rest)}", "level", level=int(rest))
    if kind == "level" and "=" in rest:
        return Who(text, kind, settings=_trial(rest))
    if text == "random":
        return Who(text, "random")
    if kind in SEARCHES and (rest or not colon):
        return Who(text, kind, **_settings(kind, rest))
    if kind in PROTOCOLS and rest.strip():
        return Who(text, kind, command=parse(text)[1])
    if (
        re.fullmatch(r"[A-Za-z_][\w.]*", kind)
        and re.fullmatch(r"[A-Za-z_]\w*", rest)
        and kind not in ("level", "random")
    ):
        return Who(text, "function", function=text)
    raise ValueError(f"a player must be {EXPECTED}, got {text!r}")


def _settings(kind: str, rest: str) -> dict[str, Any]:
    """``nodes=1000,threads=2`` as fields."""
    own: dict[str, Any] = {}
    limit: dict[str, Any] = {}
    for part in rest.split(",") if rest else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name in own or name in limit:
            raise ValueError(f"expected settings such as nodes=1000,threads=2 after {kind}:, got {rest!r}")
        if name == "nodes":
            limit[name] = whole(name, value, MOST_NODES)
        elif name == "depth" and kind in ("engine", "alphabeta"):
            limit[name] = whole(name, value, MOST_DEPTH)
        elif name in ("seconds", "cpu"):
            limit[name] = number(name, value)
        elif name == "threads":
            own[name] = whole(name, value, MOST_THREADS)
        elif name == "memory_mb":
            own[name] = whole(name, value, MOST_MEMORY_MB)
        elif name in ("rules", "book") and value in ("true", "false"):
            own[name] = value == "true"
        elif name == "weights" and value:
            own[name] = value
        else:
            settings = "nodes, seconds, cpu, threads, memory_mb, rules=true, book=false, weights=none or weights=FILE"
            if kind in ("engine", "alphabeta"):
                settings = f"depth, {settings}"
            raise ValueError(f"{kind} has no setting {part.strip()!r}: expected some of {settings}")
    return {**own, "limit": Limit(**limit)}


def level_text(settings: LevelSettings) -> str:
    """A level with these settings as the text of a player."""
    return "level:" + ",".join(f"{name}={str(value).lower()}" for name, value in settings.as_json().items())


def _trial(rest: str) -> LevelSettings:
    """``nodes=100,lines=4,temperature=0.1`` as the settings of a level."""
    given = dict(part.partition("=")[::2] for part in rest.split(","))
    expected = "expected nodes, and some of lines, temperature, careful=false and method=alphabeta"
    if "nodes" not in given or set(given) - {"nodes", "lines", "temperature", "careful", "method"}:
        raise ValueError(f"a level has no settings {rest!r}: {expected}")
    if given.get("careful", "true") not in ("true", "false") or given.get("method", "auto") not in TRIED:
        raise ValueError(f"a level has no settings {rest!r}: {expected}")
    return LevelSettings(
        whole("nodes", given["nodes"], MOST_NODES),
        whole("lines", given.get("lines", "1"), MOST_LINES),
        number("temperature", given["temperature"], 1000) if "temperature" in given else 0.0,
        given.get("careful") != "false",
        given.get("method", "auto"),
    )


def named(players: list[Who]) -> list[str]:
    """A name for each player; a text that comes twice is numbered."""
    names: list[str] = []
    for who in players:
        name, number = who.text, 1
        while name in names:
            number += 1
            name = f"{who.text}#{number}"
        names.append(name)
    return names
