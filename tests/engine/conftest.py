"""These tests are about the engines over the rulebook, whether or not the engine room is built."""

import pytest

from quintet.engine.native import kernels


@pytest.fixture(autouse=True)
def rulebook_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "kernel_for", lambda game, weights=None: None)
