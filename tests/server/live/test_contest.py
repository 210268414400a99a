"""A match as events: verbs that change nothing, a fold that tells everything. Time comes from outside."""

from __future__ import annotations

import random

import pytest

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import Conflict, Forbidden
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat

FIRST, SECOND = Player.FIRST, Player.SECOND
ADA, BEN = MatchSeat("person", "Ada", "a"), MatchSeat("person", "Ben", "b")
BLITZ = clocks.as_setting("fischer", clocks.Side(60), clocks.Side(30))
RAPID = clocks.as_setting("fischer", clocks.Side(600), clocks.Side(600))
DAYS = clocks.as_setting("days", clocks.Side(86400), clocks.Side(86400))


def begin(spec: str = "othello", seats: tuple[MatchSeat, MatchSeat] = (ADA, BEN), **more: object) -> Contest:
    game = registry.load(spec)
    values = {"clock": None, "rated": False, "private": True, "invite": "secret", "created": 0.0, **more}
    header = Header(id="match", spec=spec, start=game.text(game.start()), **values)  # type: ignore[arg-type]
    return Contest(header, game, [events.created(seats, [], 0)])


def test_a_verb_changes_nothing_until_it_is_applied() -> None:
    before = begin()
    events = before.move(FIRST, 0, "d3", 1)
    assert before.ply == 0
    after = before.after(events)
    assert (before.ply, before.version) == (0, 1)
    assert (after.ply, after.version) == (1, 2)


@pytest.mark.parametrize("spec", registry.game_ids())
def test_loading_tells_the_same_as_living(spec: str) -> None:
    """Moves, takebacks and offers at random; the events alone give the same match."""
    chance = random.Random(spec)
    live = begin(spec, clock=BLITZ)
    now = 0.0
    for _ in range(60):
        now += chance.random() / 10
        verb = chance.choice(["move"] * 6 + ["ask_takeback", "accept_takeback", "offer_draw", "decline_draw"])
        seat = FIRST if verb == "offer_draw" else SECOND if "draw" in verb else chance.choice((FIRST, SECOND))
        try:
            if verb == "move":
                events = live.move(live.to_move, live.ply, chance.choice(list(live.moment.legal) or ["none"]), now)
            else:
                events = getattr(live, verb)(seat, now)
        except ValueError:
            continue
        live = live.after(events)
    loaded = Contest(live.header, live.game, live.events)
    for name in ("version", "ply", "status", "clock", "draw", "takeback", "undone", "ending", "seats", "started"):
        assert getattr(loaded, name) == getattr(live, name), name
    assert loaded.moment.history() == live.moment.history()
    assert loaded.plies == live.plies
    assert live.version > 10


def test_events_without_a_gap() -> None:
    with pytest.raises(ValueError) as error:
        begin().apply(Event(7, "move", 0, FIRST, "d3"))
    assert "expected event 2, got 7" in str(error.value)


def test_the_flag_falls_when_the_time_is_up() -> None:
    match = begin(clock=BLITZ)
    match = match.after(match.move(FIRST, 0, "d3", 10))
    assert match.flag(39.9) == []
    over = match.after(match.flag(40))
    assert over.ending is not None
    assert (over.ending.winner, over.ending.kind) == (FIRST, "time")
    assert over.ending.reason == "Ben ran out of time"
    assert over.deadline is None


def test_a_game_whose_first_moves_do_not_come_is_called_off() -> None:
    """Between two people with a clock: either first move has 30 s, and no time is lost by a server that was down."""
    match = begin(clock=RAPID)
    assert match.flag(29.9) == []
    assert match.after(match.resumed(20, 25)).flag(49.9) == []
    assert match.flag(30)[0].data == {
        "winner": None,
        "reason": "Ada did not make a first move",
        "kind": "aborted",
        "scores": None,
    }
    moved = match.after(match.move(FIRST, 0, "d3", 29))
    assert moved.flag(58.9) == []
    assert moved.flag(59)[0].data["reason"] == "Ben did not make a first move"
    both = moved.after(moved.move(SECOND, 1, "c3", 40))
    assert both.deadline == both.clock.deadline == 640
    for calm in (begin(), begin(clock=DAYS), begin(clock=RAPID, seats=(ADA, ADA))):
        assert calm.deadline is None
    waiting = begin(clock=RAPID, seats=(ADA, MatchSeat("open", "Ben", "b")))
    assert waiting.deadline is None
    assert waiting.after(waiting.join(SECOND, BEN, 1000)).deadline == 1030


