"""Games of the house: played to their end, public, marked, and found by library and explorer."""

from __future__ import annotations

from pathlib import Path

from quintet.core import registry
from quintet.server.live import house_games
from quintet.server.storage import database
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.openings import Openings


def test_games_of_the_house_are_public_and_marked(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    played = []
    for contest in house_games.seed(engine, 1, 1_000_000.0):
        played.append(contest)
        if len(played) == 2:  # as Ctrl-C would end it
            break
    assert [contest.game.id for contest in played] == registry.game_ids()[:2]
    reader = Reader(engine)
    listed = reader.library(owner=None, game=None, player="house bot", result=None, text=None, before=2e9, most=9)
    assert {line.header.id for line in listed} == {contest.id for contest in played}
    seats = [seat for line in listed for seat in line.state["seats"]]
    assert all(seat["kind"] == "engine" and "House bot" in seat["name"] for seat in seats)
    assert len(Openings(engine).uncounted(9)) == 2
    engine.dispose()


def test_a_seed_gives_the_same_game() -> None:
    first, again = (house_games.play("magnetize", "one", 0) for _ in range(2))
    assert [move.text for move in first.moment.history()] == [move.text for move in again.moment.history()]
    assert first.ending is not None
