"""SVG as text: elements, numbers and the style sheet of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from quintet.render.palette import DARK, LIGHT, Colors

FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', sans-serif"


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; `inside` is markup already, attribute values are not."""
    written = "".join(f" {_name(key)}={quoteattr(_value(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def words(text: str) -> str:
    """Any text as markup; characters that XML cannot hold become spaces."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def number(value: float) -> str:
    """At most two decimals and no digit that is not needed."""
    return f"{round(value, 2) + 0:g}"


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else str(value)


def style(key: str, surface: str, dark: bool | None, body: str) -> str:
    """The rules that `body` uses: class ``board`` fills with the board's colour, ``board-line`` draws with it.

    Every rule begins with the picture's own id, so that pictures on one page leave each other alone.
    """
    if dark is not None:
        return tag("style", _rules(key, surface, DARK if dark else LIGHT, body))
    light, night = (_rules(key, surface, colors, body) for colors in (LIGHT, DARK))
    return tag("style", f"{light}@media (prefers-color-scheme:dark){{{night}}}")


def _rules(key: str, surface: str, colors: Colors, body: str) -> str:
    return "".join(f"#{key} .{name}{{{rule}}}" for name, rule in _classes(colors, surface) if f'class="{name}"' in body)


def _classes(colors: Colors, surface: str) -> Iterator[tuple[str, str]]:
    for part in (colors.page, colors.surface(surface)):
        for name in part.__dataclass_fields__:
            yield name, f"fill:{getattr(part, name)}"
            yield f"{name}-line", f"fill:none;stroke:{getattr(part, name)}"
