"""What people, bots and engines can do in matches: the routes for REST, WebSocket and bots all call this."""

from __future__ import annotations

from collections.abc import Callable

from quintet.core.game import spec as spec_of
from quintet.core.types import Player
from quintet.server.errors import NO_MATCH, Conflict, Forbidden, TooFast, Unknown
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, MatchSeat
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches
from quintet.server.live.tables import Table, may_see, warmed
from quintet.server.messages import parsing
from quintet.server.messages.incoming import ActionIn, ActionName, JoinIn, MatchIn, PlanIn
from quintet.server.messages.matches import PlanOut
from quintet.server.metrics import Metrics
from quintet.server.storage.accounts import Person
from quintet.server.work.caches import LruCache
from quintet.server.work.cpu_budget import RulesExecutor, in_thread
from quintet.server.work.rate_limits import MOST_CLIENTS, ClientLimits, TokenBuckets, current_client

VERBS: dict[ActionName, Callable[[Contest, Player, float], list[Event]]] = {
    "resign": Contest.resign,
    "offer_draw": Contest.offer_draw,
    "accept_draw": Contest.accept_draw,
    "decline_draw": Contest.decline_draw,
    "ask_takeback": Contest.ask_takeback,
    "accept_takeback": Contest.accept_takeback,
    "decline_takeback": Contest.decline_takeback,
    "abort": Contest.abort,
    "rematch": Contest.ask_rematch,
    "decline_rematch": Contest.decline_rematch,
    "give_time": Contest.give_time,
    "undo": Contest.undo,
    "redo": Contest.redo,
}


