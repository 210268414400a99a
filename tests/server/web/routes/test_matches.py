"""Matches over REST and WebSocket, with a real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from quintet.core import registry
from quintet.core.match import Match
from quintet.server.messages.matches import MatchView, Snapshot, Update
from server.servers import Client, Server


def test_every_game_is_offered_with_its_start(ada: Client) -> None:
    games = ada.get("/api/games")["games"]
    assert [game["id"] for game in games] == registry.game_ids()
    for game in games:
        assert game["view"]["moves"], game["id"]
        assert game["summary"] in " ".join(registry.game_class(game["id"]).rules.split())
        assert not game["summary"].startswith(("-", "Goal"))
        assert game["options"]["type"] == "object"


SMALLER = {"quentin": "quentin(size=7)"}
"""Boards on which these moves come to an end soon."""


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_two_players_finish_a_game(game_id: str, ada: Client, ben: Client) -> None:
    """A whole game between two clients; at the end the record replays."""
    match = ada.new(SMALLER.get(game_id, game_id))
    assert match["status"] == "open"
    assert match["you"] == [0]
    view = ben.join(match)
    assert view["you"] == [1]
    assert view["status"] == "live"
    with ada.live(match["id"]) as first, ben.live(match["id"]) as second:
        Snapshot.model_validate(first.until("snapshot"))
        snapshot = second.until("snapshot")
        view = snapshot["view"]
        version = snapshot["version"]
        while not view["outcome"]:
            move = view["moves"][(7 * view["ply"]) % len(view["moves"])]["text"]
            mover, other = (first, second) if view["to_move"] == 0 else (second, first)
            assert mover.move(view["ply"], move)["type"] == "ack"
            update = other.until("update")
            while update["version"] <= version:
                update = other.until("update")
            Update.model_validate(update)
            assert update["events"][0]["move"] == move
            assert update["events"][0]["version"] == version + 1
            view, version = update["view"], update["version"]
            assert view["ply"] < 100, "a game that does not end"
    replayed = Match.from_record(ada.http.get(f"/api/matches/{match['id']}/record").text)
    assert replayed.ply == view["ply"]
    assert replayed.game.text(replayed.position) == view["position"]
    assert view["status"] == "over"
    assert view["outcome"]["kind"] == "rules"
    assert replayed.outcome is not None
    assert replayed.outcome.reason == view["outcome"]["reason"]
    assert replayed.outcome.winner == view["outcome"]["winner"]
    frames = ada.get(f"/api/matches/{match['id']}/frames")["frames"]
    assert [frame["ply"] for frame in frames] == list(range(view["ply"] + 1))
    assert frames[-1]["scene"] == view["scene"]


@pytest.mark.parametrize(
    ("spec", "before", "move", "reason", "spots"),
    [
        ("othello", ["d3"], "d3", "d3 is occupied", ["d3"]),
        ("othello", [], "a1", "a1 turns no disc", ["a1"]),
        ("othello", [], "pass", "pass is only for a player who cannot place a disc, and you can", []),
        ("quentin(size=4,pie=false)", ["a1", "d4"], "b2", None, ["a1", "b2"]),
        ("magnetize(height=4,width=5,square=2)", ["0", "0", "0", "0"], "0", "column 0 is full", None),
        ("othello", [], "k9", "'k9' is not a move: expected one of d3, c4, f5, e6", []),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_and_the_spots_that_show_it(
    ada: Client, spec: str, before: list[str], move: str, reason: str | None, spots: list[str] | None
) -> None:
    """By REST, on the WebSocket and on the analysis board alike."""
    match_id = ada.new(spec, "me", "me", moves=before)["id"]
    refused = ada.move(match_id, len(before), move, 422)
    assert refused["error"] == (reason or refused["error"])
    found = refused.get("spots", [])
    assert set(found) >= set(spots or [])
    assert found or spots == []
    with ada.live(match_id) as socket:
        answer = socket.move(len(before), move)
        assert (answer["type"], answer["error"], answer["spots"]) == ("refused", refused["error"], found)
    assert ada.post("/api/positions", {"spec": spec, "moves": [*before, move]}, 422) == refused
    assert ada.see(match_id)["ply"] == len(before)


def test_a_second_copy_of_a_move_is_refused(ada: Client) -> None:
    match = ada.new(first="me", second="me")
    assert match["you"] == [0, 1]
    ada.move(match["id"], 0, "d3")
    assert "at move 1" in ada.move(match["id"], 0, "d3", 409)["error"]
    assert ada.see(match["id"])["ply"] == 1


@pytest.mark.parametrize("spec", ["othello", "quentin(size=19)"])
def test_of_many_copies_at_once_one_is_played(spec: str, ada: Client) -> None:
    """Also where the board is so large that moves are decided beside the event loop."""
    match = ada.new(spec, "me", "me")
    path = f"/api/matches/{match['id']}/move"
    with ada.live(match["id"]) as socket, ThreadPoolExecutor(12) as hands:
        version = socket.until("snapshot")["version"]
        for ply in range(2):
            moves = [move["text"] for move in ada.see(match["id"])["moves"]][:2] * 6
            body = [{"ply": ply, "move": move} for move in moves]
            answers = list(hands.map(lambda wish: ada.http.post(path, json=wish).status_code, body))
            assert sorted(answers) == [200, *[409] * 11]
            update = socket.until("update")
            assert (update["version"], update["view"]["ply"]) == (version + ply + 1, ply + 1)
    assert ada.see(match["id"])["ply"] == 2


def test_previews_say_where_a_piece_comes_to_rest(ada: Client) -> None:
    match = ada.new("magnetize", "me", "me")
    ada.move(match["id"], 0, "1")
    moves = {move["text"]: move for move in ada.see(match["id"])["moves"]}
    below = {move["text"]: move["preview"] for move in match["moves"]}
    assert len(moves["1"]["preview"]) == 1
    assert moves["1"]["preview"] != below["1"]
    assert moves["0"]["preview"] == below["0"]
    assert moves["m"]["preview"] == []


def test_takeback_goes_back_to_my_last_move(ada: Client, ben: Client) -> None:
    match = ada.new()
    ben.join(match)
    match_id = match["id"]
    ada.move(match_id, 0, "d3")
    ben.move(match_id, 1, "c3")
    ada.act(match_id, "ask_takeback")
    assert ada.see(match_id)["offers"]["takeback"] == 0
    assert "already asked" in ada.act(match_id, "ask_takeback", 409)["error"]
    assert "nobody has asked" in ada.act(match_id, "accept_takeback", 409)["error"]
    ben.act(match_id, "decline_takeback")
    ada.act(match_id, "ask_takeback")
    ben.act(match_id, "accept_takeback")
    assert ada.see(match_id)["ply"] == 0
    ada.move(match_id, 0, "c4")
    assert ada.see(match_id)["history"][0]["text"] == "c4"


def test_draw_by_agreement_and_a_rematch_with_exchanged_seats(ada: Client, ben: Client) -> None:
    match = ada.new(private=False)
    ben.join(match)
    match_id = match["id"]
    ada.act(match_id, "offer_draw")
    assert "already offered" in ada.act(match_id, "offer_draw", 409)["error"]
    ben.act(match_id, "decline_draw")
    ada.move(match_id, 0, ada.see(match_id)["moves"][0]["text"])
    ada.act(match_id, "offer_draw")
    ben.act(match_id, "accept_draw")
    view = ada.see(match_id)
    assert view["outcome"]["kind"] == "agreed"
    assert view["outcome"]["winner"] is None
    ada.act(match_id, "rematch")
    assert ada.see(match_id)["offers"]["rematch"] == 0
    ben.act(match_id, "rematch")
    again = ada.see(match_id)["rematch"]
    assert ada.see(again)["you"] == [1]
    assert ben.see(again)["you"] == [0]
    assert "already" in ada.act(match_id, "rematch", 409)["error"]


def test_resigning_aborting_and_moves_after_the_end(ada: Client, ben: Client) -> None:
    match = ada.new()
    ben.join(match)
    match_id = match["id"]
    ada.move(match_id, 0, "d3")
    ben.move(match_id, 1, "c3")
    assert "resign" in ada.act(match_id, "abort", 409)["error"]
    ben.act(match_id, "resign")
    assert ada.see(match_id)["outcome"]["winner"] == 0
    assert ada.move(match_id, 2, "c4", 409)["error"] == "the match is over"
    assert ada.act(match_id, "resign", 409)["error"] == "the match is over"
    other = ada.new()
    ada.act(other["id"], "abort")
    assert ada.see(other["id"])["outcome"]["kind"] == "aborted"


def test_an_invitation_by_link_is_declined_and_the_inviter_sees_it(ada: Client, ben: Client, eve: Client) -> None:
    match = ada.new()
    decline = f"/api/matches/{match['id']}/decline"
    assert eve.post(decline, {}, 404)["error"]
    assert "cancel it" in ada.post(decline, {}, 409)["error"]
    ben.http.put("/api/me/name", json={"name": "Ben"})
    with ada.live(match["id"]) as socket:
        socket.until("snapshot")
        ben.post(decline, {"invite": match["invite"]})
        view = socket.until("update")["view"]
    assert (view["status"], view["outcome"]["kind"]) == ("over", "declined")
    assert view["outcome"]["reason"] == "Ben declined"
    assert [line["id"] for line in ada.get("/api/lobby")["declined"]] == [match["id"]]
    assert ben.get("/api/lobby")["declined"] == []
    assert "over" in ben.post(decline, {"invite": match["invite"]}, 409)["error"]
    assert "over" in ben.join(match, 409)["error"]


def test_an_open_game_is_withdrawn_by_its_maker_alone(ada: Client, ben: Client) -> None:
    match = ada.new(private=False)
    match_id = match["id"]
    assert match_id in [line["id"] for line in ben.get("/api/lobby")["open"]]
    assert "open to anyone" in ben.post(f"/api/matches/{match_id}/decline", {}, 409)["error"]
    assert "do not play" in ben.act(match_id, "abort", 403)["error"]
    ada.act(match_id, "abort")
    assert match_id not in [line["id"] for line in ben.get("/api/lobby")["open"]]
    assert "over" in ben.join(match, 409)["error"]


def test_a_seat_that_was_taken_is_no_longer_declined(ada: Client, ben: Client, eve: Client) -> None:
    match = ada.new()
    ben.join(match)
    refused = eve.post(f"/api/matches/{match['id']}/decline", {"invite": match["invite"]}, 409)
    assert refused["error"] == "this seat is taken"


def test_undo_and_redo_in_hot_seat(ada: Client) -> None:
    match_id = ada.new(first="me", second="me")["id"]
    for ply, move in enumerate(["d3", "c3", "c4"]):
        ada.move(match_id, ply, move)
    ada.act(match_id, "undo")
    ada.act(match_id, "undo")
    view = ada.see(match_id)
    assert (view["ply"], view["can_redo"]) == (1, True)
    ada.act(match_id, "redo")
    assert ada.see(match_id)["ply"] == 2
    ada.move(match_id, 2, "b3")
    assert "no move to play again" in ada.act(match_id, "redo", 409)["error"]


def test_an_engine_answers_and_can_be_undone(ada: Client) -> None:
    match = ada.new("othello", "me", {"kind": "engine", "level": 1})
    with ada.live(match["id"]) as socket:
        socket.until("snapshot")
        socket.move(0, "d3")
        view = socket.until("update")["view"]
        while view["ply"] < 2:
            view = socket.until("update")["view"]
        assert view["to_move"] == 0
    ada.act(match["id"], "undo")
    assert ada.see(match["id"])["ply"] == 0
    ada.act(match["id"], "redo")
    assert ada.see(match["id"])["ply"] == 2


def test_two_engines_play_for_those_who_watch(ada: Client) -> None:
    seat = {"kind": "engine", "level": 1}
    match = ada.new("magnetize", seat, seat, private=False)
    with ada.live(match["id"]) as socket:
        view = socket.until("snapshot")["view"]
        while view["ply"] < 4 and not view["outcome"]:
            view = socket.until("update")["view"]


def test_from_a_position_with_moves_on_the_way(ada: Client) -> None:
    position = "......../......../....b.../...bb.../...bw.../......../......../........ w"
    match = ada.new("othello", "me", "me", position=position, moves=["e2"])
    assert match["ply"] == 1
    assert match["to_move"] == 0
    assert "no move to take back" in ada.act(match["id"], "undo", 409)["error"]
    over = "......../......../......../...bb.../...bb.../......../......../........ w"
    assert "over" in ada.new(position=over, status=422)["error"]
    assert "row" in ada.new(position="nonsense b", status=422)["error"]


def test_a_limit_of_turns_ends_what_would_not_end(another: Callable[..., Server]) -> None:
    client = another(QUINTET_TURN_LIMIT="6").client()
    match = client.new("magnetize", "me", "me")
    for ply in range(6):
        client.move(match["id"], ply, "m")
    view = client.see(match["id"])
    assert view["outcome"]["kind"] == "truncated"
    assert view["outcome"]["winner"] is None
    assert match["turn_limit"] == 6


def test_news_are_caught_up_with_after_a_lost_connection(ada: Client, ben: Client) -> None:
    match = ada.new()
    match_id = match["id"]
    with ada.live(match_id) as socket:
        version = socket.until("snapshot")["version"]
    ben.join(match)
    ada.move(match_id, 0, "d3")
    with ada.live(match_id, version=version) as socket:
        update = socket.receive()
        assert update["type"] == "update"
        assert [event["kind"] for event in update["events"]] == ["joined", "move"]
        assert [event["version"] for event in update["events"]] == [version + 1, version + 2]
        assert update["view"]["ply"] == 1
    with ada.live(match_id, version=update["version"]) as socket:
        assert socket.receive()["type"] == "spectators"  # nothing was missed
    with ada.live(match_id, version=999) as socket:
        assert socket.receive()["type"] == "snapshot"  # from a future that was lost


def test_updates_carry_the_new_moves_and_no_others(ada: Client) -> None:
    """After moves, a takeback, and for somebody who was away; put together they are the history."""
    match_id = ada.new(first="me", second="me")["id"]
    with ada.live(match_id) as socket:
        snapshot = socket.until("snapshot")
        history = snapshot["view"]["history"]
        for ply, move in enumerate(["d3", "c3", "c4"]):
            ada.move(match_id, ply, move)
        ada.act(match_id, "undo")
        ada.act(match_id, "undo")
        ada.move(match_id, 1, "c5")
        sizes: list[tuple[int, int, int]] = []
        while len(sizes) < 6:
            update = socket.until("update")
            history = history[: update["since"]] + update["view"]["history"]
            sizes.append((update["since"], len(update["view"]["history"]), len(history)))
        assert sizes == [(0, 1, 1), (1, 1, 2), (2, 1, 3), (2, 0, 2), (1, 0, 1), (1, 1, 2)]
    assert history == ada.see(match_id)["history"]
    for missed in range(1, 7):
        with ada.live(match_id, version=7 - missed) as socket:
            update = socket.receive()
            kept = [[], ["d3"], ["d3", "c3"], ["d3", "c3", "c4"], ["d3", "c3"], ["d3"]][6 - missed]
            added = [move["text"] for move in update["view"]["history"]]
            assert kept[: update["since"]] + added == ["d3", "c5"]


def test_spectators_are_counted(ada: Client, ben: Client, eve: Client) -> None:
    match = ada.new(private=False)
    ben.join(match)
    with ada.live(match["id"]) as player, eve.live(match["id"]) as spectator:
        assert spectator.until("snapshot")["view"]["you"] == []
        message = player.until("spectators")
        while message["count"] != 1:
            message = player.until("spectators")
        assert message["online"] == [True, False]
        assert "do not play" in spectator.move(0, "d3")["error"]


def test_whoever_joins_is_no_spectator_any_more(ada: Client, ben: Client) -> None:
    match = ada.new(private=False)
    ben.get("/api/me")  # a visitor who is known
    with ada.live(match["id"]) as host, ben.live(match["id"]):
        while host.until("spectators")["count"] != 1:
            pass
        ben.join(match)
        host.until("update")
        told = host.until("spectators")
        assert (told["count"], told["online"]) == (0, [True, True])


def test_views_are_what_the_messages_say(ada: Client) -> None:
    for game_id in registry.game_ids():
        MatchView.model_validate(ada.new(game_id, "me", "me"))


def test_rules_come_with_playable_examples(ada: Client) -> None:
    for game_id in registry.game_ids():
        parts = ada.get(f"/api/games/{game_id}/rules")["parts"]
        examples = [part["example"] for part in parts if part["example"]]
        assert examples, game_id
        assert all(example["steps"] for example in examples)
        assert any(part["markdown"] for part in parts)


def test_a_record_comes_in_and_goes_out(ada: Client, eve: Client) -> None:
    text = (
        "quintet record 1\ngame: othello\nfirst: Ada\nsecond: Ben\nresult: first wins, second resigned\n"
        "moves:\n1 d3 c3\n"
    )
    match = ada.post("/api/records", {"record": text, "private": False}, 201)
    assert match["status"] == "over"
    assert match["names"] == ["Ada", "Ben"]
    assert ada.http.get(f"/api/matches/{match['id']}/record").text == text
    found = eve.get("/api/library", params={"player": "ada", "game": "othello"})["matches"]
    assert match["id"] in [one["id"] for one in found]
    wrong = ada.post("/api/records", {"record": text.replace("c3", "h8")}, 422)["error"]
    assert "line 7" in wrong


def test_a_game_that_was_called_off_at_its_begin_is_not_in_the_library(ada: Client, ben: Client) -> None:
    ids = []
    for moves in (["d3"], ["d3", "c3"]):
        match = ada.new(private=False)
        ben.join(match)
        for ply, move in enumerate(moves):
            (ada, ben)[ply].move(match["id"], ply, move)
        ben.act(match["id"], "abort" if len(moves) < 2 else "resign")
        ids.append(match["id"])
    listed = [one["id"] for one in ben.get("/api/library")["matches"]]
    assert (ids[0] in listed, ids[1] in listed) == (False, True)


def test_the_lobby_shows_open_live_and_own(ada: Client, ben: Client) -> None:
    match = ada.new("pentago", private=False)
    hidden = ada.new("pentago", private=True)
    lobby = ben.get("/api/lobby")
    assert match["id"] in [one["id"] for one in lobby["open"]]
    assert hidden["id"] not in [one["id"] for one in lobby["open"]]
    ben.post(f"/api/matches/{match['id']}/join")
    lobby = ada.get("/api/lobby")
    assert match["id"] in [one["id"] for one in lobby["live"]]
    assert {match["id"], hidden["id"]} <= {one["id"] for one in lobby["mine"]}


# Conditional moves


def test_a_plan_is_its_owners_alone_and_is_played_at_once(ada: Client, ben: Client, eve: Client) -> None:
    match = ada.new(clock={"kind": "days", "first": {"seconds": 86400}}, private=False)
    ben.join(match)
    ada.move(match["id"], 0, "d3")
    path = f"/api/matches/{match['id']}/plan"
    with ben.live(match["id"]) as live:
        live.until("snapshot")
        assert ada.http.put(path, json={"ply": 1, "lines": [["C3", "c4"], ["e3", "f6"]]}).json()["ply"] == 1
        told = live.until("update")
        assert [event["kind"] for event in told["events"]] == ["planned"]
        assert "c4" not in json.dumps(told["events"])
        assert "lines" not in json.dumps(told)
        assert ada.get(path) == {"ply": 1, "lines": [["c3", "c4"], ["e3", "f6"]]}
        assert ben.get(path)["lines"] == []
        assert "do not play" in eve.get(path, 403)["error"]
        assert ben.move(match["id"], 1, "c3")["ply"] == 3
        told = live.until("update")
        assert [(event["kind"], event["move"]) for event in told["events"]] == [("move", "c3"), ("move", "c4")]
    assert ada.get(path) == {"ply": 3, "lines": []}


def test_a_plan_that_cannot_be_followed_is_refused_in_a_sentence(ada: Client, ben: Client) -> None:
    match = ada.new(clock={"kind": "days", "first": {"seconds": 86400}})
    ben.join(match)
    path = f"/api/matches/{match['id']}/plan"

    def refused(client: Client, ply: int, *lines: list[str]) -> tuple[int, str]:
        answer = client.http.put(path, json={"ply": ply, "lines": list(lines)})
        return answer.status_code, answer.json()["error"]

    assert refused(ada, 0, ["d3", "c3"]) == (409, "it is your turn: move first, then plan what follows")
    assert refused(ben, 3, ["d3", "c3"]) == (409, "the match is at move 0, but this was planned at move 3")
    assert refused(ben, 0, ["d3"]) == (422, "a line must end with a move of your own")
    assert refused(ben, 0, ["a1", "c3"])[0] == 422
    assert refused(ben, 0, *([["d3", "c3"]] * 31))[0] == 422
    assert ben.get(path)["lines"] == []
