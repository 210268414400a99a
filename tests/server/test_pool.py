"""The queue in front of the search processes: whoever goes away leaves no trace in it."""

from __future__ import annotations

import asyncio

from quintet.server.searches.pool import Lane


def test_those_who_wait_and_go_away_leave_the_queue_to_the_others() -> None:
    """Before their turn, in the very moment of it, and many at once; then the place is free again."""

    async def run() -> None:
        lane = Lane("test", 1, 0, 10)
        await lane._enter()
        waiting = [asyncio.create_task(lane._enter()) for _ in range(5)]
        await asyncio.sleep(0)
        assert (lane.waiting, lane.busy) == (5, True)
        waiting[3].cancel()
        waiting[0].cancel()
        lane._leave()  # passes over the first one, whose task has not heard of it yet
        waiting[1].cancel()  # its turn came in the same moment
        ended = await asyncio.gather(*waiting[:2], waiting[3], return_exceptions=True)
        assert [type(error) for error in ended] == [asyncio.CancelledError] * 3
        await waiting[2]
        lane._leave()
        await waiting[4]
        assert lane.waiting == 0
        lane._leave()
        assert not lane.busy

    asyncio.run(run())
