"""What must hold of a whole history, as Jepsen checks it: operations, stored events, pages and processes at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from quintet.core.game import parse_move
from quintet.server.live.boards import load
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.tables import matches
from simulation.loop import EPOCH

if TYPE_CHECKING:
    from simulation.run import Simulation

SKEW = 0.1
"""Seconds by which the clocks of two machines may differ."""
SOON = 6.0
"""Seconds in which an answer comes where nothing is wrong: a move and a flag of its match may compute six times, and
each takes up to a second while processor shares are starved."""
FLAG = 5.0
"""Seconds after which a fallen flag is noticed."""
AFTERWARDS = ("rematch_asked", "rematch")
"""What may happen to a match that is over."""
Violation = tuple[str, str]
"""Its kind, and what happened."""


def violations(simulation: Simulation) -> Iterator[Violation]:
    """Everything that is wrong at the end of a run."""
    reader = Reader(simulation.world.engine)
    contests: dict[str, Contest] = {}
    with simulation.world.engine.connect() as connection:
        ids = list(connection.scalars(select(matches.c.id).order_by(matches.c.id)))
    for match_id in ids:
        stored = reader.match(match_id)
        assert stored is not None
        try:
            contests[match_id] = contest = Contest(stored[0], load(stored[0].spec), [])
            yield from _events(contest, stored[1])
        except ValueError as error:
            yield "rules", f"{match_id}: {error}"
            del contests[match_id]
            continue
        yield from _times(simulation, stored[0], stored[1])
    yield from _acknowledged(simulation, contests)
    yield from _watchers(simulation, contests)
    yield from _processes(simulation, contests)
    yield from _waits(simulation)
    yield from _clocks(simulation, contests)
    for words in simulation.world.loop.errors:
        yield "uncaught", words


# The stored events of a match


def _events(contest: Contest, events: list[Event]) -> Iterator[Violation]:
    """Fold the events and compare each with the rules."""
    answers, _ = planned_answers(contest, events)
    for event in events:
        where = f"{contest.id} version {event.version}"
        if event.version in answers and (event.kind, event.move) != ("move", answers[event.version]):
            yield "plan", f"{where}: {answers[event.version]} was planned, and {event.kind} {event.move} followed"
        if contest.ending and event.kind not in AFTERWARDS:
            yield "rules", f"{where}: {event.kind} after the end"
        if event.kind == "move":
            legal = {str(move) for move in contest.game.legal_moves(contest.moment.position)}
            if event.move not in legal or event.seat is not contest.to_move:
                yield "rules", f"{where}: {event.move} of {event.seat} is not legal"
        if event.kind == "joined" and event.seat is not None and contest.seats[event.seat].kind != "open":
            yield "seats", f"{where}: a taken seat was taken again"
        if event.kind == "ended":
            yield from _ending(contest, event, where)
        contest.apply(event)


def planned_answers(contest: Contest, events: list[Event]) -> tuple[dict[int, str], set[str]]:
    """The versions at which the rules of plans ask for an answer, and the answer, found without the contest's own; and
    all plans that were in force, also as what was left of longer ones: to ask for such a plan changes nothing."""
    game, position, in_force = contest.game, contest.moment.position, set[str]()
    positions, plans, draw, answers = [position], dict[int, list[list[str]]](), None, dict[int, str]()
    for event in events:
        if event.kind == "planned" and event.seat is not None:
            plans[event.seat] = event.data["lines"]
        elif event.kind == "draw_offered":
            draw = event.seat
        elif event.kind == "draw_declined":
            draw = None
        elif event.kind == "takeback":
            del positions[event.data["ply"] + 1 :]
            plans, draw = {}, None
        elif event.kind == "redone":
            return answers, in_force  # only where nobody can plan
        elif event.kind == "move" and event.move is not None:
            mover = game.to_move(positions[-1])
            positions.append(game.play(positions[-1], parse_move(game, positions[-1], event.move)))
            plans = {seat: [line[1:] for line in lines if line[0] == event.move] for seat, lines in plans.items()}
            plans = {seat: [line for line in lines if line] for seat, lines in plans.items()}
            draw = draw if draw is mover else None
            next_one = game.to_move(positions[-1])
            over = game.outcome(positions[-1]) is not None or len(positions) > contest.header.turn_limit
            if not over and plans.get(next_one) and draw is not next_one.other:
                answers[event.version + 1] = plans[next_one][0][0]
        in_force |= {str(lines) for lines in plans.values()}
    return answers, in_force


def _ending(contest: Contest, event: Event, where: str) -> Iterator[Violation]:
    kind, winner = event.data["kind"], event.data["winner"]
    outcome = contest.game.outcome(contest.moment.position)
    if kind == "rules" and (outcome is None or outcome.winner != winner):
        yield "rules", f"{where}: ended for {winner}, and the rules say {outcome}"
    if kind == "resigned" and (event.seat is None or event.seat.other != winner):
        yield "rules", f"{where}: {event.seat} resigned, and {winner} won"
    if kind == "time":
        loser = contest.clock.running
        left = None if loser is None else contest.clock.left_at(loser, event.at)
        if loser is None or left is None or left > 1e-6 or winner != loser.other:
            yield "clock", f"{where}: lost on time with {left} seconds left"


def _times(simulation: Simulation, header: Header, events: list[Event]) -> Iterator[Violation]:
    """The time of an event is that of the simulation, and time does not go back."""
    true = {event.version: when for when, match_id, event in simulation.world.stored if match_id == header.id}
    before = 0.0
    for event in events:
        if event.at < before - SKEW:
            yield "clock", f"{header.id} version {event.version}: its time is {before - event.at:.1f} s before the last"
        before = max(before, event.at)
        late = true[event.version] - (event.at - EPOCH)
        if not (simulation.alone and simulation.sets_clocks) and not -SKEW <= late <= 90:
            yield "clock", f"{header.id} version {event.version}: stored {late:.1f} s after its time"


def _clocks(simulation: Simulation, contests: dict[str, Contest]) -> Iterator[Violation]:
    """Flags have fallen, and the time without any process was given back."""
    now = EPOCH + simulation.world.loop.now
    for contest in contests.values():
        deadline = contest.deadline
        if deadline is not None and deadline < now - FLAG - max(0.0, simulation.ahead):
            yield "wait", f"{contest.id}: a flag did not fall for {now - deadline:.1f} s"
    for began, ended in simulation.outages:
        for contest in contests.values():
            if _ran_through(simulation, contest, began, ended):
                given = sum(
                    event.data["seconds"]
                    for event in contest.events
                    if event.kind == "resumed" and began - 1 <= event.at - EPOCH <= ended + 30
                )
                if given < (ended - began) / 2:
                    words = f"{given:.1f} s of {ended - began:.1f} s without a server were given back"
                    yield "clock leak", f"{contest.id}: {words}"


def _ran_through(simulation: Simulation, contest: Contest, began: float, ended: float) -> bool:
    """Whether the clock of a match ran when the last process died and when the first one came back."""
    clock = contest.header.clock
    if clock is None or clock["kind"] == "days" or ended - began < 8 or simulation.sets_clocks:
        return False
    replay = Contest(contest.header, contest.game, [])
    for when, match_id, event in simulation.world.stored:
        if match_id == contest.id and when < began:
            replay.apply(event)
    return replay.version > 0 and replay.deadline is not None


# Operations


def _acknowledged(simulation: Simulation, contests: dict[str, Contest]) -> Iterator[Violation]:
    """What was acknowledged is there, once; what was refused is not."""
    for match_id in sorted(simulation.matches - set(contests)):
        yield "lost acknowledgement", f"{match_id}: created, and not there"
    asked: Counter[tuple[Any, ...]] = Counter()
    acknowledged: Counter[tuple[Any, ...]] = Counter()
    refused: dict[tuple[Any, ...], Any] = {}
    for operation in simulation.operations:
        if operation.what == "move":
            key: tuple[Any, ...] = (operation.match, operation.who, operation.ply, operation.move)
            asked[key] += 1
            if operation.answer == "ok":
                acknowledged[key] += 1
            elif operation.answer == "refused" and operation.copies == 1:
                refused[key] = operation
    stored: Counter[tuple[Any, ...]] = Counter()
    plans = {}
    for contest in contests.values():
        answers, plans[contest.id] = planned_answers(Contest(contest.header, contest.game, []), contest.events)
        for event in contest.events:
            if event.version in answers:
                continue
            if event.kind == "move" and event.seat is not None and contest.seats[event.seat].kind == "person":
                key = (contest.id, contest.seats[event.seat].player, contest.plies[event.version - 1], event.move)
                stored[key] += 1
    for operation in simulation.operations:
        if operation.lines and operation.answer == "ok" and str(operation.lines) not in plans.get(operation.match, ()):
            yield "lost acknowledgement", f"{operation.match}: the plan {operation.lines} is not there"
    for key, count in acknowledged.items():
        if stored[key] < count:
            yield "lost acknowledgement", f"{key}: acknowledged {count} times, stored {stored[key]} times"
    for key, count in stored.items():
        if count > asked[key]:
            yield "double apply", f"{key}: asked for {asked[key]} times, stored {count} times"
    for key, operation in refused.items():
        if asked[key] == 1 and stored[key] == 1 and "not known" not in operation.sentence:
            yield "wrong refusal", f"{key}: stored, and its player was told: {operation.sentence}"


def _waits(simulation: Simulation) -> Iterator[Violation]:
    """Where nothing was wrong, answers came soon: nobody waits for somebody else."""
    greedy = {"t0p0"} if simulation.greedy else set()
    for operation in simulation.operations:
        ended = simulation.world.loop.now if operation.ended is None else operation.ended
        if operation.who in greedy or operation.answer == "unsure":
            continue
        if ended - operation.began > SOON and not simulation.was_disturbed(operation.node, operation.began, ended):
            words = f"{operation.what} of {operation.who} took {ended - operation.began:.1f} s at {operation.node}"
            yield "wait", f"{operation.match}: {words}, from {operation.began:.1f}"


# Pages and processes at the end


def _watchers(simulation: Simulation, contests: dict[str, Contest]) -> Iterator[Violation]:
    for watch in simulation.watches:
        if watch.match_id not in contests:
            continue
        contest, who = contests[watch.match_id], watch.client.person.id
        history = [str(ply.move) for ply in contest.moment.line()[1:]]
        if (watch.version, watch.history) != (contest.version, history):
            words = f"{who} sees version {watch.version} with {len(watch.history)} moves"
            yield "missed broadcast", f"{watch.match_id}: {words}, and there are {contest.version} with {len(history)}"
        elif bool(watch.view["outcome"]) != bool(contest.ending):
            yield "missed broadcast", f"{watch.match_id}: {who} does not see how it ended"


def _processes(simulation: Simulation, contests: dict[str, Contest]) -> Iterator[Violation]:
    for node in simulation.nodes:
        hub = node.site.hub
        tables = hub.tables._tables
        for match_id, table in tables.items():
            contest = contests.get(match_id)
            if table.lock.locked():
                yield "wait", f"{match_id}: locked at {node.name}"
            if contest and table.subscribers and table.contest.version != contest.version:
                yield "missed broadcast", f"{match_id}: {node.name} has {table.contest.version} of {contest.version}"
            since = EPOCH + simulation.world.loop.now - table.contest.events[-1].at
            if contest and table.subscribers and contest.engine_to_move and since > 60:
                yield "wait", f"{match_id}: an engine has been on turn for {since:.0f} s"
        left = [len(hub._acting), len(hub.tables._unheard), len(hub.tables._hearing)]
        if any(left) or len(tables) > len(contests) or len(node.sockets) > len(simulation.watches):
            yield "memory", f"{node.name}: {left} tasks, {len(tables)} matches and {len(node.sockets)} sockets are left"
