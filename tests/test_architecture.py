"""The tree in ARCHITECTURE.md is the one on disk, and no module is left out."""

import ast
import re
from pathlib import Path

import pytest

from quintet.core.registry import game_class, game_ids

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


OF_ONE_GAME = {
    "__init__.py": "quintet.Pentago, a public name",
    "environments/pentago_class.py": "the class of one document",
    "formats/ggf.py": "a format of one game",
    "formats/othello_notation.py": "what the formats and protocols of one game share",
    "server/accounts/passwords.py": "words that people choose as passwords",
}
"""The modules that name a game in code, and why. Docstrings may: they give examples."""


def test_no_other_module_names_a_game() -> None:
    named = re.compile("|".join({*game_ids(), *(game_class(game_id).title for game_id in game_ids())}), re.IGNORECASE)
    source = ROOT / "src/quintet"
    naming = set()
    for path in source.rglob("*.py"):
        code = ast.parse(path.read_text("utf-8"))
        docstrings = {id(node.value) for node in ast.walk(code) if isinstance(node, ast.Expr)}
        words = [
            str(node.value if isinstance(node, ast.Constant) else node.module)
            for node in ast.walk(code)
            if isinstance(node, ast.Constant | ast.ImportFrom) and id(node) not in docstrings
        ]
        if named.search("\n".join(words)):
            naming.add(path.relative_to(source).as_posix())
    assert {path for path in naming if not path.startswith("games/")} == OF_ONE_GAME.keys()


def test_no_script_names_a_game_outside_its_comments() -> None:
    named = re.compile("|".join(game_ids()), re.IGNORECASE)
    for path in (ROOT / "src/quintet/server/static").rglob("*.js"):
        code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        assert not named.search(code), path
