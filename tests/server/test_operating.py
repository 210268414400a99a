"""The page for operators names every environment variable."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"QUINTET_[A-Z][A-Z_]*[A-Z]")


def test_every_environment_variable_is_explained() -> None:
    used = {
        name
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for name in VARIABLE.findall(path.read_text())
    }
    assert used == set(VARIABLE.findall((ROOT / "docs" / "operating.md").read_text()))
