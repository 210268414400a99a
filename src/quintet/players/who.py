"""Who plays: one value for everything that may sit at a board, and its parser."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from quintet.core.record import checked_name
from quintet.engine import LEVELS
from quintet.engine.bounds import (
    MOST_DEPTH,
    MOST_LINES,
    MOST_MEMORY_MB,
    MOST_NODES,
    MOST_THREADS,
    parse_number,
    parse_whole,
)
from quintet.engine.levels import LevelSettings
from quintet.engine.limits import UNLIMITED, TimeControl
from quintet.protocols import external_engines

SEARCHES = {"engine": "auto", "solver": "auto", "mcts": "mcts", "alphabeta": "alphabeta"}
"""Kinds that search with settings of their own, and the engine's method for each."""
EXAMPLES = {
    "level": f"level:1 to level:{len(LEVELS)}",
    "human": "human",
    "random": "random",
    "engine": "engine",
    "solver": "solver",
    "mcts": "mcts:nodes=N",
    "alphabeta": "alphabeta:depth=N",
    **{protocol: f"{protocol}:COMMAND" for protocol in external_engines.PROTOCOLS},
    "function": "module:function",
}
"""How a player of each kind is written; ``trial``, a level with settings (``level:nodes=100``), is left out."""
ANYBODY = frozenset({*EXAMPLES, "trial"})
USUAL = frozenset({"level", "human", "random"})
"""The kinds that most people want: a refusal of what is nobody names these alone."""
AUTOMATIC = ANYBODY - {"human"}
"""Everybody who needs no keyboard."""
OWN_ENGINES = frozenset({"level", "trial", "random", *SEARCHES})
"""Everybody who needs nothing of somebody else, and so cannot forfeit."""
BOUNDED = frozenset({"level", "random"})
"""Players that a stranger may choose: a move of theirs costs no more than a level allows."""
WHOLE_SETTINGS = {"nodes": MOST_NODES, "depth": MOST_DEPTH, "threads": MOST_THREADS, "memory_mb": MOST_MEMORY_MB}
"""Settings of a search that are whole numbers, and the largest of each."""
TRIAL_METHODS = ("auto", "alphabeta", "mcts")


@dataclass(frozen=True, slots=True)
class Who:
    """A player; its text reads back as itself."""

    kind: str
    """One of `ANYBODY`; or ``object`` for what only a Python program has, whose text is ``<its name>``."""
    level: int | None = None
    text: str = ""
    """As it was written; ``human``, ``random`` and ``level:N`` need none."""
    limit: TimeControl = UNLIMITED
    """What a search may use; without one, what the place where it plays allows."""
    threads: int = 1
    memory_mb: int | None = None
    rules: bool = False
    """Search the Python rulebook even where there is a kernel."""
    weights: str | None = None
    """A file of what the kernel has learned, or ``none``; otherwise what came with the game."""
    book: bool = True
    """Whether the game's book may be used."""
    settings: LevelSettings | None = None
    """Of a level that is tried out."""

    def __str__(self) -> str:
        return self.text or (self.kind if self.level is None else f"{self.kind}:{self.level}")

    @property
    def is_program(self) -> bool:
        """Whether somebody else's code plays: a program or a function."""
        return self.kind == "function" or self.kind in external_engines.PROTOCOLS


HUMAN, RANDOM = Who("human"), Who("random")


def parse_who(text: str, kinds: Collection[str] = ANYBODY, name: str = "a player") -> Who:
    """A player of one of these kinds from its text; ValueError says what was expected of `name`."""
    who = _parsed(text.strip()) if isinstance(text, str) else None
    if who is None or who.kind not in kinds:
        given = text.strip() if isinstance(text, str) else text
        if kinds == ANYBODY:
            raise ValueError(f"{name} must be {expected(USUAL)}, got {given!r}; quintet play --help lists more")
        raise ValueError(f"{name} must be {expected(kinds)}, got {given!r}")
    return who


def engine_called(name: str) -> Who | None:
    """The engine of ours that a name means, ``level:3``; ``None`` for a name of anybody else."""
    with contextlib.suppress(ValueError):
        who = parse_who(name, OWN_ENGINES)
        return who if str(who) == name else None
    return None


def person_name(name: str) -> str:
    """A name for a person; ValueError for one that would be read as an engine."""
    if engine_called(checked_name(name)):
        raise ValueError(f"{name.strip()} is the name of an engine: expected another name for a person")
    return checked_name(name)


