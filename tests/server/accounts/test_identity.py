"""Sessions and tokens: what they allow, and that they end."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from quintet.server.site import Site
from server.in_process import on_site
from server.servers import Server


def test_what_a_token_may_do(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        await ada.post("/api/accounts", json={"username": "Ada", "password": "correct horse"})
        refused = await ada.post("/api/tokens", json={"label": "x", "password": "wrong"})
        assert (refused.status_code, refused.json()["error"]) == (401, "the password is wrong")
        assert (await ada.post("/api/tokens", json={"label": "x"})).status_code == 422
        tokens = {}
        for scope in ("read", "play"):
            wish = {"label": scope, "password": "correct horse", "scope": scope, "days": 2}
            tokens[scope] = (await ada.post("/api/tokens", json=wish)).json()["token"]
        lines = (await ada.get("/api/tokens")).json()["tokens"]
        assert [line["scope"] for line in lines] == ["read", "play"]
        match = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "me"}]}
        reads, plays = client(tokens["read"]), client(tokens["play"])
        assert (await reads.get("/api/account")).json()["username"] == "Ada"
        refused = await reads.post("/api/matches", json=match)
        assert (refused.status_code, "may only read" in refused.json()["error"]) == (403, True)
        assert (await plays.post("/api/matches", json=match)).status_code == 201
        for path, body in [
            ("/api/tokens", {"label": "more", "password": "correct horse"}),
            ("/api/account/password", {"password": "correct horse", "new": "another horse"}),
            ("/api/account/delete", {"password": "correct horse"}),
            ("/api/logout/everywhere", {}),
        ]:
            refused = await plays.post(path, json=body)
            assert (refused.status_code, "a token cannot do this" in refused.json()["error"]) == (403, True), path
        assert (await plays.get("/api/tokens")).status_code == 403
        living, later = site.people, time.time() + 2 * 86400 + 60
        assert living.by_token(tokens["play"], "token", time.time()) is not None
        assert living.by_token(tokens["play"], "token", later) is None, "it has expired"

    on_site(tmp_path, play)


def test_another_password_ends_everything_else(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada, other = client(), client()
        account = {"username": "Ada", "password": "correct horse"}
        await ada.post("/api/accounts", json=account)
        await other.post("/api/login", json=account)
        wish = {"label": "bot", "password": "correct horse"}
        program = client((await ada.post("/api/tokens", json=wish)).json()["token"])
        change = {"password": "correct horse", "new": "password1"}
        assert (await ada.post("/api/account/password", json=change)).status_code == 422
        change["new"] = "wrong battery"
        assert (await ada.post("/api/account/password", json={**change, "password": "no"})).status_code == 401
        changed = await ada.post("/api/account/password", json=change)
        assert (changed.status_code, "set-cookie" in changed.headers) == (200, False), "nothing is lost with the answer"
        assert (await ada.get("/api/me")).json()["username"] == "Ada", "this browser stays logged in"
        assert (await other.get("/api/me")).json()["kind"] == "visitor"
        assert (await program.get("/api/account")).status_code == 401
        assert (await client().post("/api/login", json=account)).status_code == 401
        assert (await client().post("/api/login", json={**account, "password": "wrong battery"})).status_code == 200

    on_site(tmp_path, play)


def test_an_ended_session_or_token_closes_its_sockets_and_streams(server: Server) -> None:
    ada, ben = server.client().register("Ada_Revokes"), server.client()
    program = server.client(token=ada.token())
    match = ada.new("othello", "me", "me", private=False)
    events = program.lines("GET", "/api/stream/event")
    assert next(events)["type"] == "gameStart"
    with ada.live(match["id"]) as mine, program.live(match["id"]) as its, ben.live(match["id"]) as other:
        for socket in (mine, its, other):
            socket.until("snapshot")
        (token,) = ada.get("/api/tokens")["tokens"]
        assert ada.http.delete(f"/api/tokens/{token['id']}").status_code == 200
        assert its.ended() == 4401
        assert list(events) == []
        ada.move(match["id"], 0, "d3")
        while mine.until("update")["view"]["ply"] < 1:
            pass
        ada.post("/api/logout")
        assert mine.ended() == 4401
        other.say(type="ping")
        other.until("pong")


def test_a_socket_of_a_visitor_ends_when_the_visitor_gets_an_account(server: Server) -> None:
    """It has no session that could be ended, and would move for the account for ever."""
    owner, thief = server.client(), server.client()
    match = owner.new(first="me", second="me")
    thief.http.cookies.update(owner.http.cookies)
    with thief.live(match["id"]) as playing, thief.live(server.client().new(private=False)["id"]) as watching:
        playing.until("snapshot")
        watching.until("snapshot")
        owner.register("grown_up")
        assert [socket.ended(5) for socket in (playing, watching)] == [1012, 1012]
    assert owner.see(match["id"])["ply"] == 0
