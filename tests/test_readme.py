"""The README tells the truth: its Python is run, its pictures are made by the code, its links lead somewhere.

Renew the pictures with ``QUINTET_SNAPSHOTS=write`` in the environment, and look at them before you commit.
"""

import doctest
import os
import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import quintet

ROOT = Path(__file__).parents[1]
POSITIONS = {
    "pentago": ("pentago", "b1-1C c3-4A d2-2C b4-3C e1-2A c1-1A d3-4C e4-1C c4-2A"),
    "quentin": ("quentin(size=9)", "e5 d4 e4 d5 e6 f6 e7 g6 d7 c5 c7 h6 e3 g5"),
    "othello": ("othello", "f5 f4 f3 f6 d3 f2 g6 c3 b3 b2 g4 g3 b1 d2"),
    "bestgame": ("bestgame", "3 3 2 4 4 2 5 1 3 4 2 5"),
    "magnetize": ("magnetize", "1 3 0 1 1 4 3 3 3 m 2"),
}


def test_the_python_of_the_readme() -> None:
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 10
    assert done.failed == 0


@pytest.mark.parametrize("name", POSITIONS)
def test_the_pictures_of_the_readme(name: str) -> None:
    spec, moves = POSITIONS[name]
    match = quintet.Match(quintet.load(spec))
    for move in moves.split():
        match.play(move)
    svg = match._repr_svg_()  # type: ignore[attr-defined]
    path = ROOT / "docs" / "img" / f"{name}.svg"
    if os.environ.get("QUINTET_SNAPSHOTS") == "write":
        path.write_text(svg, "utf-8")
    assert path.read_text("utf-8") == svg


def test_links_lead_somewhere() -> None:
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        text = document.read_text("utf-8")
        for target in re.findall(r'\]\(([^)#:]+)\)|src="([^":]+)"', text):
            link = next(filter(None, target))
            assert (document.parent / link).exists(), f"{document.name}: {link}"


def test_no_link_names_a_repository() -> None:
    """Which is known to `home` in pyproject.toml alone."""
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        assert not re.search(r"https://(github|gitlab)\.com/", document.read_text("utf-8")), document.name


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert metadata.version(project["name"]) == quintet.__version__
