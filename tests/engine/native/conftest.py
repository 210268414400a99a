"""These tests are about the kernels, so the fixture that hides them from the other tests of engines does nothing here."""

import pytest


@pytest.fixture(autouse=True)
def rulebook_only() -> None:
    pass