def test_time_can_be_given_but_not_without_end() -> None:
    match = begin(clock=RAPID)
    match = match.after(match.give_time(FIRST, 1))
    assert match.clock.left == (600, 615)
    for _ in range(80):
        match = match.after(match.give_time(FIRST, 1))
    with pytest.raises(Conflict) as error:
        match.give_time(FIRST, 1)
    assert str(error.value) == "Ben has been given enough time"
    for refusing, words in (
        (begin(), "this match has no clock"),
        (begin(clock=RAPID, seats=(ADA, ADA)), "time can be given only to another person"),
        (begin(clock=DAYS), "time can be given while Ben is to move"),
    ):
        with pytest.raises(Conflict) as error:
            refusing.give_time(FIRST, 1)
        assert str(error.value) == words
    days = begin(clock=DAYS)
    days = days.after(days.move(FIRST, 0, "d3", 10))
    assert days.after(days.give_time(FIRST, 20)).deadline == 10 + 2 * 86400


def test_a_rematch_can_be_declined() -> None:
    match = begin()
    match = match.after(match.resign(FIRST, 1))
    with pytest.raises(Conflict):
        match.decline_rematch(SECOND, 2)
    match = match.after(match.ask_rematch(FIRST, 2))
    with pytest.raises(Conflict):
        match.decline_rematch(FIRST, 3)
    match = match.after(match.decline_rematch(SECOND, 3))
    assert (match.rematch, match.declined) == (None, ("rematch", SECOND))
    with pytest.raises(Conflict) as error:
        match.ask_rematch(FIRST, 4)
    assert str(error.value) == "Ben has declined a rematch"
    changed = match.after(match.ask_rematch(SECOND, 4))
    assert changed.ask_rematch(FIRST, 5)[0].kind == "rematch"


def test_days_go_on_while_the_server_is_away_and_seconds_do_not() -> None:
    for clock, expected in ((DAYS, 86410.0), (BLITZ, 45.0), (None, None)):
        match = begin(clock=clock)
        match = match.after(match.move(FIRST, 0, "d3", 10))
        match = match.after(match.resumed(5, 20))
        assert match.deadline == expected


def test_only_whoever_is_expected_may_sit_down() -> None:
    kept = begin(seats=(ADA, MatchSeat("open", "Ben", "b")))
    with pytest.raises(Forbidden) as error:
        kept.join(SECOND, MatchSeat("person", "Eve", "e"), 1)
    assert str(error.value) == "this seat is kept for Ben"
    live = kept.after(kept.join(SECOND, BEN, 1))
    assert live.status == "live"
    with pytest.raises(Conflict):
        live.join(SECOND, BEN, 2)


def test_a_draw_offer_stands_until_the_other_moves() -> None:
    match = begin()
    match = match.after(match.offer_draw(FIRST, 1))
    match = match.after(match.move(FIRST, 0, "d3", 2))
    assert match.draw is FIRST
    match = match.after(match.move(SECOND, 1, "c3", 3))
    assert match.draw is None


def test_a_rated_match_gives_nothing_back() -> None:
    match = begin(rated=True)
    match = match.after(match.move(FIRST, 0, "d3", 1))
    with pytest.raises(Conflict) as error:
        match.undo(FIRST, 2)
    assert "must agree" in str(error.value)


def test_a_redo_that_ends_the_game_ends_it_again() -> None:
    hot = begin(seats=(ADA, ADA))
    for ply, move in enumerate(["c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4"]):
        hot = hot.after(hot.move(hot.to_move, ply, move, ply))
    hot = hot.after(hot.undo(hot.to_move, 10))
    hot = hot.after(hot.redo(hot.to_move, 11))
    assert hot.ply == 8
    assert hot.ending is None
    over = hot.after(hot.move(hot.to_move, 8, "a4", 12))
    assert over.ending is not None
    assert over.ending.scores == (13, 0)
    with pytest.raises(Conflict):
        over.undo(FIRST, 13)


# Conditional moves


def moves_of(match: Contest) -> list[str]:
    return [move.text for move in match.moment.history()]


def planned(match: Contest, seat: Player, *lines: str) -> Contest:
    return match.after(match.plan(seat, match.ply, [line.split() for line in lines], 5))


def test_a_planned_answer_is_played_in_the_same_change() -> None:
    match = begin(clock=DAYS)
    match = match.after(match.move(FIRST, 0, "d3", 1))
    match = planned(match, FIRST, "c3 c4 e3 f6", "e3 f6")
    assert match.plans == ((("c3", "c4", "e3", "f6"), ("e3", "f6")), ())
    made = match.move(SECOND, 1, "C3", 100)
    assert [(event.version, event.kind, event.seat, event.move, event.at) for event in made] == [
        (4, "move", SECOND, "c3", 100),
        (5, "move", FIRST, "c4", 100),
    ]
    match = match.after(made)
    assert match.plans == ((("e3", "f6"),), ())
    assert (match.to_move, match.clock.since, match.clock.left[SECOND]) == (SECOND, 100, 86400)
    match = match.after(match.move(SECOND, 3, "e3", 200))
    assert moves_of(match) == ["d3", "c3", "c4", "e3", "f6"]
    assert match.plans == ((), ())
    again = Contest(match.header, match.game, match.events)
    assert (again.plans, moves_of(again), again.version) == (match.plans, moves_of(match), match.version)


