"""Renders matches, positions and games as messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec
from pydantic import BaseModel

from quintet.core.scene import Scene
from quintet.core.sentences import REASONS
from quintet.core.types import Player
from quintet.server.live.boards import GameBoard, board_of, installed, load
from quintet.server.live.clocks import MatchClock, from_setting
from quintet.server.live.contest import Contest
from quintet.server.live.events import Ending, Event, MatchSeat
from quintet.server.live.timeline import Ply
from quintet.server.messages.boards import BoardView, Frame, Outcome
from quintet.server.messages.matches import (
    ClockOut,
    DeclinedOut,
    MatchEvent,
    MatchLine,
    OffersOut,
    SeatOut,
    SideClock,
)
from quintet.server.storage.match_queries import Listed

PAGE = 40_000
"""Spots of all frames of one page: all frames of a long game on a large board would be a hundred megabytes."""
LITTLE = 400
"""Spots of the largest board that lists show."""


@lru_cache(maxsize=2048)
def scene(spec: str, position: str) -> Scene:
    """Cached, because lists show the same positions again and again."""
    game = load(spec)
    return game.scene(game.parse(position))


def date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def encoded(message: dict[str, Any]) -> str:
    """A message as JSON, without the checks that its class makes of what comes in: a third of the time. The tests
    compare it with what the class itself writes."""
    return msgspec.json.encode(message).decode()


# Positions


def board(moment: Ply) -> BoardView:
    return BoardView(**_board(moment, None, 0))


def page(spots: int) -> int:
    """The number of frames of a page, for a board with this number of spots."""
    return max(1, PAGE // spots)


def frames(moment: Ply, since: int, ending: Ending | None = None) -> tuple[list[Frame], int | None]:
    """A page of frames after the first `since` moves, and where the next page begins.

    The ending belongs to the last frame.
    """
    line = moment.line(since)
    shown = line[: page(moment.board.spots)]
    # Bare plies, so that scenes are not cached: those of a long game are many times its size.
    page_frames = [Frame(**_frame(ply.bare(), _outcome(ply, ending) if ply is moment else None)) for ply in shown]
    return page_frames, since + len(shown) if len(shown) < len(line) else None


def _board(moment: Ply, ending: Ending | None, since: int) -> dict[str, Any]:
    outcome = _outcome(moment, ending)
    return {
        **_frame(moment, outcome),
        "moves": [] if outcome else moment.moves,
        "history": moment.history(since),
    }


def _frame(moment: Ply, outcome: Outcome | None) -> dict[str, Any]:
    return {
        "ply": moment.ply,
        "move": moment.played,
        "position": moment.text,
        "scene": moment.scene,
        "stages": moment.stages,
        "narration": moment.narration,
        "to_move": moment.to_move,
        "colors": moment.colors,
        "outcome": outcome,
    }


def _outcome(moment: Ply, ending: Ending | None) -> Outcome | None:
    ended = ending or moment.outcome
    return Outcome(**{**asdict(ended), "reason": REASONS.get(ended.reason, ended.reason)}) if ended else None


# Matches


def update(contest: Contest, events: list[Event], since: int, online: Sequence[bool], now: float) -> str:
    """The events and the match after them, the same for all subscribers, as the JSON of an `Update`; with the moves
    after `since`."""
    return encoded(
        {
            "type": "update",
            "version": contest.version,
            "events": [event(happened) for happened in events],
            "since": since,
            "view": _live(contest, online, now, since),
        }
    )


def snapshot(contest: Contest, online: Sequence[bool], now: float, player: str, spectators: int) -> str:
    """A match for a new subscriber, as JSON."""
    view = whole(contest, online, now, player, spectators)
    return f'{{"type":"snapshot","version":{contest.version},"view":{view}}}'


def _live(contest: Contest, online: Sequence[bool], now: float, since: int) -> dict[str, Any]:
    first, second = contest.seats
    return {
        **_board(contest.moment, contest.ending, since),
        "status": contest.status,
        "names": (first.name, second.name),
        "seats": (seat(first, online[0]), seat(second, online[1])),
        "clock": clock(contest.clock, contest.status, now, contest.first_move_by),
        "offers": OffersOut(draw=contest.draw, takeback=contest.takeback, rematch=contest.rematch),
        "declined": contest.declined and DeclinedOut(what=contest.declined[0], by=contest.declined[1]),
        "can_redo": bool(contest.undone) and contest.casual and not contest.ending,
        "turn_limit": contest.header.turn_limit,
        "rematch": contest.next_id,
        "rating_change": contest.rating_change,
    }


def whole(contest: Contest, online: Sequence[bool], now: float, player: str, spectators: int) -> str:
    """A match for one caller, as the JSON of a `MatchView`."""
    header, board = contest.header, contest.moment.board
    you = contest.seats_of(player)
    return encoded(
        {
            "layout": msgspec.Raw(board.json),
            **_live(contest, online, now, 0),
            "id": contest.id,
            "version": contest.version,
            "spec": header.spec,
            "game": contest.game.id,
            "title": contest.game.title,
            "rated": header.rated,
            "private": header.private,
            "created": date(header.created),
            "started": date(contest.started) if contest.started else None,
            "finished": date(contest.finished) if contest.finished else None,
            "spectators": spectators,
            "you": you,
            "invite": header.invite if you else None,
            "invited": any(seat.kind == "open" and seat.player == player for seat in contest.seats),
            "imported": contest.imported,
            "url": f"/game/{contest.id}",
        }
    )


def with_layout(answer: BaseModel, of: GameBoard) -> str:
    """The JSON of a message with a layout: that is the largest part, and its JSON is cached with the board."""
    return f'{{"layout":{of.json},{answer.model_dump_json(exclude={"layout"})[1:]}'


def line(listed: Listed, player: str, now: float, layout: bool) -> MatchLine:
    """A match in a list, from its stored summary; without a board if its game is not installed."""
    header, state = listed.header, listed.state
    board = board_of(header.spec) if installed(header.spec) else None
    little = board if board and board.spots <= LITTLE else None
    first, second = (MatchSeat(**stored) for stored in state["seats"])
    timed = replace(from_setting(header.clock), **state["clock"])
    return MatchLine(
        id=header.id,
        spec=header.spec,
        game=header.spec.partition("(")[0],
        title=load(header.spec).title if board else header.spec,
        names=(first.name, second.name),
        seats=(seat(first, False), seat(second, False)),
        status=listed.status,
        ply=listed.ply,
        rated=header.rated,
        private=header.private,
        clock=clock(timed, listed.status, now),
        outcome=_stored_outcome(state["ending"]) if state["ending"] else None,
        created=date(header.created),
        finished=date(state["finished"]) if state["finished"] else None,
        imported=state.get("imported", False),
        yours=[side for side in Player if (first, second)[side].is_person(player)],
        to_move=Player(state["to_move"]),
        scene=scene(header.spec, state["position"]) if little else None,
        layout=little.layout if layout and little else None,
    )


def _stored_outcome(ending: dict[str, Any]) -> Outcome:
    winner = None if ending["winner"] is None else Player(ending["winner"])
    return Outcome(**ending | {"winner": winner})


def seat(seat: MatchSeat, online: bool) -> SeatOut:
    return SeatOut(
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


def clock(timed: MatchClock, status: str, now: float, first_move_by: float | None = None) -> ClockOut:
    running = timed.running if status == "live" else None
    sides = (_side(timed, Player.FIRST, now), _side(timed, Player.SECOND, now))
    first_move = None if first_move_by is None else round(max(0.0, first_move_by - now), 3)
    return ClockOut(kind=timed.kind, sides=sides, running=running, first_move=first_move, at=now)


def _side(timed: MatchClock, player: Player, now: float) -> SideClock:
    side, left = timed.sides[player] if timed.sides else None, timed.left_at(player, now)
    return SideClock(
        seconds=None if left is None else round(max(0.0, float(left)), 3),
        base=float(side.seconds) if side else None,
        increment=float(side.increment) if side else 0.0,
    )


def event(event: Event) -> MatchEvent:
    """The public part of an event."""
    return MatchEvent(version=event.version, kind=event.kind, seat=event.seat, move=event.move, at=event.at)
