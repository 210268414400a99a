"""Turns in slow games are told away from the site: to who asked for it, once, and at the pace they asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import update

from quintet.server.live.presence import digest
from quintet.server.site import Site
from quintet.server.storage.tables import players
from quintet.server.work.mail import MailServer
from server.in_process import on_site
from server.push import PushService, push_service
from server.servers import Client, Server
from server.smtp import Mailbox, smtp_server

DAYS = {"kind": "days", "first": {"seconds": 3 * 86400}}
EMAIL = "ada@example.org"


class Players:
    """Ada and Ben on a site whose time the test moves; its chores look only when the test says so."""

    def __init__(self, site: Site, ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
        self.site, self.ada, self.ben = site, ada, ben
        start = site.hub.now()
        self.passed = 0.0
        site.hub.now = lambda: start + self.passed
        site.turn_notices._now = lambda: start + self.passed

    async def look(self, later: float = 60.0) -> None:
        self.passed += later
        await self.site.turn_notices.look()
        while self.site.push._tasks or self.site.mail._queue:
            await asyncio.sleep(0.01)

    async def game(self, **more: Any) -> str:
        """A new game; Ben, who is second, has joined it."""
        wish = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": DAYS, **more}
        match = (await self.ada.post("/api/matches", json=wish)).json()
        await self.ben.post(f"/api/matches/{match['id']}/join", json={"invite": match["invite"], "name": "Ben"})
        return str(match["id"])

    async def move(self, who: httpx.AsyncClient, match: str, ply: int, move: str) -> None:
        answer = await who.post(f"/api/matches/{match}/move", json={"ply": ply, "move": move})
        assert answer.status_code == 200, answer.text


def played(
    folder: Path, play: Callable[[Players, PushService, Mailbox], Any], **settings: Any
) -> tuple[PushService, Mailbox]:
    with push_service() as service, smtp_server() as (box, port):
        mail = MailServer.parse(f"smtp+plain://127.0.0.1:{port}", "play@quintet.example")

        async def go(site: Site, client: Any) -> None:
            for task in site.housekeeping._tasks:
                task.cancel()
            async with client() as ada, client() as ben:
                await play(Players(site, ada, ben), service, box)

        on_site(folder, go, mail=mail, public_url="https://quintet.example", push_services=(service.url,), **settings)
        return service, box


async def subscribed(players_: Players, who: httpx.AsyncClient, service: PushService, pace: str = "every") -> Any:
    device = service.device()
    answer = await who.post("/api/notices/devices", json={**device.subscription, "label": "Firefox"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["push"] != "off"
    if pace != "daily":
        await who.put("/api/notices", json={"channel": "push", "pace": pace})
    players_.passed += 1
    return device


def test_nothing_is_told_unasked(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        assert (await on.ada.get("/api/notices")).json()["push"] == "off"
        match = await on.game()
        await on.move(on.ada, match, 0, "d3")
        await on.look()

    service, box = played(tmp_path, play)
    assert (service.devices, box.messages) == ({}, [])


def test_a_turn_is_pushed_once(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        device = await subscribed(on, on.ben, service)
        match = await on.game()
        await on.look()
        assert device.messages == []  # it is not Ben's turn
        await on.move(on.ada, match, 0, "d3")
        await on.look(5)
        assert device.messages == []  # he may be there and see it
        for _ in range(3):
            await on.look()
        (message,) = device.messages
        assert message["path"] == f"/game/{match}"
        assert message["body"].startswith("Your move in Othello against ")
        assert message["body"].endswith(", 3 days left.")
        await on.ada.post(f"/api/matches/{match}/action", json={"action": "offer_draw"})
        await on.look()
        assert len(device.messages) == 1  # the turn is the same
        await on.move(on.ben, match, 1, "c3")
        await on.move(on.ada, match, 2, "c4")
        await on.look()
        assert len(device.messages) == 2

    played(tmp_path, play)


def test_one_line_a_day_for_all_games(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        device = await subscribed(on, on.ben, service, "daily")
        first, *others = [await on.game() for _ in range(6)]
        await on.move(on.ada, first, 0, "d3")
        await on.look()
        assert len(device.messages) == 1
        for match in others:
            await on.move(on.ada, match, 0, "d3")
        for _ in range(20):
            await on.look(3600)
        assert len(device.messages) == 1
        await on.look(4 * 3600)
        assert len(device.messages) == 2
        assert device.messages[1]["path"] == "/lobby"
        assert device.messages[1]["body"].startswith("Your move in 5 games: Othello against ")
        assert device.messages[1]["body"].endswith("; and 1 more.")
        assert "2 days left" in device.messages[1]["body"] or "3 days left" in device.messages[1]["body"]
        await on.ben.put("/api/notices", json={"channel": "push", "pace": "off"})
        await on.ben.put("/api/notices", json={"channel": "push", "pace": "daily"})
        on.passed += 1
        await on.move(on.ben, first, 1, "c3")
        await on.move(on.ada, first, 2, "c4")
        await on.look()
        assert len(device.messages) == 2  # a change of mind brings no second line a day

    played(tmp_path, play)


def test_only_slow_games_and_not_who_is_there(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        device = await subscribed(on, on.ben, service)
        for clock in (None, {"kind": "fischer", "first": {"seconds": 600}}):
            match = await on.game(clock=clock)
            await on.move(on.ada, match, 0, "d3")
        match = await on.game()
        await on.move(on.ada, match, 0, "d3")
        ben = on.site.hub.tables.find(match).contest.seats[1].player  # type: ignore[union-attr]
        present = on.site.turn_notices._presence.present
        on.site.turn_notices._presence.present = lambda match_id: {digest(str(ben))}  # type: ignore[method-assign]
        await on.look()
        on.site.turn_notices._presence.present = present  # type: ignore[method-assign]
        await on.look()
        assert device.messages == []

    played(tmp_path, play)


def test_a_device_that_is_gone_is_forgotten_and_another_is_reached(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        gone, there = [await subscribed(on, on.ben, service) for _ in range(2)]
        gone.answers = [410]
        match = await on.game()
        await on.move(on.ada, match, 0, "d3")
        await on.look()
        await on.look()
        shown = (await on.ben.get("/api/notices")).json()
        assert len(shown["devices"]) == 1
        assert len(there.messages) == 1
        device = shown["devices"][0]["id"]
        assert (await on.ada.delete(f"/api/notices/devices/{device}")).status_code == 404
        assert (await on.ben.delete(f"/api/notices/devices/{device}")).json()["devices"] == []

    played(tmp_path, play)


async def with_address(on: Players) -> str:
    """Ada has an account with a confirmed address; her id."""
    await on.ada.post("/api/accounts", json={"username": "Ada", "password": "correct horse"})
    with on.site.engine.begin() as connection:
        connection.execute(update(players).where(players.c.username == "Ada").values(email=EMAIL))
        return str(connection.scalar(players.select().where(players.c.username == "Ada")))


def test_a_device_with_a_new_address_keeps_its_name_and_its_pace(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        old = await subscribed(on, on.ben, service)
        new = service.device()
        renewed = {**new.subscription, "before": old.endpoint}
        shown = (await on.ben.put("/api/notices/devices", json=renewed)).json()
        assert ([device["label"] for device in shown["devices"]], shown["push"]) == (["Firefox"], "every")
        match = await on.game()
        await on.move(on.ada, match, 0, "d3")
        await on.look()
        assert (len(old.messages), len(new.messages)) == (0, 1)
        stranger = service.device()  # one that knows no address before, and has asked for nothing
        shown = (
            await on.ada.put("/api/notices/devices", json={**stranger.subscription, "before": new.endpoint})
        ).json()
        assert ([device["label"] for device in shown["devices"]], shown["push"]) == (["Browser"], "off")
        assert len((await on.ben.get("/api/notices")).json()["devices"]) == 1

    played(tmp_path, play)


def test_a_turn_by_e_mail_and_the_link_that_stops_it(tmp_path: Path) -> None:
    async def play(on: Players, service: PushService, box: Mailbox) -> None:
        refused = await on.ada.put("/api/notices", json={"channel": "email", "pace": "every"})
        assert (refused.status_code, refused.json()["error"].startswith("confirm an e-mail")) == (403, True)
        await with_address(on)
        shown = (await on.ada.put("/api/notices", json={"channel": "email", "pace": "every"})).json()
        assert (shown["email"], shown["address"], shown["can_email"]) == ("every", EMAIL, True)
        on.passed += 1
        match = await on.game()
        await on.look()
        await on.move(on.ada, match, 0, "d3")
        await on.move(on.ben, match, 1, "c3")
        await on.look()
        await on.look()
        first, second = box.wait(2)
        assert first["to"] == second["to"] == EMAIL
        assert second["subject"] == "Your move against Ben"
        lines = second.get_content().splitlines()
        assert lines[0] == "Your move in Othello against Ben, 3 days left."
        assert lines[2] == f"https://quintet.example/game/{match}"
        key = second["list-unsubscribe"].rpartition("stop=")[2].rstrip(">")
        assert (await on.ben.post("/api/notices/stop", json={"key": key[:-1] + "x"})).status_code == 404
        assert (await on.ben.post("/api/notices/stop", json={"key": key})).json() == {"done": True}
        assert (await on.ada.get("/api/notices")).json()["email"] == "off"
        await on.move(on.ada, match, 2, "c4")
        await on.move(on.ben, match, 3, "e3")
        await on.look()
        assert len(box.messages) == 2

    played(tmp_path, play)


def test_without_an_smtp_server_there_is_no_e_mail(ada: Client) -> None:
    shown = ada.get("/api/notices")
    assert (shown["can_email"], shown["address"], shown["devices"]) == (False, None, [])
    answer = ada.http.put("/api/notices", json={"channel": "email", "pace": "daily"})
    assert (answer.status_code, answer.json()["error"]) == (422, "this site sends no e-mail")


def test_addresses_of_others_than_push_services_are_refused(ada: Client) -> None:
    with push_service() as service:
        device = service.device()
        body = {**device.subscription, "label": "Firefox"}
        assert "push services of common browsers" in ada.post("/api/notices/devices", body, 422)["error"]
        assert (
            "keys of a push subscription"
            in ada.post(
                "/api/notices/devices",
                {**body, "endpoint": "https://fcm.googleapis.com/a", "keys": {"p256dh": "A" * 87, "auth": "A" * 22}},
                422,
            )["error"]
        )
    assert ada.get("/api/notices")["devices"] == []


def test_what_was_asked_for_survives_a_kill(another: Callable[..., Server]) -> None:
    with push_service() as service:
        server = another(QUINTET_PUSH_SERVICES=service.url)
        ada, ben = server.client(), server.client()
        device = service.device()
        ben.post("/api/notices/devices", {**device.subscription, "label": "Firefox"}, 201)
        key = ben.get("/api/notices")["push_key"]
        match = ada.new(clock=DAYS)
        ben.join(match)
        ada.move(match["id"], 0, "d3")
        server.restart()
        assert ben.get("/api/notices")["push_key"] == key
        (message,) = device.wait()
        assert message["path"] == f"/game/{match['id']}"
