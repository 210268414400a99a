"""What a stranger can make the server do is bounded: by a cost known beforehand, in threads, a client at a time."""

from __future__ import annotations

import asyncio
import random
import statistics
import threading
import time
from collections.abc import Callable

import pytest

from quintet.core import registry
from quintet.core.match import Match
from quintet.server.errors import BadInput, TooFast
from quintet.server.live.boards import Boards
from quintet.server.live.timeline import Ply
from quintet.server.messages import views
from quintet.server.messages.boards import PositionOut
from quintet.server.messages.matches import FramesOut, MatchView, Snapshot
from quintet.server.work.caches import LruCache
from quintet.server.work.cpu_budget import INLINE, SHORT, RulesExecutor
from quintet.server.work.rate_limits import Rate, current_client
from server.live.test_hub import new_match
from server.servers import Client, Server

HUGE = "magnetize(height=62,width=62,square=10,maglock=1)"
LONG, LENGTH = "magnetize(height=40,width=40,square=20,maglock=1)", 600
"""So many moves of it are just allowed."""


def played(spec: str, count: int) -> Match:
    match, chance = Match(registry.load(spec)), random.Random(1)
    while match.ply < count:
        match.play(chance.choice(match.legal()))
    return match


def record(spec: str, count: int) -> str:
    return played(spec, count).record()


def moves(spec: str, count: int) -> list[str]:
    return [str(move) for move in played(spec, count).moves]


# The attacks


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


# The parts


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


def test_boards_are_forgotten_before_they_fill_the_memory() -> None:
    boards = Boards(most_spots=300)
    small = boards.of("othello")
    assert boards.of("othello") is small
    assert boards.of("quentin(size=13)").spots == 169
    assert boards.find("othello") is small
    boards.of("quentin(size=12)")
    assert boards.find("quentin(size=13)") is None


def test_answers_are_kept_up_to_a_size() -> None:
    cache: LruCache[str, str] = LruCache(10, len)
    cache.put("a", "1234")
    cache.put("b", "1234")
    assert cache.get("a") == "1234"
    cache.put("c", "1234")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == ("1234", None, "1234")
    cache.put("d", "12345678901")
    assert cache.get("d") is None


def test_what_is_drawn_for_a_replay_is_not_remembered() -> None:
    game = registry.load("othello")
    moment = Ply(game, game.start()).play("d3").play("c3")
    views.frames(moment, 0)
    assert not any("scene" in vars(one) for one in moment.line())


def test_what_is_written_by_hand_is_what_the_messages_say() -> None:
    contest = new_match()
    text = views.snapshot(contest, (True, False), 1.0, "a", 3)
    snapshot = Snapshot.model_validate_json(text)
    assert (snapshot.version, snapshot.view.spectators, snapshot.view.layout) == (1, 3, contest.moment.board.layout)
    assert MatchView.model_validate_json(views.whole(contest, (True, False), 1.0, "a", 3)) == snapshot.view


def test_every_long_answer_is_described(ada: Client) -> None:
    match = ada.new()
    FramesOut.model_validate(ada.get(f"/api/matches/{match['id']}/frames"))
    PositionOut.model_validate(ada.post("/api/positions", {"spec": "othello"}))


def test_a_match_cannot_grow_by_taking_back_and_playing_again_for_ever(another: Callable[..., Server]) -> None:
    ada = another(QUINTET_TURN_LIMIT="3").client()
    match_id = ada.new(first="me", second="me")["id"]
    ada.move(match_id, 0, "d3")
    for _ in range(14):
        ada.act(match_id, "undo")
        ada.act(match_id, "redo")
    error = ada.act(match_id, "undo", 409)["error"]
    assert error == "this match has had too many offers and takebacks: it can only be played to its end"
    ada.move(match_id, 1, "c3")
    ada.act(match_id, "resign")
