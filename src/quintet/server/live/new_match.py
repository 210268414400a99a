"""New matches: from a setup, a pairing, a record or a finished match."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.game import spec as spec_of
from quintet.server.accounts import rating_rules
from quintet.server.errors import BadInput, Conflict, NotLoggedIn, Unknown
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing
from quintet.server.messages.incoming import ClockIn, MatchIn, PaceName, PairingIn, SeatIn, SideTime
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import LARGEST
from quintet.study.glicko2 import GlickoRating

NOBODY = "Anyone"
PACES: dict[PaceName, ClockIn] = {
    "3+2": ClockIn(kind="fischer", first=SideTime(seconds=180, increment=2)),
    "10+5": ClockIn(kind="fischer", first=SideTime(seconds=600, increment=5)),
    "30+20": ClockIn(kind="fischer", first=SideTime(seconds=1800, increment=20)),
    "days": ClockIn(kind="days", first=SideTime(seconds=2 * clocks.DAY)),
}
"""The clocks of quick games."""
CHALLENGES = 30
"""Challenges that may wait for an account."""
HERE = ("First", "Second")
"""Default names of two people on one device."""


def new_id() -> str:
    """A random id that cannot be guessed."""
    return events.spelled(secrets.token_bytes(10))


class NewMatches:
    """Reads the database; call it from a thread."""

    def __init__(
        self, people: People, reader: Reader, turn_limit: int, chance: Callable[[], float], largest: int = LARGEST
    ) -> None:
        self._people = people
        self._reader = reader
        self._turn_limit = turn_limit
        self._largest = largest
        """Moves times spots of the largest match."""
        self._chance = chance

    def match(self, setup: MatchIn, me: Person, now: float) -> Contest:
        """A match as it was asked for, checked again whatever the page allowed."""
        game = parsing.game(setup.spec)
        moment = parsing.played(game, setup.position, setup.moves)
        if moment.outcome:
            raise BadInput("the game is over in this position: expected one that goes on")
        seats_asked = list(setup.seats)
        clock = _clock(setup.clock)
        if setup.shuffle and self._chance() < 0.5:
            seats_asked.reverse()
            if clock:  # each person keeps their time
                clock["sides"].reverse()
        seats = [self._seat(seat, me, game.id) for seat in seats_asked]
        if all(seat.kind == "me" for seat in seats_asked):
            seats = _hot_seat(seats, seats_asked)
        if setup.rated:
            self._check_rated(setup, me, spec_of(game), clock)
        header = new_header(
            game,
            moment.line()[0].text,
            now,
            clock=clock,
            rated=setup.rated,
            private=setup.private,
            turn_limit=max(self._turns(moment), len(setup.moves) + 1),
            before=len(setup.moves),
        )
        return Contest(header, game, [events.created((seats[0], seats[1]), setup.moves, now)], moment)

    def paired(self, match_id: str, pairing: PairingIn, people: tuple[Person, Person], now: float) -> Contest:
        """A match of two people who asked for the same; FIRST is drawn at random."""
        game = parsing.game(pairing.game)
        moment = Ply(game, game.start())
        order = people if self._chance() < 0.5 else people[::-1]
        first, second = (self.person(player, None, game.id) for player in order)
        limit, clock = self._turns(moment), _clock(PACES[pairing.pace])
        header = new_header(game, moment.text, now, id=match_id, clock=clock, rated=pairing.rated, turn_limit=limit)
        return Contest(header, game, [events.created((first, second), (), now)], moment)

    def person(self, who: Person, name: str | None, game_id: str) -> MatchSeat:
        """A seat with a person."""
        shown = parsing.name(name) if name else who.shown
        if not who.registered:
            return MatchSeat("person", self._people.free_name(shown) if name else shown, who.id)
        rated = self._reader.rating(who.id, game_id)
        rating = rated.rating if rated.games else GlickoRating()
        return MatchSeat(
            "person",
            who.username or shown,
            who.id,
            username=who.username,
            bot=who.kind == "bot",
            rating=round(rating.rating),
            provisional=rating.provisional,
        )

    def again(self, over: Contest, now: float) -> Contest:
        """The rematch: the same, with the seats exchanged."""
        first, second = over.seats
        clock = over.header.clock
        if clock:
            clock = {**clock, "sides": clock["sides"][::-1]}
        seats = []
        for seat in (second, first):
            who = self._people.by_id(seat.player) if seat.player and not over.hot_seat else None
            seats.append(self.person(who, None, over.game.id) if who and who.registered else seat)
        header = replace(
            over.header,
            id=over.header.next_id,
            created=now,
            clock=clock,
            before=0,
            turn_limit=self._turns(over.moment),
        )
        return Contest(header, over.game, [events.created((seats[0], seats[1]), (), now)])

    def _turns(self, moment: Ply) -> int:
        """The turn limit on this board: what was played must not be too costly to load."""
        return min(self._turn_limit, max(1, self._largest // moment.board.spots - 1))

    def record(self, text: str, private: bool, me: Person, now: float) -> Contest:
        """An imported record; BadInput names the wrong line."""
        match, ending = parsing.record(text)
        if match.ply > 20 * self._turn_limit:
            raise BadInput(f"a record must have at most {20 * self._turn_limit} moves, got {match.ply}")
        start, limit = match.game.text(match.start), max(self._turn_limit, match.ply)
        header = new_header(match.game, start, now, private=private, turn_limit=limit, before=match.ply)
        # Both seats belong to the person who imports it, so that they may see it again.
        first, second = (MatchSeat("person", parsing.name(name), me.id) for name in match.names)
        ended = {name: getattr(ending, name) for name in ("winner", "reason", "kind", "scores")}
        moves = [str(move) for move in match.moves]
        begin = events.created((first, second), moves, now)
        begin.data["dates"] = [date and date.isoformat() for date in (match.started, match.finished)]
        return Contest(header, match.game, [begin, Event(2, "ended", now, None, None, ended)], Ply.of(match))

    def _seat(self, asked: SeatIn, me: Person, game_id: str) -> MatchSeat:
        if asked.kind == "me":
            return self.person(me, asked.name, game_id)
        if asked.kind == "engine":
            if asked.level is not None and asked.seconds is not None:
                raise BadInput("an engine has a level or seconds, got both")
            level = 5 if asked.level is None and asked.seconds is None else asked.level
            words = f"Engine, level {level}" if level else f"Engine, {asked.seconds:g} s"
            name = self._people.not_an_account(parsing.name(asked.name)) if asked.name else words
            return MatchSeat("engine", name, level=level, seconds=asked.seconds)
        if asked.kind == "account":
            other = self._people.by_username(asked.account) if asked.account else None
            if other is None:
                raise Unknown(f"no account is called {asked.account!r}")
            if other.id == me.id:
                raise BadInput("expected another account to play with, got your own")
            if self._challenges(other.id) >= CHALLENGES:
                raise Conflict(f"{other.username} has {CHALLENGES} challenges to answer first: please try again later")
            return MatchSeat("open", other.username or "", other.id, username=other.username, bot=other.kind == "bot")
        return MatchSeat("open", self._people.not_an_account(parsing.name(asked.name)) if asked.name else NOBODY)

    def open_still(self, ids: Collection[str]) -> list[str]:
        """Those of these matches that wait for an opponent."""
        return self._reader.open_still(ids)

    def _challenges(self, player: str) -> int:
        """How many open matches have a seat that is reserved for this account."""
        seats = [match.state["seats"] for match in self._reader.mine(player, ("open",), 2 * CHALLENGES)]
        return sum(any(seat["kind"] == "open" and seat["player"] == player for seat in pair) for pair in seats)

    def _check_rated(self, setup: MatchIn, me: Person, spec: str, clock: dict[str, Any] | None) -> None:
        if not me.registered:
            raise NotLoggedIn("log in first: rated matches are between accounts")
        kinds = sorted(seat.kind for seat in setup.seats)
        if kinds not in (["me", "open"], ["account", "me"]):
            raise BadInput("a rated match is between you and another person")
        if setup.position is not None or setup.moves:
            raise BadInput("a rated match starts from the standard position")
        if words := rating_rules.objection(spec, clock):
            raise BadInput(words)


def new_header(game: AnyGame, start: str, now: float, *, turn_limit: int, **known: Any) -> Header:
    """The header of a new match: casual, public, without a clock, and with an id of its own, unless it is `known`."""
    usual: dict[str, Any] = {"id": new_id(), "clock": None, "rated": False, "private": False}
    invite = secrets.token_urlsafe(12)
    return Header(**usual | known, spec=spec_of(game), start=start, invite=invite, created=now, turn_limit=turn_limit)


def _clock(clock: ClockIn | None) -> dict[str, Any] | None:
    if clock is None:
        return None
    first, second = clock.first, clock.second or clock.first
    sides = [clocks.Side(side.seconds, side.increment) for side in (first, second)]
    with parsing.blaming_the_caller():
        return clocks.as_setting(clock.kind, sides[0], sides[1])


def _hot_seat(seats: list[MatchSeat], asked: list[SeatIn]) -> list[MatchSeat]:
    """Two people at one account: with the names they gave, and without its rating."""
    names = [parsing.name(seat.name) if seat.name else usual for seat, usual in zip(asked, HERE, strict=True)]
    return [MatchSeat("person", name, seat.player) for seat, name in zip(seats, names, strict=True)]