def display_name(name: str) -> str:
    """The name of a player as people read it: ``Learner (level 3)`` for one that is called ``level:3``."""
    who = engine_called(name)
    return LEVELS[who.level - 1].title if who and who.level else name


def expected(kinds: Collection[str] = ANYBODY) -> str:
    """How players of these kinds are written, in words."""
    *most, last = (example for kind, example in EXAMPLES.items() if kind in kinds)
    return f"{', '.join(most)} or {last}" if most else last


def _parsed(text: str) -> Who | None:
    """A player of any kind; ValueError for settings that it has not."""
    word = text.lower()
    if word in ("human", "random"):
        return Who(word)
    if text.startswith("<"):
        return Who("object", text=text)
    kind, colon, rest = text.partition(":")
    if kind.lower() == "level":
        if re.fullmatch(r"[0-9]{1,3}", rest) and 1 <= int(rest) <= len(LEVELS):
            return Who("level", int(rest))
        return Who("trial", text=text, settings=_trial(rest)) if "=" in rest else None
    if kind in SEARCHES and (rest or not colon):
        return Who(kind, text=text, **_search_settings(kind, rest))
    if kind in external_engines.PROTOCOLS and rest.strip():
        external_engines.parse(text)
        return Who(kind, text=text)
    is_function = re.fullmatch(r"[A-Za-z_][\w.]*", kind) and re.fullmatch(r"[A-Za-z_]\w*", rest)
    return Who("function", text=text) if is_function and kind not in EXAMPLES else None


def _search_settings(kind: str, rest: str) -> dict[str, Any]:
    """``nodes=1000,threads=2`` as fields."""
    fields: dict[str, Any] = {}
    has_depth = kind in ("engine", "alphabeta")
    for part in rest.split(",") if rest else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name in fields:
            raise ValueError(f"expected settings such as nodes=1000,threads=2 after {kind}:, got {rest!r}")
        if name in WHOLE_SETTINGS and (has_depth or name != "depth"):
            fields[name] = parse_whole(name, value, 1, WHOLE_SETTINGS[name])
        elif name in ("seconds", "cpu"):
            fields[name] = parse_number(name, value)
        elif name in ("rules", "book") and value in ("true", "false"):
            fields[name] = value == "true"
        elif name == "weights" and value:
            fields[name] = value
        else:
            settings = "nodes, seconds, cpu, threads, memory_mb, rules=true, book=false, weights=none or weights=FILE"
            settings = f"depth, {settings}" if has_depth else settings
            raise ValueError(f"{kind} has no setting {part.strip()!r}: expected some of {settings}")
    limits = {name: fields.pop(name) for name in ("nodes", "depth", "seconds", "cpu") if name in fields}
    return fields | {"limit": TimeControl(**limits)}


def level_text(settings: LevelSettings) -> str:
    """A level with these settings as the text of a player."""
    return "level:" + ",".join(f"{name}={str(value).lower()}" for name, value in settings.as_json().items())


def _trial(rest: str) -> LevelSettings:
    """``nodes=100,lines=4,temperature=0.1`` as the settings of a level."""
    given = dict(part.partition("=")[::2] for part in rest.split(","))
    if (
        "nodes" not in given
        or set(given) - {"nodes", "lines", "temperature", "careful", "method"}
        or given.get("careful", "true") not in ("true", "false")
        or given.get("method", "auto") not in TRIAL_METHODS
    ):
        settings = "nodes, and some of lines, temperature, careful=false and method=alphabeta"
        raise ValueError(f"a level has no settings {rest!r}: expected {settings}")
    return LevelSettings(
        parse_whole("nodes", given["nodes"], 1, MOST_NODES),
        parse_whole("lines", given.get("lines", "1"), 1, MOST_LINES),
        parse_number("temperature", given["temperature"], 1000) if "temperature" in given else 0.0,
        given.get("careful") != "false",
        given.get("method", "auto"),
    )


def parse_named(text: str) -> tuple[str, str]:
    """The name and the player of ``name=player``; no name where none is given."""
    named = re.fullmatch(r"([^:=]*)=(.*)", text.strip(), re.DOTALL)
    return (checked_name(named[1]), named[2]) if named else ("", text)


def unique_names(names: Iterable[str]) -> list[str]:
    """The same names; one that comes again is numbered."""
    unique: list[str] = []
    for wanted in names:
        name, number = wanted, 1
        while name in unique:
            number += 1
            name = f"{wanted}#{number}"
        unique.append(name)
    return unique
