"""One consent makes one match, however many hands press the button, and whatever makes matches is counted."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.live import events
from quintet.server.live.actions import Actions
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches
from quintet.server.live.tables import Table
from quintet.server.messages.incoming import ActionIn
from quintet.server.metrics import Metrics
from quintet.server.storage import database
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.journal import Journal
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import RulesExecutor
from quintet.server.work.rate_limits import Rate, TokenBuckets
from server.servers import Client, Server


def at_once(server: Server, calls: list[tuple[Client, str, Any]]) -> list[httpx.Response]:
    """All of these posts, each on a connection of its own."""

    async def run() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=httpx.Limits(max_connections=200)) as http:

            def headers(client: Client) -> dict[str, str]:
                return {"cookie": "; ".join(f"{one.name}={one.value}" for one in client.http.cookies.jar)}

            return await asyncio.gather(
                *(http.post(path, json=body, headers=headers(client)) for client, path, body in calls)
            )

    return asyncio.run(run())


def finished(ada: Client, ben: Client, **more: Any) -> str:
    match = ada.new(private=False, **more)
    ben.join(match)
    ada.act(match["id"], "resign")
    found: str = match["id"]
    return found


def matches_of(client: Client) -> list[str]:
    return [match["id"] for match in client.get("/api/lobby")["mine"]]


def test_forty_accepts_of_one_rematch_make_one_match(server: Server) -> None:
    ada, ben = server.client().register("forty_ada"), server.client().register("forty_ben")
    match_id = finished(ada, ben, rated=True, clock={"kind": "fischer", "first": {"seconds": 600}})
    ada.act(match_id, "rematch")
    answers = at_once(server, [(ben, f"/api/matches/{match_id}/action", {"action": "rematch"})] * 40)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 39}
    assert matches_of(ada) == matches_of(ben) == [ada.see(match_id)["rematch"]]


def test_both_ask_at_once_and_again(server: Server, ada: Client, ben: Client) -> None:
    """Two hands each, and the rematch of the rematch is another match."""
    match_id = finished(ada, ben)
    calls = [(who, f"/api/matches/{match_id}/action", {"action": "rematch"}) for who in (ada, ben, ada, ben)]
    at_once(server, calls)
    second = ada.see(match_id)["rematch"]
    assert matches_of(ada) == [second]
    ben.act(second, "resign")
    ada.act(second, "rematch")
    ben.act(second, "rematch")
    third = ada.see(second)["rematch"]
    assert len({match_id, second, third}) == 3
    assert matches_of(ben) == [third]


def test_an_id_is_never_taken_for_an_option() -> None:
    """Whatever the bytes: `quintet admin end ID` must find it."""
    for byte in range(256):
        assert re.fullmatch("[a-z2-7]{16}", events.spelled(bytes([byte]) * 32))


def test_a_match_against_an_engine_is_played_again_once(server: Server, ada: Client) -> None:
    match = ada.new(second={"kind": "engine", "level": 1})
    ada.act(match["id"], "resign")
    answers = at_once(server, [(ada, f"/api/matches/{match['id']}/action", {"action": "rematch"})] * 150)
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 149}
    assert matches_of(ada) == [ada.see(match["id"])["rematch"]]


def test_parallel_requests_do_not_pass_the_creation_limit(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="1")
    ada = server.client()
    ada.get("/api/me")
    seats = [{"kind": "me"}, {"kind": "me"}]
    began = time.monotonic()
    answers = at_once(server, [(ada, "/api/matches", {"spec": "othello", "seats": seats})] * 150)
    made = Counter(answer.status_code for answer in answers)
    assert set(made) == {201, 429}
    assert made[201] <= 61 + time.monotonic() - began, "60 at once, and one a second"


def test_rematches_count_as_new_matches(another: Callable[..., Server]) -> None:
    """One device, one match after the other: each is asked for, and each is counted."""
    server = another(QUINTET_RATE="0.1")  # six new matches at once
    ada = server.client()
    match_id = ada.new(first="me", second="me")["id"]
    for _ in range(12):
        ada.act(match_id, "resign")
        answer = ada.http.post(f"/api/matches/{match_id}/action", json={"action": "rematch"})
        if answer.status_code != 200:
            break
        match_id = ada.see(match_id)["rematch"]
    assert answer.status_code == 429
    assert answer.json()["error"] == "too many new games at once: please wait a moment"
    assert ada.see(match_id)["rematch"] is None, "it may be asked for again"


def test_two_processes_make_the_same_rematch(tmp_path: Path) -> None:
    """Each has a lock of its own; what they share is the database."""
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    game, ada, ben = registry.load("othello"), Person("a" * 16, "Ada", "visitor"), Person("b" * 16, "Ben", "visitor")
    header = Header("m" * 16, "othello", game.text(game.start()), None, False, True, "secret", 0.0)
    seats = (MatchSeat("person", "Ada", ada.id), MatchSeat("person", "Ben", ben.id))

    async def run() -> None:
        journals = [Journal(engine, asyncio.get_running_loop(), lambda *_: None) for _ in range(2)]
        hubs = [Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=True) for journal in journals]
        making = NewMatches(People(engine), Reader(engine), 1000, lambda: 0.0)
        processes = [Actions(hub, making, RulesExecutor(), TokenBuckets(Rate(99, 1)), Metrics()) for hub in hubs]
        await hubs[0].create(Contest(header, game, [events.created(seats, [], 0)]))
        await hubs[0].act(header.id, lambda match, now: match.resign(Player.FIRST, now))
        wish = ActionIn(action="rematch")
        await processes[0].act(ada, header.id, wish)
        answers = await asyncio.gather(*(one.act(ben, header.id, wish) for one in processes), return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Table"]
        (told,) = (answer.contest for answer in answers if isinstance(answer, Table))
        matches = [(await hub.table(told.next_id or "")).contest for hub in hubs]
        assert matches[0].header == matches[1].header
        assert [match.version for match in matches] == [1, 1]
        for journal in journals:
            journal.close()

    asyncio.run(run())
    assert len(Reader(engine).mine(ada.id, ("open", "live"), 10)) == 1
    engine.dispose()


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
