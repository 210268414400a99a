"""Moments: the rules are asked once a move, and the past is small."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quintet.core import registry
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.games.othello import Othello
from quintet.server.errors import Illegal
from quintet.server.live import events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.live.timeline import Ply
from quintet.server.messages import views


class Counting(Othello):
    """Othello that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def legal_moves(self, pos: Any) -> Any:
        self.asked["legal_moves"] += 1
        return super().legal_moves(pos)

    def play(self, pos: Any, move: Any) -> Any:
        self.asked["play"] += 1
        return super().play(pos, move)


def test_a_live_move_asks_the_rules_once() -> None:
    """Decided, stored, applied and told to everybody; twice, so that one leads to the next."""
    game = Counting()
    header = Header("match", "othello", game.text(game.start()), None, False, True, "secret", 0.0)
    seats = (MatchSeat("person", "Ada", "a"), MatchSeat("person", "Ben", "b"))
    live = Contest(header, game, [events.created(seats, [], 0)])
    views.update(live, [], 0, (True, True), 0)
    for ply, move in enumerate(["d3", "c3", "c4"]):
        game.asked.clear()
        live = live.after(live.move(live.to_move, ply, move, ply))
        views.update(live, live.events[-1:], ply, (True, True), ply)
        views.whole(live, (True, True), ply, "a", 0)
        assert game.asked == {"legal_moves": 1, "play": 1}


@pytest.mark.parametrize("game_id", registry.game_ids())
def test_a_moment_says_what_the_match_says(game_id: str) -> None:
    match = Match(registry.load(game_id))
    moment = Ply.of(match)
    for step in range(30):
        if match.outcome:
            break
        assert [move.text for move in moment.moves] == match.legal()
        move = match.legal()[step % len(match.legal())]
        match.play(move)
        moment = moment.play(f" {move.upper()} ")
    assert (moment.ply, moment.text, moment.outcome) == (match.ply, match.game.text(match.position), match.outcome)
    assert [one.position for one in moment.line()] == list(match.positions)
    assert [move.text for move in moment.history()] == [str(move) for move in match.moves]
    assert moment.history(since=28) == moment.history()[28:]
    assert [one.position for one in Ply.of(match).line()] == list(match.positions)


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    game = registry.load("othello")
    moment = Ply(game, game.start())
    with pytest.raises(Illegal) as error:
        moment.play("a1")
    assert (str(error.value), error.value.spots) == ("a1 turns no disc", ("a1",))
    assert moment.play("d3").before is not moment  # what was worked out goes when the match goes on
    assert moment.play("c4").text != moment.play("d3").text
    assert moment.play("d3").to_move is Player.SECOND
