"""Stored results of puzzles."""

from __future__ import annotations

from pathlib import Path

from quintet.server.storage import database
from quintet.server.storage.tables import players
from quintet.server.storage.teaching import Teaching


def test_the_longest_streak_is_remembered_when_it_has_ended(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path}/site.sqlite")
    database.migrate(engine)
    with engine.begin() as connection:
        connection.execute(players.insert().values(id="ada", name="Ada", kind="visitor", created=0.0))
    teaching = Teaching(engine)
    for number, solved in enumerate([True, True, False, True]):
        settled = teaching.settle("ada", "othello", f"othello-{number}", 1500, solved, now=0.0)
        assert settled is not None
        after = settled.standing
    assert (after.tried, after.solved, after.streak, after.longest) == (4, 3, 1, 2)
    assert teaching.progress("ada").standings["othello"] == after
    engine.dispose()
