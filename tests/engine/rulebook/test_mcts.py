"""Monte-Carlo tree search finds and proves what is there, right across skipped turns, within its limits."""

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
from quintet.engine.rulebook.mcts import Mcts


def analyze(game: AnyGame, nodes: int, lines: int = 1, pos: Any = None, seed: int = 0) -> Analysis:
    return Mcts(game, seed).analyze(pos or game.start(), Clock(Limits(nodes=nodes)), lines)


@pytest.mark.parametrize("kind", [Toy, GuessingToy, ScoredToy, ScoredGuessingToy])
def test_given_time_it_proves_what_minimax_says(kind: type[Toy]) -> None:
    for seed in range(50):
        game = random_toy(seed, kind, layers=5)
        truth, found = minimax(game, game.start()), analyze(game, 20_000)
        sign = 1 if game.to_move(game.start()) is FIRST else -1
        assert found.exact
        assert found.value == sign * truth.result
        if kind in (ScoredToy, ScoredGuessingToy):
            assert found.score == sign * truth.margin
        after = minimax(game, game.play(game.start(), found.move))
        assert (after.result, after.margin) == (truth.result, truth.margin)


def test_cut_short_it_never_claims_what_is_not_so() -> None:
    for seed in range(80):
        game = random_toy(seed)
        sign = 1 if game.to_move(game.start()) is FIRST else -1
        for nodes in (1, 3, 10, 30, 100):
            found = analyze(game, nodes, lines=3)
            if found.exact:
                assert found.value == sign * minimax(game, game.start()).result
            for line in found.lines:
                if line.exact:
                    after = minimax(game, game.play(game.start(), line.moves[0]))
                    assert line.value == sign * after.result


def test_turns_that_are_skipped_keep_their_side() -> None:
    graph = {
        "a": Node(SECOND, {"again": "b", "give": "c", "hand over": "d"}),
        "b": Node(SECOND, {"win": "won", "lose": "lost"}),
        "c": Node(FIRST, {"win": "won", "lose": "lost"}),
        "d": Node(FIRST, {"draw": "drawn", "lose": "won"}),
        "won": end(SECOND),
        "lost": end(FIRST),
        "drawn": end(None),
    }
    found = analyze(toy(graph), 2000, lines=3)
    assert [str(line.moves[0]) for line in found.lines] == ["again", "hand over", "give"]
    assert [line.value for line in found.lines] == [1.0, 0.0, -1.0]
    assert found.exact
    assert found.player is SECOND


def test_it_leans_to_what_is_likely_when_it_cannot_prove() -> None:
    # Behind each move lies a long road whose end random play mostly wins, or mostly loses.
    nodes = {"a": Node(FIRST, {"good": "g0", "bad": "b0"}), "won": end(FIRST), "lost": end(SECOND)}
    for side, often, seldom in (("g", "won", "lost"), ("b", "lost", "won")):
        for step in range(150):
            nodes[f"{side}{step}"] = Node(SECOND, {"on": f"{side}{step + 1}"})
        nodes[f"{side}150"] = Node(SECOND, {"x": often, "y": often, "z": often, "w": seldom})
    found = analyze(toy(nodes), 6000)
    assert str(found.move) == "good"
    assert not found.exact
    assert 0 < found.value < 1


def test_nobody_takes_less_than_what_is_sure() -> None:
    # Behind "tempt" SECOND can draw at once, or walk a road that random play mostly loses for him.
    nodes = {
        "a": Node(FIRST, {"tempt": "b", "other": "o0"}),
        "b": Node(SECOND, {"draw": "drawn", "walk": "r0"}),
        "won": end(FIRST),
        "lost": end(SECOND),
        "drawn": end(None),
    }
    for side in "ro":
        nodes |= {f"{side}{step}": Node(FIRST, {"on": f"{side}{step + 1}"}) for step in range(150)}
        nodes[f"{side}150"] = Node(SECOND, {"x": "won", "y": "won", "z": "won", "w": "lost"})
    found = analyze(toy(nodes), 9000, lines=2)
    values = {str(line.moves[0]): line.value for line in found.lines}
    assert values["tempt"] <= 0 < values["other"]
    assert str(found.move) == "other"


@pytest.mark.parametrize("kind", [Toy, GuessingToy])
def test_endless_play_is_no_loop(kind: type[Toy]) -> None:
    graph = {"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {"back": "a", "give up": "won"}), "won": end(FIRST)}
    found = analyze(toy(graph, kind), 800)
    assert found.nodes == 800
    assert not found.exact


def test_a_playout_without_an_end_counts_as_a_draw() -> None:
    found = analyze(toy({"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {"back": "a"})}), 1000)
    assert (found.value, found.exact) == (0.0, False)


def test_of_proved_wins_it_takes_the_fastest_and_a_loser_the_longest() -> None:
    graph = {
        "a": Node(FIRST, {"slow": "b", "fast": "c"}),
        "b": Node(SECOND, {"on": "d"}),
        "c": Node(SECOND, {"on": "e"}),
        "d": Node(FIRST, {"on": "f"}),
        "e": Node(FIRST, {"win": "won"}),
        "f": Node(SECOND, {"on": "e"}),
        "won": end(FIRST),
    }
    assert [str(line.moves[0]) for line in analyze(toy(graph), 3000, lines=2).lines] == ["fast", "slow"]
    graph["a"] = Node(SECOND, {"slow": "b", "fast": "c"})
    assert str(analyze(toy(graph), 3000).move) == "slow"


@pytest.mark.parametrize("nodes", [1, 2, 7, 300])
def test_the_node_limit_is_kept(nodes: int) -> None:
    for spec in ("othello", "quentin(size=4)"):
        game = load(spec)
        found = analyze(game, nodes, lines=2)
        assert found.nodes == nodes
        assert found.move in game.legal_moves(game.start())
        assert -1 <= found.value <= 1


def test_the_same_seed_finds_the_same() -> None:
    game = load("othello")
    one, two, other = (analyze(game, 300, 3, seed=seed) for seed in (4, 4, 5))
    assert one.lines == two.lines
    assert one.lines != other.lines


def test_playouts_to_the_end_tell_the_expected_score() -> None:
    ends = {f"end{number}": end(FIRST, (number, 0)) for number in range(1, 6)}
    graph = {"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {name: name for name in ends}), **ends}
    found = analyze(toy(graph, ScoredToy), 4)
    assert not found.exact
    assert found.score is not None
    assert 1 <= found.score <= 5
    assert analyze(toy(graph, ScoredToy), 500).score == 1


def test_it_reports_more_and_more() -> None:
    told: list[Analysis] = []
    game = load("othello")
    Mcts(game).analyze(game.start(), Clock(Limits(nodes=600)), 2, told.append)
    assert len(told) >= 3
    assert [analysis.nodes for analysis in told] == sorted({analysis.nodes for analysis in told})


def test_ctrl_c_gives_the_best_answer_so_far() -> None:
    class Interrupting(Toy):
        def play(self, pos: Spot, move: Any) -> Spot:
            if self.played == 200:
                raise KeyboardInterrupt
            return super().play(pos, move)

    graph = {"a": Node(FIRST, {"on": "b"}), "b": Node(SECOND, {"back": "a", "give up": "won"}), "won": end(FIRST)}
    game = toy(graph, Interrupting)
    clock = Clock(Limits())
    assert str(Mcts(game).analyze(game.start(), clock).move) == "on"
    assert clock.interrupted
