"""The book: what its blocks become, where its links lead, and that its reference has every public name."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from pydoc import locate
from typing import Any

import pytest
from sphinx_expansions import DOCS, INCLUDED, ROOT, Page

import quintet


@pytest.fixture
def page(tmp_path: Path) -> Page:
    return Page("play/somewhere", tmp_path / "boards", "")


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "reference" / "python.md").read_text("utf-8")
    listed = re.findall(r"auto(?:class|exception|function):: quintet\.(\w+)$", text, re.MULTILINE)
    assert sorted(listed) == sorted(quintet.__all__)


def explained() -> Iterator[tuple[str, bool]]:
    """Every name of the reference, every method and field of its classes, and whether words say what it is."""
    text = (DOCS / "reference" / "python.md").read_text("utf-8")
    for directive, name in re.findall(r"auto(class|exception|function|module):: (\S+)", text):
        shown: Any = locate(name)
        assert shown, name
        inside = inspect.getmembers(shown, _is_defined) if directive == "module" else [(name, shown)]
        for called, each in inside:
            if not called.startswith("_") and (each is shown or each.__module__ == name):
                yield called, bool(each.__doc__)
                yield from _members(each) if inspect.isclass(each) else ()


def _is_defined(named: object) -> bool:
    return inspect.isclass(named) or inspect.isfunction(named)


def _members(of: type[Any]) -> Iterator[tuple[str, bool]]:
    tree = ast.parse(inspect.getsource(sys.modules[of.__module__]))
    body = next(each.body for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and each.name == of.__name__)
    for each, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(each, ast.FunctionDef):
            name, said = each.name, bool(inspect.getdoc(getattr(of, each.name)))
        elif isinstance(each, ast.AnnAssign | ast.Assign):
            name = ast.unparse(each.target if isinstance(each, ast.AnnAssign) else each.targets[0])
            said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        else:
            continue
        if not name.startswith("_"):
            yield f"{of.__qualname__}.{name}", said


def test_everything_in_the_reference_is_explained() -> None:
    names = list(explained())
    assert [name for name, said in names if not said] == []
    assert len(names) > 300


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_every_game_has_a_page_and_its_rules_stand_there_with_pictures(game_id: str, page: Page) -> None:
    text = (DOCS / "play" / f"{game_id}.md").read_text("utf-8")
    made = page.expanded(text)
    assert "```{" not in made
    assert "**Goal.**" in made
    shown = re.findall(r'src="\.\./boards/(.+?)"', made)
    assert len(shown) >= 4
    assert all((page.pictures / name).read_text("utf-8").startswith("<svg") for name in shown)


def test_the_commands_are_all_there(page: Page) -> None:
    from quintet.terminal.command_line import COMMANDS

    made = page.expanded("```{commands}\n```")
    assert [name for name in COMMANDS if f"## quintet {name}\n" not in made] == []


@pytest.mark.parametrize(
    ("link", "becomes"),
    [
        ("[how](../ARCHITECTURE.md#words)", "[how](../internals/architecture.md#words)"),
        ("[why](decisions)", "[why](../decisions/README.md)"),
        ("[texts](notation.md)", "[texts](../notation.md)"),
        ("[notation.md](notation.md)", "[Notation](../notation.md)"),
        (
            "[the tree](../ARCHITECTURE.md), [ARCHITECTURE.md](../ARCHITECTURE.md)",
            "[the tree](../internals/architecture.md), [Architecture](../internals/architecture.md)",
        ),
        ("[rules](../src/quintet/games/othello.py)", "rules"),
        ("[there](https://example.org/a)", "[there](https://example.org/a)"),
        ("```\n[code](notation.md)\n```", "```\n[code](notation.md)\n```"),
    ],
)
def test_links_lead_to_pages_of_the_book(link: str, becomes: str, page: Page) -> None:
    assert page.with_links(link, DOCS / "arena.md") == becomes


def test_links_to_other_files_lead_to_the_repository_once_it_has_an_address(tmp_path: Path) -> None:
    page = Page("arena", tmp_path, "https://example.org/quintet")
    assert page.with_links("[it](../Makefile)", DOCS / "arena.md") == "[it](https://example.org/quintet/Makefile)"


def test_included_files_are_outside_and_there() -> None:
    assert ROOT / "ARCHITECTURE.md" in INCLUDED
    assert all(path.exists() and not path.is_relative_to(DOCS) for path in INCLUDED)
