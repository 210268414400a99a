"""The facade: arguments, methods, stopping, progress, and the door for a kernel."""

import json
import pickle
import subprocess
import sys
import threading
from typing import Any

import pytest

import quintet
from engine.toys import FIRST, Node, ScoredToy, Spot, Toy, end, random_toy, toy
from quintet import Engine, NotSolved
from quintet.engine import Analysis, Line, Solution
from quintet.engine.engine import METHODS
from quintet.engine.limits import Clock, Limits, Means
from quintet.engine.native import kernels

OTHELLO = quintet.load("othello")
LIKELY = "position must be a position of othello, from game.start(), game.parse(text) or a match, or its text, got "


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"level": 0}, "level must be a whole number from 1 to 10, got 0"),
        ({"level": 11}, "level must be a whole number from 1 to 10, got 11"),
        ({"level": "5"}, "level must be a whole number from 1 to 10, got '5'"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256, got 0"),
        ({"memory_mb": 0}, "memory_mb must be a whole number from 1 to 1048576, got 0"),
        ({"memory_mb": 2**30}, "memory_mb must be a whole number from 1 to 1048576, got 1073741824"),
        ({"seed": -1}, "seed must be a whole number from 0 to 9223372036854775807, got -1"),
        ({"method": "minimax"}, "method must be one of auto, alphabeta, mcts, random, got 'minimax'"),
        ({"method": None}, "method must be one of auto, alphabeta, mcts, random, got None"),
    ],
)
def test_engines_refuse_nonsense(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Engine(OTHELLO, **arguments)
    assert str(error.value) == message


def test_another_level_shares_the_kernel_and_changes_nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = object()
    monkeypatch.setattr(kernels, "kernel_for", lambda game, weights=None: kernel)
    engine = Engine(OTHELLO, level=10, seed=1)
    other = engine.at_level(3, 7)
    assert (other.level.number, other.seed, other._kernel) == (3, 7, kernel)
    assert (engine.level.number, engine.seed) == (10, 1)
    with other._clock(Limits()) as clock:
        engine.stop()
        assert not clock.stopped
        other.stop()
        assert clock.stopped
    with pytest.raises(ValueError, match="level must be a whole number from 1 to 10, got 0"):
        engine.at_level(0, 7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"nodes": 0}, "nodes must be"),
        ({"depth": 1000}, "depth must be a whole number from 1 to 100, got 1000"),
        ({"seconds": float("nan")}, "seconds must be"),
        ({"lines": 0}, "lines must be a whole number from 1 to 1000, got 0"),
        ({"progress": 3}, "progress must be a function, got 3"),
    ],
)
def test_analyses_refuse_nonsense(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Engine(OTHELLO).analyze(OTHELLO.start(), **arguments)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("position", [b"text", 5, ("a", "b")])
def test_a_position_of_something_else_is_refused(position: Any) -> None:
    engine = Engine(OTHELLO)
    for ask in (engine.analyze, engine.choose, engine.solve):
        with pytest.raises(ValueError) as error:
            ask(position)
        assert str(error.value) == LIKELY + repr(position)


def test_a_finished_game_cannot_be_analysed() -> None:
    over = OTHELLO.parse("bb....../......../......../......../......../......../......../.......w b")
    engine = Engine(OTHELLO)
    for ask in (engine.analyze, engine.choose, engine.solve):
        with pytest.raises(ValueError, match=r"^the game is over: first has won, more discs$"):
            ask(over)
    drawn = toy({"a": end(None)})
    with pytest.raises(ValueError, match=r"^the game is over: a draw, the end$"):
        Engine(drawn).choose(drawn.start())


@pytest.mark.parametrize("game_id", quintet.game_ids())
@pytest.mark.parametrize("method", METHODS)
def test_every_method_analyses_every_game(game_id: str, method: str) -> None:
    game = quintet.load(game_id)
    found = Engine(game, method=method).analyze(game.start(), nodes=150, lines=2)
    assert found.player is quintet.Player.FIRST
    assert found.move in game.legal_moves(game.start())
    assert -1 <= found.value <= 1
    assert found.nodes <= 150
    assert 1 <= len(found.lines) <= 2
    assert found.lines[0].moves[0] == found.move
    assert found.lines[0].value == found.value
    for line in found.lines:
        pos = game.start()
        for move in line.moves:
            assert move in game.legal_moves(pos)
            pos = game.play(pos, move)


def test_auto_needs_a_heuristic_or_a_depth_for_alphabeta() -> None:
    game = random_toy(1)
    with_heuristic, without = Engine(OTHELLO), Engine(game)
    assert with_heuristic.analyze(OTHELLO.start(), nodes=50).depth == 2
    graph = {"a": Node(FIRST, {"x": "b", "y": "b"}), "b": Node(FIRST, {"on": "a", "off": "a"})}
    endless = toy(graph)
    assert Engine(endless).analyze(endless.start(), depth=7).depth == 7
    assert Engine(endless).analyze(endless.start(), nodes=100).nodes == 100
    assert without.analyze(game.start(), depth=9).exact
    with pytest.raises(ValueError, match=r"^mcts needs a limit of nodes or seconds, got depth$"):
        Engine(OTHELLO, method="mcts").analyze(OTHELLO.start(), depth=3)


def test_without_limits_the_level_is_the_budget() -> None:
    engine = Engine(OTHELLO, level=3)
    assert engine.analyze(OTHELLO.start()).nodes == engine.settings.nodes


def test_seconds_are_a_limit_too() -> None:
    found = Engine(OTHELLO).analyze(OTHELLO.start(), seconds=0.05)
    assert found.seconds >= 0.05
    assert found.nodes > 0


@pytest.mark.parametrize("method", ["alphabeta", "mcts"])
def test_another_thread_can_stop_it(method: str) -> None:
    engine = Engine(OTHELLO, method=method)
    begun = threading.Event()
    found: list[Analysis] = []

    def think() -> None:
        found.append(engine.analyze(OTHELLO.start(), seconds=600, progress=lambda analysis: begun.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert begun.wait(timeout=30)
    engine.stop()
    thread.join(timeout=30)
    assert not thread.is_alive()
    assert found[0].move in OTHELLO.legal_moves(OTHELLO.start())
    assert found[0].depth >= 1


def test_a_stopped_solution_is_not_solved() -> None:
    engine = Engine(OTHELLO)
    with pytest.raises(NotSolved, match="not solved in"):
        engine.solve(OTHELLO.start(), seconds=600, progress=lambda analysis: engine.stop())


def test_stopping_when_nothing_runs_changes_nothing() -> None:
    engine = Engine(OTHELLO)
    engine.stop()
    assert engine.analyze(OTHELLO.start(), nodes=50).nodes == 50


class Interrupting(Toy):
    """The user presses Ctrl-C while the engine thinks."""

    def play(self, pos: Spot, move: Any) -> Spot:
        if self.played == 20:
            raise KeyboardInterrupt
        return super().play(pos, move)


def test_ctrl_c_ends_an_analysis_with_its_answer_and_is_passed_on_in_play() -> None:
    graph = {"a": Node(FIRST, {"x": "b", "y": "b"}), "b": Node(FIRST, {"on": "a", "off": "a"})}
    for method in ("alphabeta", "mcts"):
        game = toy(graph, Interrupting)
        assert str(Engine(game, method=method).analyze(game.start()).move) in "xy"
        game = toy(graph, Interrupting)
        with pytest.raises(KeyboardInterrupt):
            Engine(game, method=method).choose(game.start())


def test_a_failing_callback_is_not_hidden() -> None:
    def fail(analysis: Analysis) -> None:
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        Engine(OTHELLO).analyze(OTHELLO.start(), nodes=500, progress=fail)


def test_analysis_and_solution_are_json_with_their_attribute_names() -> None:
    found = Engine(OTHELLO).analyze(OTHELLO.start(), nodes=100, lines=2)
    told = json.loads(json.dumps(found.as_json()))
    assert list(told) == [
        "player",
        "move",
        "value",
        "score",
        "exact",
        "depth",
        "nodes",
        "seconds",
        "lines",
        "book",
    ]
    assert list(told["lines"][0]) == ["moves", "value", "score", "exact", "moves_to_win"]
    assert told["player"] == "first"
    assert told["move"] == told["lines"][0]["moves"][0] == str(found.move)
    game = random_toy(2, ScoredToy)
    solved = Engine(game).solve(game.start(), nodes=10_000)
    told = json.loads(json.dumps(solved.as_json()))
    assert list(told) == ["player", "value", "margin", "best", "line", "moves_to_win", "nodes", "seconds"]
    assert told["best"] == [str(move) for move in solved.best]


def test_equal_questions_get_equal_answers() -> None:
    for method in METHODS:
        one, two = (Engine(OTHELLO, seed=7, method=method) for _ in range(2))
        one.analyze(OTHELLO.play(OTHELLO.start(), OTHELLO.legal_moves(OTHELLO.start())[0]), nodes=90)
        first, second = (engine.analyze(OTHELLO.start(), nodes=200, lines=2) for engine in (one, two))
        assert first.lines == second.lines


def test_its_picture_says_what_it_is() -> None:
    assert repr(Engine(OTHELLO, level=4, method="mcts")) == "<Engine othello level 4 mcts>"


class FakeKernel:
    """A kernel that remembers what it was asked."""

    def __init__(self) -> None:
        self.game = OTHELLO
        self.asked: list[Any] = []

    def solve_in_reach(self, *asked: Any) -> None:
        self.asked.append("who wins?" if asked[-1] else "by how much?")

    def analyze(
        self,
        position: Any,
        clock: Clock,
        limits: Limits,
        lines: int,
        report: Any,
        method: str,
        *means: Any,
    ) -> Analysis:
        self.asked.append((method, limits.depth))
        move = OTHELLO.legal_moves(position)[-1]
        return Analysis(FIRST, move, 0.5, None, False, 1, clock.nodes, 0.0, (Line((move,), 0.5, None, False),))

    def level_move(self, position: Any, drawn_from: str, settings: Any, clock: Clock, method: str, means: Means) -> Any:
        self.asked.append(("level", method))
        return OTHELLO.legal_moves(position)[-1]

    def solve(self, position: Any, clock: Clock, report: Any, means: Means, *more: bool) -> Solution:
        return Solution(FIRST, 0, 0, (), (), None, means.threads, 0.0)


def test_a_kernel_thinks_where_there_is_one_unless_the_rulebook_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = FakeKernel()
    monkeypatch.setattr(kernels, "kernel_for", lambda game, weights=None: kernel)
    engine = Engine(OTHELLO, threads=2, memory_mb=8, seed=3)
    assert str(engine.analyze(OTHELLO.start(), nodes=5).move) == "e6"
    assert str(engine.choose(OTHELLO.start())) == "e6"
    assert kernel.asked == ["by how much?", "who wins?", ("auto", None)] * 2
    assert engine.solve(OTHELLO.start()).nodes == 2
    assert Engine(OTHELLO, rules=True).analyze(OTHELLO.start(), nodes=5).nodes == 5
    assert len(kernel.asked) == 6
    assert str(Engine(OTHELLO, level=9).choose(OTHELLO.start())) == "e6"
    assert kernel.asked[6:] == [("level", "auto")], "only the highest level asks the solver"


def test_the_import_is_light_and_says_nothing() -> None:
    code = """
import sys, quintet.engine
heavy = ("numpy", "asyncio", "quintet.engine.rulebook.mcts", "quintet.engine.rulebook.alphabeta", "rich")
heavy += ("quintet.engine.rulebook.solver",)
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("rules", [False, True])
def test_an_engine_can_be_sent_to_another_process(rules: bool) -> None:
    game = quintet.load("othello")
    engine = quintet.Engine(game, level=4, seed=3, rules=rules)
    sent = pickle.loads(pickle.dumps(engine.at_level(5, 7)))
    assert (sent.level.number, sent.seed, repr(sent)) == (5, 7, "<Engine othello level 5 auto>")
    assert sent.analyze(game.start(), nodes=200).move == engine.analyze(game.start(), nodes=200).move


def test_every_setting_of_an_engine_is_sent() -> None:
    engine = quintet.Engine(quintet.load("othello"), 3, 2, 32, 5, "mcts", rules=True, weights="none", book=False)
    engine.pace = 0.5
    sent = pickle.loads(pickle.dumps(engine))
    for name in ("threads", "memory_mb", "seed", "method", "book", "pace"):
        assert getattr(sent, name) == getattr(engine, name), name
    assert sent._origin[1:] == engine._origin[1:]