class Actions:
    """When an action returns it is stored; else it raises a refusal."""

    def __init__(
        self,
        hub: Hub,
        new_matches: NewMatches,
        rules: RulesExecutor,
        creations: TokenBuckets,
        metrics: Metrics,
        most_open: int = ClientLimits().open,
    ) -> None:
        self._hub = hub
        self._new = new_matches
        self._rules = rules
        self._creations = creations
        self._metrics = metrics
        self._most_open = most_open
        self._open: LruCache[str, list[str]] = LruCache(MOST_CLIENTS)
        """The matches with which each address stands in the lobby."""

    # New matches

    def count_creation(self) -> None:
        """Count a new match of the current client, or raise TooFast."""
        if not self._creations.take(current_client.get()):
            raise TooFast("too many new games at once: please wait a moment")

    async def create(self, me: Person, setup: MatchIn) -> Table:
        cost = await self._rules.cost(spec_of(parsing.game(setup.spec)), len(setup.moves))
        contest = await self._rules.run_in_thread(cost, self._new.match, setup, me, self._hub.now())
        if _for_anybody(contest):
            await self._count_open(contest.id)
        return await self._hub.create(contest, me)

    async def _count_open(self, match_id: str) -> None:
        """The lobby shows only so many: one address must not push out all others."""
        client = current_client.get()
        mine = self._open.get(client) or self._open.put(client, [])
        if len(mine) >= self._most_open:
            asked = [*mine]
            open_still = {*await in_thread(self._new.open_still, asked)}
            mine[:] = [each for each in mine if each in open_still or each not in asked]
        if len(mine) >= self._most_open:
            raise Conflict(f"{len(mine)} of your games wait for an opponent already: cancel one of them first")
        mine.append(match_id)

    async def import_record(self, me: Person, text: str, private: bool) -> Table:
        cost = await self._rules.cost(*await in_thread(parsing.outline, text))
        contest = await self._rules.run_in_thread(cost, self._new.record, text, private, me, self._hub.now())
        return await self._hub.create(contest, me)

    # Seats

    async def join(self, me: Person, match_id: str, body: JoinIn) -> Table:
        """Take the seat asked for, else the one reserved for the caller, else the first open one."""
        person = await self._person(me, match_id, body.invite, body.name)

        def decide(contest: Contest, now: float) -> list[Event]:
            if contest.header.rated and not me.registered:
                raise Forbidden("log in first: rated matches are between accounts")
            if contest.header.rated and contest.seats_of(me.id):
                raise Conflict("you play in this match already")
            seat = _open_seat(contest, me) if body.seat is None else Player(body.seat)
            return contest.join(seat, person, now)

        return await self._hub.act(match_id, decide, visitor=me)

    async def decline(self, me: Person, match_id: str, invite: str | None) -> Table:
        """Decline an invitation; its sender sees that."""
        await self._hub.visible(match_id, me, invite)

        def decide(contest: Contest, now: float) -> list[Event]:
            if contest.seats_of(me.id):
                raise Conflict("you play in this match: cancel it instead")
            return contest.decline(_open_seat(contest, me), me.id, _name(me), now)

        return await self._hub.act(match_id, decide)

    async def accept_challenge(self, me: Person, match_id: str) -> Table:
        """Take the seat that is reserved for this account."""
        person = await self._person(me, match_id, None, None)
        return await self._hub.act(
            match_id, lambda contest, now: contest.join(_reserved_seat(contest, me), person, now)
        )

    async def decline_challenge(self, me: Person, match_id: str) -> Table:
        await self._hub.visible(match_id, me, None)
        return await self._hub.act(
            match_id, lambda contest, now: contest.decline(_reserved_seat(contest, me), me.id, _name(me), now)
        )

    async def _person(self, me: Person, match_id: str, invite: str | None, name: str | None) -> MatchSeat:
        contest = (await self._hub.visible(match_id, me, invite)).contest
        return await in_thread(self._new.person, me, name, contest.game.id)

    # Playing

    async def play(self, me: Person, match_id: str, ply: int, text: str) -> Table:
        def decide(contest: Contest, now: float) -> list[Event]:
            mine = _seats(contest, me)
            return contest.move(contest.to_move if contest.to_move in mine else mine[0], ply, text, now)

        return await self._moved(match_id, decide)

    async def play_engine(self, match_id: str, seat: Player, ply: int, text: str) -> Table:
        return await self._moved(match_id, lambda contest, now: contest.move(seat, ply, text, now))

    async def _moved(self, match_id: str, decide: Callable[[Contest, float], list[Event]]) -> Table:
        table = await self._hub.act(match_id, decide)
        self._metrics.moves.inc()
        return table

    async def act(self, me: Person, match_id: str, body: ActionIn) -> Table:
        """Anything but a move."""

        def decide(contest: Contest, now: float) -> list[Event]:
            mine = _seats(contest, me)
            seat = Player(body.seat) if body.seat is not None else contest.to_move if len(mine) > 1 else mine[0]
            if seat not in mine:
                raise Forbidden("this is not your seat")
            if body.ply is not None and body.ply != contest.ply:
                raise Conflict(f"the match is at move {contest.ply}, but this was meant for move {body.ply}")
            return VERBS[body.action](contest, seat, now)

        async def prepare(contest: Contest, events: list[Event]) -> Contest | None:
            if events[0].kind != "rematch":
                return None
            self.count_creation()
            return warmed(await in_thread(self._new.again, contest, self._hub.now()))

        return await self._hub.act(match_id, decide, prepare=prepare)

    async def plan(self, me: Person, match_id: str, body: PlanIn) -> Table:
        """Conditional moves: what the caller answers to what the other may play."""

        def decide(contest: Contest, now: float) -> list[Event]:
            return contest.plan(_seats(contest, me)[0], body.ply, body.lines, now)

        return await self._hub.act(match_id, decide, moves=1 + sum(map(len, body.lines)))

    async def planned(self, me: Person, match_id: str) -> PlanOut:
        """The caller's conditional moves."""
        contest = (await self._hub.table(match_id)).contest
        return PlanOut(ply=contest.ply, lines=[list(line) for line in contest.plans[_seats(contest, me)[0]]])

    async def leave(self, me: Person, match_id: str) -> None:
        """Resign, or abort a match that has not begun; does nothing if neither is possible any more."""

        def decide(contest: Contest, now: float) -> list[Event]:
            mine = contest.seats_of(me.id)
            if not mine or contest.ending:
                return []
            return contest.resign(mine[0], now) if contest.status == "live" else contest.abort(mine[0], now)

        await self._hub.act(match_id, decide)


def _for_anybody(contest: Contest) -> bool:
    """Whether the lobby shows it."""
    return not contest.header.private and any(seat.kind == "open" and seat.player is None for seat in contest.seats)


def _name(me: Person) -> str:
    return me.username or me.shown


def _seats(contest: Contest, me: Person) -> list[Player]:
    """The caller's seats; a refusal does not reveal a private match."""
    mine = contest.seats_of(me.id)
    if not mine:
        raise Forbidden("you do not play in this match") if may_see(contest, me, None) else Unknown(NO_MATCH)
    return mine


def _open_seat(contest: Contest, me: Person) -> Player:
    """The open seat reserved for the caller, else the first open one, else one that `contest` refuses."""
    open_seats = [seat for seat in Player if contest.seats[seat].kind == "open"]
    reserved = [seat for seat in open_seats if contest.seats[seat].player == me.id]
    free = [seat for seat in open_seats if contest.seats[seat].player is None]
    return [*reserved, *free, *open_seats, Player.FIRST][0]


def _reserved_seat(contest: Contest, me: Person) -> Player:
    if contest.ending:
        raise Conflict("the match is over")
    seat = _open_seat(contest, me)
    if contest.seats[seat].kind != "open" or contest.seats[seat].player != me.id:
        raise Unknown("nobody has challenged you to this match")
    return seat
