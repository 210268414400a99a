"""A process of the simulated site: the real live part, put together as `Site.open` does, on the simulated world."""

from __future__ import annotations

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any

from starlette.websockets import WebSocketDisconnect, WebSocketState

from quintet.server.accounts.identity import LastSeen
from quintet.server.live.actions import Actions
from quintet.server.live.chat import MatchChat
from quintet.server.live.clocks import steady_time
from quintet.server.live.cluster import PostgresCluster
from quintet.server.live.engine_players import EnginePlayers
from quintet.server.live.housekeeping import Housekeeping
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches
from quintet.server.metrics import Metrics
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.chat import Chats
from quintet.server.web.routes.websocket import live
from quintet.server.work.cpu_budget import LARGEST, RulesExecutor
from quintet.server.work.rate_limits import ClientLimits, TokenBuckets, current_client
from simulation.loop import EPOCH, Process
from simulation.world import TICK, SimulatedJournal, SimulatedPool, SimulatedReader, World

LIMITS = ClientLimits().times(50)
"""Requests are not limited here; processor time is."""


class Node:
    """One process, and the machine whose clock it reads. It can die and start again."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.name = f"process {number}"
        self.wall = world.chance.uniform(-0.02, 0.02)
        """Seconds that the system clock of its machine is ahead."""
        self.process = Process(self.name, alive=False)
        self.site: Any = None
        self.sockets: list[SimulatedSocket] = []
        self.ready = asyncio.Event()

    async def start(self) -> None:
        """Start it, again and again while the database is away."""
        while not self.ready.is_set():
            self.process = Process(self.name)
            starting = self.world.loop.start(self.process, self._open())
            await asyncio.wait([starting], timeout=60)
            if starting.done() and not starting.exception():
                return
            self.kill()
            await asyncio.sleep(1)

    def kill(self) -> None:
        self.ready.clear()
        self.world.loop.kill(self.process)
        self.world.break_listeners(self.process)
        for socket in self.sockets:
            socket.cut()
        self.sockets = []

    async def _open(self) -> None:
        world = self.world
        rules = RulesExecutor(LARGEST, ClientLimits().cpu, world.loop.time)
        rules.close()
        reader, people, metrics = SimulatedReader(world.engine), People(world.engine), Metrics()
        hub = Hub(reader, SimulatedJournal(world), metrics, rules, shared=True)
        hub.now = steady_time(lambda: EPOCH + world.loop.now + self.wall, world.loop.time)
        new = NewMatches(people, reader, 1000, world.chance.random)
        creations = TokenBuckets(LIMITS.creations, world.loop.time)
        actions = Actions(hub, new, rules, creations, metrics)
        last_seen = LastSeen(world.loop.time)
        pool: Any = SimulatedPool(world)
        engines = EnginePlayers(hub, actions, pool, last_seen)
        chat = MatchChat(hub, Chats(world.engine), "everybody", LIMITS.chat)
        housekeeping = Housekeeping(world.engine, hub, reader, engines, shared=True)
        cluster = PostgresCluster("postgresql://simulated", hub, (hub.broadcaster.presence, chat.channel))
        self.site = SimpleNamespace(
            hub=hub,
            actions=actions,
            chat=chat,
            reader=reader,
            engines=engines,
            settings=SimpleNamespace(limits=LIMITS),
            messages=TokenBuckets(LIMITS.messages_of_address, world.loop.time),
            identity=SimpleNamespace(person=partial(_person, last_seen)),
            housekeeping=housekeeping,
        )
        await cluster.start()
        await housekeeping.start()
        self.ready.set()

    def connect(
        self, me: Person, match_id: str, version: int | None, invite: str | None, address: str
    ) -> SimulatedSocket:
        """A WebSocket of a client, served by the route itself."""
        socket: Any = SimulatedSocket(self, me)
        self.sockets.append(socket)

        async def serve() -> None:
            current_client.set(address)
            await live(socket, match_id, version, invite)
            self.sockets.remove(socket)

        if self.ready.is_set():
            self.world.loop.start(self.process, serve())
        else:
            socket.cut()
        return socket  # type: ignore[no-any-return]


async def _person(last_seen: LastSeen, socket: SimulatedSocket) -> Person:
    last_seen.note(socket.me.id, socket.me.id)
    return socket.me


class SimulatedSocket:
    """Both ends of a WebSocket: texts arrive in order and after a while, until the connection breaks."""

    def __init__(self, node: Node, me: Person) -> None:
        self.me = me
        self.app = SimpleNamespace(state=SimpleNamespace(site=node.site))
        self.application_state = WebSocketState.CONNECTED
        self._world = node.world
        self.node = node
        self._to_server: asyncio.Queue[str | None] = asyncio.Queue()
        self._to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._last = {id(self._to_server): 0.0, id(self._to_client): 0.0}
        self.broken = False

    def _deliver(self, queue: asyncio.Queue[str | None], text: str | None) -> None:
        earliest = self._last[id(queue)] + TICK  # timers of the same moment have no order
        when = max(earliest, self._world.loop.now + self._world.chance.uniform(0.001, 0.08))
        self._last[id(queue)] = when
        self._world.loop.call_at(when, self._arrive, queue, text)

    def _arrive(self, queue: asyncio.Queue[str | None], text: str | None) -> None:
        if not self.broken:
            queue.put_nowait(text)

    def cut(self) -> None:
        """The connection breaks: what is on its way is lost, and both ends notice."""
        self.broken = True
        for queue in (self._to_server, self._to_client):
            queue.put_nowait(None)

    # The server's end

    async def accept(self) -> None:
        pass

    async def send_text(self, text: str) -> None:
        if self.broken:
            raise OSError("the connection is broken")
        self._deliver(self._to_client, text)

    async def receive_text(self) -> str:
        text = await self._to_server.get()
        if text is None:
            raise WebSocketDisconnect
        return text

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self._deliver(self._to_client, None)

    # The client's end

    def say(self, text: str) -> None:
        self._deliver(self._to_server, text)

    async def hear(self) -> str | None:
        """The next text; None: the connection has ended."""
        return await self._to_client.get()

    def leave(self) -> None:
        self._deliver(self._to_server, None)
