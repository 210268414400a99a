"""Clients of the simulated site: players, spectators and one who asks for too much, with what they were told."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from quintet.core.game import parse_move
from quintet.server.errors import RequestRefused
from quintet.server.live.boards import load
from quintet.server.messages.incoming import ActionIn, JoinIn, MatchIn, PlanIn
from quintet.server.storage.accounts import Person
from quintet.server.work.rate_limits import current_client

if TYPE_CHECKING:
    from simulation.node import Node, SimulatedSocket
    from simulation.run import Simulation

PATIENCE = 20.0
"""Seconds that a client waits for an answer."""
SMALL = ("othello(size=4)", "magnetize(height=3,width=3)", "quentin(size=3)")
LARGE = "bestgame"
"""So large (`run.INLINE`) that its rules are computed in a thread, within the processor share of the client."""
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "fischer", "first": {"seconds": 40, "increment": 1}},
    {"kind": "fischer", "first": {"seconds": 300}},
    {"kind": "move", "first": {"seconds": 15}},
    {"kind": "days", "first": {"seconds": 86400}},
)
ACTIONS = (
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "ask_takeback",
    "accept_takeback",
    "decline_takeback",
    "abort",
    "undo",
    "redo",
    "rematch",
)


class Unsure(Exception):
    """No answer came: it was done or not."""


@dataclass
class Operation:
    """A request of a client and what came of it."""

    who: str
    what: str
    match: str
    began: float
    node: str
    ply: int | None = None
    move: str | None = None
    ended: float | None = None
    answer: str = "unsure"
    """ok, refused, or unsure."""
    sentence: str = ""
    version: int = 0
    lines: list[list[str]] | None = None
    """A plan."""
    copies: int = 1
    """How many times it was sent."""


class Client:
    """Somebody at the other end of the network."""

    def __init__(self, simulation: Simulation, person: Person, address: str | None = None) -> None:
        self.simulation = simulation
        self.person = person
        self.address = address or person.id
        self.chance = random.Random(f"{simulation.seed} {person.id}")

    async def node(self) -> Node:
        """Any process that serves."""
        while not (ready := [node for node in self.simulation.nodes if node.ready.is_set()]):
            await asyncio.sleep(0.2)
        return self.chance.choice(ready)

    async def ask(self, operation: Operation, call: Callable[[Any], Awaitable[Any]]) -> Any:
        """A request over HTTP; RequestRefused, or Unsure if no answer comes."""
        loop, faults = self.simulation.world.loop, self.simulation.world.faults
        node = await self.node()
        operation.node = node.name
        self.simulation.operations.append(operation)
        await asyncio.sleep(self.chance.uniform(0.001, 0.05))
        if not node.ready.is_set() or faults.happens("lost request", 0.01):
            await asyncio.sleep(self.chance.uniform(0, 2))
            raise Unsure
        answer: asyncio.Future[Any] = loop.create_future()
        if faults.happens("doubled request", 0.02):
            operation.copies += 1
            loop.start(node.process, self._served(call(node.site))).add_done_callback(_ignore, context=Context())
        task = loop.start(node.process, self._served(call(node.site)))
        task.add_done_callback(lambda done: _copy(done, answer), context=Context())
        try:
            async with asyncio.timeout(PATIENCE):
                result = await answer
            await asyncio.sleep(self.chance.uniform(0.001, 0.05))
            if faults.happens("lost answer", 0.01):
                raise Unsure
        except TimeoutError:
            raise Unsure from None
        except (RequestRefused, SQLAlchemyError) as error:
            operation.answer, operation.sentence, operation.ended = "refused", str(error), loop.now
            raise
        operation.answer, operation.ended = "ok", loop.now
        return result

    async def _served(self, call: Awaitable[Any]) -> Any:
        current_client.set(self.address)
        return await call

    def operation(self, what: str, match_id: str, **more: Any) -> Operation:
        return Operation(self.person.id, what, match_id, self.simulation.world.loop.now, "", **more)


def _ignore(done: asyncio.Task[Any]) -> None:
    if not done.cancelled():
        done.exception()


def _copy(done: asyncio.Task[Any], answer: asyncio.Future[Any]) -> None:
    if answer.done() or done.cancelled():
        return
    if error := done.exception():
        answer.set_exception(error)
    else:
        answer.set_result(done.result())


@dataclass
class Watch:
    """The page of a match: it is told the match and then what changes, and connects again when it is cut off."""

    client: Client
    match_id: str
    invite: str | None
    version: int | None = None
    history: list[str] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    you: list[int] = field(default_factory=list)
    spec: str = ""
    socket: SimulatedSocket | None = None
    closed: bool = False
    answers: dict[int, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    expected: list[str] = field(default_factory=list)
    """The moves that the last plan of this match expects."""

    async def run(self) -> None:
        chance = self.client.chance
        while not self.closed:
            node = await self.client.node()
            if self.closed:
                return
            version = self.version if chance.random() < 0.8 else None
            self.socket = node.connect(self.client.person, self.match_id, version, self.invite, self.client.address)
            cutting = self._cut_sometimes(self.socket)
            while (text := await self.socket.hear()) is not None:
                self._heard(json.loads(text))
            self.socket = None
            cutting.cancel()
            for answer in self.answers.values():
                if not answer.done():
                    answer.set_exception(Unsure())
            await asyncio.sleep(chance.uniform(0.1, 2.0))

    def _cut_sometimes(self, socket: SimulatedSocket) -> asyncio.Task[None]:
        async def cut() -> None:
            while True:
                await asyncio.sleep(10)
                if self.client.simulation.world.faults.happens("cut connection", 0.05):
                    socket.cut()

        return asyncio.create_task(cut())

    def _heard(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("ack", "refused") and (answer := self.answers.pop(message["id"], None)) and not answer.done():
            answer.set_result(message)
        elif kind == "snapshot":
            self._is_newer(message["version"], "snapshot")
            self.version, self.view, self.you = message["version"], message["view"], message["view"]["you"]
            self.history, self.spec = [move["text"] for move in self.view["history"]], self.view["spec"]
        elif kind == "update":
            first = message["events"][0]["version"]
            if self.version is None or first != self.version + 1:
                self._wrong(f"had version {self.version} and was sent {first} to {message['version']}")
            self.version, self.view = message["version"], message["view"]
            self.history[message["since"] :] = [move["text"] for move in self.view["history"]]
        self.changed.set()

    def _is_newer(self, version: int, what: str) -> None:
        if self.version is not None and version < self.version:
            self._wrong(f"had version {self.version} and was sent a {what} of {version}")

    def _wrong(self, words: str) -> None:
        self.client.simulation.wrong("missed broadcast", f"{self.client.person.id} at {self.match_id}: {words}")

    async def send(self, operation: Operation, message: dict[str, Any]) -> None:
        """Say something on the socket and wait for the answer."""
        simulation, socket = self.client.simulation, self.socket
        if socket is None:
            return
        number = simulation.number()
        answer: asyncio.Future[dict[str, Any]] = simulation.world.loop.create_future()
        self.answers[number] = answer
        operation.node = socket.node.name
        simulation.operations.append(operation)
        socket.say(json.dumps({**message, "id": number}))
        if simulation.world.faults.happens("doubled request", 0.02):
            operation.copies += 1
            socket.say(json.dumps({**message, "id": simulation.number()}))
        try:
            async with asyncio.timeout(PATIENCE):
                said = await answer
        except (TimeoutError, Unsure):
            return
        finally:
            self.answers.pop(number, None)
        operation.ended = simulation.world.loop.now
        operation.answer = "ok" if said["type"] == "ack" else "refused"
        operation.sentence, operation.version = said.get("error", ""), said["version"]

    def close(self) -> None:
        self.closed = True
        if self.socket:
            self.socket.leave()


class Player:
    """Plays the seats that a page shows as theirs."""

    def __init__(self, client: Client, watch: Watch) -> None:
        self.client, self.watch = client, watch
        self.gone = client.chance.random() < 0.1
        """Has left without a word: the flag falls."""
        self.planning = random.Random(f"{client.simulation.seed} {client.person.id} plans")

    async def play(self) -> None:
        chance, watch, simulation = self.client.chance, self.watch, self.client.simulation
        while simulation.world.faults.active and watch.view.get("status") != "over" and not self.gone:
            if await self._turn():
                watch.changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(chance.uniform(1, 10)):
                        await watch.changed.wait()

    async def _turn(self) -> bool:
        """Do something if it is our turn; whether there is nothing to do now."""
        chance, watch, client = self.client.chance, self.watch, self.client
        view = watch.view
        await asyncio.sleep(chance.uniform(0.2, 4))
        if chance.random() < 0.08:
            action = chance.choice(ACTIONS[1:] if chance.random() < 0.9 else ACTIONS)
            operation = client.operation(action, watch.match_id)
            body = ActionIn.model_validate({"action": action})
            with suppress(RequestRefused, SQLAlchemyError, Unsure):
                await client.ask(operation, lambda site: site.actions.act(client.person, watch.match_id, body))
            return False
        view = watch.view
        if view and len(watch.you) == 1 and view["clock"]["kind"] in ("days", "none") and self.planning.random() < 0.4:
            await self._plan(view)
        if not view or view["status"] != "live" or view["to_move"] not in watch.you or not view["moves"]:
            return True
        move, ply = self._chosen([each["text"] for each in view["moves"]]), view["ply"]
        operation = client.operation("move", watch.match_id, ply=ply, move=move)
        if chance.random() < 0.7:
            await watch.send(operation, {"type": "move", "ply": ply, "move": move})
        else:
            with suppress(RequestRefused, SQLAlchemyError, Unsure):
                table = await client.ask(
                    operation, lambda site: site.actions.play(client.person, watch.match_id, ply, move)
                )
                operation.version = table.contest.version
        return False

    def _chosen(self, moves: list[str]) -> str:
        """Any move, and often one for which somebody has planned an answer."""
        planned = [move for move in self.watch.expected if move in moves]
        return (
            self.planning.choice(planned or moves) if self.planning.random() < 0.5 else self.client.chance.choice(moves)
        )

    async def _plan(self, view: dict[str, Any]) -> None:
        """Conditional moves, whoever is on turn: some are refused."""
        planning, watch, client = self.planning, self.watch, self.client
        game, lines = load(watch.spec), list[list[str]]()
        start = game.parse(view["position"])
        for text in planning.sample([move["text"] for move in view["moves"]], min(3, len(view["moves"]))):
            line, position = [text], game.play(start, parse_move(game, start, text))
            while planning.random() < 0.8 and (legal := list(game.legal_moves(position))):
                move = planning.choice(legal)
                position = game.play(position, move)
                line.append(str(move))
            if planning.random() < 0.9:  # a whole number of answers; the others are refused
                del line[len(line) // 2 * 2 :]
            lines += [line] * bool(line)
        operation = client.operation("plan", watch.match_id)
        body = PlanIn(ply=view["ply"], lines=lines)
        with suppress(RequestRefused, SQLAlchemyError, Unsure):
            table = await client.ask(operation, lambda site: site.actions.plan(client.person, watch.match_id, body))
            operation.version, operation.lines = table.contest.version, lines
            watch.expected[:] = [line[0] for line in lines]


async def table(simulation: Simulation, number: int) -> None:
    """One match after the other, as long as faults happen; the last one stays open."""
    people = [simulation.client(f"t{number}p{seat}") for seat in (0, 1)]
    chance = people[0].chance
    while simulation.world.faults.active:
        watches = await _match(simulation, people, chance, number)
        if simulation.world.faults.active:
            await asyncio.sleep(chance.uniform(0, 5))
            for watch in watches:
                watch.close()
                simulation.watches.remove(watch)


async def _match(simulation: Simulation, people: list[Client], chance: random.Random, number: int) -> list[Watch]:
    ada, ben = people
    greedy = simulation.greedy and number == 0
    kind = "people" if greedy else chance.choice(("people", "people", "engine", "hot", "engines"))
    spec = LARGE if greedy or chance.random() < 0.25 else chance.choice(SMALL)
    kinds: dict[str, list[dict[str, Any]]] = {
        "people": [{"kind": "me"}, {"kind": "open"}],
        "engine": [{"kind": "me"}, {"kind": "engine", "level": 1}],
        "hot": [{"kind": "me"}, {"kind": "me"}],
        "engines": [{"kind": "engine", "level": 1}, {"kind": "engine", "level": 2}],
    }
    wish = {"spec": spec, "seats": kinds[kind], "clock": chance.choice(CLOCKS), "shuffle": True, "private": False}
    setup = MatchIn.model_validate(wish)
    try:
        made = await ada.ask(ada.operation("create", ""), lambda site: site.actions.create(ada.person, setup))
    except (RequestRefused, SQLAlchemyError, Unsure):
        await asyncio.sleep(1)
        return []
    match_id = made.contest.id
    simulation.matches.add(match_id)
    players = [ada]
    if kind == "people":
        players.append(ben)
        while simulation.world.faults.active:
            with suppress(Unsure, SQLAlchemyError, RequestRefused):
                joining = ben.operation("join", match_id)
                await ben.ask(joining, lambda site: site.actions.join(ben.person, match_id, JoinIn()))
                break
            if "taken" in joining.sentence:
                break
            await asyncio.sleep(1)
    spectators = [simulation.client(f"t{number}s{index}") for index in range(chance.randint(0, 2))]
    if kind == "engines":
        players = []
        spectators = spectators or [ada]
    expected = list[str]()
    watches = [Watch(client, match_id, None, expected=expected) for client in [*players, *spectators]]
    simulation.watches += watches
    doing: list[Coroutine[Any, Any, None]] = [watch.run() for watch in watches]
    for coroutine in doing:
        simulation.background(coroutine)
    playing = [Player(watch.client, watch).play() for watch in watches[: len(players)]]
    if greedy:
        simulation.background(_ask_too_much(ada, match_id, watches[0]))
    if playing:
        await asyncio.wait([asyncio.create_task(each) for each in playing], timeout=chance.uniform(60, 300))
    else:
        await asyncio.sleep(chance.uniform(20, 90))
    return watches


async def _ask_too_much(client: Client, match_id: str, watch: Watch) -> None:
    """Many views of a large board at once, each within the processor share of this client."""

    async def view(site: Any) -> None:
        await site.hub.broadcaster.view(await site.hub.table(match_id), client.person)

    async def once() -> None:
        with suppress(RequestRefused, SQLAlchemyError, Unsure):
            await client.ask(client.operation("view", match_id), view)

    while client.simulation.world.faults.active and not watch.closed:
        await asyncio.gather(*(once() for _ in range(20)))
        await asyncio.sleep(client.chance.uniform(1, 20))
