"""Bundles the site's board modules into one script: a notebook takes a widget's code as a single text.

Each file that the site serves becomes a function that returns what the file exports, after the files it imports.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parents[1] / "server/static"
HERE = Path(__file__).parent
ENTRY = HERE / "widget.js"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let) (\w+))", re.MULTILINE)
BOARD = "quintet:"
"""How the widget names the site's files: ``quintet:board/element.js``."""


@cache
def script() -> str:
    """The widget and all modules that it imports."""
    parts: dict[Path, str] = {}
    _add(ENTRY, parts)
    entry = parts.pop(ENTRY)
    return "\n".join([*parts.values(), entry])


def _add(path: Path, parts: dict[Path, str]) -> None:
    """Add a file to the parts, after the files that it imports."""
    if path in parts:
        return
    code = path.read_text("utf-8")

    def destructured(line: re.Match[str]) -> str:
        other = _resolved(path, line[2])
        _add(other, parts)
        return f"const {{{line[1].replace(' as ', ': ')}}} = {_name(other)};\n"

    code = IMPORT.sub(destructured, code)
    if path != ENTRY:
        names = EXPORT.findall(code)
        code = f"const {_name(path)} = (() => {{\n{EXPORT.sub('', code)}\nreturn {{ {', '.join(names)} }};\n}})();"
    parts[path] = code


def _resolved(path: Path, named: str) -> Path:
    if named.startswith(BOARD):
        return STATIC / "js" / named.removeprefix(BOARD)
    return (path.parent / named).resolve()


def _name(path: Path) -> str:
    return "$" + path.stem


@cache
def styles() -> str:
    """The board's own style, with the colours of the site for the widget alone."""
    files = "".join((STATIC / "css" / name).read_text("utf-8") for name in ("base.css", "controls.css"))
    base = re.sub(r"/\*.*?\*/\s*", "", files, flags=re.DOTALL)
    colors = re.search(r"^:root \{\n(.*?)^\}", base, re.DOTALL | re.MULTILINE)
    parts = [
        rule
        for rule in re.findall(r"^[^\s@}][^{}]*\{[^{}]*\}", base, re.MULTILINE)
        if rule.startswith((".button", ".hidden"))
    ]
    own = (HERE / "widget.css").read_text("utf-8")
    board = re.sub(r"^:root\[[^{]*\{[^}]*\}\s*", "", (STATIC / "css/board.css").read_text("utf-8"), flags=re.MULTILINE)
    if colors is None:
        raise ValueError("base.css must begin with the colours of :root, and has none")
    return "\n".join([f".quintet-widget {{\n{colors[1]}}}", *(f".quintet-widget {rule}" for rule in parts), board, own])
