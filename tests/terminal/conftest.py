"""Every test of the terminal sits at a desk of its own."""

from pathlib import Path

import pytest

from terminal.driver import Desk, environment


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("QUINTET_HOME", str(home))
    return Desk(folder, home, monkeypatch, capsys, environment(home))
