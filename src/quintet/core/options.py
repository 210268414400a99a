"""Options of a game: ranges, the ``id(name=value)`` spelling, JSON Schema.

A game declares a frozen dataclass whose fields are made with `integer`, `flag` and `choice`;
everything a front end needs (flags, forms, checks, messages) is derived from it here.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Range:
    """What one option may be."""

    help: str
    """One line for people."""
    kind: str
    """``integer``, ``flag`` or ``choice``."""
    low: int = 0
    """The smallest whole number."""
    high: int = 0
    """The largest."""
    short: str | None = None
    """A one-letter flag of the game's own, without its dash."""
    words: tuple[str, ...] = ()
    """What may be written where it is no number."""
    limit: Callable[[Any], tuple[int, str]] | None = None
    """A tighter upper bound that depends on the other options, and how to say it."""
    step: int = 1
    """A whole number must be a multiple of this."""

    @property
    def expected(self) -> str:
        """What may be given, in words: ``3 to 26``."""
        if self.step > 1:
            *others, last = range(self.low, self.high + 1, self.step)
            return f"{', '.join(map(str, others))} or {last}"
        if self.kind == "integer":
            return f"{self.low} to {self.high}"
        return " or ".join(self.words)


def integer(
    default: int,
    low: int,
    high: int,
    help: str,
    *,
    short: str | None = None,
    limit: Callable[[Any], tuple[int, str]] | None = None,
    step: int = 1,
) -> Any:
    """A whole number from `low` to `high`; with `step` only the multiples of that."""
    return _field(default, Range(help, "integer", low, high, short, (), limit, step))


def flag(default: bool, help: str, *, short: str | None = None) -> Any:
    """Yes or no."""
    return _field(default, Range(help, "flag", short=short, words=("true", "false")))


def choice(default: str, words: tuple[str, ...], help: str, *, short: str | None = None) -> Any:
    """One of a few words."""
    return _field(default, Range(help, "choice", short=short, words=words))


def _field(default: object, range: Range) -> Any:
    return dataclasses.field(default=default, metadata={"range": range})


def ranges(Options: type) -> dict[str, Range]:
    """The options of a game in declared order."""
    return {field.name: field.metadata["range"] for field in dataclasses.fields(Options)}


def make(game_id: str, Options: type, values: Mapping[str, object]) -> Any:
    """Options from raw values (numbers, booleans or their texts); ValueError names what is wrong."""
    known = ranges(Options)
    for name in values:
        if name not in known:
            expected = f"one of {', '.join(known)}" if known else "no option at all"
            raise ValueError(f"{game_id} has no option {name!r}: expected {expected}")
    options = Options(**{name: _convert(name, known[name], raw) for name, raw in values.items()})
    for name, range in known.items():
        if range.limit is not None:
            high, meaning = range.limit(options)
            value = getattr(options, name)
            if value > high:
                raise ValueError(f"{name} must be {range.low} to {high} ({meaning}), got {value}")
    return options


def _convert(name: str, range: Range, raw: object) -> int | bool | str:
    """One raw value as the option's own type."""
    text = str(raw).strip()
    if range.kind == "integer" and not isinstance(raw, bool):
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None
        if number is not None and range.low <= number <= range.high and number % range.step == 0:
            return number
    elif range.kind == "flag" and text.lower() in range.words:
        return text.lower() == "true"
    elif range.kind == "choice" and text in range.words:
        return text
    kind = "a whole number, " if range.kind == "integer" and not re.fullmatch(r"[+-]?[0-9]+", text) else ""
    raise ValueError(f"{name} must be {kind}{range.expected}, got {_shown(raw)}")


def _shown(raw: object) -> str:
    return repr(raw) if isinstance(raw, str) and not raw.lstrip("-").isalnum() else str(raw)


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """``quentin(size=5, pie=false)`` as id and raw values; ValueError says what was expected."""
    pattern = r"\s*([^()\s]+)\s*(?:\((.*)\))?\s*"
    match = re.fullmatch(pattern, spec, re.DOTALL) if isinstance(spec, str) else None
    if match is None:
        raise ValueError(f"expected a game like 'name' or 'name(option=value,...)', got {spec!r}")
    game_id, inside = match.groups()
    values: dict[str, str] = {}
    for part in (inside or "").split(",") if (inside or "").strip() else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            raise ValueError(f"expected option=value in {spec!r}, got {part.strip()!r}")
        if name in values:
            raise ValueError(f"{name} is given twice in {spec!r}")
        values[name] = value
    return game_id, values


def join_spec(game_id: str, options: Any) -> str:
    """The canonical spec: declared order, only what differs from the default."""
    values = ",".join(f"{name}={_word(value)}" for name, value in changed(options).items())
    return f"{game_id}({values})" if values else game_id


def changed(options: Any) -> dict[str, int | bool | str]:
    """The options that differ from their defaults, in declared order."""
    values = {field.name: (getattr(options, field.name), field.default) for field in dataclasses.fields(options)}
    return {name: value for name, (value, default) in values.items() if value != default}


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def json_schema(Options: type) -> dict[str, Any]:
    """The options as a JSON Schema object, for forms and API descriptions."""
    properties: dict[str, Any] = {}
    for field in dataclasses.fields(Options):
        range: Range = field.metadata["range"]
        entry: dict[str, Any] = {"description": range.help, "default": field.default}
        if range.kind == "integer":
            entry |= {"type": "integer", "minimum": range.low, "maximum": range.high}
            if range.step > 1:
                entry["multipleOf"] = range.step
        elif range.kind == "flag":
            entry |= {"type": "boolean"}
        else:
            entry |= {"type": "string", "enum": list(range.words)}
        properties[field.name] = entry
    return {"type": "object", "properties": properties, "additionalProperties": False}
