"""Matches and positions as messages: in pages, without huge boards, as the schema says."""

from __future__ import annotations

import json
import random

import pytest

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.live.clocks import Side, as_setting
from quintet.server.live.timeline import Ply
from quintet.server.messages import views
from quintet.server.messages.boards import PositionOut
from quintet.server.messages.matches import FramesOut, MatchView, Snapshot, Update
from quintet.server.storage import journal
from quintet.server.storage.match_queries import Listed
from server.live.test_hub import new_match
from server.long_games import HUGE, LENGTH, LONG, moves, record
from server.servers import Client


def test_frames_come_in_pages_of_bounded_size(ada: Client) -> None:
    match = ada.post("/api/records", {"record": record(LONG, LENGTH)}, 201)
    path, since, plies = f"/api/matches/{match['id']}/frames", 0, []
    while since is not None:
        answer = ada.http.get(path, params={"since": since})
        assert len(answer.content) < 5_000_000
        page = answer.json()
        plies += [frame["ply"] for frame in page["frames"]]
        since = page["more"]
    assert plies == list(range(LENGTH + 1))
    assert page["frames"][-1]["outcome"]["kind"] == "unfinished"
    assert ada.get(path, params={"since": LENGTH + 1}) == {"frames": [], "more": None}
    looked = ada.post("/api/positions", {"spec": LONG, "moves": moves(LONG, 100), "since": 90})
    assert [frame["ply"] for frame in looked["frames"]] == list(range(90, 101))
    short = ada.post("/api/positions", {"spec": "othello", "moves": ["d3", "c3"]})
    assert (len(short["frames"]), short["more"]) == (3, None)


def test_lists_show_no_huge_boards_and_each_layout_once(ada: Client) -> None:
    for spec in (HUGE, "othello", "othello"):
        ada.new(spec)
    mine = ada.get("/api/lobby")["mine"]
    assert [(line["spec"], line["scene"] is None, line["layout"] is None) for line in mine] == [
        ("othello", False, False),
        ("othello", False, True),
        (HUGE, True, True),
    ]


@pytest.mark.parametrize("winner", [Player.FIRST, Player.SECOND, None])
def test_a_finished_match_in_a_list_is_written_without_a_warning(winner: Player | None) -> None:
    contest = new_match()
    loser = Player.FIRST if winner is None else winner.other
    contest = contest.after(contest.resign(loser, 1000.0))
    state = json.loads(json.dumps(journal.state(contest)))
    state["ending"]["winner"] = None if winner is None else int(winner)
    line = views.line(Listed(contest.header, "over", 0, state, 1000.0), "nobody", 2000.0, False)
    assert json.loads(line.model_dump_json())["outcome"]["winner"] == winner


def test_what_is_drawn_for_a_replay_is_not_remembered() -> None:
    game = registry.load("othello")
    moment = Ply(game, game.start()).play("d3").play("c3")
    views.frames(moment, 0)
    assert not any("scene" in vars(one) for one in moment.line())


@pytest.mark.parametrize("game", registry.game_ids())
def test_what_is_written_by_hand_is_what_the_messages_say(game: str) -> None:
    """To the byte, of every kind of match: the classes of the messages say what their fields are, and how they look."""
    chance, contest = random.Random(31), new_match(as_setting("fischer", Side(300, 2), Side(300, 2)), spec=game)
    while contest.ply < 60 and not contest.ending:
        text = chance.choice(list(contest.moment.legal))
        events = contest.move(contest.to_move, contest.ply, text, 1000.125 + contest.ply)
        contest = contest.after(events)
        update = views.update(contest, events, contest.ply - 1, (True, False), 2000.5)
        assert update == Update.model_validate_json(update).model_dump_json()
    for events in ([], contest.offer_draw(Player.FIRST, 3000.0) if not contest.ending else []):
        contest = contest.after(events)
        text = views.snapshot(contest, (True, False), 3000.0, "a", 3)
        snapshot = Snapshot.model_validate_json(text)
        assert (snapshot.view.spectators, snapshot.view.layout) == (3, contest.moment.board.layout)
        assert json.loads(text) == json.loads(snapshot.model_dump_json())
        assert MatchView.model_validate_json(views.whole(contest, (True, False), 3000.0, "a", 3)) == snapshot.view


def test_every_long_answer_is_described(ada: Client) -> None:
    match = ada.new()
    FramesOut.model_validate(ada.get(f"/api/matches/{match['id']}/frames"))
    PositionOut.model_validate(ada.post("/api/positions", {"spec": "othello"}))
