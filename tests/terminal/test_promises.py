"""docs/promises.md, row by row: what is typed is typed, what is seen must be seen, what holds it must be there."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import quintet
from terminal.driver import QUINTET, Desk, lines
from terminal.pseudo_terminal import terminal

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/promises.md").read_text("utf-8")
STATES = ("as written", "in another form", "departed on purpose")
CODE = re.compile(r"`([^`]+)`")
ANSI = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>])")
PRELUDE = "import quintet; from quintet import Pentago; "
"""What Python on the page knows."""


@dataclass(frozen=True)
class Promise:
    """One row of the page, with the lines that stand under its number below the table."""

    number: int
    document: str
    words: str
    typed: tuple[str, ...]
    """A command and the lines after it, or Python."""
    seen: tuple[str, ...]
    state: str
    held: tuple[str, ...]
    display: str


def promises() -> list[Promise]:
    rows = []
    for section in PAGE.split("\n## ")[1:]:
        displays = {int(number): text for number, text in re.findall(r"(?ms)^#### (\d+)\n\n```\n(.*?)\n```$", section)}
        for line in re.findall(r"^\| (\d.*)\|$", section, re.MULTILINE):
            cells = [cell.strip() for cell in line.split("|")]
            assert len(cells) == 6, cells
            number, words, typed, seen, state, held = cells
            shown = displays.pop(int(number), "")
            codes = (tuple(CODE.findall(cell)) for cell in (typed, seen, held))
            typed_codes, seen_codes, held_codes = codes
            title = section.partition("\n")[0]
            rows.append(Promise(int(number), title, words, typed_codes, seen_codes, state, held_codes, shown))
        assert not displays, "lines below a table belong to a row"
    return rows


PROMISES = promises()
SHOWN = [promise for promise in PROMISES if promise.display]


@cache
def holders() -> set[str]:
    """The titles of all rule cases, the names of all tests, and their files."""
    names: set[str] = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix == ".case":
            titles = path.read_text("utf-8").splitlines()
            names |= {str(path.relative_to(ROOT))}
            names |= {line for line in titles if line[:1].strip() and not line.startswith("#")}
        elif path.suffix == ".py":
            names |= {path.name, str(path.relative_to(ROOT))}
            names |= set(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))
    return names


def words_of(command: str) -> list[str]:
    """The words after ``quintet``; a game with its options is one word."""
    words = shlex.split(re.sub(r"\w+\([^)]*\)", lambda spec: f"'{spec[0]}'", command))
    assert words[0] == "quintet"
    return words[1:]


def in_clone(desk: Desk, command: str) -> tuple[list[str], Path]:
    """A command for a shell and the folder it is typed in: ``programs/pentago$ python3 pentago.py``.

    It runs in a copy of the programs, with the Python of these tests and without a network.
    """
    folder, _, words = command.partition("$ ")
    clone = desk.folder / "clone"
    if not clone.exists():
        clone.mkdir()
        built = shutil.ignore_patterns("build", "__pycache__", "*.lock", "*-results*.txt")
        shutil.copytree(ROOT / "programs", clone / "programs", ignore=built)
        for name in ("src", "tests"):
            (clone / name).symlink_to(ROOT / name)
    programs = os.pathsep.join((str(Path(sys.executable).parent), desk.environment["PATH"]))
    desk.environment |= {"PATH": programs, "UV_NO_SYNC": "1", "UV_OFFLINE": "1", "UV_PROJECT_ENVIRONMENT": sys.prefix}
    return ["sh", "-c", words], clone / folder


def piped(desk: Desk, typed: tuple[str, ...]) -> str:
    """What is seen behind a pipe."""
    command, answers = typed[0], lines(*typed[1:])
    if command.startswith(">>> "):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(PRELUDE + command.removeprefix(">>> "), {})
        return out.getvalue()
    if command.startswith("quintet"):
        ran = desk.run(*words_of(command), typed=answers)
        return ran.out + ran.err
    shell, folder = in_clone(desk, command)
    done = subprocess.run(
        shell, input=answers.encode(), capture_output=True, cwd=folder, env=desk.environment, timeout=120
    )
    return (done.stdout + done.stderr).decode()


def in_colour(desk: Desk, typed: tuple[str, ...]) -> str:
    """What is seen on a terminal with colours, without the colours."""
    command, answers = typed[0], lines(*typed[1:])
    desk.environment |= {"COLORTERM": "truecolor"}
    folder = desk.folder
    if command.startswith(">>> "):
        words = [sys.executable, "-c", PRELUDE + command.removeprefix(">>> ")]
    elif command.startswith("quintet"):
        words = [*QUINTET, *words_of(command)]
    else:
        words, folder = in_clone(desk, command)
    with terminal(desk, command=words, folder=folder, typed=answers) as screen:
        return ANSI.sub("", screen.end())


@pytest.mark.parametrize("promise", PROMISES, ids=[f"{promise.number}" for promise in PROMISES])
def test_a_promise_is_kept(desk: Desk, promise: Promise) -> None:
    assert not set(promise.held) - holders()
    assert promise.typed
    assert promise.seen or promise.display, "what is typed shows something"
    out = piped(desk, promise.typed)
    for words in promise.seen:
        assert words in out, out[-2500:]
    if promise.display:
        assert f"\n{promise.display}\n" in f"\n{out}", out[-2500:]


@pytest.mark.parametrize("promise", SHOWN, ids=[f"{promise.number}" for promise in SHOWN])
def test_a_display_is_the_same_on_a_terminal_with_colours(desk: Desk, promise: Promise) -> None:
    out = in_colour(desk, promise.typed)
    assert f"\n{promise.display}\n" in f"\n{out}", out[-2500:]


def test_every_statement_has_a_number_and_a_state_with_its_reason() -> None:
    assert [promise.number for promise in PROMISES] == list(range(1, len(PROMISES) + 1))
    assert {promise.document for promise in PROMISES} == {
        quintet.game_class(game_id).title for game_id in ("pentago", "quentin", "othello", "bestgame", "magnetize")
    }
    for promise in PROMISES:
        state, _, reason = promise.state.partition(": ")
        assert state in STATES, promise
        assert state == STATES[0] or reason, promise


def test_the_page_counts_its_states() -> None:
    counts = Counter((promise.document, promise.state.partition(":")[0]) for promise in PROMISES)
    documents = list(dict.fromkeys(promise.document for promise in PROMISES))
    for document in documents:
        numbers = [counts[document, state] for state in STATES]
        assert f"| {document} | {' | '.join(map(str, [*numbers, sum(numbers)]))} |\n" in PAGE
    totals = [sum(counts[document, state] for document in documents) for state in STATES]
    assert f"| all five | {' | '.join(map(str, [*totals, sum(totals)]))} |\n" in PAGE
