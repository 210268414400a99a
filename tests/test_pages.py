"""The pages about other people's tools tell the truth: their Python is run."""

import doctest
from pathlib import Path

import pytest

from needs import need

need("OpenSpiel")

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {
    "research": 15,
    "regret": 12,
    "pettingzoo": 18,
    "agents": 10,
    "notebooks": 15,
    "gogui": 3,
    "nboard": 10,
}
"""The pages, and how many examples each has at least."""


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_the_page(page: str) -> None:
    done = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False, encoding="utf-8")
    assert done.attempted >= PAGES[page]
    assert done.failed == 0
