"""A match on the server: a fold over its header and events.

`apply` folds an event into the state. The verbs (`move`, `resign`, ...) change nothing: they return the events that
would do it, or refuse. So an event is stored first and then applied; loading a match applies its events again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import Outcome, Player
from quintet.server.errors import BadInput, Conflict, Forbidden
from quintet.server.live.clocks import GIVEN, MatchClock, from_setting
from quintet.server.live.events import Ending, Event, Header, How, Kind, MatchSeat, Status, plain
from quintet.server.live.timeline import Ply

EVENTS_A_TURN = 10
"""Events per turn of the limit: beyond that, nothing more can be offered, asked for or taken back."""

MOST_TIMES = 3
"""How many times the time of its setting a clock may be given."""

MOST_PLANNED = 60
"""Moves in all lines of a plan."""

Plan = tuple[tuple[str, ...], ...]
"""Lines of moves from the position of the match; where their owner is to move after some of them, they all agree."""


class Contest:
    """A match with its people, clock and offers."""

    def __init__(self, header: Header, game: AnyGame, events: Sequence[Event], begun: Ply | None = None) -> None:
        """`begun` is the ply after the moves of the header, if they are played already."""
        self.header = header
        self.game = game
        self.moment = begun or Ply(game, game.parse(header.start))
        self.spots = self.moment.board.spots
        self.seats: tuple[MatchSeat, MatchSeat] = (MatchSeat("open", "?"), MatchSeat("open", "?"))
        self.clock: MatchClock = from_setting(header.clock)
        self.ending: Ending | None = None
        self.draw: Player | None = None
        """Who offers a draw."""
        self.takeback: Player | None = None
        """Who asks for a takeback."""
        self.declined: tuple[Literal["draw", "takeback", "rematch"], Player] | None = None
        """What was declined since the last move, and by whom."""
        self.rematch: Player | None = None
        """Who asks for a rematch."""
        self.next_id: str | None = None
        """The rematch."""
        self.plans: tuple[Plan, Plan] = ((), ())
        """The conditional moves of both players: what they answer to what the other may play."""
        self.rating_change: tuple[int, int] | None = None
        self.dates: tuple[str | None, str | None] | None = None
        """The dates that an imported record gives for its start and end."""
        self.started: float | None = None
        self.finished: float | None = None
        self.undone: list[str] = []
        """Moves that can be played again, the next one last."""
        self.version = 0
        self.events: list[Event] = []
        self.plies = [0]
        """How many moves there were after each version."""
        for event in events:
            self.apply(event)

    # State

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def ply(self) -> int:
        return self.moment.ply

    @property
    def status(self) -> Status:
        if self.ending:
            return "over"
        first, second = self.seats
        return "open" if first.kind == "open" or second.kind == "open" else "live"

    @property
    def full(self) -> bool:
        """Whether the match has reached its limit of events."""
        return self.version >= EVENTS_A_TURN * self.header.turn_limit

    @property
    def cost(self) -> int:
        """The cost of replaying it."""
        return (self.ply + 1) * self.spots

    @property
    def view_cost(self) -> int:
        """The cost of rendering it with its moves."""
        return self.ply + self.spots

    @property
    def to_move(self) -> Player:
        return self.moment.to_move

    @property
    def engine_to_move(self) -> bool:
        return self.status == "live" and self.seats[self.to_move].kind == "engine"

    @property
    def imported(self) -> bool:
        """Whether it is a record of a game that was played elsewhere."""
        return self.dates is not None

    @property
    def hot_seat(self) -> bool:
        """One person plays both sides."""
        first, second = self.seats
        return first.kind == second.kind == "person" and first.player == second.player

    @property
    def casual(self) -> bool:
        """There is no opponent who has to agree to a takeback."""
        return not self.header.rated and (self.hot_seat or any(seat.kind == "engine" for seat in self.seats))

    @property
    def deadline(self) -> float | None:
        """When a flag falls or a first move is overdue; never between engines, whose match pauses while unwatched."""
        if self.status != "live" or self.of_engines:
            return None
        ends = [end for end in (self.clock.deadline, self.first_move_by) if end is not None]
        return min(ends, default=None)

    @property
    def first_move_by(self) -> float | None:
        """Until when the player on turn must have made a first move, between two people with a clock."""
        if self.ply - self.header.before >= 2 or self.status != "live":
            return None
        between = not self.hot_seat and all(seat.kind == "person" for seat in self.seats)
        return self.clock.first_move_by(self.to_move) if between else None

    @property
    def of_engines(self) -> bool:
        return all(seat.kind == "engine" for seat in self.seats)

    def seats_of(self, player: str) -> list[Player]:
        return [seat for seat in Player if self.seats[seat].is_person(player)]

    # Folding

    def after(self, events: Sequence[Event]) -> Contest:
        """A copy with these events applied."""
        later = object.__new__(type(self))
        later.__dict__ = dict(self.__dict__)
        later.events, later.plies, later.undone = list(self.events), list(self.plies), list(self.undone)
        for event in events:
            later.apply(event)
        return later

    def apply(self, event: Event) -> None:
        if event.version != self.version + 1:
            raise ValueError(f"{self.id}: expected event {self.version + 1}, got {event.version}")
        getattr(self, f"_on_{event.kind}")(event)
        self.version = event.version
        self.events.append(event)
        self.plies.append(self.ply)
        if self.started is None and self.status == "live":
            self.started = event.at
            self.clock = self.clock.turned_to(None, event.at)

    def _on_created(self, event: Event) -> None:
        first, second = (MatchSeat(**seat) for seat in event.data["seats"])
        self.seats = (first, second)
        if dates := event.data.get("dates"):
            self.dates = (dates[0], dates[1])
        for move in event.data.get("moves", ())[self.ply :]:
            self.moment = self.moment.retell(move)

    def _on_joined(self, event: Event) -> None:
        assert event.seat is not None
        seats = list(self.seats)
        seats[event.seat] = MatchSeat(**event.data["as"])
        self.seats = (seats[0], seats[1])

    def _on_move(self, event: Event) -> None:
        mover = self.to_move
        self.moment = self.moment.retell(event.move or "")
        self.clock = self.clock.moved(mover, self.to_move, event.at)
        self.draw = self.draw if self.draw is mover else None
        self.takeback = self.declined = None
        self.undone.clear()
        first, second = (_after(plan, event.move or "") for plan in self.plans)
        self.plans = first, second

    def _on_planned(self, event: Event) -> None:
        plans = list(self.plans)
        plans[event.seat or Player.FIRST] = tuple(tuple(line) for line in event.data["lines"])
        self.plans = plans[0], plans[1]

    def _on_takeback(self, event: Event) -> None:
        while self.moment.before is not None and self.ply > event.data["ply"]:
            self.undone.append(str(self.moment.move))
            self.moment = self.moment.before
        self._turned(event.at)

    def _on_redone(self, event: Event) -> None:
        while self.ply < event.data["ply"]:
            self.moment = self.moment.retell(self.undone.pop())
        self._turned(event.at)

    def _turned(self, now: float) -> None:
        self.clock = self.clock.turned_to(self.to_move if self.ply > self.header.before else None, now)
        self.draw = self.takeback = self.declined = None
        self.plans = (), ()

    def _on_draw_offered(self, event: Event) -> None:
        self.draw, self.declined = event.seat, None

    def _on_draw_declined(self, event: Event) -> None:
        self.draw, self.declined = None, ("draw", event.seat or Player.FIRST)

    def _on_takeback_asked(self, event: Event) -> None:
        self.takeback, self.declined = event.seat, None

    def _on_takeback_declined(self, event: Event) -> None:
        self.takeback, self.declined = None, ("takeback", event.seat or Player.FIRST)

    def _on_rematch_asked(self, event: Event) -> None:
        self.rematch, self.declined = event.seat, None

    def _on_rematch_declined(self, event: Event) -> None:
        self.rematch, self.declined = None, ("rematch", event.seat or Player.FIRST)

    def _on_time_given(self, event: Event) -> None:
        self.clock = self.clock.given((event.seat or Player.FIRST).other)

    def _on_rematch(self, event: Event) -> None:
        self.rematch = None
        self.next_id = event.data["id"]

    def _on_resumed(self, event: Event) -> None:
        self.clock = self.clock.paused(event.data["seconds"])

    def _on_ended(self, event: Event) -> None:
        data = event.data
        winner = None if data["winner"] is None else Player(data["winner"])
        scores = (data["scores"][0], data["scores"][1]) if data.get("scores") else None
        self.ending = Ending(winner, data["reason"], data["kind"], scores)
        if change := data.get("rating_change"):
            self.rating_change = (change[0], change[1])
        self.clock = self.clock.turned_to(None, event.at)
        self.finished = event.at
        self.draw = self.takeback = self.declined = None
        self.plans = (), ()

    # Verbs

    def move(self, seat: Player, ply: int, text: str, now: float) -> list[Event]:
        self._going()
        if ply != self.ply:
            raise Conflict(
                f"another move came first: the match is at move {self.ply}, and this one was chosen at move {ply}"
            )
        if seat is not self.to_move:
            raise Conflict(f"it is the turn of {self.seats[self.to_move].name}")
        after = self.moment.play(text)
        events, plans = list[Event](), self.plans
        while True:  # the move, then the planned answers
            move = str(after.move)
            events.append(self._event("move", now, seat, move, step=len(events) + 1))
            plans = _after(plans[0], move), _after(plans[1], move)
            if not after.legal and after.outcome:  # the broadcast needs the legal moves anyway
                return [*events, self._ended(now, seat, after.outcome, "rules", step=len(events) + 1)]
            if after.ply >= self.header.turn_limit:
                words = f"no end after {self.header.turn_limit} moves"
                return [*events, self._ended(now, None, Outcome(None, words), "truncated", step=len(events) + 1)]
            seat = after.to_move
            if not plans[seat] or self.draw is seat.other:  # the player who is offered a draw decides
                return events
            after = after.play(plans[seat][0][0])

    def plan(self, seat: Player, ply: int, lines: Sequence[Sequence[str]], now: float) -> list[Event]:
        """Replace a player's conditional moves; no lines: play nothing unasked."""
        self._going()
        if self.hot_seat or self.seats[seat.other].kind != "person":
            raise Conflict("conditional moves are for games against another person")
        if self.clock.kind not in ("days", "none"):
            raise Conflict("conditional moves are for games with days a move, or without a clock")
        if ply != self.ply:
            raise Conflict(f"the match is at move {self.ply}, but this was planned at move {ply}")
        if lines and seat is self.to_move:
            raise Conflict("it is your turn: move first, then plan what follows")
        if (count := sum(map(len, lines))) > MOST_PLANNED:
            raise BadInput(f"a plan must have at most {MOST_PLANNED} moves, got {count}")
        checked = self._checked(seat, lines)
        return [self._event("planned", now, seat, data={"lines": checked})] if checked != self.plans[seat] else []

    def _checked(self, seat: Player, lines: Sequence[Sequence[str]]) -> Plan:
        """A plan with its moves as the game writes them; refused where a line is not legal or two disagree."""
        answers: dict[tuple[str, ...], str] = {}
        checked = []
        for line in lines:
            moment, played = self.moment.bare(), list[str]()
            for text in line:
                if moment.outcome:
                    raise BadInput(f"the game is over after {played[-1]}: expected no move after it, got {text!r}")
                mine = moment.to_move is seat
                moment = moment.play(text)
                if mine and answers.setdefault(tuple(played), str(moment.move)) != str(moment.move):
                    raise BadInput(f"expected one answer to {' '.join(played)}, got two")
                played.append(str(moment.move))
            if not played or moment.before is None or moment.before.to_move is not seat:
                raise BadInput("a line must end with a move of your own")
            if tuple(played) not in checked:
                checked.append(tuple(played))
        return tuple(checked)

    def join(self, seat: Player, person: MatchSeat, now: float) -> list[Event]:
        self._check_free(seat, person.player)
        return [self._event("joined", now, seat, data={"as": plain(person)})]

    def resign(self, seat: Player, now: float) -> list[Event]:
        self._going()
        outcome = Outcome(seat.other, f"{self.seats[seat].name} resigned")
        return [self._ended(now, seat, outcome, "resigned")]

    def abort(self, seat: Player, now: float) -> list[Event]:
        """Possible until both have moved; after that they have to resign."""
        if self.ending:
            raise Conflict("the match is over")
        if self.ply - self.header.before >= 2 and not self.casual:
            raise Conflict("both have moved already: resign instead")
        return [self._ended(now, seat, Outcome(None, "aborted"), "aborted")]

    def decline(self, seat: Player, player: str, name: str, now: float) -> list[Event]:
        """Decline the invitation to this seat."""
        self._check_free(seat, player)
        if self.seats[seat].player is None and not self.header.private:
            raise Conflict("this seat is open to anyone: there is no invitation to decline")
        return [self._ended(now, seat, Outcome(None, f"{name} declined"), "declined")]

    def offer_draw(self, seat: Player, now: float) -> list[Event]:
        self._going()
        if self.draw is seat.other or self.hot_seat:
            return self.accept_draw(seat, now)
        if self.draw is seat:
            raise Conflict("you have already offered a draw")
        if self.declined == ("draw", seat.other):
            raise Conflict("your offer was declined: offer a draw again after the next move")
        if self.seats[seat.other].kind == "engine":
            raise Conflict("the engine does not accept draws")
        return [self._event("draw_offered", now, seat)]

    def accept_draw(self, seat: Player, now: float) -> list[Event]:
        self._going()
        if self.draw is not seat.other and not self.hot_seat:
            raise Conflict("nobody has offered a draw")
        return [self._ended(now, seat, Outcome(None, "agreed"), "agreed")]

    def decline_draw(self, seat: Player, now: float) -> list[Event]:
        self._going()
        if self.draw is None:
            raise Conflict("nobody has offered a draw")
        return [self._event("draw_declined", now, seat)]

    def ask_takeback(self, seat: Player, now: float) -> list[Event]:
        self._going()
        back = self._before_last_of(seat)
        if self.casual:
            return [self._event("takeback", now, seat, data={"ply": back})]
        if self.takeback is seat.other:
            return self.accept_takeback(seat, now)
        if self.takeback is seat:
            raise Conflict("you have already asked for a takeback")
        return [self._event("takeback_asked", now, seat)]

    def accept_takeback(self, seat: Player, now: float) -> list[Event]:
        self._going()
        if self.takeback is not seat.other:
            raise Conflict("nobody has asked for a takeback")
        return [self._event("takeback", now, seat, data={"ply": self._before_last_of(seat.other)})]

    def decline_takeback(self, seat: Player, now: float) -> list[Event]:
        self._going()
        if self.takeback is None:
            raise Conflict("nobody has asked for a takeback")
        return [self._event("takeback_declined", now, seat)]

    def undo(self, seat: Player, now: float) -> list[Event]:
        """Take back without asking: my last move against an engine, the last move in hot-seat."""
        self._going()
        if not self.casual:
            raise Conflict("ask for a takeback: the other player must agree")
        if self.hot_seat and self.ply == self.header.before:
            raise Conflict("there is no move to take back")
        back = self.ply - 1 if self.hot_seat else self._before_last_of(seat)
        return [self._event("takeback", now, seat, data={"ply": back})]

    def redo(self, seat: Player, now: float) -> list[Event]:
        """Play again what was taken back, up to my next turn."""
        self._going()
        if not self.casual or not self.undone:
            raise Conflict("there is no move to play again")
        trial = self.moment
        for move in reversed(self.undone):
            trial = trial.retell(move)
            if self.hot_seat or trial.outcome or trial.to_move is seat:
                break
        events = [self._event("redone", now, seat, data={"ply": trial.ply})]
        if outcome := trial.outcome:
            events.append(self._ended(now, seat, outcome, "rules", step=2))
        return events

    def ask_rematch(self, seat: Player, now: float) -> list[Event]:
        """Ask for a rematch, or agree to one: it must be stored before this event is."""
        if not self.ending:
            raise Conflict("the match is not over")
        if self.next_id:
            raise Conflict("there is already a rematch")
        if self.imported:
            raise Conflict("this game was not played here: start a new one instead")
        if self.seats[seat.other].kind == "open":
            raise Conflict("there is nobody to play a rematch with")
        if self.casual or self.rematch is seat.other:
            return [self._event("rematch", now, seat, data={"id": self.header.next_id})]
        if self.rematch is seat:
            raise Conflict("you have already asked for a rematch")
        if self.declined == ("rematch", seat.other):
            raise Conflict(f"{self.seats[seat.other].name} has declined a rematch")
        return [self._event("rematch_asked", now, seat)]

    def decline_rematch(self, seat: Player, now: float) -> list[Event]:
        if self.rematch is not seat.other:
            raise Conflict("nobody has asked for a rematch")
        return [self._event("rematch_declined", now, seat)]

    def give_time(self, seat: Player, now: float) -> list[Event]:
        """Give the other player more time: for the game, or for the move that they are thinking about."""
        self._going()
        if self.clock.sides is None:
            raise Conflict("this match has no clock")
        if self.hot_seat or self.seats[seat.other].kind != "person":
            raise Conflict("time can be given only to another person")
        if self.clock.kind != "fischer" and self.clock.running is not seat.other:
            raise Conflict(f"time can be given while {self.seats[seat.other].name} is to move")
        if self.clock.left[seat.other] >= MOST_TIMES * self.clock.sides[seat.other].seconds + GIVEN[self.clock.kind]:
            raise Conflict(f"{self.seats[seat.other].name} has been given enough time")
        return [self._event("time_given", now, seat)]

    def flag(self, now: float) -> list[Event]:
        """The end of the match if a player's time is up, or the time for a first move."""
        deadline, player = self.deadline, self.to_move
        if deadline is None or now < deadline:
            return []
        name = self.seats[player].name
        if deadline == self.clock.deadline:
            return [self._ended(now, player, Outcome(player.other, f"{name} ran out of time"), "time")]
        return [self._ended(now, player, Outcome(None, f"{name} did not make a first move"), "aborted")]

    def resumed(self, pause: float, now: float) -> list[Event]:
        """Give a clock back the time that the server was down or the match paused; not in correspondence."""
        waited_for = self.clock.running is not None or self.first_move_by is not None
        if self.status != "live" or not waited_for or self.clock.kind == "days" or pause <= 0:
            return []
        away = min(pause, max(0.0, now - self.clock.since))
        return [self._event("resumed", now, data={"seconds": away})]

    # Helpers

    def lowest_since(self, version: int) -> int:
        """The smallest number of moves that the match had since a version: those have not changed."""
        return min(self.plies[version:])

    def played(self) -> Match:
        """The match in a form that can be written as a record."""
        start, *moments = self.moment.line()
        names = (self.seats[0].name, self.seats[1].name)
        match = Match.retold(self.game, start.position, (moment.move for moment in moments), names)
        if self.ending and self.ending.kind == "resigned" and self.ending.winner is not None:
            match.resign(self.ending.winner.other)
        elif self.ending and self.ending.kind == "agreed":
            match.agree_draw()
        return match

    def _going(self) -> None:
        if self.ending:
            raise Conflict("the match is over")
        if self.status == "open":
            raise Conflict("the match has not begun: a seat is still open")

    def _check_free(self, seat: Player, player: str | None) -> None:
        """Refuse a seat that this player may not take."""
        if self.ending:
            raise Conflict("the match is over")
        if self.seats[seat].kind != "open":
            raise Conflict("this seat is taken")
        if self.seats[seat].player not in (None, player):
            raise Forbidden(f"this seat is kept for {self.seats[seat].name}")

    def _before_last_of(self, seat: Player) -> int:
        """The ply before a player's last move."""
        moment = self.moment.before
        while moment is not None and moment.ply >= self.header.before:
            if moment.to_move is seat:
                return moment.ply
            moment = moment.before
        raise Conflict("there is no move to take back")

    def _event(
        self,
        kind: Kind,
        now: float,
        seat: Player | None = None,
        move: str | None = None,
        data: dict[str, Any] | None = None,
        step: int = 1,
    ) -> Event:
        """The next event, or one that follows it at once by its step."""
        return Event(self.version + step, kind, now, seat, move, data or {})

    def _ended(self, now: float, seat: Player | None, outcome: Outcome, kind: How, step: int = 1) -> Event:
        data = {"winner": outcome.winner, "reason": outcome.reason, "kind": kind, "scores": outcome.scores}
        return self._event("ended", now, seat, data=data, step=step)


def _after(plan: Plan, move: str) -> Plan:
    """What is left of a plan after a move."""
    return tuple(line[1:] for line in plan if line[0] == move and line[1:])
