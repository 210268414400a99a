"""Opening books: best-first, the same on any number of cores, resumed, and told apart from what is proved."""

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quintet
from needs import need
from quintet.compute import open_pool
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import Engine, book
from quintet.learn.make_book import TIE, BookEdge, BookPlan, BookRun, BookTree, Studied, write
from quintet.terminal.cli import main

need("the engine room")
PLAN = BookPlan("othello", 20, 500, 3)


def made(path: Path, plan: BookPlan = PLAN, workers: int = 1) -> dict[str, book.BookLine]:
    with open_pool(workers) as pool, BookRun(path, plan) as making:
        making.run(pool, lambda done, total: None)
        return making.book_lines()


def test_a_plan_makes_the_same_book_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    whole = made(tmp_path / "one")
    assert len(whole) == 20
    assert not any(line.exact for line in whole.values())
    assert made(tmp_path / "two", workers=2) == whole
    lines = (tmp_path / "one").read_bytes().splitlines(keepends=True)
    assert len(lines) == 21
    # Out of order, and the last one cut short: what is studied next must not depend on it.
    (tmp_path / "cut").write_bytes(lines[0] + lines[9] + b"".join(lines[1:7]) + lines[12][:30])
    assert made(tmp_path / "cut") == whole
    assert len((tmp_path / "cut").read_bytes().splitlines()) == 21
    with pytest.raises(ValueError, match="belongs to a run with other settings: expected another --work"):
        made(tmp_path / "one", replace(PLAN, nodes=600))
    assert made(tmp_path / "small", replace(PLAN, positions=11)) != whole
    assert made(tmp_path / "small") == whole  # it grows, and no position is studied twice
    assert len((tmp_path / "small").read_bytes().splitlines()) == 21
    (tmp_path / "nonsense").write_bytes(lines[0] + b'{"position": 3}\n')
    with pytest.raises(ValueError, match="is no file of a run: expected another --work"):
        made(tmp_path / "nonsense")


def studied(position: str, *edges: tuple[str, float, str | None]) -> Studied:
    return Studied(position, tuple(BookEdge(move, value, None, child, -1) for move, value, child in edges))


def test_the_most_promising_comes_first() -> None:
    tree = BookTree("start")
    assert tree.next(5) == ["start"]
    tree.add(studied("start", ("a", 0.1, "A"), ("b", 0.0, "B"), ("c", -0.9, "C"), ("win", 0.05, None)))
    assert tree.next(5) == ["A", "B", "C"]
    # After a the other side is better off than was thought: b is the best move now.
    tree.add(studied("A", ("x", 0.3, "AX"), ("y", 0.299, "AY")))
    assert tree.worth("start").value == 0.05
    assert tree.best("start") == ["win"]
    assert tree.best("A") == ["x", "y"]
    assert tree.next(2) == ["B", "AX"]
    assert tree.worth("A").value - 0.299 < TIE


def test_a_circle_ends() -> None:
    tree = BookTree("start")
    tree.add(studied("start", ("a", 0.2, "A")))
    tree.add(studied("A", ("b", 0.1, "start"), ("c", -0.4, "C")))
    assert tree.worth("start").value in (-0.1, 0.4, -0.2)
    assert tree.next(3) == ["C"]


def test_what_is_proved_counts_for_those_before_it() -> None:
    tree = BookTree("start")
    tree.add(studied("start", ("a", 0.9, "A"), ("b", 0.1, "B")))
    tree.add(Studied("A", (BookEdge("x", 1.0, 3.0, None, -1), BookEdge("y", 1.0, 3.0, None, -1)), (1, 3)))
    assert tree.worth("A").score == 3
    assert tree.best("A") == ["x", "y"]
    assert tree.best("start") == ["b"]


@pytest.fixture
def stranger(tmp_path: Path) -> Any:
    """A game of somebody else whose module is in a folder of its own."""
    module = ModuleType("booked_game")
    module.__file__ = str(tmp_path / "booked_game.py")
    sys.modules[module.__name__] = module
    original: Any = quintet.load("othello")
    made: Any = type("Booked", (type(original),), {"__module__": module.__name__})
    yield made(original.options)
    sys.modules.pop("booked_game")


def test_the_highest_level_plays_it_and_an_analysis_shows_it(
    stranger: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quintet.core.registry.load", lambda text: stranger)
    with open_pool(1) as pool, BookRun(tmp_path / "run", replace(PLAN, positions=3)) as making:
        making.run(pool, lambda done, total: None)
        path = write(making)
    assert path == tmp_path / "othello.book"
    start = stranger.start()
    estimate = book.find_entry(stranger, start)
    assert isinstance(estimate, book.Estimate)
    assert book.look_up(stranger, start) is None
    engine = Engine(stranger)
    assert engine.choose(start) == estimate.best[0]
    shown = engine.analyze(start, nodes=1000)
    assert shown.nodes >= 1000
    assert shown.book is not None
    assert (shown.book.moves, shown.book.exact) == (estimate.best[:1], False)
    assert shown.as_json()["book"]["value"] == estimate.value
    assert engine.analyze(stranger.play(start, estimate.best[0]), nodes=100).book is not None
    assert Engine(stranger, book=False).analyze(start, nodes=1000).book is None
    assert Engine(stranger, level=5).analyze(start).book is None


def test_a_line_reads_back(tmp_path: Path) -> None:
    lines = {"one": book.BookLine(0, 0.125, -1.5, "c4 d3", exact=False), "two": book.BookLine(0, -1, None, "c4")}
    book.write(tmp_path / "some.book", {"any": lines})
    read = book.read("some.book", (tmp_path / "some.book").read_text().splitlines())["any"]
    assert {text: line._replace(number=0) for text, line in read.items()} == lines


@pytest.mark.parametrize("line", ["text|~1.5|-|1", "text|~x|-|1", "text|~0.1|2|1", "text|0|~2|1", "text|~|-|1"])
def test_a_damaged_estimate(line: str) -> None:
    with pytest.raises(ValueError, match=r"^line 2 of some.book must be 'position\|value\|margin\|moves'"):
        book.read("some.book", ["game any", line])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("make", "nothing"), "no game is called 'nothing'"),
        (("make", "othello", "--positions", "0"), "positions must be a whole number from 1 to 1000000, got 0"),
        (("make", "othello", "--nodes", "0"), "nodes must be"),
        (("make", "othello", "--lines", "0"), "lines must be"),
        (("make", "othello", "--work", "/nowhere/run"), "'/nowhere/run' cannot be opened: its folder is missing"),
        (("list", "pentago"), "there is no book of pentago: make one with 'quintet book make pentago'"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_the_command_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "list", "bestgame"]) == 0
    lines = book.load(registry.place_for(quintet.game_class("bestgame"), "book"))[spec(quintet.load("bestgame"))]
    assert capsys.readouterr().out == f"bestgame: {len(lines)} positions, {len(lines)} proved and 0 estimated\n"
