"""Only what a caller can mend is a refusal; all else is a 500 in one sentence, and the log has its cause."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quintet.server.errors import WENT_WRONG
from server.servers import Client, Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "connectfour"
UNSEEN, UNWRITTEN, BREAKS, DIES = "faulty(rows=4)", "faulty(rows=5)", "faulty(columns=8)", "faulty(columns=9)"
"""What goes wrong on boards of these sizes; see faulty.py."""
SEATS = [{"kind": "me"}, {"kind": "me"}]


@pytest.fixture(scope="module")
def shaky(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a game that goes wrong."""
    folder = tmp_path_factory.mktemp("faulty")
    installed = folder / "faulty-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[quintet.games]\nfaulty = faulty:Faulty\n")
    path = os.pathsep.join([str(folder), str(EXAMPLE), str(Path(__file__).parent)])
    server = Server(folder / "home", PYTHONPATH=path).start()
    yield server
    server.close()


@pytest.fixture
def eli(shaky: Server) -> Client:
    return shaky.client()


def logged(server: Server, event: str) -> list[dict[str, Any]]:
    """What the server wrote down about this."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/matches", {"spec": "nochess", "seats": SEATS}, 404, "no game is called 'nochess'"),
        ("/api/matches", {"spec": "faulty(rows=99)", "seats": SEATS}, 422, "rows must be 4 to 9, got 99"),
        ("/api/matches", {"spec": "faulty", "seats": SEATS, "position": "x"}, 422, "<turn>"),
        ("/api/matches", {"spec": "faulty", "seats": SEATS, "moves": ["77"]}, 422, "'77' is not a move"),
        ("/api/matches", {"spec": "faulty", "seats": [{"kind": "me", "name": "\n"}] * 2}, 422, "one visible character"),
        (
            "/api/matches",
            {"spec": "faulty", "seats": SEATS, "clock": {"kind": "days", "first": {"seconds": 5}}},
            422,
            "whole days",
        ),
        ("/api/positions", {"spec": "faulty", "moves": ["1"] * 7}, 422, "1 is not legal here"),
        ("/api/positions/record", {"spec": "faulty", "names": ["\t", "b"]}, 422, "one visible character"),
        ("/api/records", {"record": "quintet record 1\ngame: faulty\nmoves:\n1 77\n"}, 422, "line 4, move 1"),
        ("/api/evaluations", {"record": "nonsense"}, 422, "line 1"),
        ("/api/analysis", {"spec": "faulty(", "seconds": 1}, 422, "faulty("),
        ("/api/picture/faulty?position=x", None, 422, "<turn>"),
        ("/api/picture/faulty?last=77", None, 422, "last must be a move"),
        ("/api/ratings/nochess", None, 404, "no game is called"),
    ],
)
def test_nonsense_is_the_callers_to_mend(eli: Client, path: str, body: Any, status: int, words: str) -> None:
    answer = eli.get(path, status) if body is None else eli.post(path, body, status)
    assert words in answer["error"]


@pytest.mark.parametrize(
    ("path", "body", "cause"),
    [
        (f"/api/games/{UNSEEN}", None, "the board is lost"),
        (f"/api/picture/{UNSEEN}", None, "the board is lost"),
        ("/api/positions", {"spec": UNSEEN}, "the board is lost"),
        ("/api/positions", {"spec": UNWRITTEN, "moves": ["1"]}, "the first column is lost"),
        ("/api/matches", {"spec": UNWRITTEN, "seats": SEATS, "moves": ["1"]}, "the first column is lost"),
    ],
)
def test_a_fault_of_ours_is_a_500_and_its_cause_is_written_down(
    shaky: Server, eli: Client, path: str, body: Any, cause: str
) -> None:
    before = len(logged(shaky, "failed"))
    answer = eli.get(path, 500) if body is None else eli.post(path, body, 500)
    assert answer == {"error": WENT_WRONG}
    *_, last = logged(shaky, "failed")
    assert len(logged(shaky, "failed")) == before + 1
    assert "Traceback" in last["exception"]
    assert f"ValueError: {cause}" in last["exception"]


def test_a_move_that_goes_wrong_is_told_and_the_match_goes_on(shaky: Server, eli: Client) -> None:
    """By REST and on the WebSocket, and twice."""
    match = eli.new(UNWRITTEN, "me", "me")
    assert eli.move(match["id"], 0, "1", 500) == {"error": WENT_WRONG}
    with eli.live(match["id"]) as live:
        live.until("snapshot")
        for _ in range(2):
            refused = live.move(0, "1")
            assert (refused["type"], refused["error"]) == ("refused", WENT_WRONG)
        assert live.move(0, "2")["type"] == "ack"
    assert eli.see(match["id"])["ply"] == 1
    assert "the first column is lost" in logged(shaky, "failed")[-1]["exception"]


def test_a_search_that_raises_an_error_is_logged_with_it(shaky: Server, eli: Client) -> None:
    *_, last = eli.lines("POST", "/api/analysis", {"spec": BREAKS, "seconds": 1})
    assert last == {"type": "error", "error": "the engine failed (ValueError): please try again"}
    assert "ValueError: the search is lost" in logged(shaky, "engine failed")[-1]["exception"]
    *_, last = eli.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.1})
    assert last["done"]  # the same worker goes on


def test_what_a_search_process_printed_before_it_died_is_logged(shaky: Server, eli: Client) -> None:
    *_, last = eli.lines("POST", "/api/analysis", {"spec": DIES, "seconds": 1})
    assert last == {"type": "error", "error": "the engine stopped in the middle of its work: please try again"}
    died = logged(shaky, "engine died")[-1]
    assert (died["status"], died["printed"]) == (7, "my last words")
    *_, last = eli.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.1})
    assert last["done"]  # a new process
