"""The book: what its blocks become, where its links lead, and that its reference has every public name."""

import re
from pathlib import Path

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
