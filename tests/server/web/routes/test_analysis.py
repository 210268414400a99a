"""Analysis and evaluation: streams that get better, end when nobody reads, and never hold up live play."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from quintet.server.messages.analysis import AnalysisOut, EvaluatedPly
from quintet.study.puzzle import puzzles
from server.servers import PATIENCE, Client, Server

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
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "position": NEARLY, "seconds": 20, "solve": True})
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
    """A board so small that every position is proved at once, however busy the machine: all is known."""
    asked = {"spec": "quentin(size=3,pie=false)", "moves": ["b2", "a1", "b1", "c2", "b3"], "seconds": 5}
    lines = list(ada.lines("POST", "/api/evaluations", asked))
    latest = {line["ply"]: EvaluatedPly.model_validate(line) for line in lines if line["type"] == "ply"}
    rows = [latest[ply] for ply in range(6)]
    assert all(row.exact for row in rows)
    black, white = "Black wins", "White wins"
    assert [row.verdict for row in rows] == [black, white, black, black, black, "Black won"]
    assert [row.chance for row in rows] == [1, 0, 1, 1, 1, 1]
    assert [row.player for row in rows] == [None, 0, 1, 0, 1, 0]
    # Any opening but the middle wins, and White had two answers to it: both threw a win away.
    assert [row.mistake for row in rows] == [None, "blunder", "blunder", None, None, None]
    assert [row.loss for row in rows[1:3]] == [1, 1]
    assert rows[1].better not in (None, "b2")
    assert rows[2].better in ("b1", "b3")
    assert rows[1].line[0] in ("b1", "b3")
    assert rows[1].why is not None
    # Black threw a win away in one of three moves; White too, and had nothing to lose in the other.
    assert lines[-1] == {"type": "done", "plies": 5, "mistakes": [1, 1], "accuracy": [0.25, 0.1]}


def test_a_review_looks_again_where_a_certain_loss_surprises_it(ada: Client) -> None:
    puzzle = next(one for one in puzzles("quentin").values() if one.rating > 2200 and one.trap)
    asked = {"spec": puzzle.spec, "position": puzzle.position, "moves": [puzzle.trap[0]], "seconds": 0.2}
    (*_, row) = [line for line in ada.lines("POST", "/api/evaluations", asked) if line.get("ply") == 1]
    assert row["mistake"] == "blunder"
    assert row["better"] == puzzle.line[0]
    assert row["line"]


def test_what_is_exact_is_said_in_words(ada: Client) -> None:
    """Also without a solution, and only where it is exact."""
    won = "bbbb../....../....../....../....../...... b"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "pentago", "position": won, "seconds": 20, "lines": 1})
    assert (last["exact"], last["verdict"]) == (True, "Black wins")
    assert last["lines"][0]["verdict"] == "Black wins"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "position": NEARLY, "seconds": 20, "lines": 1})
    assert last["lines"][0]["verdict"] == last["verdict"] == "White wins by 40"
    *_, last = ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.1})
    assert (last["exact"], last["verdict"]) == (False, None)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where nobody else searches, with the limits that everybody has."""
    running = Server(tmp_path_factory.mktemp("quiet"), QUINTET_RATE="1").start()
    yield running
    running.close()


def test_a_search_that_nobody_reads_is_ended(quiet: Server) -> None:
    ada = quiet.client()
    _until_searches(ada, 0)
    for _ in range(2):
        stream = ada.lines("POST", "/api/analysis", {"spec": "quentin", "seconds": 50})
        next(stream)
        _until_searches(ada, 1)
        stream.close()
        _until_searches(ada, 0)


def test_studies_do_not_hold_up_live_play(server: Server) -> None:
    ada, ben = server.client(), server.client()
    long = 60
    streams = [client.lines("POST", "/api/analysis", {"spec": "quentin", "seconds": long}) for client in (ada, ben)]
    began = time.monotonic()
    for stream in streams:
        next(stream)
    player = server.client()
    match = player.new("othello", "me", {"kind": "engine", "level": 1})
    with player.live(match["id"]) as live:
        live.until("snapshot")
        live.say(type="move", ply=0, move="d3")
        while live.until("update")["view"]["ply"] < 2:
            pass
    assert time.monotonic() - began < long, "it waited for a study to end"
    for stream in streams:
        stream.close()


def test_one_person_has_few_searches_at_once(quiet: Server) -> None:
    ada = quiet.client()
    ada.get("/api/me")
    streams = [ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 20}) for _ in range(2)]
    for stream in streams:
        next(stream)
    assert "already" in ada.post("/api/analysis", {"spec": "othello"}, 429)["error"]
    for stream in streams:
        stream.close()
    deadline = time.monotonic() + PATIENCE
    while (again := ada.http.post("/api/analysis", json={"spec": "othello", "seconds": 0.05})).status_code == 429:
        assert time.monotonic() < deadline, "whoever has ended one may begin another"
        time.sleep(0.02)
    assert again.status_code == 200


def test_positions_are_checked_and_played_from(ada: Client) -> None:
    found = ada.post("/api/positions", {"spec": "othello", "moves": ["d3", "c3"]})
    assert [frame["ply"] for frame in found["frames"]] == [0, 1, 2]
    assert found["view"]["moves"]
    assert ada.post("/api/positions", {"spec": "othello", "position": "b"}, 422)["error"]
    assert ada.http.get("/api/picture/othello").text.startswith("<svg")


def _until_searches(client: Client, count: int) -> None:
    """Wait until so many studies run."""
    deadline = time.monotonic() + PATIENCE
    while _searches(client) != count:
        assert time.monotonic() < deadline, f"{_searches(client)} searches run, not {count}"
        time.sleep(0.02)


def _searches(client: Client) -> int:
    text = client.http.get("/metrics").text
    line = next(line for line in text.splitlines() if line.startswith('quintet_searches{lane="study"}'))
    return int(float(line.split()[-1]))
