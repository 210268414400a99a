"""Solutions are the truth: against plain minimax, against the slowest way to value endless games, and on boards."""

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
    cut_off_truth,
    end,
    minimax,
    random_toy,
    slow_truth,
    toy,
)
from quintet import NotSolved, load
from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis, Solution
from quintet.engine.limits import Clock, Limits
from quintet.engine.rulebook.solver import Graph, GraphTooLarge, Solver

KINDS = [Toy, GuessingToy, ScoredToy, ScoredGuessingToy]


def solve(game: AnyGame, pos: Any = None, nodes: int = 10**6, memory_mb: int = 64) -> Solution:
    return Solver(game, memory_mb).solve(pos or game.start(), Clock(Limits(nodes=nodes)))


def by_graph(game: AnyGame) -> Solution:
    return Graph(game, game.start(), Clock(Limits()), most=10_000).solution()


def view(game: AnyGame, pos: Any) -> int:
    return 1 if game.to_move(pos) is FIRST else -1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", [solve, by_graph])
def test_it_is_what_plain_minimax_says(kind: type[Toy], way: Any) -> None:
    for seed in range(100):
        game = random_toy(seed, kind)
        truth, found = minimax(game, game.start()), way(game)
        sign = view(game, game.start())
        assert found.value == sign * truth.result
        assert found.margin == (sign * truth.margin if kind in (ScoredToy, ScoredGuessingToy) else None)
        assert found.moves_to_win == (abs(truth.haste) if truth.result else None)
        after = {move: minimax(game, game.play(game.start(), move)) for move in game.legal_moves(game.start())}
        assert list(found.best) == [move for move in after if after[move][:2] == truth[:2]]
        assert_line_is_best_play(game, found, {})


def assert_line_is_best_play(game: AnyGame, found: Solution, truths: dict[str, tuple[int, int]]) -> None:
    """The line keeps the value at every step and takes as long as it says."""
    pos = game.start()
    seen = {pos}
    assert found.line[0] in found.best
    for number, move in enumerate(found.line, 1):
        assert move in game.legal_moves(pos)
        pos = game.play(pos, move)
        value = truths[pos.name] if truths else minimax(game, pos)[:2]
        assert value[0] * (1 if found.player is FIRST else -1) == found.value
        assert pos not in seen or number == len(found.line)
        seen.add(pos)
    if found.value:
        assert game.outcome(pos) is not None
        assert len(found.line) == found.moves_to_win


@pytest.mark.parametrize("kind", [Toy, GuessingToy])
def test_endless_games_have_their_wins_and_all_else_is_drawn(kind: type[Toy]) -> None:
    results = []
    for seed in range(150):
        game = random_toy(seed, kind, endless=True)
        truths, found = slow_truth(game), solve(game, nodes=1500)
        truth, sign = truths["a"], view(game, game.start())
        assert found.value == sign * truth.result
        assert found.moves_to_win == (abs(truth.haste) if truth.result else None)
        moves = game.legal_moves(game.start())
        best = [move for move in moves if truths[game.play(game.start(), move).name].result == truth.result]
        assert list(found.best) == best
        assert_line_is_best_play(game, found, {name: truth[:2] for name, truth in truths.items()})
        results.append(found.value)
    assert {-1, 0, 1} == set(results)


@pytest.mark.parametrize("way", [solve, by_graph])
def test_endless_games_with_scores(way: Any) -> None:
    for seed in range(150):
        game = random_toy(seed, ScoredToy, endless=True)
        truths, found = cut_off_truth(game), way(game)
        sign = view(game, game.start())
        assert (found.value, found.margin) == (sign * truths["a"][0], sign * truths["a"][1])
        moves = game.legal_moves(game.start())
        assert list(found.best) == [m for m in moves if truths[game.play(game.start(), m).name] == truths["a"]]
        assert_line_is_best_play(game, found, truths)


