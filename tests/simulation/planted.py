"""Faults that are put into the program on purpose: the simulation must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

from sqlalchemy.exc import SQLAlchemyError

from quintet.server.live.broadcast import Broadcaster
from quintet.server.live.contest import Contest
from quintet.server.live.hub import Hub
from quintet.server.live.tables import Tables
from quintet.server.storage.journal import Journal, MovedOn
from quintet.server.work.cpu_budget import RulesExecutor

Plant = Callable[[], Any]


def lost_acknowledgement() -> Any:
    """The journal says that an entry is stored although its commit failed."""
    append = Journal.append

    async def careless(self: Any, entry: Any) -> Any:
        try:
            return await append(self, entry)
        except MovedOn:
            raise
        except SQLAlchemyError:
            return entry.events

    return mock.patch("simulation.world.Journal.append", careless)


def lock_across_a_wait() -> Any:
    """A match is locked while its change waits for the processor share of its client."""

    class Nothing:
        async def __aenter__(self) -> None:
            pass

        async def __aexit__(self, *error: object) -> None:
            pass

    return mock.patch.object(RulesExecutor, "turn", return_value=Nothing())


def double_apply() -> Any:
    """A move is played whatever the number of moves was when it was chosen."""
    move = Contest.move
    return mock.patch.object(
        Contest, "move", lambda self, seat, ply, text, now: move(self, self.to_move, self.ply, text, now)
    )


def missed_broadcast() -> Any:
    """What other processes did is applied and not sent to those who watch here."""
    catch_up = Tables._catch_up

    async def silent(self: Any, table: Any, events: Any) -> None:
        with mock.patch.object(self, "_broadcaster", mock.Mock()):
            await catch_up(self, table, events)

    return mock.patch.object(Tables, "_catch_up", silent)


def clock_leak() -> Any:
    """The time without a server is not given back."""
    return mock.patch("quintet.server.live.housekeeping.give_back", return_value=(0.0, 0))


def jumping_clock() -> Any:
    """The time of matches is the system clock, which may be set."""
    return mock.patch("simulation.node.steady_time", lambda wall, monotonic: wall)


def wrong_refusal() -> Any:
    """Somebody is told that nothing was changed after a commit whose answer was lost."""

    async def never(self: Any, table: Any, events: Any) -> bool:
        return False

    return mock.patch.object(Hub, "_is_stored_after_all", never)


def quiet_reconnection() -> Any:
    """Who connects again gets no events and no snapshot."""
    subscribe = Broadcaster.subscribe

    def quiet(self: Any, table: Any, subscriber: Any, version: Any, person: Any) -> None:
        if version is None or version == table.contest.version:
            subscribe(self, table, subscriber, version, person)
        else:
            table.subscribers.add(subscriber)

    return mock.patch.object(Broadcaster, "subscribe", quiet)


def forgotten_plan() -> Any:
    """Conditional moves are stored, and forgotten when a match is read again."""
    loaded = Contest.__init__

    def load(self: Any, header: Any, game: Any, events: Any, begun: Any = None) -> None:
        loaded(self, header, game, events, begun)
        self.plans = (), ()

    return mock.patch.object(Contest, "__init__", load)


PLANTED: dict[str, tuple[Plant, str]] = {
    "lost acknowledgement": (lost_acknowledgement, "lost acknowledgement"),
    "lock across a wait": (lock_across_a_wait, "wait"),
    "double apply": (double_apply, "double apply"),
    "missed broadcast": (missed_broadcast, "missed broadcast"),
    "clock leak": (clock_leak, "clock leak"),
    "jumping clock": (jumping_clock, "clock"),
    "wrong refusal": (wrong_refusal, "wrong refusal"),
    "forgotten plan": (forgotten_plan, "plan"),
    "quiet reconnection": (quiet_reconnection, "missed broadcast"),
}
"""What is wrong, and the kind of violation that tells."""
TRIES = 30
"""Runs that may look for one fault."""
