"""An older version as a player of the arena; here it is this one."""

import sys
from pathlib import Path

import pytest

from arena.bouts import result
from quintet.engine.limits import TimeControl
from quintet.players import function_player

WHO = "bench.before:engine"


def test_it_plays_whole_games_and_tells_its_processor_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    monkeypatch.setenv("QUINTET_BEFORE", str(tmp_path))
    monkeypatch.delitem(sys.modules, "bench.before", raising=False)
    for seats in ((WHO, "random"), ("random", WHO)):
        played = result("quentin(size=5,pie=false)", *seats, limit=TimeControl(cpu=0.02))
        assert played.ending == "rules", played.reason
        assert played.result == ("first" if seats[0] == WHO else "second"), "an engine beats random moves"
        assert 0 < played.cpu[seats.index(WHO)] < 10


def test_without_a_checkout_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINTET_BEFORE", raising=False)
    monkeypatch.delitem(sys.modules, "bench.before", raising=False)
    with pytest.raises(ValueError, match="QUINTET_BEFORE must be the folder of a prepared checkout, got None"):
        function_player.find_function(WHO)
