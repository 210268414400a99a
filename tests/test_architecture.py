"""The tree in ARCHITECTURE.md is the one on disk, and no module of the engine or the terminal is left out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")


def tree() -> list[Path]:
    """The paths that the page names: two blanks deeper is inside, and two blanks end the names on a line."""
    paths: list[Path] = []
    folders: list[str] = []
    for line in PAGE.partition("\n## The tree\n")[2].partition("\n## ")[0].splitlines():
        shown = re.match(r"    ( *)(\S+(?:, \S+)*)(?:  |$)", line)
        if shown is None or not re.search(r"\.\w+$|/$", shown[2]):
            continue
        depth = len(shown[1]) // 2
        names = shown[2].split(", ")
        paths += [Path(*folders[:depth], name) for name in names]
        folders[depth:] = [names[0]]
    return paths


@pytest.mark.parametrize("path", tree(), ids=str)
def test_what_the_tree_names_is_there(path: Path) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("folder", ["engine", "terminal", "terminal/app"])
def test_every_module_is_in_the_tree(folder: str) -> None:
    package = Path("src/quintet", folder)
    there = {path.name for path in (ROOT / package).glob("*.py")} - {"__init__.py"}
    assert {path.name for path in tree() if path.parent == package and path.suffix} == there


def test_the_files_of_the_table_exist() -> None:
    table = PAGE.partition("| I want to | I touch |\n")[2].partition("\n\n")[0]
    named = [name for name in re.findall(r"`([\w./-]+[/\w])`", table) if "/" in name]
    assert len(named) > 5
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "src/quintet" / name).exists(), name
