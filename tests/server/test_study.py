"""Analysis and evaluation: streams that get better, end when nobody reads, and never hold up live play."""

from __future__ import annotations

import time
from collections.abc import Callable

from quintet.server.messages_out import AnalysisOut, EvaluatedPly
from server.servers import Client, Server

NEARLY = ".www.bww/bbbbbwww/wbwbwbww/wwbwwbww/wbwwwbww/wwbwwwww/w.bbbwww/..bbbwww w"
"""Five empty squares, and White wins by 40."""


def test_an_analysis_gets_better_and_is_done(ada: Client) -> None:
    lines = list(ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.4, "lines": 2}))
    found = [AnalysisOut.model_validate(line) for line in lines if line["type"] == "analysis"]
    assert found[-1].done
    assert not found[0].done
    assert found[-1].player == 0
    assert 0 <= found[-1].chance <= 1
    assert 1 <= len(found[-1].lines) <= 2
    assert found[-1].lines[0].moves[0] == found[-1].move


def test_what_is_solved_is_said_to_be_exact(ada: Client) -> None:
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "position": NEARLY, "seconds": 2, "solve": True})
    assert last["exact"]
    assert last["verdict"] == "White wins by 40"
    assert last["chance"] == 0
    assert (last["solution"]["value"], last["solution"]["margin"]) == (1, 40)


def test_a_stored_match_at_a_ply(ada: Client, eve: Client) -> None:
    match = ada.new("othello", "me", "me")
    for ply, move in enumerate(["d3", "c3"]):
        ada.move(match["id"], ply, move)
    *_, last = ada.lines("POST", "/api/analysis", {"match": match["id"], "ply": 1, "seconds": 0.1})
    assert last["player"] == 1
    assert "ply must be 0 to 2" in ada.post("/api/analysis", {"match": match["id"], "ply": 3}, 422)["error"]
    assert "either spec or match" in ada.post("/api/analysis", {}, 422)["error"]
    over = "......../......../......../...bb.../...bb.../......../......../........ w"
    assert "over" in ada.post("/api/analysis", {"spec": "othello", "position": over}, 422)["error"]


def test_a_whole_game_is_evaluated_and_its_mistakes_named(ada: Client) -> None:
    """Black completes five by chance of White's neglect: somebody's move lost winning chance."""
    moves = ["c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4", "a4"]
    lines = list(ada.lines("POST", "/api/evaluations", {"spec": "othello", "moves": moves, "seconds": 0.15}))
    rows = [EvaluatedPly.model_validate(line) for line in lines if line["type"] == "ply"]
    assert [row.ply for row in rows] == list(range(10))
    assert rows[-1].exact
    assert rows[-1].verdict == "Black won by 13"
    assert all((row.verdict is not None) == row.exact for row in rows)
    assert rows[-1].chance == 1
    assert rows[-1].player == 0
    assert lines[-1]["type"] == "done"
    assert lines[-1]["plies"] == 9
    assert lines[-1]["mistakes"][1] == sum(row.mistake is not None for row in rows if row.player == 1)
    assert lines[-1]["mistakes"][1] > 0
    worst = max(rows[1:], key=lambda row: row.loss or 0)
    assert worst.player == 1
    assert worst.better not in (None, worst.move)


def test_what_is_exact_is_said_in_words(ada: Client) -> None:
    """Also without a solution, and only where it is exact."""
    won = "bbbb../....../....../....../....../...... b"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "pentago", "position": won, "seconds": 1, "lines": 1})
    assert (last["exact"], last["verdict"]) == (True, "Black wins")
    assert last["lines"][0]["verdict"] == "Black wins"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "position": NEARLY, "seconds": 2, "lines": 1})
    assert last["lines"][0]["verdict"] == last["verdict"] == "White wins by 40"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.1})
    assert (last["exact"], last["verdict"]) == (False, None)


def test_a_search_that_nobody_reads_is_ended(server: Server, ada: Client) -> None:
    stream = ada.lines("POST", "/api/analysis", {"spec": "quentin", "seconds": 50})
    next(stream)
    assert _searches(ada) == 1
    stream.close()
    deadline = time.monotonic() + 6
    while _searches(ada):
        assert time.monotonic() < deadline, "the search goes on without a reader"
        time.sleep(0.1)


def test_studies_do_not_hold_up_live_play(server: Server) -> None:
    ada, ben = server.client(), server.client()
    streams = [client.lines("POST", "/api/analysis", {"spec": "quentin", "seconds": 20}) for client in (ada, ben)]
    for stream in streams:
        next(stream)
    player = server.client()
    match = player.new("othello", "me", {"kind": "engine", "level": 1})
    began = time.monotonic()
    player.move(match["id"], 0, "d3")
    while player.see(match["id"])["ply"] < 2:
        assert time.monotonic() - began < 8
        time.sleep(0.05)
    for stream in streams:
        stream.close()


def test_one_person_has_few_searches_at_once(another: Callable[..., Server]) -> None:
    ada = another(QUINTET_RATE="1").client()
    ada.get("/api/me")
    streams = [ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 20}) for _ in range(2)]
    for stream in streams:
        next(stream)
    assert "already" in ada.post("/api/analysis", {"spec": "othello"}, 429)["error"]
    for stream in streams:
        stream.close()


def test_positions_are_checked_and_played_from(ada: Client) -> None:
    found = ada.post("/api/positions", {"spec": "othello", "moves": ["d3", "c3"]})
    assert [frame["ply"] for frame in found["frames"]] == [0, 1, 2]
    assert found["view"]["moves"]
    assert ada.post("/api/positions", {"spec": "othello", "position": "b"}, 422)["error"]
    assert ada.http.get("/api/picture/othello").text.startswith("<svg")


def _searches(client: Client) -> int:
    text = client.http.get("/metrics").text
    line = next(line for line in text.splitlines() if line.startswith('quintet_searches{lane="study"}'))
    return int(float(line.split()[-1]))
