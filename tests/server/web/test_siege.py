"""Somebody plays on while somebody else does their worst. A minute of each: ``python -m bench.siege``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bench.load import Server as Measured

from amounts import whole
from bench import siege
from server.servers import Server


@whole
def test_a_flood_of_requests_and_one_of_pings_leave_others_alone(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="1")
    assert server.process
    for kind in ("flood", "pings"):
        felt = asyncio.run(siege.besiege(Measured(server.url, server.process.pid), kind, seconds=2.5, rest=0.5))
        print(kind, felt)
        assert len(felt.attacked) > 2
        assert felt.used < 0.7, "of a processor; without a limit they take all of it"
