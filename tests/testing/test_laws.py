"""What is said about a broken law, and the ways to ask: a function, the command, pytest."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from installed import EXAMPLE
from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.testing import LAWS, check
from quintet.testing.subject import find_games

FILE = EXAMPLE / "connectfour.py"


@pytest.fixture(autouse=True)
def forgotten() -> Any:
    """What a test enlists is unknown again afterwards."""
    before = dict(registry._third_party())
    yield
    registry._third_party().clear()
    registry._third_party().update(before)


def sound() -> AnyGame:
    (game,) = find_games(str(FILE), ("connectfour(columns=4,rows=4)",))
    return game


def test_the_example_keeps_all() -> None:
    assert check(sound()) == []


def broken(name: str, change: Callable[[Any, Any], Any]) -> list[str]:
    """What is broken when a method of the example answers otherwise: `change` gets its answer and its arguments."""
    base = type(sound())
    original = getattr(base, name)

    def method(self: Any, *arguments: Any) -> Any:
        return change(original(self, *arguments), arguments)

    cls: Any = type("Changed", (base,), {name: method, "__eq__": base.__eq__, "__hash__": base.__hash__})
    registry._third_party()["connectfour"] = cls
    return check(registry.load("connectfour(columns=4,rows=4)"))


@pytest.mark.parametrize("said", ["", "Black plays", "It goes well.", "Black\nplays.", f"Black {'very ' * 40}well."])
def test_what_is_said_about_a_move_is_a_sentence(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = sound()
    monkeypatch.setattr(type(game), "narrate", lambda self, pos, move: said, raising=False)
    (sentence,) = check(game)
    assert f"But it is {said!r}" in sentence


def test_the_position_and_the_move_are_named() -> None:
    (told,) = (said for said in broken("play", lambda after, given: given[0]) if "play gives" in said)
    assert told.endswith("But the position is the same after the move (position '..../..../..../.... b', move 1)")


def test_what_raises_is_told_and_the_rest_is_not_tried() -> None:
    def raising(moves: Any, given: Any) -> Any:
        raise KeyError("lost")

    assert broken("legal_moves", raising) == [
        "connectfour(columns=4,rows=4) breaks a law. Random legal moves can be played from the start until the game is "
        "over. But it raised KeyError: 'lost' (position '..../..../..../.... b')"
    ]


def test_a_game_that_ends_the_program_is_told() -> None:
    def leaving(moves: Any, given: Any) -> Any:
        raise SystemExit(3)

    (told,) = broken("legal_moves", leaving)
    assert "But it raised SystemExit: 3 (position " in told


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("outcome second", "outcome second but it is: first, four in a row"),
        ("play 4", "the game is over"),
        ("sing", "expected a step like 'play' or "),
    ],
)
def test_a_false_story_in_the_rules_breaks_its_law(step: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = sound()
    cls: Any = type(game)
    monkeypatch.setattr(cls, "rules", cls.rules.replace("outcome first, four in a row", step))
    (told,) = check(game)
    assert "The stories in the rules can be told, and what they claim is so." in told
    assert f"But the story 'Four in a column' is false: {said}" in told


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_the_command(tmp_path: Path) -> None:
    good = run("quintet", "check", str(FILE), "connectfour(columns=4,rows=4)", folder=tmp_path)
    assert (good.returncode, good.stdout) == (
        0,
        f"connectfour(columns=4,rows=4) keeps all {len(LAWS)} laws.\n"
        "connectfour(columns=4,rows=4): no kernel is installed: the engines search the rulebook.\n",
    )
    wrong = FILE.read_text("utf-8").replace("max(cell for cell in column", "min(cell for cell in column")
    (tmp_path / "mine.py").write_text(wrong.replace("return (str(move),)", "return ()"), "utf-8")
    bad = run("quintet", "check", "mine", folder=tmp_path)
    assert bad.returncode == 1
    assert "But clicks are () (position '......./" in bad.stdout
    assert "move 1)\n" in bad.stdout
    missing = run("quintet", "check", "nothing.py", folder=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr.startswith("quintet: 'nothing.py' cannot be imported: FileNotFoundError")
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)\n")
    leaves = run("quintet", "check", "leaves.py", folder=tmp_path)
    assert leaves.returncode == 2
    assert leaves.stderr == "quintet: 'leaves.py' cannot be imported: it ends the program with sys.exit(3).\n"
    (tmp_path / "ok.txt").write_text("")
    for where in (".", "ok.txt"):
        assert run("quintet", "check", where, folder=tmp_path).stderr == (
            f"quintet: expected a file such as mine.py, a module such as package.mine or a game, got {where!r}.\n"
        )
    (tmp_path / "empty.py").write_text("")
    empty = run("quintet", "check", "empty.py", folder=tmp_path)
    assert "must have one class with id, title, Options, start, legal_moves, play, outcome" in empty.stderr


def test_the_plug_in(tmp_path: Path) -> None:
    wrong = FILE.read_text("utf-8").replace("return (str(move),)", "return ()")
    (tmp_path / "mine.py").write_text(wrong, "utf-8")
    told = run("pytest", "-p", "quintet.testing.plugin", "--quintet-game", "mine.py", folder=tmp_path).stdout
    assert f"1 failed, {len(LAWS) - 1} passed" in told
    assert "connectfour breaks a law. Every legal move has things to press" in told
