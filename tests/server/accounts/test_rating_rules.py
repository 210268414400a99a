"""Which matches count: of two people, on the standard board, with a clock, not too short, not the same two all day."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.accounts import rating_rules
from quintet.server.accounts.rating_rules import DAY, PAIR_A_DAY, Ledger, RatedResult, result
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat
from quintet.server.site import Site, SiteSettings
from quintet.server.storage.administration import recompute_ratings
from quintet.server.storage.tables import players, ratings
from quintet.server.web.app import create_app
from quintet.study.glicko2 import PROVISIONAL

CLOCK = clocks.as_setting("fischer", clocks.Side(600), clocks.Side(600))
MOVES = ("d3", "c3", "c4", "c5", "b3", "f3")


def seats(**second: Any) -> list[dict[str, Any]]:
    person = {"kind": "person", "bot": False}
    return [{**person, "player": "a"}, {**person, "player": "b", **second}]


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"spec": "othello(empties=winner)"}, False),
        ({"clock": None}, False),
        ({"ply": 5}, False),
        ({"ending": {"kind": "truncated", "winner": None}}, False),
        ({"ending": {"kind": "time", "winner": 0}}, True),
        ({"seats": seats(bot=True)}, False),
        ({"seats": seats(kind="engine", player=None)}, False),
        ({"seats": seats(player="a")}, False),
        ({"seats": seats(player=None)}, False),
    ],
)
def test_what_counts(change: dict[str, Any], counts: bool) -> None:
    match: dict[str, Any] = {"spec": "othello", "clock": CLOCK, "seats": seats(), "ply": 30, "finished": 1.0}
    match["ending"] = {"kind": "rules", "winner": 1}
    found = result(**(match | change))
    assert (found is not None) == counts
    if found and not change:
        assert found == RatedResult("othello", ("a", "b"), 0.0, 1.0)


def test_the_same_two_count_a_few_times_a_day() -> None:
    ledger = Ledger()
    for _ in range(PAIR_A_DAY + 3):
        ledger.add(RatedResult("othello", ("a", "b"), 1.0, 10.0))
        ledger.add(RatedResult("othello", ("b", "a"), 0.0, 11.0))
    assert ledger.games["a", "othello"] == PAIR_A_DAY, "whoever begins"
    ledger.add(RatedResult("pentago", ("a", "b"), 1.0, 10.0))
    ledger.add(RatedResult("othello", ("a", "c"), 1.0, 10.0))
    ledger.add(RatedResult("othello", ("a", "b"), 1.0, DAY + 1.0))
    assert ledger.games["a", "othello"] == PAIR_A_DAY + 2
    assert ledger.games["a", "pentago"] == 1


def test_ratings_can_be_counted_again(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        await site.open()
        with site.engine.begin() as connection:
            for name in ("a", "b", "c"):
                row = {"id": name, "name": name, "username": name, "kind": "account", "created": 0.0}
                connection.execute(insert(players).values(row))
        changes = []
        for number in range(PAIR_A_DAY + 2):
            changes.append(await _match(site, f"match-of-two-{number:04}", "b"))
        changes.append(await _match(site, "match-with-another", "c"))
        assert [change is not None for change in changes] == [True] * PAIR_A_DAY + [False, False, True]
        counted = _ratings(site)
        assert {row[:2]: row[3] for row in counted} == {
            ("a", "othello"): PAIR_A_DAY + 1,
            ("b", "othello"): PAIR_A_DAY,
            ("c", "othello"): 1,
        }
        history = site.reader.history("a", 100)
        assert len(history["othello"]) == PAIR_A_DAY + 1
        assert history["othello"][-1][1] == counted[0][2]
        assert site.reader.history("a", 2)["othello"] == history["othello"][-2:]
        with site.engine.begin() as connection:
            connection.execute(update(ratings).values(rating=4000.0))
            connection.execute(update(ratings).where(ratings.c.player == "b").values(deviation=PROVISIONAL))
        assert [rank[0] for rank in site.reader.ranks("othello", 10)] == ["b"], "guesses are not ranked"
        assert recompute_ratings(site.engine) == (PAIR_A_DAY + 3, 3)
        assert _ratings(site) == counted
        assert recompute_ratings(site.engine) == (PAIR_A_DAY + 3, 3), "and again"
        assert _ratings(site) == counted
        assert site.reader.history("a", 100) == history
        await site.close()

    asyncio.run(
        asyncio.wait_for(play(create_app(SiteSettings(f"sqlite:///{tmp_path / 'site.sqlite'}")).state.site), 60)
    )


async def _match(site: Site, match_id: str, other: str) -> tuple[int, int] | None:
    """One that A wins; how ratings changed."""
    game, now = registry.load("othello"), site.hub.now()
    header = Header(match_id, "othello", game.text(game.start()), CLOCK, True, True, "secret", now)
    sitting = (MatchSeat("person", "A", "a"), MatchSeat("person", other, other))
    await site.hub.create(Contest(header, game, [events.created(sitting, [], now)]))
    for ply, move in enumerate(MOVES):
        await site.hub.act(match_id, partial(_moved, ply, move))
    table = await site.hub.act(match_id, lambda it, now: it.resign(Player.SECOND, now))
    return table.contest.rating_change


def _moved(ply: int, move: str, match: Contest, now: float) -> list[Event]:
    return match.move(Player(ply % 2), ply, move, now)


def _ratings(site: Site) -> list[tuple[Any, ...]]:
    columns = (ratings.c.player, ratings.c.game, ratings.c.rating, ratings.c.games, ratings.c.deviation)
    with site.engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(*columns).order_by(ratings.c.player))]


def test_two_days_begin_at_midnight() -> None:
    assert RatedResult("othello", ("b", "a"), 1.0, DAY - 1.0).pair == ("othello", "a", "b", 0)
    assert rating_rules.objection("othello", CLOCK) is None
