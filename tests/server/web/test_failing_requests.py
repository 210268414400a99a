"""Requests whose n-th statement fails, for every n: nothing of them is stored, and the sentence says so."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from amounts import some
from quintet.server.errors import DATABASE_AWAY
from quintet.server.site import Site
from quintet.server.work.rate_limits import ClientLimits
from quintet.study.puzzle import puzzles
from quintet.study.puzzle_run import puzzle_of
from server.cluster import Cluster
from server.in_process import on_site
from server.push import Device
from server.storage.test_failing_writes import Failed, rows

asked: ContextVar[bool] = ContextVar("asked", default=False)
"""Whether a statement belongs to the request: what the server does for itself goes on."""
ACCOUNT = {"username": "Ada", "password": "correct horse"}
HOT_SEAT = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "me"}], "private": False}
Ask = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


class Faults:
    """The n-th statement of requests fails; a commit counts as one."""

    def __init__(self, engine: Engine) -> None:
        self.number = self.seen = 0
        for name in ("before_cursor_execute", "commit"):
            event.listen(engine, name, self._count)

    def begin(self, number: int) -> None:
        self.number, self.seen = number, 0

    @property
    def happened(self) -> bool:
        return self.seen >= self.number > 0

    def _count(self, *_: Any) -> None:
        if self.number and (asked.get() or threading.current_thread().name == "journal"):
            self.seen += 1
            if self.seen == self.number:
                raise OperationalError("simulated", {}, Failed("the connection was lost"))


async def new_match(client: httpx.AsyncClient, **more: Any) -> str:
    answer = await client.post("/api/matches", json={**HOT_SEAT, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def account(client: httpx.AsyncClient, name: str = "Ada") -> None:
    answer = await client.post("/api/accounts", json={**ACCOUNT, "username": name})
    assert answer.status_code == 201, answer.text


async def rename(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.put("/api/me/name", json={"name": "Somebody"})


async def register(client: httpx.AsyncClient) -> Ask:
    await new_match(client)
    return lambda me: me.post("/api/accounts", json=ACCOUNT)


async def login(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/login", json=ACCOUNT)


async def password(client: httpx.AsyncClient) -> Ask:
    await account(client)
    change = {"password": ACCOUNT["password"], "new": "battery staple"}
    return lambda me: me.post("/api/account/password", json=change)


async def deletion(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/account/delete", json={"password": ACCOUNT["password"]})


async def creation(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.post("/api/matches", json=HOT_SEAT)


async def move(client: httpx.AsyncClient) -> Ask:
    match_id = await new_match(client)
    return lambda me: me.post(f"/api/matches/{match_id}/move", json={"ply": 0, "move": "d3"})


async def resignation(client: httpx.AsyncClient) -> Ask:
    match_id = await new_match(client)
    return lambda me: me.post(f"/api/matches/{match_id}/action", json={"action": "resign"})


async def rematch(client: httpx.AsyncClient) -> Ask:
    """Of a match at one device: one press begins it."""
    match_id = await new_match(client)
    assert (await client.post(f"/api/matches/{match_id}/action", json={"action": "resign"})).status_code == 200
    return lambda me: me.post(f"/api/matches/{match_id}/action", json={"action": "rematch"})


async def chat(client: httpx.AsyncClient) -> Ask:
    match_id = await new_match(client)
    return lambda me: me.post(f"/api/matches/{match_id}/chat", json={"text": "hello"})


async def chapters(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.put("/api/lessons/othello/chapters", json={"chapters": 2})


async def solution(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.post("/api/puzzles/daily/solution")


async def record(client: httpx.AsyncClient) -> Ask:
    text = "quintet record 1\ngame: othello\nfirst: A\nsecond: B\nresult: unfinished\nmoves:\n1 d3 c3\n"
    return lambda me: me.post("/api/records", json={"record": text})


async def plan(client: httpx.AsyncClient) -> Ask:
    answer = await client.post("/api/matches", json={**HOT_SEAT, "seats": [{"kind": "me"}, {"kind": "open"}]})
    match_id, invite = answer.json()["id"], answer.json()["invite"]
    client.cookies.clear()  # somebody else, who plays second
    joined = await client.post(f"/api/matches/{match_id}/join", json={"invite": invite})
    assert joined.status_code == 200, joined.text
    wish = {"ply": 0, "lines": [["d3", "c3"]]}
    return lambda me: me.put(f"/api/matches/{match_id}/plan", json=wish)


async def attempt(client: httpx.AsyncClient) -> Ask:
    puzzle = next(iter(puzzles("othello").values()))
    return lambda me: me.post(f"/api/puzzles/{puzzle.id}/try", json={"moves": puzzle.own_moves})


async def run(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.post("/api/runs", json={"game": "othello"})


async def try_in_run(client: httpx.AsyncClient) -> Ask:
    begun = (await client.post("/api/runs", json={"game": "othello"})).json()
    puzzle = puzzle_of(begun["id"], 0, "othello")
    assert puzzle is not None
    tried = {"number": 0, "moves": puzzle.own_moves}
    return lambda me: me.post(f"/api/runs/{begun['id']}/try", json=tried)


async def token(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/tokens", json={"label": "bot", "password": ACCOUNT["password"]})


async def end_of_a_token(client: httpx.AsyncClient) -> Ask:
    await account(client)
    wish = {"label": "bot", "password": ACCOUNT["password"]}
    made = (await client.post("/api/tokens", json=wish)).json()
    return lambda me: me.delete(f"/api/tokens/{made['id']}")


async def logout(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/logout")


async def logout_everywhere(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/logout/everywhere")


async def bot(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/bot/account/upgrade")


async def friend(client: httpx.AsyncClient) -> Ask:
    await account(client, "Ben")
    assert (await client.post("/api/logout")).status_code == 200
    await account(client)
    return lambda me: me.put("/api/friends/Ben")


async def end_of_a_friendship(client: httpx.AsyncClient) -> Ask:
    ask = await friend(client)
    assert (await ask(client)).status_code == 200
    return lambda me: me.delete("/api/friends/Ben")


async def notices(client: httpx.AsyncClient) -> Ask:
    return lambda me: me.put("/api/notices", json={"channel": "push", "pace": "every"})


async def device(client: httpx.AsyncClient) -> Ask:
    wish = {**Device("https://fcm.googleapis.com/fcm/send/a").subscription, "label": "here"}
    return lambda me: me.post("/api/notices/devices", json=wish)


async def new_address(client: httpx.AsyncClient) -> Ask:
    await (await device(client))(client)
    before, new = (f"https://fcm.googleapis.com/fcm/send/{name}" for name in "ab")
    return lambda me: me.put("/api/notices/devices", json={**Device(new).subscription, "before": before})


async def end_of_a_device(client: httpx.AsyncClient) -> Ask:
    made = (await (await device(client))(client)).json()["devices"]
    return lambda me: me.delete(f"/api/notices/devices/{made[0]['id']}")


async def codes(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/account/codes", json={"password": ACCOUNT["password"]})


async def recovery(client: httpx.AsyncClient) -> Ask:
    made = (await (await codes(client))(client)).json()["codes"]
    assert (await client.post("/api/logout")).status_code == 200
    return lambda me: me.post("/api/recovery", json={"secret": made[0], "new": "battery staple"})


async def no_email(client: httpx.AsyncClient) -> Ask:
    await account(client)
    return lambda me: me.post("/api/account/email", json={"email": None, "password": ACCOUNT["password"]})


REQUESTS = (
    rename,
    register,
    login,
    password,
    deletion,
    creation,
    move,
    resignation,
    rematch,
    chat,
    chapters,
    solution,
    record,
    plan,
    attempt,
    run,
    try_in_run,
    token,
    end_of_a_token,
    logout,
    logout_everywhere,
    bot,
    friend,
    end_of_a_friendship,
    notices,
    device,
    new_address,
    end_of_a_device,
    codes,
    recovery,
    no_email,
)


def stored(engine: Engine) -> dict[str, list[str]]:
    """All rows but the heartbeat and the openings, which the server writes for itself, and visitors without a name."""
    kept = {name: lines for name, lines in rows(engine).items() if name not in ("settings", "openings")}
    kept["players"] = [line for line in kept["players"] if "', '', 'visitor'" not in line]
    kept["matches"] = [line.removesuffix("True)").removesuffix("False)") for line in kept["matches"]]  # explored
    return kept


def check(folder: Path, request: Callable[[httpx.AsyncClient], Awaitable[Ask]], **settings: Any) -> None:
    async def play(site: Site, client: Any) -> None:
        me = client()
        ask = await request(me)
        before, faults = stored(site.engine), Faults(site.engine)
        for number in range(1, 60):
            faults.begin(number)
            asked.set(True)
            answer = await ask(me)
            asked.set(False)
            happened = faults.happened
            faults.begin(0)
            if not happened:
                assert answer.status_code in (200, 201), answer.text
                assert number > 2, "statements were counted"
                return
            assert (answer.status_code, answer.json()) == (503, {"error": DATABASE_AWAY}), f"statement {number}"
            assert stored(site.engine) == before, f"statement {number} failed, and something is stored"
        raise AssertionError("it never ends")

    on_site(folder, play, limits=ClientLimits().times(100), **settings)


@pytest.mark.parametrize("request_of", REQUESTS, ids=lambda each: each.__name__)
def test_a_refused_request_leaves_nothing(
    tmp_path: Path, request_of: Callable[[httpx.AsyncClient], Awaitable[Ask]]
) -> None:
    check(tmp_path, request_of)


@pytest.mark.long
def test_a_refused_request_leaves_nothing_on_postgresql(tmp_path: Path, postgres: Cluster) -> None:
    for request in some(REQUESTS):
        print(request.__name__)
        check(tmp_path, request, database=postgres.new())