def test_a_cycle_that_nobody_leaves_is_a_draw() -> None:
    graph = {
        "a": Node(FIRST, {"round": "b", "blunder": "lost"}),
        "b": Node(SECOND, {"back": "a", "blunder": "won"}),
        "won": end(FIRST),
        "lost": end(SECOND),
    }
    found = solve(toy(graph))
    assert (found.value, found.margin, found.moves_to_win) == (0, None, None)
    assert [str(move) for move in found.best] == ["round"]
    assert [str(move) for move in found.line] == ["round", "back"]


@pytest.mark.parametrize("endless", [False, True])
def test_cut_short_it_says_so_and_never_anything_false(endless: bool) -> None:
    unsolved = 0
    for seed in range(60):
        game = random_toy(seed, endless=endless)
        whole = solve(game)
        for nodes in (1, 2, 5, 10, 20, 40, 80):
            try:
                found = solve(game, nodes=nodes)
            except NotSolved as error:
                unsolved += 1
                assert str(error).startswith("not solved in ")
            else:
                assert found.nodes <= nodes
                assert (found.value, found.best, found.moves_to_win) == (whole.value, whole.best, whole.moves_to_win)
    assert unsolved > 100


def test_what_is_known_so_far_is_told() -> None:
    game = load("othello")
    with pytest.raises(NotSolved, match=r"not solved in 500 nodes and \d+\.\d s: \w\d is best at depth \d, with a"):
        solve(game, nodes=500)
    replies = {f"r{number}": f"end{number}" for number in range(9)}
    graph = {
        "a": Node(FIRST, {"win": "won", "other": "b"}),
        "b": Node(SECOND, replies),
        "won": end(FIRST),
        **{target: end(FIRST) for target in replies.values()},
    }
    with pytest.raises(NotSolved, match="it is a win with win, but 1 other moves are not decided"):
        solve(toy(graph), nodes=8)
    assert len(solve(toy(graph)).best) == 2


def test_a_graph_too_large_for_the_memory_goes_on_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.engine.rulebook.solver.BYTES_A_POSITION", 2**20)
    won = 0
    for seed in range(60):
        game = random_toy(seed, endless=True)
        with pytest.raises(GraphTooLarge):
            Graph(game, game.start(), Clock(Limits()), most=1)
        truth = slow_truth(game)["a"]
        try:
            found = solve(game, nodes=1500, memory_mb=1)
        except NotSolved:
            continue
        won += 1
        assert found.value == view(game, game.start()) * truth.result
        assert found.moves_to_win == (abs(truth.haste) if truth.result else None)
    assert won > 10


def test_what_is_deeper_than_a_search_can_go_is_left_to_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    road = {f"s{step}": Node(FIRST, {"on": f"s{step + 1}"}) for step in range(150)}
    game = toy({"a": Node(FIRST, {"on": "s0"}), **road, "s150": end(FIRST)})
    assert solve(game).moves_to_win == 151
    monkeypatch.setattr("quintet.engine.rulebook.solver.BYTES_A_POSITION", 2**20)
    with pytest.raises(NotSolved, match="on is best at depth 100"):
        solve(game)


def test_it_reports_what_it_knows() -> None:
    told: list[Analysis] = []
    game = random_toy(8, layers=8)
    Solver(game, 64).solve(game.start(), Clock(Limits()), told.append)
    assert told
    assert [analysis.depth for analysis in told] == list(range(1, len(told) + 1))


def test_ctrl_c_leaves_it_unsolved() -> None:
    class Interrupting(Toy):
        def play(self, pos: Spot, move: Any) -> Spot:
            raise KeyboardInterrupt

    clock = Clock(Limits())
    game = toy({"a": Node(FIRST, {"on": "b"}), "b": end(FIRST)}, Interrupting)
    with pytest.raises(NotSolved):
        Solver(game).solve(game.start(), clock)
    assert clock.interrupted


# On boards: brute force by the rulebook, with nothing but a memory.


