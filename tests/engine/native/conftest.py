"""These tests are about the kernels, so the fixture that hides them from the other tests of engines is empty here."""

import pytest


@pytest.fixture(autouse=True)
def rulebook_only() -> None:
    pass
