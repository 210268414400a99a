"""Work for clients is bounded: by a cost known in advance, in threads, one piece per client at a time."""

from __future__ import annotations

import asyncio
import statistics
import threading
import time
from collections.abc import Callable

import pytest

from quintet.server.errors import BadInput, TooFast
from quintet.server.work.cpu_budget import INLINE, SHORT, RulesExecutor
from quintet.server.work.rate_limits import Rate, current_client
from server.long_games import HUGE, LENGTH, LONG, moves, record
from server.servers import Client, Server


def test_a_long_record_of_a_huge_board_is_refused_before_it_is_replayed(ada: Client) -> None:
    text = record(HUGE, 1000)
    assert len(text) < 6000
    began = time.monotonic()
    for path, body in (
        ("/api/records", {"record": text}),
        ("/api/positions", {"spec": HUGE, "moves": moves(HUGE, 1000)}),
        ("/api/positions/record", {"spec": HUGE, "moves": moves(HUGE, 1000)}),
        ("/api/evaluations", {"record": text}),
        ("/api/analysis", {"spec": HUGE, "moves": moves(HUGE, 1000)}),
        ("/api/matches", {"spec": HUGE, "moves": moves(HUGE, 999), "seats": [{"kind": "me"}, {"kind": "open"}]}),
    ):
        error = ada.post(path, body, 422)["error"]
        assert error.startswith("this is too long for its board: moves x spots must be at most 1000000, got 384"), path
    assert time.monotonic() - began < 20


def test_an_operator_sets_the_limit(another: Callable[..., Server]) -> None:
    ada = another(QUINTET_LARGEST="1000").client()
    assert "must be at most 1000, got 1024" in ada.post("/api/records", {"record": record("othello", 15)}, 422)["error"]
    ada.post("/api/records", {"record": record("othello", 14)}, 201)
    assert ada.new()["turn_limit"] == 14, "a match that was played can be loaded"


def test_a_victim_plays_on_while_strangers_read_large_boards(another: Callable[..., Server]) -> None:
    """Three of them, as fast as they are answered. What else the machine does is in both measurements."""
    server = another()
    match = server.client().post("/api/records", {"record": record(LONG, LENGTH), "private": False}, 201)
    line = moves(LONG, 400)
    over = threading.Event()

    def attack(number: int) -> None:
        with server.client().http as http:
            while not over.is_set():
                http.get(f"/api/matches/{match['id']}/frames", params={"since": number * 40})
                http.get(f"/api/matches/{match['id']}")
                http.post("/api/positions", json={"spec": LONG, "moves": line[: 300 + number]})

    ada = server.client()
    quiet = times(ada)
    threads = [threading.Thread(target=attack, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        attacked = times(ada)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    slow, usual = statistics.quantiles(attacked, n=20)[18], statistics.quantiles(quiet, n=20)[18]
    assert slow < max(0.3, 5 * usual), f"19 of 20 moves within {slow:.3f} s, and {usual:.3f} s when it is quiet"


def times(player: Client) -> list[float]:
    """How long each move of two games takes, from being sent until it is told."""
    took: list[float] = []
    for _ in range(2):
        game = player.new(first="me", second="me")
        with player.live(game["id"]) as socket:
            view = socket.until("snapshot")["view"]
            while not view["outcome"] and view["ply"] < 40:
                began = time.perf_counter()
                socket.say(type="move", ply=view["ply"], move=view["moves"][0]["text"])
                view = socket.until("update")["view"]
                took.append(time.perf_counter() - began)
    return took


def test_a_price_is_checked_before_the_work_is_begun() -> None:
    async def run() -> None:
        rules = RulesExecutor(largest=1000)
        with pytest.raises(BadInput):
            await rules.run_in_thread(1001, pytest.fail, "this was begun")
        assert await rules.run_in_thread(1000, lambda: threading.current_thread().name) != "MainThread"
        assert await rules.run(INLINE, lambda: threading.current_thread().name) == "MainThread"
        assert await rules.spots("othello") == 64
        assert await rules.cost("othello", 2) == 192
        rules.close()

    asyncio.run(run())


def test_one_client_has_one_piece_of_work_at_a_time_and_others_do_not_wait() -> None:
    running: list[str] = []
    most = 0
    let = threading.Event()

    def work(name: str) -> None:
        nonlocal most
        running.append(name)
        most = max(most, running.count(name))
        if name == "eve":
            let.wait(20)
        running.remove(name)

    async def of(name: str, rules: RulesExecutor) -> None:
        current_client.set(name)
        await rules.run_in_thread(SHORT, work, name)

    async def run() -> None:
        rules = RulesExecutor()
        eve = [asyncio.create_task(of("eve", rules)) for _ in range(10)]
        await asyncio.wait_for(asyncio.create_task(of("ada", rules)), 20)
        assert not any(task.done() for task in eve)
        eve[0].cancel()  # who goes away does not make room: what was begun goes on
        await asyncio.sleep(0.05)
        assert running == ["eve"]
        let.set()
        await asyncio.gather(*eve, return_exceptions=True)
        rules.close()

    asyncio.run(run())
    assert most == 1


def test_who_has_used_up_the_processor_time_waits_or_is_refused() -> None:
    def busy() -> None:
        until = time.thread_time() + 0.1
        while time.thread_time() < until:
            pass

    async def run() -> None:
        current_client.set("eve")
        rules = RulesExecutor(rate=Rate(0.04, 1), now=lambda: 0.0)
        await rules.run_in_thread(SHORT + 1, busy)
        with pytest.raises(TooFast) as error:
            await rules.run_in_thread(SHORT + 1, pytest.fail, "this was begun")
        assert str(error.value) == "you have asked for a lot just now: please try again in 1 s"
        began = time.monotonic()
        await rules.run_in_thread(SHORT, lambda: None)  # a move is not refused
        assert time.monotonic() - began > 0.05
        current_client.set("ada")
        await rules.run_in_thread(SHORT + 1, lambda: None)
        rules.close()

    asyncio.run(run())


def test_nobody_holds_a_lock_while_they_wait_for_their_budget() -> None:
    """Whoever has used up their share waits before the lock; others who need it go on."""

    async def run() -> None:
        order: list[str] = []
        rules, lock = RulesExecutor(rate=Rate(0.001, 0.01)), asyncio.Lock()

        async def change(client: str) -> None:
            current_client.set(client)
            async with rules.turn(SHORT), lock:
                await rules.run(SHORT, order.append, client)
                await rules.run_in_thread(SHORT, time.sleep, 0)  # a second piece of work waits for nothing

        current_client.set("greedy")
        await rules.run_in_thread(SHORT, lambda: sum(range(2_000_000)))
        greedy = asyncio.create_task(change("greedy"))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        await asyncio.create_task(change("ada"))
        assert time.monotonic() - began < 0.5
        await greedy
        assert order == ["ada", "greedy"]
        rules.close()

    asyncio.run(asyncio.wait_for(run(), 20))
