"""What strangers stumbled over: no trace of a refusal, pages of nothing that said 200, everybody called the same."""

from __future__ import annotations

import re

import pytest

from quintet.server.storage.accounts import Person
from server.servers import Client, Server


def test_what_was_declined_leaves_a_trace_until_the_next_move(ada: Client, ben: Client) -> None:
    match = ada.new("othello", "me", "open")
    ben.join(match)
    for what, by in (("draw", 1), ("takeback", 1)):
        ply = ada.see(match["id"])["ply"]
        ada.move(match["id"], ply, "d3" if ply == 0 else "c4")
        ada.act(match["id"], {"draw": "offer_draw", "takeback": "ask_takeback"}[what])
        ben.act(match["id"], f"decline_{what}")
        seen = ada.see(match["id"])
        assert (seen["declined"], seen["offers"][what]) == ({"what": what, "by": by}, None)
        ben.move(match["id"], ply + 1, "c3" if ply == 0 else "c5")
        assert ada.see(match["id"])["declined"] is None


def test_a_draw_that_was_declined_is_offered_again_only_after_a_move(ada: Client, ben: Client) -> None:
    match = ada.new("othello", "me", "open")
    ben.join(match)
    ada.act(match["id"], "offer_draw")
    ben.act(match["id"], "decline_draw")
    refused = ada.act(match["id"], "offer_draw", status=409)
    assert refused["error"] == "your offer was declined: offer a draw again after the next move"
    ada.move(match["id"], 0, "d3")
    ada.act(match["id"], "offer_draw")
    assert ben.see(match["id"])["offers"]["draw"] == 0


def test_a_visitor_is_not_taken_for_somebody_else(server: Server) -> None:
    server.client().register("owner_of_it")
    visitor = server.client()
    for name in ("owner_of_it", "OWNER_OF_IT", "Visitor 1234", "engine, level 3"):
        answer = visitor.http.put("/api/me/name", json={"name": name})
        said = answer.json()["error"]
        assert (answer.status_code, said.endswith("choose another one")) == (409, True)
        seats = [{"kind": "me", "name": name}, {"kind": "open"}]
        assert visitor.post("/api/matches", {"spec": "othello", "seats": seats}, status=409)["error"] == said


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/chess", 404),
        ("/analysis/quentin(size=5)", 200),
        ("/rules/chess", 404),
        ("/learn/chess", 404),
        ("/solved/othello", 404),
        ("/solved/magnetize", 200),
        ("/solved/quentin(size=99)", 404),
        ("/player/nobody-at-all", 404),
        ("/game/aaaaaaaaaaaaaaaa", 404),
        ("/game/x", 404),
    ],
)
def test_a_page_about_nothing_says_so(ada: Client, path: str, status: int) -> None:
    answer = ada.http.get(path, headers={"accept": "text/html"})
    assert answer.status_code == status
    assert "site-head" in answer.text


def test_a_private_match_is_a_page_for_those_who_may_see_it(ada: Client, eve: Client) -> None:
    match = ada.new("othello", "me", "open")
    page = f"/game/{match['id']}"
    assert [one.http.get(page).status_code for one in (ada, eve)] == [200, 404]
    assert eve.http.get(page, params={"invite": match["invite"]}).status_code == 200


def test_visitors_are_told_apart_and_keep_their_numbers(ada: Client) -> None:
    name = ada.get("/api/me")["name"]
    assert re.fullmatch("Visitor [1-9][0-9]{3}", name)
    assert ada.new("othello", "me", "open")["names"][0] == name
    assert Person("v1", "", "visitor").shown != Person("v2", "", "visitor").shown
