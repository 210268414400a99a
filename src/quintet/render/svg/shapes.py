"""Shapes: what pictures are made of, written as SVG for a file or as plain lists for a browser.

A fill or a stroke may be the name of a colour of the palette. A ``~`` in an attribute stands for the picture's own key,
so that pictures on one page have ids of their own. The shape ``places`` stands for a use of its ``href`` at every spot
that is no line, or at every spot of its ``group``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from quintet.core.scene import Layout
from quintet.render.svg.palette import DARK, LIGHT, Colors, Page, Surface

UNIT = 100
"""Units of a picture in a cell."""
FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', sans-serif"
ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
NAMES = frozenset(field.name for part in (Page, Surface) for field in fields(part))
HOOKS = ("class", "data-group")
"""Attributes by which a browser finds a shape; a file needs none."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An element and what is inside: other elements, or plain text."""

    name: str
    attributes: dict[str, Any]
    inside: tuple[Shape | str, ...] = ()


Shapes = list[Any]
"""Of `Shape`, or of what `plain` makes of it."""


def shape(name: str, *inside: Shape | str, **attributes: object) -> Shape:
    """``stroke_width`` is the attribute ``stroke-width``, ``class_`` is ``class``."""
    return Shape(name, {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}, inside)


def use(stamp: str, x: float, y: float, **attributes: object) -> Shape:
    return shape("use", href=f"#~{stamp}", x=x, y=y, **attributes)


def gradient(kind: str, stops: Iterable[tuple[float, str, float]], **attributes: object) -> Shape:
    """From one stop to the next: where it is, its colour, how opaque that is."""
    inside = [shape("stop", offset=offset, stop_color=color, stop_opacity=much) for offset, color, much in stops]
    return shape(f"{kind}Gradient", *inside, **attributes)


def number(value: float) -> str:
    """At most two decimals and no digit that is not needed."""
    return f"{round(value, 2) + 0:g}"


def path(*values: float) -> str:
    """Numbers side by side, as paths and points have them."""
    return " ".join(map(number, values))


# For a browser


def plain(part: Shape | str | Shapes) -> Any:
    """``[name, attributes, ...inside]``; colours of the palette are variables of a style sheet."""
    if isinstance(part, str):
        return part
    if isinstance(part, list):
        return [plain(inner) for inner in part]
    attributes = {name: _variable(name, value) for name, value in part.attributes.items()}
    return [part.name, attributes, *map(plain, part.inside)]


def _variable(name: str, value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 2)
    return f"var(--{value})" if _is_paint(name, value) else value


def _is_paint(name: str, value: Any) -> bool:
    return name in ("fill", "stroke") and value in NAMES


# For a file


def spread(layout: Layout, parts: Iterable[Shape | str]) -> Iterator[Shape | str]:
    """The same shapes with every ``places`` written out."""
    for part in parts:
        if isinstance(part, str):
            yield part
        elif part.name == "places":
            href, group = part.attributes["href"], part.attributes.get("group")
            for spot in layout.spots:
                if spot.line is None and (group is None or spot.group == group):
                    yield shape("use", href=href, x=UNIT * spot.x, y=UNIT * spot.y)
        else:
            yield Shape(part.name, part.attributes, tuple(spread(layout, part.inside)))


def markup(part: Shape | str, key: str) -> str:
    """SVG; colours of the palette are classes: ``key-board`` fills with that colour, ``key-board-line`` draws."""
    if isinstance(part, str):
        return words(part)
    classes, written = [], ""
    for name, value in part.attributes.items():
        if _is_paint(name, value):
            classes.append(f"{key}-{value}" if name == "fill" else f"{key}-{value}-line")
        elif name not in HOOKS:
            text = number(value) if isinstance(value, (int, float)) else str(value).replace("~", f"{key}-")
            written += f" {name}={quoteattr(text)}"
    if classes:
        written = f' class="{" ".join(classes)}"{written}'
    inside = "".join(markup(inner, key) for inner in part.inside)
    return f"<{part.name}{written}>{inside}</{part.name}>" if inside else f"<{part.name}{written}/>"


def words(text: str) -> str:
    """Any text as markup; characters that XML cannot hold become spaces."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def style(key: str, surface: str, dark: bool | None, body: str, more: str = "") -> str:
    """The rules that `body` uses. Classes have no other selector: inside a ``use`` nothing else would find them."""
    if dark is not None:
        return f"<style>{_rules(key, surface, DARK if dark else LIGHT, body)}{more}</style>"
    light, night = (_rules(key, surface, colors, body) for colors in (LIGHT, DARK))
    return f"<style>{light}@media (prefers-color-scheme:dark){{{night}}}{more}</style>"


def _rules(key: str, surface: str, colors: Colors, body: str) -> str:
    used = {name for names in re.findall('class="([^"]+)"', body) for name in names.split()}
    rules = []
    for name, color in colors.named(surface).items():
        for class_, rule in ((f"{key}-{name}", f"fill:{color}"), (f"{key}-{name}-line", f"stroke:{color}")):
            rules += [f".{class_}{{{rule}}}"] * (class_ in used)
    return "".join(rules)
