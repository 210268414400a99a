"""docs/promises.md, row by row: what is typed is typed, what is seen must be seen, what holds it must be there."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import quintet
from quintet import Pentago
from terminal.driver import Desk

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Promise:
    """One row of the page."""

    words: str
    typed: tuple[str, ...]
    """A command and the lines after it, or Python."""
    seen: tuple[str, ...]
    held: tuple[str, ...]


def promises() -> list[Promise]:
    rows = [line for line in (ROOT / "docs/promises.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [row.strip("|").split("|") for row in rows]
    told = [row for row in cells if row[0].strip() not in ("it is promised", "---")]
    assert all(len(row) == 4 for row in told), [row for row in told if len(row) != 4]
    return [Promise(row[0].strip(), *(tuple(CODE.findall(cell)) for cell in row[1:])) for row in told]


PROMISES = promises()


@cache
def held_by() -> set[str]:
    """The titles of all rule cases, the names of all tests, and their files."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix == ".case":
            lines = path.read_text("utf-8").splitlines()
            found |= {line.strip() for line in lines if line[:1].strip() and not line.startswith("#")}
        elif path.suffix == ".py":
            found |= {path.name, str(path.relative_to(ROOT))}
            found |= set(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    return found


def shown(desk: Desk, typed: tuple[str, ...]) -> str:
    """All that is seen, in one line; files that were written too."""
    if typed[0].startswith(">>> "):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(typed[0].removeprefix(">>> "), {"Pentago": Pentago, "quintet": quintet})
        return " ".join(out.getvalue().split())
    words = shlex.split(typed[0].replace("(", "'(").replace(")", ")'"))
    assert words[0] == "quintet"
    ran = desk.run(*words[1:], typed="".join(f"{line}\n" for line in typed[1:]))
    files = [f"file {path.name}: {path.read_text('utf-8')}" for path in desk.folder.iterdir()]
    last = [f"file {path.name}: {line}" for path in desk.folder.iterdir() for line in path.read_text().splitlines()]
    return " ".join(" ".join([ran.out, ran.err, *files, *last]).split())


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.words[:50] for promise in PROMISES])
def test_a_promise_is_kept(desk: Desk, promise: Promise) -> None:
    assert promise.held or promise.typed
    for name in promise.held:
        assert name in held_by(), name
    if promise.typed:
        out = shown(desk, promise.typed)
        assert promise.seen, "what is typed shows something"
        for seen in promise.seen:
            assert seen in out, out[-1500:]


def test_every_game_is_promised() -> None:
    page = (ROOT / "docs/promises.md").read_text("utf-8")
    for game_id in ("pentago", "quentin", "othello", "bestgame", "magnetize"):
        assert f"\n## {quintet.game_class(game_id).title}\n" in page
    assert len(PROMISES) > 50
