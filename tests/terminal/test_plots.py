"""Plots and pages of what was measured, and what is refused before any work."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from needs import need
from terminal.driver import Desk

need("matplotlib")

LEARNED = Path(__file__).parents[1] / "data/upgrade/learning"


@pytest.mark.parametrize("kind", ["svg", "png", "html"])
def test_the_levels_are_drawn(desk: Desk, kind: str) -> None:
    assert desk.run("levels", "othello", "--plot", f"levels.{kind}").status == 0
    content = Path(f"levels.{kind}").read_bytes()
    if kind == "svg":
        assert ElementTree.fromstring(content).tag.endswith("svg")
    elif kind == "png":
        assert content.startswith(b"\x89PNG")
    else:
        assert content.count(b"<tr>") == 11
        assert b"<svg" in content


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("levels", "othello", "--plot", "levels.pdf"), "--plot must be a file that ends in .svg, .png, .html"),
        (("levels", "othello", "--plot", "nowhere/a.svg"), "its folder is missing"),
        (("levels", "othello(size=4)", "--plot", "a.svg"), "the levels of othello(size=4) were not measured"),
        (("learn", "othello", "--plot", "a.txt"), "--plot must be a file that ends in"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(desk: Desk, arguments: tuple[str, ...], words: str) -> None:
    done = desk.run(*arguments)
    assert done.status == 2
    assert words in done.err


def test_the_errors_of_learning_are_drawn(desk: Desk, tmp_path: Path) -> None:
    shutil.copytree(LEARNED, tmp_path / "learning")  # so that nothing has to be learned
    settings = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--match-games", "0"]
    folder = str(tmp_path / "learning")
    assert desk.run("learn", "othello", *settings, "--folder", folder, "--plot", "errors.html").status == 0
    page = Path("errors.html").read_text("utf-8")
    assert "Learning othello" in page
    assert "mean error" in page