def test_another_move_than_the_expected_one_ends_the_plan() -> None:
    match = begin(clock=DAYS)
    match = planned(match.after(match.move(FIRST, 0, "d3", 1)), FIRST, "c3 c4")
    match = match.after(match.move(SECOND, 1, "e3", 2))
    assert moves_of(match) == ["d3", "e3"]
    assert match.plans == ((), ())


def test_plans_of_both_players_answer_each_other() -> None:
    match = begin(clock=DAYS)
    match = planned(match, SECOND, "d3 c3 c4 e3")
    match = match.after(match.move(FIRST, 0, "d3", 1))
    assert moves_of(match) == ["d3", "c3"]
    assert match.plans == ((), (("c4", "e3"),))
    match = match.after(match.move(FIRST, 2, "c4", 2))
    assert moves_of(match) == ["d3", "c3", "c4", "e3"]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["c3"], "a line must end with a move of your own"),
        (["c3 c4 e3"], "a line must end with a move of your own"),
        (["c3 a1"], "a1"),
        (["c3 c4", "c3 b3"], "expected one answer to c3, got two"),
        ([""], "a line must end with a move of your own"),
        ([" ".join(["c3"] * 61)], "at most 60 moves, got 61"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused(lines: list[str], words: str) -> None:
    match = begin(clock=DAYS)
    match = match.after(match.move(FIRST, 0, "d3", 1))
    with pytest.raises(ValueError, match=words):
        planned(match, FIRST, *lines)


def test_who_may_plan_and_when() -> None:
    match = begin(clock=DAYS)
    with pytest.raises(Conflict, match="it is your turn"):
        planned(match, FIRST, "d3 c3")
    with pytest.raises(Conflict, match="the match is at move 0, but this was planned at move 1"):
        match.plan(SECOND, 1, [["d3", "c3"]], 1)
    with pytest.raises(Conflict, match="days a move"):
        planned(begin(clock=BLITZ), SECOND, "d3 c3")
    engine = MatchSeat("engine", "Level 3", level=3)
    with pytest.raises(Conflict, match="another person"):
        planned(begin(clock=None, seats=(engine, BEN)), SECOND, "d3 c3")
    match = planned(match, SECOND, "d3 c3")
    assert match.plan(SECOND, 0, [["D3", "c3"]], 2) == []  # nothing has changed
    assert planned(match, SECOND).plans == ((), ())
    assert match.after(match.resign(FIRST, 3)).plans == ((), ())


def test_an_offered_draw_is_answered_by_the_player() -> None:
    match = begin(clock=DAYS)
    match = planned(match, SECOND, "d3 c3")
    match = match.after(match.offer_draw(FIRST, 1))
    match = match.after(match.move(FIRST, 0, "d3", 2))
    assert (moves_of(match), match.draw, match.plans[SECOND]) == (["d3"], FIRST, (("c3",),))
    match = match.after(match.move(SECOND, 1, "c5", 3))
    assert match.plans == ((), ())


def test_a_takeback_ends_all_plans() -> None:
    match = begin(clock=DAYS)
    match = match.after(match.move(FIRST, 0, "d3", 1))
    match = planned(match, FIRST, "c3 c4")
    match = match.after(match.ask_takeback(FIRST, 2))
    match = match.after(match.accept_takeback(SECOND, 3))
    assert (moves_of(match), match.plans) == ([], ((), ()))


def test_a_plan_can_win_the_match() -> None:
    match = begin("magnetize(height=3,width=3)", clock=None)
    chance = random.Random(1)
    while not match.ending:
        legal = list(match.moment.legal)
        other, move = match.to_move.other, chance.choice(legal)
        after = match.moment.play(move)
        winning = after.to_move is other and next((to for to in after.legal if after.play(to).outcome), None)
        if not after.outcome and winning:
            match = planned(match, other, f"{move} {winning}")
            events = match.move(match.to_move, match.ply, move, 7)
            assert [event.kind for event in events] == ["move", "move", "ended"]
            assert events[-1].seat is other
            return
        match = match.after(match.move(match.to_move, match.ply, move, 7))
    raise AssertionError("no game had a winning answer")
