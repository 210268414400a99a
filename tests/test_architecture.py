"""The tree in ARCHITECTURE.md is the one on disk, and no module is left out."""

import ast
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


def rooms() -> list[Path]:
    packages = [path.parent.relative_to(ROOT) for path in sorted((ROOT / "src/quintet").rglob("__init__.py"))]
    return [room for room in packages if room.name != "games" and room != Path("src/quintet")]


@pytest.mark.parametrize("room", rooms(), ids=str)
def test_every_module_is_in_the_tree(room: Path) -> None:
    there = {path.name for path in (ROOT / room).glob("*.py")} - {"__init__.py"}
    assert {path.name for path in tree() if path.parent == room and path.suffix} == there


@pytest.mark.parametrize("room", rooms(), ids=str)
def test_every_room_says_what_belongs_there(room: Path) -> None:
    assert ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text("utf-8")))


def test_the_files_of_the_table_exist() -> None:
    table = PAGE.partition("| I want to | I touch |\n")[2].partition("\n\n")[0]
    named = [name for name in re.findall(r"`([\w./-]+[/\w])`", table) if "/" in name]
    assert len(named) > 5
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "src/quintet" / name).exists(), name
