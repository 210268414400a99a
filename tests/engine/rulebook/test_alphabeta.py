"""Alpha-beta says what plain minimax says, sees further with fewer nodes, and keeps to its limits."""

from random import Random
from typing import Any

import pytest

from engine.toys import (
    FIRST,
    SECOND,
    GuessingToy,
    Node,
    ScoredGuessingToy,
    ScoredToy,
    Spot,
    Toy,
    end,
    minimax,
    random_toy,
    toy,
)
from quintet import load
from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis
from quintet.engine.limits import Clock, Limits
from quintet.engine.rulebook.alphabeta import AlphaBeta

KINDS = [Toy, GuessingToy, ScoredToy, ScoredGuessingToy]


def analyze(game: AnyGame, lines: int = 1, pos: Any = None, seed: int = 0, **limits: int) -> Analysis:
    return AlphaBeta(game, seed=seed).analyze(pos or game.start(), Clock(Limits(**limits)), lines)


def sign_of(game: AnyGame) -> int:
    """What turns numbers for FIRST into numbers for the player to move at the start."""
    return 1 if game.to_move(game.start()) is FIRST else -1


@pytest.mark.parametrize("kind", KINDS)
def test_it_equals_plain_minimax_and_proves_it(kind: type[Toy]) -> None:
    for seed in range(120):
        game = random_toy(seed, kind)
        truth, found = minimax(game, game.start()), analyze(game)
        sign = sign_of(game)
        assert found.exact
        assert found.value == sign * truth.result
        assert found.score == (sign * truth.margin if kind in (ScoredToy, ScoredGuessingToy) else None)
        assert found.player is game.to_move(game.start())


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_has_the_value_of_its_move(kind: type[Toy]) -> None:
    for seed in range(80):
        game = random_toy(seed, kind)
        moves = game.legal_moves(game.start())
        found = analyze(game, lines=len(moves))
        sign = sign_of(game)
        assert {line.moves[0] for line in found.lines} == set(moves)
        assert found.lines[0].moves[0] == found.move
        truths = [minimax(game, game.play(game.start(), line.moves[0])) for line in found.lines]
        assert all(line.exact for line in found.lines)
        assert [line.value for line in found.lines] == [sign * truth.result for truth in truths]
        keys = [(sign * truth.result, sign * truth.margin) for truth in truths]
        assert keys == sorted(keys, reverse=True)


def test_the_line_is_played_to_its_end() -> None:
    for seed in range(40):
        game = random_toy(seed)
        found = analyze(game)
        pos = game.start()
        for move in found.lines[0].moves:
            assert move in game.legal_moves(pos)
            pos = game.play(pos, move)
        outcome = game.outcome(pos)
        assert outcome is not None
        won = 0 if outcome.winner is None else 1 if outcome.winner is found.player else -1
        assert won == found.value


def depth_limited(game: AnyGame, pos: Any, depth: int) -> float:
    """Plain minimax with guesses at a depth, for FIRST; a decided end counts double."""
    outcome = game.outcome(pos)
    if outcome is not None:
        return 0.0 if outcome.winner is None else 2.0 if outcome.winner is FIRST else -2.0
    if depth == 0:
        return float(game.heuristic(pos, FIRST))  # type: ignore[attr-defined]
    values = [depth_limited(game, game.play(pos, move), depth - 1) for move in game.legal_moves(pos)]
    return max(values) if game.to_move(pos) is FIRST else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_guesses_at_a_depth_are_those_of_plain_minimax(depth: int) -> None:
    for seed in range(60):
        game = random_toy(seed, GuessingToy, layers=7)
        expected = sign_of(game) * depth_limited(game, game.start(), depth)
        found = analyze(game, depth=depth)
        assert found.depth <= depth
        assert found.value == pytest.approx(max(-1.0, min(1.0, expected)), abs=1e-5)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_same_on_a_real_board(depth: int) -> None:
    game = load("othello")
    random, pos = Random(5), game.start()
    for _ in range(14):
        pos = game.play(pos, random.choice(game.legal_moves(pos)))
    expected = depth_limited(game, pos, depth)
    assert analyze(game, pos=pos, depth=depth).value == pytest.approx(expected, abs=1e-5)


