"""Who watches is counted over all processes: those who die are forgotten, and nobody is counted twice."""

from __future__ import annotations

import json
from collections.abc import Callable

from quintet.server.live.presence import FORGET, LARGEST, Presence, digest
from server.cluster import Cluster
from server.servers import Server, Socket

MATCH = "m" * 16


class Process:
    """One process with its watchers by match, and what it would tell."""

    def __init__(self) -> None:
        self.here: dict[str, set[str]] = {}
        self.changes: list[str] = []
        self.presence = Presence(lambda match_id: self.here.get(match_id, set()), self.changes.append)

        async def publish(message: str) -> None:
            raise AssertionError

        self.presence._publish = publish

    def watch(self, match_id: str, *players: str) -> None:
        self.here[match_id] = set(players)
        self.presence.moved(match_id)

    def hear(self, other: Process, now: float = 0.0) -> int:
        messages = list(other.presence.messages())
        for message in messages:
            self.presence.heard(message, now)
        return len(messages)


def test_people_of_all_processes_are_counted_once() -> None:
    one, two = Process(), Process()
    one.watch(MATCH, "ada", "eve")
    two.watch(MATCH, "ben", "eve")
    two.hear(one)
    assert two.presence.present(MATCH) == {digest(name) for name in ("ada", "ben", "eve")}
    assert two.changes == [MATCH]
    # Whoever is new is answered once, and then it is quiet.
    one.hear(two)
    assert one.presence.present(MATCH) == two.presence.present(MATCH)
    two.hear(one)
    one.hear(two)
    assert list(one.presence.messages()) == list(two.presence.messages()) == []


def test_those_who_leave_are_not_counted_any_more() -> None:
    one, two = Process(), Process()
    two.watch(MATCH, "ben")
    one.hear(two)
    two.watch(MATCH)
    one.hear(two)
    assert one.presence.present(MATCH) == set()
    assert one.changes == [MATCH, MATCH]


def test_a_process_that_dies_is_forgotten_and_one_that_speaks_is_not() -> None:
    one, two, three = Process(), Process(), Process()
    two.watch(MATCH, "ben")
    three.watch(MATCH, "cid")
    one.hear(two, now=0)
    one.hear(three, now=FORGET)
    one.presence.forget(FORGET)
    assert len(one.presence.present(MATCH)) == 2
    one.presence.forget(FORGET + 1)
    assert one.presence.present(MATCH) == {digest("cid")}


def test_what_is_told_fits_and_names_nobody() -> None:
    one, two = Process(), Process()
    for number in range(300):
        one.watch(f"match-{number:010}", *(f"player-{number}-{seat}" for seat in range(3)))
    one.watch(MATCH, *(f"fan-{number}" for number in range(2000)))
    messages = list(one.presence.messages())
    assert all(len(message) < 8000 for message in messages)
    assert len(messages) > LARGEST // 4000
    assert not any("player-" in message or "fan-" in message for message in messages)
    for message in messages:
        two.presence.heard(message, 0)
    assert len(two.presence.present("match-0000000299")) == 3
    assert sum(len(json.loads(message)["matches"]) for message in messages) == 301


def test_alone_nothing_is_told() -> None:
    presence = Presence(lambda match_id: {"ada"}, lambda match_id: None)
    presence.moved(MATCH)
    assert list(presence.messages()) == []
    assert presence.present(MATCH) == {digest("ada")}


def test_watchers_at_two_servers_are_counted_together(another: Callable[..., Server], postgres: Cluster) -> None:
    url = postgres.new()
    one, two = another(url), another(url)
    ada, ben, eve = one.client(), two.client(), two.client()
    match = ada.new(private=False)
    ben.join(match)
    with ada.live(match["id"]) as first:
        with ben.live(match["id"]), eve.live(match["id"]) as third:
            _until(first, 1, [True, True])
            _until(third, 1, [True, True])
            view = one.client().see(match["id"])
            assert (view["spectators"], [seat["online"] for seat in view["seats"]]) == (1, [True, True])
        _until(first, 0, [True, False])


def _until(socket: Socket, count: int, online: list[bool]) -> None:
    """The next time that so many are said to watch."""
    while True:
        message = socket.until("spectators")
        if (message["count"], message["online"]) == (count, online):
            return
