"""Quick pairing: one press, one match, whoever presses where and when; and the game that is shown to everybody."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest

from server.pressing import crowd, seek
from server.servers import PATIENCE, Client, Server

WISH = {"game": "othello", "pace": "3+2"}


def others(client: Client, game: str) -> int:
    """How many others wait for a game."""
    return sum(one["count"] for one in client.get("/api/pairing")["seeking"] if one["game"] == game)


def settle(look: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_second_to_press_plays_the_first(ada: Client, ben: Client, eve: Client) -> None:
    with closing(seek(ada)) as hers, closing(seek(eve, pace="10+5")) as other:
        assert next(hers) == next(other) == {"type": "seeking"}
        assert {(one["game"], one["pace"], one["count"]) for one in ben.get("/api/pairing")["seeking"]} >= {
            ("othello", "3+2", 1),
            ("othello", "10+5", 1),
        }
        found = next(seek(ben))
        assert next(hers) == found
    match = ben.see(found["id"])
    assert match["status"] == "live"
    assert {seat["kind"] for seat in match["seats"]} == {"person"}
    assert [len(one.see(found["id"])["you"]) for one in (ada, ben, eve)] == [1, 1, 0]
    assert match["clock"]["sides"][0]["base"] == 180
    assert not match["private"]
    assert all(name.startswith("Visitor ") for name in match["names"])
    settle(lambda: others(ben, "othello") == 0)


def test_who_leaves_waits_no_more_and_nobody_plays_themselves(ada: Client, ben: Client) -> None:
    wish = {"game": "pentago"}
    with closing(seek(ada, **wish)) as first:
        next(first)
        with closing(seek(ada, **wish)) as second:  # another window: it waits instead
            assert next(second) == {"type": "seeking"}
            assert "another window" in next(first)["error"]
            assert others(ben, "pentago") == 1
            assert others(ada, "pentago") == 0
    settle(lambda: others(ben, "pentago") == 0)
    with closing(seek(ben, **wish)) as alone:
        assert next(alone) == {"type": "seeking"}


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        ({"game": "chess"}, 404, "chess"),
        ({"game": "quentin(size=5)"}, 404, "without options"),
        ({"pace": "1+0"}, 422, "must be '3+2'"),
        ({"rated": True}, 401, "log in"),
    ],
)
def test_what_cannot_be_is_refused(ada: Client, wish: dict[str, Any], status: int, words: str) -> None:
    assert words in ada.post("/api/pairing", {**WISH, **wish}, status)["error"]


def test_many_at_once_are_paired_two_by_two(server: Server) -> None:
    found = crowd(server, "quentin", 8)
    assert sorted(map(found.count, found)) == [2] * 8


def test_engines_play_while_somebody_looks(ada: Client, ben: Client) -> None:
    shown = ada.post("/api/show")
    for match in ada.get("/api/lobby")["live"]:  # what other tests play is shown first
        if match["id"] == shown["id"]:
            return
    assert shown == ben.post("/api/show")
    with ada.live(shown["id"], invite=shown["invite"]) as socket:
        view = socket.until("snapshot")["view"]
        assert [seat["kind"] for seat in view["seats"]] == ["engine", "engine"]
        assert socket.until("update")["view"]["ply"] > view["ply"]
    assert shown["id"] not in [match["id"] for match in ada.get("/api/lobby")["live"]]
    ada.see(shown["id"], 404)


def test_the_first_page_knows_whose_turn_it_is(ada: Client, ben: Client) -> None:
    match = ada.new("othello", "me", "open")
    ben.join(match)
    hers, his = ada.get("/api/home"), ben.get("/api/home")
    assert (hers["count"], hers["turns"], his["count"], his["turns"]) == (1, 1, 1, 0)
    assert hers["mine"][0]["id"] == match["id"]
    assert hers["daily"]["id"] == ada.get("/api/puzzles")["daily"]["id"]
    assert hers["lesson"] is None
    ada.http.put("/api/lessons/othello/chapters", json={"chapters": 1})
    assert ada.get("/api/home")["lesson"]["done"] == 1
    ada.act(match["id"], "abort")
    assert ada.get("/api/home")["count"] == 0
