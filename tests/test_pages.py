"""The pages tell the truth: their Python is run."""

import doctest
from pathlib import Path

import pytest

from needs import need
from quintet.core import registry

need("OpenSpiel")

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {
    "research": 15,
    "regret": 12,
    "pettingzoo": 18,
    "agents": 10,
    "notebooks": 19,
    "gogui": 3,
    "nboard": 10,
    "tutorials/first-agent": 15,
    "tutorials/first-evaluation": 18,
    "tutorials/first-bot": 8,
    "tutorials/game-in-one-file": 20,
    "tutorials/train-a-learner": 12,
}
"""The pages, and how many examples each has at least."""


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_the_page(page: str) -> None:
    try:
        done = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False, encoding="utf-8")
    finally:
        registry._third_party().pop("tictactoe", None)  # a page makes this game known
    assert done.attempted >= PAGES[page]
    assert done.failed == 0


def test_no_page_with_python_is_left_out() -> None:
    """The promises have a test of their own."""
    pages = [page for page in DOCS.rglob("*.md") if ">>> " in page.read_text("utf-8")]
    assert {page.relative_to(DOCS).with_suffix("").as_posix() for page in pages} == {*PAGES, "promises"}
