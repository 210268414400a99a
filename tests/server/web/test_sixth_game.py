"""A game of somebody else's, found by its entry point, is played on the site with no other change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from installed import install_example
from server.servers import Server

GAME = "connectfour"


def test_the_example_game_is_served_played_and_studied(another: Callable[..., Server], tmp_path: Path) -> None:
    ada = another(**install_example(tmp_path)).client()
    assert GAME in [game["id"] for game in ada.get("/api/games")["games"]]
    assert ada.get(f"/api/games/{GAME}/rules")["parts"]
    match = ada.new(GAME, "me", {"kind": "engine", "level": 1})
    with ada.live(match["id"]) as live:
        view = live.until("snapshot")["view"]
        while not view["outcome"]:
            if view["to_move"] == 0:
                live.say(type="move", ply=view["ply"], move=view["moves"][0]["text"])
            view = live.until("update")["view"]
    assert view["ply"] > 6
    assert view["outcome"]["reason"] in ("four in a row", "rack full")
    assert all(len(move["preview"]) == 1 for move in match["moves"])
    *_, last = ada.lines("POST", "/api/analysis", {"spec": GAME, "seconds": 0.2})
    assert last["done"]
