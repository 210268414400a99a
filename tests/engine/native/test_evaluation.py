"""Evaluations of the caller's: the searches over the rulebook and in the engine room against plain minimax."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import quintet
from needs import need
from quintet.core.types import Player
from quintet.environments.planes import Planes

need("the engine room")

SPECS = ["othello(size=4)", "bestgame(columns=3,rows=3,tokens=6)", "quentin(size=3,pie=false)", "pentago"]
METHODS = ["alphabeta", "mcts"]
Observations = NDArray[np.float32]


def pieces(observations: Observations) -> Any:
    """Who has more, and where: different for nearly every position."""
    planes = observations.reshape(len(observations), observations.shape[1], -1)
    places = np.sin(np.arange(1, planes.shape[2] + 1))
    return np.tanh(0.1 * ((planes[:, 0] - planes[:, 1]) @ places))


def minimax(game: Any, planes: Planes, position: Any, depth: int, player: Player) -> float:
    """The value for a player, by the definition; a win in fewer moves is worth more."""
    outcome = game.outcome(position)
    if outcome is not None:
        return 0.0 if outcome.winner is None else (10.0 + depth) * (1 if outcome.winner is player else -1)
    mover = game.to_move(position)
    if depth == 0:
        value = float(pieces(planes.of(position).astype(np.float32)[np.newaxis])[0])
        return value if mover is player else -value
    pick = max if mover is player else min
    return pick(
        minimax(game, planes, game.play(position, move), depth - 1, player) for move in game.legal_moves(position)
    )


@pytest.mark.parametrize("spec", SPECS)
def test_every_search_to_a_depth_finds_what_minimax_finds(spec: str) -> None:
    game = quintet.load(spec)
    planes = Planes(game)
    batched = quintet.Engine(game, evaluate=pieces)
    by_rules = quintet.Engine(game, evaluate=pieces, rules=True)
    single = quintet.Engine(
        game,
        heuristic=lambda position, player: float(
            pieces(planes.of(position).astype(np.float32)[np.newaxis])[0]
            * (1 if game.to_move(position) is player else -1)
        ),
    )
    vector = quintet.vector(game, count=4, opening=5, seed=3)
    depth = 1 if spec == "pentago" else 3
    for position in map(game.parse, vector.positions()):
        player = game.to_move(position)
        values = {
            str(move): minimax(game, planes, game.play(position, move), depth - 1, player)
            for move in game.legal_moves(position)
        }
        best = max(values.values())
        for engine in (batched, by_rules, single):
            analysis = engine.analyze(position, depth=depth, lines=2)
            assert values[str(analysis.move)] == pytest.approx(best, abs=2e-6)
            if abs(best) < 2:
                assert analysis.value == pytest.approx(best, abs=2e-6)
            assert [values[str(line.moves[0])] for line in analysis.lines] == pytest.approx(
                sorted(values.values(), reverse=True)[:2], abs=2e-6
            )


@pytest.mark.parametrize("method", METHODS)
def test_with_enough_nodes_it_is_a_proof(method: str) -> None:
    small = quintet.load("quentin(size=3,pie=false)")
    engine = quintet.Engine(small, evaluate=lambda shown: np.zeros(len(shown)), method=method)
    analysis = engine.analyze(small.start(), nodes=20_000)
    assert (analysis.value, analysis.exact) == (1.0, True)
    assert analysis.move in engine.solve(small.start(), nodes=100_000).best
    # With scores a win is proved, its margin is not.
    scored = quintet.Engine("othello(size=4)", evaluate=pieces, method=method)
    late = scored.analyze("wwww/wbbw/wbb./ww.. b", nodes=20_000)
    assert not late.exact
    assert late.score is None
    assert late.value == scored.solve("wwww/wbbw/wbb./ww.. b").value


@pytest.mark.parametrize("method", METHODS)
def test_limits_seeds_batches_and_copies(method: str) -> None:
    sizes: list[int] = []

    def counted(observations: Observations) -> NDArray[np.float32]:
        assert observations.dtype == np.float32
        assert observations.shape[1:] == (5, 8, 8)
        sizes.append(len(observations))
        observations[:] = 0  # they are the function's own
        return np.zeros(len(observations), np.float32)

    engine = quintet.Engine("othello", evaluate=counted, method=method, seed=1)
    first = engine.analyze(engine.game.start(), nodes=500, lines=4)
    assert first.nodes <= 500
    assert sum(sizes) <= 500
    assert max(sizes) > 4
    assert engine.analyze(engine.game.start(), nodes=500, lines=4).lines == first.lines
    assert len(first.lines) == 4
    assert engine.analyze(engine.game.start(), nodes=1).move in engine.game.legal_moves(engine.game.start())
    openings = {
        str(
            quintet.Engine("othello", evaluate=counted, method=method, seed=seed)
            .analyze(engine.game.start(), nodes=4)
            .move
        )
        for seed in range(8)
    }
    assert len(openings) > 1
    again = pickle.loads(pickle.dumps(quintet.Engine("othello", evaluate=pieces, method=method, level=3)))
    assert again.choose("......../......../......../...wb.../...bw.../......../......../........ b")


def test_a_search_can_be_stopped_and_tells_what_it_knows() -> None:
    engine = quintet.Engine("othello", evaluate=pieces)
    seen: list[int] = []

    def report(analysis: Any) -> None:
        seen.append(analysis.depth)
        if len(seen) == 3:
            engine.stop()

    analysis = engine.analyze(engine.game.start(), seconds=60, progress=report)
    assert analysis.depth == 3
    calls = 0

    def interrupted(observations: Observations) -> Any:
        nonlocal calls
        calls += 1
        if calls > 50:
            raise KeyboardInterrupt
        return pieces(observations)

    tired = quintet.Engine("othello", evaluate=interrupted)
    assert tired.analyze(engine.game.start(), seconds=60).depth >= 1
    assert tired.interrupted


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"heuristic": lambda position, player: 12}, "heuristic must give a number from -1 (lost) to 1 (won), got 12"),
        (
            {"heuristic": lambda position, player: "good"},
            "heuristic must give a number from -1 (lost) to 1 (won), got 'good'",
        ),
        (
            {"evaluate": lambda shown: 0.5},
            "evaluate must give 4 numbers from -1 (lost) to 1 (won), one a position, got an array",
        ),
        ({"evaluate": lambda shown: shown.sum(axis=(1, 2, 3))}, "one a position, got 325.0"),
        ({"evaluate": lambda shown: np.full(len(shown), np.nan)}, "one a position, got nan"),
        ({"evaluate": lambda shown: None}, "evaluate must give 4 numbers"),
        ({"evaluate": lambda shown: ["a"] * len(shown)}, "evaluate must give 4 numbers"),
    ],
)
def test_answers_that_are_no_values_are_refused_in_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    engine = quintet.Engine("othello", **settings)
    with pytest.raises(ValueError) as refused:
        engine.analyze(engine.game.start(), nodes=100)
    assert sentence in str(refused.value)


def test_what_is_no_evaluation_is_refused_at_once() -> None:
    for settings, sentence in [
        ({"heuristic": 3}, "heuristic must be a function, got 3"),
        ({"evaluate": "x"}, "evaluate must be a function, got 'x'"),
        ({"evaluate": pieces, "heuristic": max}, "expected heuristic or evaluate, got both"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            quintet.Engine("othello", **settings)  # type: ignore[arg-type]


def test_what_an_evaluation_raises_comes_out_and_in_an_arena_it_forfeits() -> None:
    def broken(position: Any, player: Player) -> float:
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        quintet.Engine("othello", heuristic=broken).analyze(quintet.load("othello").start(), nodes=10)
    engine = quintet.Engine("othello(size=4)", heuristic=broken)
    result = quintet.arena("othello(size=4)", {"broken": engine, "random": "random"}, 2, plies=0, nodes=10)
    assert result["broken"].forfeits == 2


def test_a_better_evaluation_wins() -> None:
    def corners(observations: Observations) -> Any:
        own, other = observations[:, 0], observations[:, 1]
        return np.tanh(0.3 * (own - other)[:, ::5, ::5].sum(axis=(1, 2)))

    def few_corners(observations: Observations) -> Any:
        return -corners(observations)

    spec = "othello(size=6)"
    players = {
        "good": quintet.Engine(spec, evaluate=corners),
        "bad": quintet.Engine(spec, evaluate=few_corners),
    }
    result = quintet.arena(spec, players, 20, nodes=100, filter="none", seed=1)
    assert result["good"].score > 0.75