def test_the_sign_does_not_change_across_a_skipped_turn() -> None:
    graph = {
        "a": Node(FIRST, {"again": "b", "give": "c"}),
        "b": Node(FIRST, {"win": "won", "lose": "lost"}),
        "c": Node(SECOND, {"win": "won", "lose": "lost"}),
        "won": end(FIRST, mover=FIRST),
        "lost": end(SECOND, mover=FIRST),
    }
    found = analyze(toy(graph), lines=2)
    assert [str(line.moves[0]) for line in found.lines] == ["again", "give"]
    assert [line.value for line in found.lines] == [1.0, -1.0]


def test_a_swap_gives_the_better_side_to_whoever_takes_it() -> None:
    # Whoever holds the colour that wins has won: a good first move is taken over, a bad one is not.
    graph = {
        "a": Node(FIRST, {"strong": "b", "weak": "c"}),
        "b": Node(SECOND, {"swap": "b-swapped", "stay": "b-stayed"}),
        "c": Node(SECOND, {"swap": "c-swapped", "stay": "c-stayed"}),
        "b-swapped": Node(FIRST, {"on": "second wins"}),
        "b-stayed": Node(SECOND, {"on": "first wins"}),
        "c-swapped": Node(FIRST, {"on": "first wins"}),
        "c-stayed": Node(SECOND, {"on": "drawn"}),
        "first wins": end(FIRST),
        "second wins": end(SECOND),
        "drawn": end(None),
    }
    found = analyze(toy(graph), lines=2)
    assert [" ".join(map(str, line.moves)) for line in found.lines] == ["weak stay on", "strong swap on"]
    assert [line.value for line in found.lines] == [0.0, -1.0]


def test_a_faster_win_is_preferred_and_a_loser_delays() -> None:
    graph = {
        "a": Node(FIRST, {"slow": "b", "fast": "won", "worse": "lost"}),
        "b": Node(FIRST, {"on": "c"}),
        "c": Node(SECOND, {"on": "won"}),
        "won": end(FIRST),
        "lost": end(SECOND),
    }
    for seed in range(5):
        assert str(analyze(toy(graph), seed=seed).move) == "fast"
    graph["a"] = Node(SECOND, {"slow": "b", "fast": "won"})
    for seed in range(5):
        found = analyze(toy(graph), seed=seed)
        assert str(found.move) == "slow"
        assert found.value == -1.0


def test_endless_play_is_no_loop_and_no_proof() -> None:
    graph = {"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {"back": "a", "give up": "won"}), "won": end(FIRST)}
    found = analyze(toy(graph), depth=40)
    assert found.depth == 40
    assert found.value == 0.0
    assert not found.exact
    assert analyze(toy(graph), nodes=1000).nodes <= 1000


def test_wins_are_found_where_play_can_go_round() -> None:
    graph = {
        "a": Node(FIRST, {"round": "b", "on": "c"}),
        "b": Node(SECOND, {"back": "a"}),
        "c": Node(SECOND, {"x": "d", "y": "b"}),
        "d": Node(FIRST, {"win": "won", "back": "a"}),
        "won": end(FIRST),
    }
    assert not analyze(toy(graph), depth=20).exact
    graph["c"] = Node(SECOND, {"x": "d"})
    found = analyze(toy(graph), depth=20)
    assert (str(found.move), found.value, found.exact, found.depth) == ("on", 1.0, True, 3)


def test_one_refutation_is_proof_enough() -> None:
    class Hunch(Toy):
        def heuristic(self, pos: Spot, player: int) -> float:
            return {"a": 0.0, "b": -0.1, "c": 0.5}[pos.name] * (1 if player == FIRST else -1)

    graph = {
        "a": Node(FIRST, {"bad": "b", "draw": "drawn"}),
        "b": Node(SECOND, {"wander": "c", "hold": "drawn"}),
        "c": Node(SECOND, {"on": "c", "stay": "c"}),
        "drawn": end(None),
    }
    found = analyze(toy(graph, Hunch), depth=6)
    assert (str(found.move), found.value, found.exact, found.depth) == ("draw", 0.0, True, 2)


@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 57, 400])
def test_the_node_limit_is_kept_exactly(nodes: int) -> None:
    game = random_toy(3, layers=9, width=9)
    found = analyze(game, nodes=nodes)
    assert game.played == found.nodes <= nodes  # type: ignore[attr-defined]
    assert found.nodes == nodes or found.exact
    assert found.move in game.legal_moves(game.start())


