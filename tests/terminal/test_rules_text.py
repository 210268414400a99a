"""Long texts a page at a time: which pager, and what happens without one."""

import sys
from pathlib import Path

import pytest

from quintet.terminal import rules_text


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_text, "whole_screen", lambda: True)


@pytest.mark.usefixtures("at_terminal")
def test_the_pager_gets_the_whole_text_and_its_keys_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "pager.py"
    script.write_text(
        "import os, pathlib, sys\n"
        f"pathlib.Path({str(tmp_path / 'shown')!r}).write_text(sys.stdin.read() + os.environ['LESS'])"
    )
    monkeypatch.setenv("PAGER", f"{sys.executable} {script}")
    monkeypatch.delenv("LESS", raising=False)
    assert rules_text.show_in_pager("● the rules\n")
    shown = (tmp_path / "shown").read_text()
    assert shown.startswith("● the rules\n")
    assert r"q\: leave" in shown


@pytest.mark.usefixtures("at_terminal")
def test_a_pager_that_is_left_at_once_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "true")
    assert rules_text.show_in_pager("x" * 1_000_000)


@pytest.mark.usefixtures("at_terminal")
@pytest.mark.parametrize("name", ["there-is-no-such-pager", " "])
def test_a_pager_that_is_not_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", name)
    assert not rules_text.show_in_pager("text")


def test_without_a_terminal_there_is_no_paging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGER", "cat")
    assert not rules_text.show_in_pager("text")
