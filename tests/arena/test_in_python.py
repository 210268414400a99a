"""`quintet.arena`: functions, objects, engines and texts in one table."""

import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quintet
from quintet.arena.in_python import Contestant
from quintet.arena.result import ArenaResult

SMALL = "quentin(size=3)"
QUICK: dict[str, Any] = {"plies": 2, "filter": "none", "nodes": 20}
own_timer = pytest.mark.timeout(method="thread")
"""Leaves the system's timer to the arena, which stops late players by it."""


class Last:
    def choose(self, match: quintet.Match) -> object:
        return match.legal_moves[-1]


def chance(match: quintet.Match) -> str:
    return random.choice(match.legal())


def test_everything_plays_and_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    def run(workers: int) -> ArenaResult:
        players: dict[str, Contestant] = {
            "Ada": lambda match, budget: match.legal()[0],
            "Ben": Last(),
            "chance": chance,
        }
        engine = quintet.Engine(SMALL, method="alphabeta", rules=True)
        players |= {"engine": engine, "level": "level:1"}
        return quintet.arena(SMALL, players, 2, workers=workers, **QUICK)

    state = random.getstate()
    one, two = run(1), run(2)
    assert random.getstate() == state
    assert one.is_complete
    assert {game.key: game.moves for game in one.games} == {game.key: game.moves for game in two.games}
    assert sorted(standing.name for standing in one) == ["Ada", "Ben", "chance", "engine", "level"]
    assert one["Ada"].games == 8
    assert one["Ada"].interval[0] < one["Ada"].elo < one["Ada"].interval[1]
    assert len(one.to_csv().splitlines()) == len(one) + 1 == len(one.rows()) + 1
    assert one.records().count("quintet record 1") == 20
    assert one.match(0).outcome is not None
    assert "<td" in one._repr_html_()
    assert one[np.int64(0)] is one[0]
    assert one.match(np.int64(1)).moves == one.match(1).moves
    with pytest.raises(ValueError, match="number must be a whole number from 0 to 19, got 20"):
        one.match(20)
    assert "Ada" in str(one)


@own_timer
def test_who_raises_cheats_or_never_answers_forfeits_with_a_sentence() -> None:
    def broken(match: quintet.Match) -> str:
        raise RuntimeError("no idea")

    def endless(match: quintet.Match) -> str:
        while True:
            pass

    cheat = lambda match: "z99"  # as a student may write it
    result = quintet.arena(SMALL, [broken, "random"], 2, **QUICK)
    assert result["broken"].forfeits == 2
    assert any("broken: raised RuntimeError in broken, line" in game.reason for game in result.games)
    late = quintet.arena(SMALL, {"endless": endless, "cheat": cheat}, 2, patience=0.2, **QUICK)
    reasons = {game.reason for game in late.games}
    assert reasons == {"endless: did not answer within 0.2 seconds", "cheat: illegal move 'z99'"}


@own_timer
@pytest.mark.parametrize(
    "where", ["another thread", "beside another timer", "in a debugger", "with the signal blocked"]
)
def test_who_never_answers_is_stopped_wherever_the_arena_is_called(where: str) -> None:
    def endless(match: quintet.Match) -> str:
        while True:
            pass

    def reasons() -> set[str]:
        result = quintet.arena(SMALL, {"endless": endless, "random": "random"}, 2, patience=0.2, **QUICK)
        return {game.reason for game in result.games}

    with ThreadPoolExecutor(1) as thread:
        if where == "another thread":
            answer = thread.submit(reasons).result()
        elif where != "with the signal blocked":
            signal.setitimer(signal.ITIMER_REAL, 1000)
            trace = sys.gettrace()
            try:
                if where == "in a debugger":
                    sys.settrace(lambda *event: None)
                answer = reasons()
            finally:
                sys.settrace(trace)
                signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
            try:
                answer = reasons()
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
    assert answer == {"endless: did not answer within 0.2 seconds"}


def test_engines_are_called_by_their_evaluations_and_a_sequential_test_stops() -> None:
    def nothing(position: object, player: quintet.Player) -> float:
        return 0.0

    players = [
        quintet.Engine(SMALL, heuristic=nothing),
        quintet.Engine(SMALL, heuristic=nothing),
        quintet.Engine(SMALL),
    ]
    result = quintet.arena(SMALL, players, 2, **QUICK)
    assert sorted(standing.name for standing in result) == ["auto", "nothing", "nothing#2"]
    tested = quintet.arena(SMALL, {"last": Last(), "resigns": lambda match: "z99"}, 100, sprt=(0, 50), **QUICK)
    assert tested.is_complete
    assert len(tested.games) < 100
    assert tested.summary.sprt is not None
    assert tested.summary.sprt.accepted == "elo1"
    with pytest.raises(ValueError, match=r"sprt must be two numbers of normalised Elo, such as \(0, 5\), got 5"):
        quintet.arena(SMALL, ["random", "random"], 2, sprt=5)  # type: ignore[arg-type]


def test_ctrl_c_keeps_what_was_played() -> None:
    asked = 0

    def tired(match: quintet.Match) -> str:
        nonlocal asked
        asked += 1
        if asked > 20:
            raise KeyboardInterrupt
        return match.legal()[0]

    result = quintet.arena(SMALL, [tired, "random"], 20, **QUICK)
    assert 0 < len(result.games) < 20
    assert not result.is_complete


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "lesson.py"
    script.write_text(
        f"import quintet\nprint(quintet.arena({SMALL!r}, ['a=random', 'b=random'], 2, workers=2, plies=0)['a'].games)\n"
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert ran.stdout == "2\n"


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ("random", "players must be a list, or a dictionary by name, got 'random'"),
        (["random"], "an arena needs 2 to 256 players, got 1"),
        (["a=random", "a=level:1"], "players must have different names, got 'a' twice"),
        (["random", 3], "the player 3 must be a function of a match"),
        (["random", lambda: "a1"], "the player '<lambda>' must be a function of a match"),
        (["random", quintet.Engine("othello")], "an engine of othello cannot play"),
    ],
)
def test_bad_players(players: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence.replace("(", r"\(")):
        quintet.arena(SMALL, players, 2)
