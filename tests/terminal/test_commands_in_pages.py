"""Every command line that a page shows is one: its command and its flags are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cyclopts import CycloptsError

from quintet.terminal import command_line
from quintet.terminal.flags import find_game, spelled_out

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/*.md"), *ROOT.glob("programs/**/*.md")]
SHOWN = re.compile(r"^    (?:\$ )?quintet (?!\w+ 1$)(\S.*)$", re.MULTILINE)
"""Command lines; the first lines of files are ``quintet weights 1``."""
BEHIND = re.compile(r"\s{2,}|\s[#>|]\s|;|\s\[")
"""What is no part of the command: the words beside it, where its output goes, what may follow in brackets."""


def commands(page: Path) -> list[str]:
    return [BEHIND.split(line)[0] for line in SHOWN.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if commands(page)], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_the_commands_of_the_page(page: Path) -> None:
    for typed in commands(page):
        tokens = command_line.in_usual_words(shlex.split(typed))
        game = find_game(tokens, command_line.command)
        try:
            command_line.build(game, tokens[:1]).parse_args(
                spelled_out(tokens, game), exit_on_error=False, print_error=False
            )
        except CycloptsError as error:
            pytest.fail(f"quintet {typed}: {command_line.sentence(error, game)}")
