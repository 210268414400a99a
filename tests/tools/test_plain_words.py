"""The check of names and words refuses what it should, and the tree passes it."""

import ast
from pathlib import Path

import pytest

from tools import plain_words


def test_the_tree_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert (plain_words.main([]), capsys.readouterr().out) == (0, "")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("found = 1", "'found' is not a name: say what it is"),
        ("def f(at: int) -> None: ...", "'at' is not a name: say what it is"),
        ("squares = [one for one in range(3)]", "'one' is not a name: say what it is"),
        ("# whoever asks", "'whoever': name the subject in plain words"),
        ('"""Up to so many of them."""', "'so many of': name the subject in plain words"),
    ],
)
def test_what_is_refused(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "module.py"
    path.write_text(f"x = 1\n{line}\n")
    assert list(plain_words.in_file(path)) == [f"{path}:2: {problem}"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("const found = 1;", "found"),
        ("for (const one of list) work();", "one"),
        ("list.sort((one, other) => one - other);", "one"),
        ("list.map((move, /** @type {number} */ at) => move);", "at"),
        ("const { at } = message; // one", None),
        ('say("told, as it was kept");', None),
    ],
)
def test_names_in_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, name: str | None) -> None:
    monkeypatch.setattr(plain_words, "ROOT", tmp_path)
    (tmp_path / "module.js").write_text(f"{line}\n")
    expected = [f"module.js:1: {name!r} is not a name: say what it is"] if name else []
    assert list(plain_words.in_script(tmp_path / "module.js")) == expected


def test_fields_and_attributes_may_be_short() -> None:
    tree = ast.parse("class Event:\n    at: float\n\n\nevent.at = 1")
    assert [name for _, name in plain_words.bound_names(tree)] == []


def test_a_class_with_two_meanings_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "module.py").write_text("class Line: ...\nclass _Own: ...\nclass Writer: ...\n")
    monkeypatch.setattr(plain_words, "SOURCE", tmp_path)
    assert list(plain_words.repeated_classes()) == ["class Line has 2 meanings: a/module.py, b/module.py"]


def test_the_counts_and_a_bad_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert plain_words.main(["--count"]) == 0
    assert "class names with more than one meaning: " in capsys.readouterr().out
    assert plain_words.main(["--all"]) == 2
    assert capsys.readouterr().err == "expected no argument or --count, got '--all'\n"
