"""Matches, positions and games as the plain dictionaries that `messages_out` describes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from quintet.core import registry
from quintet.core.game import AnyGame, Stages
from quintet.core.match import Match
from quintet.core.types import Outcome, Player
from quintet.render.json import layout_json, move_json, outcome_json, scene_json, stages_json
from quintet.server.clocks import Clock, from_setting
from quintet.server.contest import Contest, Ending, Event, Seat
from quintet.server.storage.reading import Listed


@lru_cache(maxsize=256)
def load(given: str) -> AnyGame:
    """A game by its spec; the same object for the same spec."""
    return registry.load(given)


@lru_cache(maxsize=256)
def layout(given: str) -> dict[str, Any]:
    return layout_json(load(given).layout())


@lru_cache(maxsize=2048)
def scene(given: str, position: str) -> dict[str, Any]:
    """Lists show the same positions again and again."""
    game = load(given)
    return scene_json(game.scene(game.parse(position)))


def date(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


# Moments


def board(match: Match, ending: Ending | None = None) -> dict[str, Any]:
    """A BoardView."""
    game, position = match.game, match.position
    over = match.outcome or ending
    return {
        **frame(match, match.ply, ending),
        "moves": [] if over else moves(game, position),
        "history": [history(match, ply) for ply in range(match.ply)],
    }


def frame(match: Match, ply: int, ending: Ending | None = None) -> dict[str, Any]:
    """A Frame: the moment after `ply` moves; the ending belongs to the last."""
    game, position = match.game, match.positions[ply]
    outcome = outcome_out(match.game.outcome(position))
    if ply == match.ply:
        outcome = ending_out(ending) or outcome_out(match.outcome)
    return {
        "ply": ply,
        "move": history(match, ply - 1) if ply else None,
        "position": game.text(position),
        "scene": scene_json(game.scene(position)),
        "stages": stages_json(game, match.positions[ply - 1], match.moves[ply - 1]) if ply else [],
        "to_move": int(game.to_move(position)),
        "colors": colors(game, position),
        "outcome": outcome,
    }


def frames(match: Match, ending: Ending | None = None) -> list[dict[str, Any]]:
    return [frame(match, ply, ending) for ply in range(match.ply + 1)]


def history(match: Match, at: int) -> dict[str, Any]:
    """The move number `at`, counted from 0."""
    position = match.positions[at]
    player = match.game.to_move(position)
    return {
        **move_json(match.game, match.moves[at]),
        "player": int(player),
        "color": match.game.color(position, player).value,
    }


def colors(game: AnyGame, position: Any) -> list[str]:
    return [game.color(position, player).value for player in Player]


def moves(game: AnyGame, position: Any) -> list[dict[str, Any]]:
    """The legal moves with what their first click occupies at once."""
    spots, targets = _targets(game)
    found = []
    before = None
    for move in game.legal_moves(position):
        clicks = list(game.clicks(move))
        preview: list[str] = []
        if clicks and clicks[0] in spots:
            preview = clicks[:1]
        elif clicks and clicks[0] in targets:  # a column: the rules know where a piece comes to rest
            before = before or game.scene(position)
            first = (
                game.stages(position, move)[0] if isinstance(game, Stages) else game.scene(game.play(position, move))
            )
            preview = [spot for spot in first.pieces if spot not in before.pieces]
        found.append({"text": str(move), "clicks": clicks, "preview": preview})
    return found


def _targets(game: AnyGame) -> tuple[set[str], set[str]]:
    spots = game.layout().spots
    own = {spot.id for spot in spots if spot.target == spot.id}
    return own, {spot.target for spot in spots} - own


def outcome_out(outcome: Outcome | None, kind: str = "rules") -> dict[str, Any] | None:
    return {**outcome_json(outcome), "kind": kind} if outcome else None


def ending_out(ending: Ending | None) -> dict[str, Any] | None:
    if ending is None:
        return None
    winner = None if ending.winner is None else int(ending.winner)
    scores = list(ending.scores) if ending.scores else None
    return {"winner": winner, "reason": ending.reason, "scores": scores, "kind": ending.kind}


# Matches


def live(contest: Contest, online: Sequence[bool], now: float) -> dict[str, Any]:
    """A LiveView: all that changes, the same for everybody."""
    return {
        **board(contest.match, contest.ending),
        "status": contest.status,
        "names": [seat.name for seat in contest.seats],
        "seats": seats(contest, online),
        "clock": clock(contest.clock, contest.status, now),
        "offers": {
            "draw": _number(contest.draw),
            "takeback": _number(contest.takeback),
            "rematch": _number(contest.rematch),
        },
        "can_redo": bool(contest.undone) and contest.casual and not contest.ending,
        "turn_limit": contest.header.turn_limit,
        "rematch": contest.next_id,
        "rating_change": contest.rating_change,
    }


def whole(contest: Contest, view: dict[str, Any], player: str, spectators: int) -> dict[str, Any]:
    """A MatchView for one caller, on top of the LiveView."""
    header = contest.header
    you = [int(seat) for seat in contest.seats_of(player)]
    return {
        **view,
        "id": contest.id,
        "version": contest.version,
        "spec": header.spec,
        "game": contest.game.id,
        "title": contest.game.title,
        "layout": layout(header.spec),
        "rated": header.rated,
        "private": header.private,
        "created": date(header.created),
        "started": date(contest.started) if contest.started else None,
        "finished": date(contest.finished) if contest.finished else None,
        "spectators": spectators,
        "you": you,
        "invite": header.invite if you else None,
        "invited": any(seat.kind == "open" and seat.player == player for seat in contest.seats),
        "url": f"/game/{contest.id}",
    }


def line(listed: Listed, player: str, now: float, boards: bool) -> dict[str, Any]:
    """A MatchLine, from what is stored for lists."""
    header, state = listed.header, listed.state
    game = load(header.spec)
    sitting = [Seat(**seat) for seat in state["seats"]]
    timed = replace(from_setting(header.clock), **state["clock"])
    return {
        "id": header.id,
        "spec": header.spec,
        "game": game.id,
        "title": game.title,
        "names": [seat.name for seat in sitting],
        "seats": [_seat(seat, False) for seat in sitting],
        "status": listed.status,
        "ply": listed.ply,
        "rated": header.rated,
        "private": header.private,
        "clock": clock(timed, listed.status, now),
        "outcome": state["ending"],
        "created": date(header.created),
        "finished": date(state["finished"]) if state["finished"] else None,
        "yours": [at for at, seat in enumerate(sitting) if seat.kind == "person" and seat.player == player],
        "to_move": state["to_move"],
        "scene": scene(header.spec, state["position"]),
        "layout": layout(header.spec) if boards else None,
    }


def seats(contest: Contest, online: Sequence[bool]) -> list[dict[str, Any]]:
    return [_seat(seat, here) for seat, here in zip(contest.seats, online, strict=True)]


def _seat(seat: Seat, online: bool) -> dict[str, Any]:
    return {
        "kind": seat.kind,
        "name": seat.name,
        "account": seat.username,
        "bot": seat.bot,
        "level": seat.level,
        "seconds": seat.seconds,
        "rating": seat.rating,
        "provisional": seat.provisional,
        "online": online or seat.kind == "engine",
    }


def clock(timed: Clock, status: str, now: float) -> dict[str, Any]:
    """A ClockOut."""
    running = timed.running if status == "live" else None
    sides = []
    for player in Player:
        side = timed.sides[player] if timed.sides else None
        left = timed.left_at(player, now)
        sides.append(
            {
                "seconds": None if left is None else round(max(0.0, left), 3),
                "base": side.seconds if side else None,
                "increment": side.increment if side else 0,
            }
        )
    return {"kind": timed.kind, "sides": sides, "running": _number(running), "at": now}


def event(event: Event) -> dict[str, Any]:
    """What of an event others may see."""
    return {
        "version": event.version,
        "kind": event.kind,
        "seat": _number(event.seat),
        "move": event.move,
        "at": event.at,
    }


def _number(player: Player | None) -> int | None:
    return None if player is None else int(player)
