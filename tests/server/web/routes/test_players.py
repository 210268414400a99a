"""Visitors, accounts, tokens, ratings; and what others must not see or do."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from typing import Any
from unittest.mock import Mock

import pytest
from argon2 import extract_parameters
from websockets.exceptions import ConnectionClosed

from quintet.server.accounts.identity import Identity
from quintet.server.storage.accounts import Person
from server.servers import Client, Server

PASSWORD = "correct horse"


def test_a_visitor_plays_at_once_and_is_remembered(ada: Client) -> None:
    assert ada.get("/api/me")["kind"] == "visitor"
    cookie = next(iter(ada.http.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "lax"
    match = ada.new()
    assert ada.see(match["id"])["you"] == [0]
    assert ada.http.put("/api/me/name", json={"name": "Ada"}).json()["name"] == "Ada"
    assert ada.new()["names"][0] == "Ada"


def test_a_forged_visitor_is_somebody_else(server: Server, ada: Client, eve: Client) -> None:
    match = ada.new()
    visitor, _, signature = next(iter(ada.http.cookies.jar)).value.rpartition(".")  # type: ignore[union-attr]
    for forged in (f"{visitor}.{'0' * 64}", visitor, f"{visitor}x.{signature}", ""):
        eve.http.cookies.clear()
        eve.http.cookies.set("quintet_visitor", forged)
        eve.see(match["id"], 404)


def test_an_account_keeps_the_visitors_matches(ada: Client, server: Server) -> None:
    match, lost = ada.new(), ada.new(second={"kind": "engine", "level": 1}, private=False)
    both = ada.new(first={"kind": "me", "name": "Mum"}, second={"kind": "me", "name": "Dad"}, private=False)
    ada.act(lost["id"], "resign")
    ada.register("Ada_Keeps")
    assert ada.get("/api/me")["username"] == "Ada_Keeps"
    assert ada.see(match["id"])["you"] == [0]
    seen = ada.see(lost["id"])
    assert (seen["names"][0], seen["outcome"]["reason"]) == ("Ada_Keeps", "Ada_Keeps resigned")
    assert ada.see(both["id"])["names"] == ["Mum", "Dad"]
    names = {one["id"]: one["names"][0] for one in ada.get("/api/players/Ada_Keeps")["matches"]}
    assert names == {lost["id"]: "Ada_Keeps", both["id"]: "Mum"}
    again = server.client()
    assert again.post("/api/login", {"username": "ada_keeps", "password": PASSWORD})["username"] == "Ada_Keeps"
    assert again.see(match["id"])["you"] == [0]
    wrong = server.client()
    assert wrong.post("/api/login", {"username": "ada_keeps", "password": "wrong"}, 401)
    assert wrong.post("/api/login", {"username": "nobody", "password": "wrong"}, 401)
    assert "taken" in wrong.post("/api/accounts", {"username": "ADA_keeps", "password": PASSWORD}, 409)["error"]
    assert wrong.post("/api/accounts", {"username": "x", "password": PASSWORD}, 422)
    assert wrong.post("/api/accounts", {"username": "short", "password": "short"}, 422)


def test_log_out_everywhere_ends_every_session_and_token(ada: Client, server: Server) -> None:
    ada.register("Ada_Out")
    other = server.client()
    other.post("/api/login", {"username": "Ada_Out", "password": PASSWORD})
    program = server.client(token=ada.token())
    assert program.get("/api/account")["username"] == "Ada_Out"
    other.post("/api/logout/everywhere")
    assert ada.get("/api/me")["kind"] == "visitor"
    program.get("/api/account", 401)
    other.get("/api/account", 401)


def test_deleting_an_account_leaves_no_trace_of_it(ada: Client, ben: Client, server: Server) -> None:
    ada.register("Ada_Gone")
    match = ada.new(private=False)
    ben.join(match)
    ada.move(match["id"], 0, "d3")
    ada.post("/api/account/delete", {"password": "wrong password"}, 401)
    ada.post("/api/account/delete", {"password": PASSWORD})
    view = ben.see(match["id"])
    assert view["names"][0] == "deleted player"
    assert view["outcome"]["reason"] == "deleted player resigned"
    assert ada.get("/api/me")["kind"] == "visitor"
    ben.get("/api/players/Ada_Gone", 404)
    ben.post("/api/login", {"username": "Ada_Gone", "password": PASSWORD}, 401)
    with sqlite3.connect(server.home / "site.sqlite") as database:
        kept = "\n".join(database.iterdump())
    database.close()
    assert "ada_gone" not in kept.casefold()


def test_the_database_has_no_token_and_no_password(ada: Client, server: Server) -> None:
    ada.register("Ada_Hash", "a very secret word")
    token = ada.token("a very secret word")
    session = ada.http.cookies["quintet_session"]
    with sqlite3.connect(server.home / "site.sqlite") as database:
        kept = "\n".join(database.iterdump())
    database.close()
    assert "a very secret word" not in kept
    assert "$argon2id$" in kept
    assert token not in kept
    assert session not in kept


def test_a_stolen_password_is_slow_to_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other tests hash cheaply
    hashed = asyncio.run(Identity(Mock(), b"").hashed("correct horse"))
    cost = extract_parameters(hashed)
    assert cost.memory_cost >= 64 * 1024
    assert cost.time_cost >= 3


def test_rated_matches_change_both_ratings(server: Server) -> None:
    clock = {"kind": "fischer", "first": {"seconds": 600}}
    ada, ben, eve = (server.client() for _ in range(3))
    ada.register("Ada_Rated")
    ben.register("Ben_Rated")
    match = ada.new("othello", rated=True, private=False, clock=clock)
    assert "log in" in eve.join(match, 403)["error"]
    assert "already" in ada.join(match, 409)["error"]
    view = ben.join(match)
    assert [seat["rating"] for seat in view["seats"]] == [1500, 1500]
    for ply, move in enumerate(("d3", "c3", "c4", "c5", "b3", "f3")):
        (ada, ben)[ply % 2].move(match["id"], ply, move)
    ben.act(match["id"], "resign")
    change = ada.see(match["id"])["rating_change"]
    assert change[0] > 100
    assert change[1] == -change[0]
    assert ada.get("/api/me")["ratings"][0]["rating"] == 1500 + change[0]
    assert eve.get("/api/players/ben_rated")["ratings"][0]["games"] == 1
    assert eve.get("/api/ratings/othello")["ranks"] == [], "after one game it is a guess"
    ada.act(ada.new("pentago", "me", {"kind": "engine", "level": 1})["id"], "resign")  # nobody moved: no game
    seen = eve.get("/api/players/ada_rated")
    (history,) = seen["history"]
    assert (history["title"], [point["rating"] for point in history["points"]]) == ("Othello", [1500 + change[0]])
    assert [(one["game"], one["engine"], one["won"], one["drawn"], one["lost"]) for one in seen["results"]] == [
        ("othello", False, 1, 0, 0)
    ]
    assert not seen["you"]
    assert ada.get("/api/players/ada_rated")["you"]
    assert "another person" in ada.new(second={"kind": "engine"}, rated=True, status=422)["error"]
    assert "log in" in eve.new(rated=True, status=401)["error"]
    assert "needs a clock" in ada.new("othello", rated=True, status=422)["error"]
    assert "standard board" in ada.new("quentin(size=5)", rated=True, clock=clock, status=422)["error"]
    for ending in ("abort", "resign"):
        short = ada.new("othello", rated=True, clock=clock)
        ben.join(short)
        ben.act(short["id"], ending)
        assert ada.see(short["id"])["rating_change"] is None


def test_a_private_match_is_nobody_elses(ada: Client, ben: Client, eve: Client) -> None:
    match = ada.new()
    ben.join(match)
    match_id = match["id"]
    ada.move(match_id, 0, "d3")
    unknown = eve.see("A" * 16, 404)
    for answer in (
        eve.see(match_id, 404),
        eve.see(match_id, 404, invite="wrong"),
        eve.get(f"/api/matches/{match_id}/frames", 404),
        eve.get(f"/api/matches/{match_id}/record", 404),
        eve.move(match_id, 1, "c3", 404),
        eve.act(match_id, "resign", 404),
        eve.post(f"/api/matches/{match_id}/join", {"invite": "wrong"}, 404),
        eve.post("/api/analysis", {"match": match_id}, 404),
        eve.post("/api/evaluations", {"match": match_id}, 404),
    ):
        assert answer == unknown  # a match that exists looks like one that does not
    with eve.live(match_id) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    lobby = json.dumps(eve.get("/api/lobby"))
    assert match_id not in lobby
    ben.act(match_id, "resign")
    assert match_id not in json.dumps(eve.get("/api/library"))
    assert eve.see(match_id, 200, invite=match["invite"])["you"] == []  # whoever was given it may watch
    assert eve.see(match_id, 200, invite=match["invite"])["invite"] is None


def test_two_on_one_device_keep_the_names_they_gave(server: Server) -> None:
    ada = server.client().register("Ada_Hosts")
    match = ada.new("othello", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"})
    assert match["names"] == ["Ann", "Bob"]
    assert [seat["rating"] for seat in match["seats"]] == [None, None]
    assert ada.new("othello", "me", "me")["names"] == ["First", "Second"]
    ada.act(match["id"], "resign")
    ada.act(match["id"], "rematch")
    assert ada.see(ada.see(match["id"])["rematch"])["names"] == ["Bob", "Ann"]


def test_a_player_finds_private_games_of_their_own_and_nobody_elses(server: Server, eve: Client) -> None:
    ada = server.client()
    match = ada.new("othello", "me", "me", moves=["d3"])
    ada.act(match["id"], "resign")

    def find(client: Client, **more: Any) -> list[str]:
        return [one["id"] for one in client.get("/api/library", params=more)["matches"]]

    assert find(ada, mine=True) == [match["id"]]
    assert find(ada, mine=True, game="othello", result="first") == [match["id"]]
    assert find(ada, mine=True, game="pentago") == []
    assert match["id"] not in find(ada)
    assert find(eve, mine=True) == []


def test_ids_and_secrets_are_long_and_never_alike(ada: Client) -> None:
    made = [ada.new() for _ in range(30)]
    assert len({match["id"] for match in made} | {match["invite"] for match in made}) == 60
    assert all(len(match["id"]) >= 16 and len(match["invite"]) >= 16 for match in made)


def test_a_challenge_is_kept_for_one_account(server: Server, eve: Client) -> None:
    ada, ben = server.client().register("Ada_Asks"), server.client().register("Ben_Asked")
    match = ada.new(second={"kind": "account", "account": "ben_asked"}, private=False)
    assert "kept for Ben_Asked" in eve.join(match, 403)["error"]
    for page in ("lobby", "home"):
        assert [one["id"] for one in ben.get(f"/api/{page}")["challenges"]] == [match["id"]]
    assert [one.get("/api/me")["challenges"] for one in (ada, ben)] == [0, 1]
    assert match["id"] not in [one["id"] for one in eve.get("/api/lobby")["open"]]
    ben.post(f"/api/challenge/{match['id']}/accept")
    assert ada.see(match["id"])["status"] == "live"
    other = ada.new(second={"kind": "account", "account": "ben_asked"})
    eve.post(f"/api/challenge/{other['id']}/decline", status=401)
    refused = eve.post(f"/api/matches/{other['id']}/decline", {"invite": other["invite"]}, 403)
    assert "kept for Ben_Asked" in refused["error"]
    ben.post(f"/api/challenge/{other['id']}/decline")
    assert ada.see(other["id"])["outcome"]["reason"] == "Ben_Asked declined"
    third = ada.new(second={"kind": "account", "account": "ben_asked"}, private=False)
    assert (ben.see(third["id"])["invited"], eve.see(third["id"])["invited"]) == (True, False)
    ben.post(f"/api/matches/{third['id']}/decline")
    assert ada.see(third["id"])["outcome"]["kind"] == "declined"
    assert {one["id"] for one in ada.get("/api/lobby")["declined"]} == {other["id"], third["id"]}
    assert ben.get("/api/lobby")["declined"] == []
    assert ada.new(second={"kind": "account", "account": "nobody_here"}, status=404)


@pytest.mark.parametrize(
    ("username", "password", "said"),
    [
        ("x", "correct horse", "expected 2 to 20 letters from a to z, digits, - or _"),
        ("strän ger", "correct horse", "expected 2 to 20 letters from a to z, digits, - or _"),
        ("Ada_Short", "horse", "password must have at least 8 characters"),
    ],
)
def test_a_new_account_is_refused_in_plain_words(ada: Client, username: str, password: str, said: str) -> None:
    answer = ada.http.post("/api/accounts", json={"username": username, "password": password})
    assert answer.status_code == 422
    assert said in answer.json()["error"]


def test_a_visitor_is_not_taken_for_somebody_else(server: Server) -> None:
    server.client().register("owner_of_it")
    visitor = server.client()
    for name in ("owner_of_it", "OWNER_OF_IT", "Visitor 1234", "engine, level 3"):
        answer = visitor.http.put("/api/me/name", json={"name": name})
        said = answer.json()["error"]
        assert (answer.status_code, said.endswith("choose another one")) == (409, True)
        seats = [{"kind": "me", "name": name}, {"kind": "open"}]
        assert visitor.post("/api/matches", {"spec": "othello", "seats": seats}, status=409)["error"] == said


def test_visitors_are_told_apart_and_keep_their_numbers(ada: Client) -> None:
    name = ada.get("/api/me")["name"]
    assert re.fullmatch("Visitor [1-9][0-9]{3}", name)
    assert ada.new("othello", "me", "open")["names"][0] == name
    assert Person("v1", "", "visitor").shown != Person("v2", "", "visitor").shown
