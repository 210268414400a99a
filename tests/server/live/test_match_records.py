"""Records out of the site and into it again: every way to end is still there."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.core import registry
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.server.live import match_records
from quintet.server.live.contest import Contest
from quintet.server.live.events import Ending, Event, Header, MatchSeat, created
from server.servers import Client

SEATS = (MatchSeat("person", "Ada", "a"), MatchSeat("person", "Ben", "b"))
ENDINGS = [
    Ending(Player.FIRST, "Ben ran out of time", "time"),
    Ending(Player.SECOND, "Ada ran out of time", "time"),
    Ending(None, "no end after 6 moves", "truncated"),
    Ending(None, "aborted", "aborted"),
    Ending(None, "declined", "declined"),
    Ending(Player.SECOND, "Ada resigned", "resigned"),
    Ending(None, "agreed", "agreed"),
]


def contest(*more: Event) -> Contest:
    header = Header("x" * 16, "othello", OTHELLO, None, False, False, "secret", 1000.0)
    moves = [Event(2, "move", 1010.0, Player.FIRST, "d3"), Event(3, "move", 1020.0, Player.SECOND, "c3")]
    return Contest(header, registry.load("othello"), [created(SEATS, (), 1000.0), *moves, *more])


OTHELLO = registry.load("othello").text(registry.load("othello").start())


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: f"{ending.kind}-{ending.winner}")
def test_every_ending_is_written_and_read_again(ending: Ending) -> None:
    data = {"winner": ending.winner, "reason": ending.reason, "kind": ending.kind, "scores": None}
    text = match_records.write(contest(Event(4, "ended", 1030.0, data=data)))
    match, again = match_records.read(text)
    assert again == ending
    assert [str(move) for move in match.moves] == ["d3", "c3"]
    assert Match.from_record(text).ply == 2  # others skip what they do not know
    assert "started: 1970-01-01T00:16:40+00:00\nfinished: 1970-01-01T00:17:10+00:00\n" in text


def test_a_match_that_goes_on_is_unfinished() -> None:
    text = match_records.write(contest())
    assert "ended" not in text
    assert match_records.read(text)[1].kind == "unfinished"


@pytest.mark.parametrize("comment", ["# ended: by the rain", "# ended: no result", "# ended: first wins", "# ended:"])
def test_other_comments_are_only_comments(comment: str) -> None:
    assert match_records.read(f"{comment}\n{match_records.write(contest())}")[1].kind == "unfinished"


def test_a_comment_does_not_overrule_the_rules() -> None:
    over = "quintet record 1\ngame: othello\nmoves:\n1 c4 c5 f6 d3 c2 b3 b5 b4 a4\n"
    ending = match_records.read(f"# ended: second wins, first ran out of time\n{over}")[1]
    assert (ending.kind, ending.winner) == ("rules", Player.FIRST)


def test_a_match_that_ended_on_time_is_saved_and_shows_that_again(ada: Client, ben: Client) -> None:
    clock = {"kind": "fischer", "first": {"seconds": 60}, "second": {"seconds": 0.3}}
    match = ada.new(clock=clock)
    ben.join(match)
    with ada.live(match["id"]) as live:
        live.say(type="move", ply=0, move="d3")
        while live.until("update")["view"]["status"] != "over":
            pass
    text = ada.http.get(f"/api/matches/{match['id']}/record").text
    assert text.startswith("# ended: first wins, second ran out of time\n")
    again = ben.post("/api/records", {"record": text}, 201)
    assert again["outcome"]["kind"] == "time"
    assert again["outcome"]["winner"] == 0
    assert (match["imported"], again["imported"]) == (False, True)
    assert "not played here" in ben.act(again["id"], "rematch", 409)["error"]
    assert ben.http.get(f"/api/matches/{again['id']}/record").text == text


def test_moves_on_an_analysis_board_are_a_record_too(ada: Client) -> None:
    start = "......../......../...b..../...bb.../...bw.../......../......../........ w"
    asked: dict[str, Any] = {"spec": "othello", "position": start, "moves": ["c3", "c4"], "names": ["Ada B.", "Ben"]}
    text = ada.http.post("/api/positions/record", json=asked).text
    match = Match.from_record(text)
    assert (match.game.text(match.start), match.ply, match.names) == (start, 2, ("Ada B.", "Ben"))
    refused = ada.post("/api/positions/record", {"spec": "othello", "moves": ["d3", "d3"]}, 422)
    assert refused == {"error": "d3 is occupied", "spots": ["d3"]}
    assert "name" in ada.post("/api/positions/record", {"spec": "othello", "names": ["\n", "Ben"]}, 422)["error"]
    assert ada.post("/api/positions/record", {"spec": "nothing"}, 404)["error"]
