"""Matches, positions and games as the messages that `messages_out` describes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from quintet.core.scene import Scene
from quintet.core.types import Player
from quintet.server import messages_out as out
from quintet.server.clocks import Clock, from_setting
from quintet.server.contest import Contest, Ending, Event, Seat
from quintet.server.moment import Moment, board_of, load
from quintet.server.storage.reading import Listed


@lru_cache(maxsize=2048)
def scene(spec: str, position: str) -> Scene:
    """Lists show the same positions again and again."""
    game = load(spec)
    return game.scene(game.parse(position))


def date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


# Moments


def board(moment: Moment) -> out.BoardView:
    return out.BoardView(**_board(moment, None, 0))


def frames(moment: Moment, ending: Ending | None = None) -> list[out.Frame]:
    """Every moment up to this one; the ending belongs to the last."""
    *earlier, last = moment.line()
    return [*(out.Frame(**_frame(one, None)) for one in earlier), out.Frame(**_frame(last, _outcome(last, ending)))]


def _board(moment: Moment, ending: Ending | None, since: int) -> dict[str, Any]:
    outcome = _outcome(moment, ending)
    return {
        **_frame(moment, outcome),
        "moves": [] if outcome else moment.moves,
        "history": moment.history(since),
    }


def _frame(moment: Moment, outcome: out.Outcome | None) -> dict[str, Any]:
    return {
        "ply": moment.ply,
        "move": moment.played,
        "position": moment.text,
        "scene": moment.scene,
        "stages": moment.stages,
        "to_move": moment.to_move,
        "colors": moment.colors,
        "outcome": outcome,
    }


def _outcome(moment: Moment, ending: Ending | None) -> out.Outcome | None:
    if ending:
        return out.Outcome(**asdict(ending))
    return out.Outcome(**asdict(moment.outcome)) if moment.outcome else None


# Matches


def live(contest: Contest, online: Sequence[bool], now: float, since: int) -> out.LiveView:
    """All that changes, the same for everybody; the moves behind the first `since`."""
    return out.LiveView(**_live(contest, online, now, since))


def _live(contest: Contest, online: Sequence[bool], now: float, since: int) -> dict[str, Any]:
    first, second = contest.seats
    return {
        **_board(contest.moment, contest.ending, since),
        "status": contest.status,
        "names": (first.name, second.name),
        "seats": (seat(first, online[0]), seat(second, online[1])),
        "clock": clock(contest.clock, contest.status, now),
        "offers": out.OffersOut(draw=contest.draw, takeback=contest.takeback, rematch=contest.rematch),
        "can_redo": bool(contest.undone) and contest.casual and not contest.ending,
        "turn_limit": contest.header.turn_limit,
        "rematch": contest.next_id,
        "rating_change": contest.rating_change,
    }


def whole(contest: Contest, online: Sequence[bool], now: float, player: str, spectators: int) -> out.MatchView:
    """A match for one caller."""
    header = contest.header
    you = contest.seats_of(player)
    return out.MatchView(
        **_live(contest, online, now, 0),
        id=contest.id,
        version=contest.version,
        spec=header.spec,
        game=contest.game.id,
        title=contest.game.title,
        layout=contest.moment.board.layout,
        rated=header.rated,
        private=header.private,
        created=date(header.created),
        started=date(contest.started) if contest.started else None,
        finished=date(contest.finished) if contest.finished else None,
        spectators=spectators,
        you=you,
        invite=header.invite if you else None,
        invited=any(seat.kind == "open" and seat.player == player for seat in contest.seats),
        url=f"/game/{contest.id}",
    )


def line(listed: Listed, player: str, now: float, boards: bool) -> out.MatchLine:
    """A match in a list, from what is stored for lists."""
    header, state = listed.header, listed.state
    game = load(header.spec)
    first, second = (Seat(**stored) for stored in state["seats"])
    timed = replace(from_setting(header.clock), **state["clock"])
    return out.MatchLine(
        id=header.id,
        spec=header.spec,
        game=game.id,
        title=game.title,
        names=(first.name, second.name),
        seats=(seat(first, False), seat(second, False)),
        status=listed.status,
        ply=listed.ply,
        rated=header.rated,
        private=header.private,
        clock=clock(timed, listed.status, now),
        outcome=out.Outcome(**state["ending"]) if state["ending"] else None,
        created=date(header.created),
        finished=date(state["finished"]) if state["finished"] else None,
        yours=[at for at in Player if (first, second)[at].is_person(player)],
        to_move=Player(state["to_move"]),
        scene=scene(header.spec, state["position"]),
        layout=board_of(header.spec).layout if boards else None,
    )


def seat(seat: Seat, online: bool) -> out.SeatOut:
    return out.SeatOut(
        kind=seat.kind,
        name=seat.name,
        account=seat.username,
        bot=seat.bot,
        level=seat.level,
        seconds=seat.seconds,
        rating=seat.rating,
        provisional=seat.provisional,
        online=online or seat.kind == "engine",
    )


def clock(timed: Clock, status: str, now: float) -> out.ClockOut:
    running = timed.running if status == "live" else None
    sides = (_side(timed, Player.FIRST, now), _side(timed, Player.SECOND, now))
    return out.ClockOut(kind=timed.kind, sides=sides, running=running, at=now)


def _side(timed: Clock, player: Player, now: float) -> out.SideClock:
    side, left = timed.sides[player] if timed.sides else None, timed.left_at(player, now)
    return out.SideClock(
        seconds=None if left is None else round(max(0.0, left), 3),
        base=side.seconds if side else None,
        increment=side.increment if side else 0,
    )


def event(event: Event) -> out.MatchEvent:
    """What of an event others may see."""
    return out.MatchEvent(version=event.version, kind=event.kind, seat=event.seat, move=event.move, at=event.at)