def brute(game: AnyGame, pos: Any, memory: dict[Any, tuple[int, int]]) -> tuple[int, int]:
    """Result and margin for FIRST of a game that ends."""
    if pos not in memory:
        outcome = game.outcome(pos)
        if outcome is not None:
            scores = outcome.scores or (0, 0)
            result = 0 if outcome.winner is None else 1 if outcome.winner is FIRST else -1
            memory[pos] = result, scores[0] - scores[1]
        else:
            pick = max if game.to_move(pos) is FIRST else min
            memory[pos] = pick(brute(game, game.play(pos, move), memory) for move in game.legal_moves(pos))
    return memory[pos]


BOARDS = {
    "othello": 55,
    "pentago": 33,
    "quentin(size=3)": 2,
    "quentin(size=4,pie=false)": 7,
    "bestgame(columns=3,rows=4,tokens=6)": 6,
    "bestgame(columns=4,rows=4,tokens=4)": 3,
}
"""How many random moves come first."""


@pytest.mark.parametrize("spec", BOARDS)
def test_small_boards_by_brute_force(spec: str) -> None:
    game = load(spec)
    solved = 0
    for seed in range(6):
        random, pos = Random(seed), game.start()
        for _ in range(BOARDS[spec]):
            pos = game.play(pos, random.choice(game.legal_moves(pos)))
            if game.outcome(pos):
                break
        if game.outcome(pos):
            continue
        memory: dict[Any, tuple[int, int]] = {}
        truth, sign, found = brute(game, pos, memory), view(game, pos), solve(game, pos)
        assert found.value == sign * truth[0]
        assert found.margin in (None, sign * truth[1])
        moves = game.legal_moves(pos)
        assert list(found.best) == [move for move in moves if brute(game, game.play(pos, move), memory) == truth]
        solved += 1
    assert solved >= 2


KNOWN = [
    ("wwbbbb/wwbwbw/wbw.bb/wwbb.w/bwwbww/wbbbwb b", 1, "c3-1C c3-2C c3-2A d4-2C d4-2A"),
    ("wwwwbw/.bwbww/bwbbwb/bwb.bb/bwwbwb/wbwbb. w", 1, "b0-2A d3-2A f5-2A"),
    ("bwbb.w/w.wwb./bwwbwb/bbbbwb/bwbbww/wwbbww w", 0, "a4-3A"),
    ("bwbw../bbbwbw/wwwbbw/b.bwb./bwbbww/.bw.ww b", 0, "a4-2C a4-2A a5-2C d1-2C d5-2C f0-2C f3-2C"),
]
"""Pentago positions with the values and best moves that an independent solver of the same rules gives."""


@pytest.mark.parametrize(("text", "value", "best"), KNOWN)
def test_known_endgames(text: str, value: int, best: str) -> None:
    game = load("pentago")
    found = solve(game, game.parse(text))
    assert found.value == value
    assert " ".join(map(str, found.best)) == best


def test_a_win_that_rests_on_guesses_may_still_be_by_more() -> None:
    """h4 is first seen to win by less, and wins by 28 in the end."""
    game = load("othello")
    found = solve(game, game.parse("wbbbbwww/wwbbbb.w/wbwwbwbw/wbbbwbw./wbbwwwbw/bbbbbbbb/..wwwbb./.w.wwwww w"))
    assert (found.value, found.margin) == (1, 28)
    assert " ".join(map(str, found.best)) == "g2 h4"


def test_endless_magnets_by_two_ways() -> None:
    game = load("magnetize(height=2,width=3,maglock=1)")
    search, graph = solve(game, nodes=2000), by_graph(game)
    assert (search.value, search.best) == (graph.value, graph.best) == (0, tuple(game.legal_moves(game.start())))
    pos = game.parse(".b./.bw w 0 0")
    found = solve(game, pos)
    assert found.player is SECOND
    assert Graph(game, pos, Clock(Limits()), 10_000).solution().value == found.value
