"""The explorer: finished public games are counted by position, once, and stand beside what is proved."""

from __future__ import annotations

import time
from typing import Any

from server.servers import PATIENCE, Client

SPEC = "othello(empties=winner)"
"""That no other test plays, so that its counts are known."""


def finished(client: Client, moves: list[str], *, private: bool = False) -> None:
    """A hot-seat game that the player to move resigns after these."""
    match = client.new(SPEC, "me", "me", private=private)
    for ply, move in enumerate(moves):
        client.move(match["id"], ply, move)
    client.act(match["id"], "resign")


def explored(client: Client, moves: list[str], games: int) -> Any:
    """What is known after these, once so many games are counted."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = client.post("/api/explorer", {"spec": SPEC, "moves": moves})
        if found["games"] >= games:
            return found
        assert time.monotonic() < deadline, found
        time.sleep(0.1)


def test_games_are_counted_by_position_and_once(ada: Client) -> None:
    assert explored(ada, [], 0) == {"games": 0, "moves": []}
    finished(ada, ["d3", "c3", "c4"])  # White resigns
    finished(ada, ["c4", "c3", "d3", "c5"])  # a mirror image, which leads to the same; Black resigns
    finished(ada, ["d3"], private=True)
    finished(ada, [])
    found = explored(ada, [], 2)
    assert [(one["move"], one["alike"], one["games"]) for one in found["moves"]] == [("d3", 3, 2)]
    assert (found["moves"][0]["first"], found["moves"][0]["second"], found["moves"][0]["draw"]) == (1, 1, 0)
    (after,) = (one for one in explored(ada, ["d3", "c3"], 2)["moves"] if one["games"])
    assert (after["move"], after["games"]) == ("c4", 2)
    deeper = explored(ada, ["d3", "c3", "c4"], 2)
    assert sum(one["games"] for one in deeper["moves"]) == 1
    finished(ada, ["f5"])
    assert explored(ada, [], 3)["games"] == 3  # what was counted is not counted again


def test_what_is_proved_stands_beside(ada: Client) -> None:
    start = ada.post("/api/explorer", {"spec": "quentin(size=3,pie=false)"})["moves"]
    assert {one["move"]: one["value"] for one in start}["b2"] == -1
    book = ada.post("/api/explorer", {"spec": "bestgame", "moves": ["3"]})["moves"]
    assert {one["value"] for one in book} == {0}
    assert book[0]["verdict"] == "a draw with best play"


def test_bad_positions_are_refused(ada: Client) -> None:
    assert "nonsense" in ada.post("/api/explorer", {"spec": "othello", "position": "nonsense"}, 422)["error"]
