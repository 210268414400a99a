"""Subscribers: one that reads too slowly is dropped."""

from __future__ import annotations

from quintet.server.live.broadcast import QUEUE, Broadcast, Subscriber


def test_a_reader_who_is_too_slow_is_let_go() -> None:
    subscriber = Subscriber("ada")
    for _ in range(QUEUE + 5):
        subscriber.send(Broadcast(None))
    assert subscriber.too_slow
    heard = []
    while not subscriber.queue.empty():
        heard.append(subscriber.queue.get_nowait())
    assert heard[-1] is None  # the end, and never more than the queue holds
    assert len(heard) <= QUEUE + 1
    subscriber.send(Broadcast(None))
    assert subscriber.queue.empty()