@pytest.mark.parametrize("lines", [1, 3])
def test_whenever_it_is_cut_short_it_has_a_legal_answer(lines: int) -> None:
    game = load("othello")
    for nodes in range(1, 120, 3):
        found = analyze(game, lines, nodes=nodes)
        assert found.nodes == nodes
        assert {line.moves[0] for line in found.lines} <= set(game.legal_moves(game.start()))
        assert len({line.moves[0] for line in found.lines}) == len(found.lines) <= lines
        assert found.move == found.lines[0].moves[0]


def test_cut_short_it_never_claims_what_is_not_so() -> None:
    for kind in (Toy, ScoredGuessingToy):
        for seed in range(60):
            game = random_toy(seed, kind)
            truth, sign = minimax(game, game.start()), sign_of(game)
            for nodes in (1, 2, 3, 5, 8, 13, 21, 34):
                found = analyze(game, lines=2, nodes=nodes)
                if found.exact:
                    assert found.value == sign * truth.result
                for line in found.lines:
                    if line.exact:
                        after = minimax(game, game.play(game.start(), line.moves[0]))
                        assert line.value == sign * after.result


def test_cut_short_it_does_not_cling_to_a_move_that_loses() -> None:
    replies = {f"r{number}": f"end{number}" for number in range(30)}
    graph = {
        "a": Node(FIRST, {"bad": "b", "good": "c"}),
        "b": Node(SECOND, {"kill": "lost"}),
        "c": Node(SECOND, replies),
        "lost": end(SECOND),
        **{target: end(None) for target in replies.values()},
    }
    for seed in range(6):
        for nodes in range(4, 40):
            assert str(analyze(toy(graph), seed=seed, nodes=nodes).move) == "good"


def test_the_same_question_gets_the_same_answer() -> None:
    game = load("othello")
    one, two = analyze(game, 3, nodes=700), analyze(game, 3, nodes=700)
    assert (one.move, one.value, one.depth, one.lines) == (two.move, two.value, two.depth, two.lines)


def test_the_seed_decides_between_equal_moves() -> None:
    graph = {"a": Node(FIRST, {f"m{n}": "drawn" for n in range(6)}), "drawn": end(None)}
    assert len({str(analyze(toy(graph), seed=seed).move) for seed in range(30)}) == 6


def test_it_looks_at_far_fewer_nodes_than_minimax() -> None:
    game = load("othello")
    found = analyze(game, depth=5)
    assert found.depth == 5
    assert found.nodes < 900  # the tree has 1,713 nodes, and it was searched to each depth in turn


def test_a_tiny_memory_changes_no_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.engine.rulebook.tree.TranspositionTable", _Forgetful)
    for seed in range(40):
        game = random_toy(seed)
        assert analyze(game).value == sign_of(game) * minimax(game, game.start()).result


class _Forgetful:
    """A table that remembers the last position alone."""

    def __init__(self, memory_mb: int) -> None:
        self.last: tuple[Any, Any] = (None, None)

    def find(self, pos: Any) -> Any:
        return self.last[1] if self.last[0] == pos else None

    def store(self, pos: Any, entry: Any) -> None:
        self.last = (pos, entry)


def test_it_reports_each_depth() -> None:
    told: list[Analysis] = []
    game = load("othello")
    AlphaBeta(game).analyze(game.start(), Clock(Limits(depth=4)), 2, told.append)
    assert [analysis.depth for analysis in told] == [1, 2, 3, 4]
    assert all(len(analysis.lines) == 2 for analysis in told)
    assert [analysis.nodes for analysis in told] == sorted(analysis.nodes for analysis in told)


def test_ctrl_c_gives_the_best_answer_so_far() -> None:
    class Interrupting(Toy):
        def play(self, pos: Spot, move: Any) -> Spot:
            if self.played == 50:
                raise KeyboardInterrupt
            return super().play(pos, move)

    graph = {"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {"back": "a", "give up": "won"}), "won": end(FIRST)}
    game = toy(graph, Interrupting)
    clock = Clock(Limits())
    found = AlphaBeta(game).analyze(game.start(), clock)
    assert clock.interrupted
    assert found.move in game.legal_moves(game.start())
    assert found.nodes == 51
