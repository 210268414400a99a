"""The page about learning tells the truth: its Python is run."""

import doctest
from pathlib import Path

from needs import need

need("OpenSpiel")

ROOT = Path(__file__).parents[1]


def test_the_python_of_the_page() -> None:
    done = doctest.testfile(str(ROOT / "docs/research.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 30
    assert done.failed == 0
