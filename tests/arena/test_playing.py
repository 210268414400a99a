"""One game: every kind of player, every kind of end."""

import sys
import time

import pytest

import quintet
from amounts import some
from arena.bouts import fake, result
from quintet.arena.openings import Opening
from quintet.engine.limits import TimeControl

SMALL = "quentin(size=3,pie=false)"


def replayed(spec: str, moves: tuple[str, ...]) -> quintet.Match:
    match = quintet.Match(quintet.load(spec))
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize(
    "who",
    [
        "random",
        "level:1",
        "engine",
        "engine:depth=2",
        "mcts:nodes=10",
        "mcts:nodes=10,rules=true",
        "alphabeta:depth=2",
        "solver",
        "solver:nodes=5",
        "arena.strangers:last",
    ],
)
def test_every_player_plays_to_the_end_in_both_seats(who: str) -> None:
    for seats in ((who, "random"), ("random", who)):
        played = result(SMALL, *seats)
        outcome = replayed(SMALL, played.moves).outcome
        assert outcome is not None
        assert (played.ending, played.reason) == ("rules", outcome.reason)
        assert played.result == ("draw" if outcome.winner is None else ("first", "second")[outcome.winner])
        assert sum(played.turns) == len(played.moves)


def test_the_same_game_twice_is_the_same_and_another_key_another() -> None:
    one, two = (result("quentin(size=5)", "mcts", "random").moves for _ in range(2))
    assert one == two
    assert one != result("quentin(size=5)", "mcts", "random", key="0-1/1a").moves


def test_the_solver_beats_everybody_where_it_can() -> None:
    for key in range(4):
        assert result(SMALL, "solver", "random", key=f"0-1/{key}a").result == "first"


def test_a_function_is_told_the_limit() -> None:
    assert result(SMALL, "arena.strangers:budgeted", "random", limit=TimeControl(nodes=7)).ending == "rules"


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("arena.strangers:broken", "raised RuntimeError in broken, line 22: no idea"),
        ("arena.strangers:cheat", "illegal move 'None'"),
        (fake("gtp", "crash", SMALL), "ended in the middle of the game, with status 3"),
        (fake("gtp", "illegal", SMALL), "illegal move 'Z99'"),
        (fake("gtp", "resign", SMALL), "resigned"),
        (fake("gtp", "refuse", SMALL), "refused 'boardsize 3': unknown command"),
        ("ugi:false", "ended in the middle of the game, with status 1"),
        ("ugi:/nowhere", "did not start: No such file or directory"),
    ],
)
def test_who_crashes_or_cheats_has_lost(who: str, why: str) -> None:
    for seats, winner in (((who, "random"), "second"), (("random", who), "first")):
        played = result(SMALL, *seats)
        assert (played.result, played.ending, played.reason) == (winner, "forfeit", f"{who}: {why}")


def test_nboard_has_the_same_manners() -> None:
    for mode, why in (("crash", "ended in the middle of the game, with status 3"), ("illegal", "illegal move 'Z99'")):
        who = fake("nboard", mode, "othello")
        played = result("othello", who, "random")
        assert (played.result, played.ending, played.reason) == ("second", "forfeit", f"{who}: {why}")


def test_who_is_silent_has_lost() -> None:
    began = time.monotonic()
    for protocol in ("gtp", "nboard"):
        spec = "othello" if protocol == "nboard" else SMALL
        who = fake(protocol, "silent", spec)
        played = result(spec, who, "random", patience=0.5)
        assert (played.result, played.reason) == ("second", f"{who}: did not answer within 0.5 seconds")
    assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("protocol", "mode"),
    [("ugi", "good"), ("ugi", "chatter"), ("gtp", "good"), ("nboard", "good"), ("nboard", "chatter")],
)
def test_programs_play_whole_games(protocol: str, mode: str) -> None:
    """The first legal move, as the program sees the game, is the first as we see it."""
    spec = "othello" if protocol == "nboard" else SMALL
    opening = Opening(("d3", "c3")) if protocol == "nboard" else Opening(("a1",))
    played = result(spec, fake(protocol, mode, spec), "random", opening=opening)
    assert played.ending == "rules", played.reason
    match = replayed(spec, opening.moves)
    for move in played.moves[len(opening.moves) :]:
        if match.to_move is quintet.Player.FIRST:
            assert move == match.legal()[0]
        match.play(move)


@pytest.mark.long
@pytest.mark.parametrize("spec", some(["quentin(size=5)", "quentin(size=9)", "magnetize"], 2))
@pytest.mark.parametrize("protocol", ["gtp", "ugi"])
def test_our_own_programs_play_to_the_end(spec: str, protocol: str) -> None:
    own = f'{protocol}:{sys.executable} -m quintet {protocol} "{spec}"'
    if protocol == "gtp":
        own += " --level 1"
    for key, seats in enumerate(((own, "random"), ("random", own))):  # two that think could go on for ever
        played = result(spec, *seats, key=f"0-1/{key}a")
        assert played.ending == "rules", played.reason
        assert replayed(spec, played.moves).outcome is not None


def test_a_program_is_told_a_position_and_clocks() -> None:
    game = quintet.load(SMALL)
    position = game.text(replayed(SMALL, ("b2", "a1")).position)
    played = result(
        SMALL, fake("ugi", "good", SMALL), "random", opening=Opening(position=position), limit=TimeControl(clock=60.0)
    )
    assert played.ending == "rules", played.reason


def test_a_clock_that_runs_out_loses() -> None:
    played = result(SMALL, "mcts", "random", limit=TimeControl(clock=1e-9))
    assert (played.result, played.reason) == ("second", "mcts: ran out of time")


def test_a_limit_of_processor_time_holds_while_the_clock_runs_on() -> None:
    for who in ("mcts", "engine", "mcts:rules=true"):
        played = result("quentin(size=7)", who, "random", limit=TimeControl(cpu=0.02), turns=12)
        average = played.cpu[0] / played.turns[0]
        assert 0.002 < average < 0.2, who


def test_a_game_that_goes_on_is_cut_off() -> None:
    played = result("quentin(size=9)", "random", "random", turns=10)
    assert (played.result, played.ending, len(played.moves)) == ("truncated", "truncated", 10)


def test_the_solver_ends_a_decided_game_with_the_truth() -> None:
    played = result(SMALL, "random", "random", adjudicate=100_000)
    truth = quintet.Engine(quintet.load(SMALL)).solve(quintet.load(SMALL).start()).value
    assert (played.ending, played.moves) == ("solver", ())
    assert played.result == {1: "first", 0: "draw", -1: "second"}[truth]


def test_moves_that_keep_the_value_are_counted() -> None:
    played = result(SMALL, "solver", "random", check=100_000)
    assert played.kept[0] == played.known[0] == played.turns[0] > 0
    careless = [result(SMALL, "random", "random", key=f"0-1/{key}a", check=100_000) for key in range(10)]
    assert sum(sum(one.kept) for one in careless) < sum(sum(one.known) for one in careless)
    assert result("quentin(size=9)", "random", "random", check=10, turns=4).known == (0, 0)
