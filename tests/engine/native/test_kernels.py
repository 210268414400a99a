"""The engine room behind the engines: the same questions, the same kinds of answers, and no wrong ones."""

import gc
import threading
from itertools import pairwise
from random import Random
from typing import Any
from weakref import ref

import pytest

import quintet
from amounts import part, some
from needs import need
from quintet import Engine
from quintet.core.game import AnyGame, Symmetries
from quintet.core.types import NotSolved, Player
from quintet.engine import Analysis
from quintet.engine.native.kernels import kernel_for
from quintet.engine.perft_and_playouts import bench, positions

need("the engine room")

GAMES = ["bestgame", "magnetize", "othello", "pentago", "quentin", "quentin(size=5)"]
SMALL = [
    "bestgame(columns=3,rows=3,tokens=4)",
    "magnetize(height=2,width=3)",
    "magnetize(height=3,width=3,maglock=1)",
    "quentin(size=3)",
    "quentin(size=3,pie=false)",
]


def walk(game: AnyGame, plies: int, seed: int) -> Any:
    """A position that is not over, after so many random moves or fewer."""
    rng, position = Random(seed), game.start()
    for _ in range(plies):
        after = game.play(position, rng.choice(game.legal_moves(position)))
        if game.outcome(after):
            break
        position = after
    return position


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("method", ["auto", "alphabeta", "mcts"])
def test_analyses_are_whole_and_repeatable(spec: str, method: str) -> None:
    game = quintet.load(spec)
    position = walk(game, 5, seed=1)
    first, second = (Engine(game, method=method, seed=3).analyze(position, nodes=400, lines=3) for _ in range(2))
    assert first.lines == second.lines
    assert first.nodes <= 400
    assert len(first.lines) == min(3, len(game.legal_moves(position)))
    assert first.move == first.lines[0].moves[0]
    assert first.player is game.to_move(position)
    for line in first.lines:
        assert -1 <= line.value <= 1
        after = position
        for move in line.moves:
            assert move in game.legal_moves(after)
            after = game.play(after, move)


@pytest.mark.parametrize("spec", GAMES)
def test_one_node_is_enough_for_a_legal_move(spec: str) -> None:
    game = quintet.load(spec)
    for seed in range(5):
        position = walk(game, 4 * seed, seed)
        assert Engine(game).analyze(position, nodes=1).move in game.legal_moves(position)


def test_a_search_cut_short_plays_what_it_has_shown_to_be_better() -> None:
    game = quintet.load("pentago")
    position = game.parse("....../....../.b..../.b..../w...w./.b.w.. b")
    answers = [Engine(game, memory_mb=8).analyze(position, nodes=nodes).lines[0] for nodes in range(1000, 4000, 100)]
    measured_later = [(now, then) for now, then in pairwise(answers) if len(now.moves) == 1 < len(then.moves)]
    assert measured_later, "every limit met a move whose reply was known"
    assert all(now.moves[0] == then.moves[0] and now.value <= then.value for now, then in measured_later)


@pytest.mark.parametrize("spec", SMALL)
def test_solutions_agree_with_the_rulebooks_own(spec: str) -> None:
    game = quintet.load(spec)
    compared = 0
    for seed in range(12):
        position = walk(game, 2 + seed % 4, seed)
        try:
            slow = Engine(game, rules=True).solve(position, nodes=60_000, seconds=None)
        except NotSolved:
            continue
        fast = Engine(game).solve(position)
        assert (fast.value, fast.margin, fast.best) == (slow.value, slow.margin, slow.best), game.text(position)
        assert fast.moves_to_win == slow.moves_to_win, game.text(position)
        compared += 1
    assert compared >= 6


@pytest.mark.parametrize("spec", SMALL)
def test_exact_analyses_are_true_and_threads_do_not_change_them(spec: str) -> None:
    game = quintet.load(spec)
    exact = 0
    for seed in range(8):
        position = walk(game, 3, seed)
        truth = Engine(game).solve(position)
        for threads in (1, 2):
            found = Engine(game, threads=threads, method="alphabeta").analyze(position, nodes=100_000)
            if found.exact:
                exact += 1
                assert found.value == truth.value, game.text(position)
                assert truth.margin is None or found.score == truth.margin
                assert found.move in truth.best, game.text(position)
    assert exact > 4


@pytest.mark.long
@pytest.mark.parametrize("spec", some(["othello", "pentago", "quentin(size=7)", "bestgame"], 2))
def test_a_position_and_its_mirror_are_worth_the_same(spec: str) -> None:
    game = quintet.load(spec)
    assert isinstance(game, Symmetries)
    for seed in range(part(3, 3)):
        position = walk(game, 20, seed)
        values = {
            round(Engine(game, method="alphabeta").analyze(image, depth=2).value, 9)
            for image in game.symmetries(position)
        }
        assert len(values) == 1


def test_an_engine_that_is_dropped_gives_its_tables_back_at_once() -> None:
    """Tables are large, and a collector that counts objects comes late for them."""
    engine = Engine("othello", memory_mb=1)
    engine.analyze(engine.game.start(), seconds=0.01, progress=lambda _: None)
    kernel = ref(engine._kernel)
    gc.disable()
    try:
        del engine
        assert kernel() is None
    finally:
        gc.enable()


def test_another_thread_can_stop_a_search() -> None:
    game = quintet.load("othello")
    engine, begun = Engine(game), threading.Event()
    answers: list[Analysis] = []

    def think() -> None:
        answers.append(engine.analyze(game.start(), seconds=600, progress=lambda known: begun.set()))

    thread = threading.Thread(target=think)
    thread.start()
    assert begun.wait(timeout=60)
    engine.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert answers[0].move in game.legal_moves(game.start())


def test_a_callback_that_fails_is_not_hidden() -> None:
    def fail(known: Analysis) -> None:
        raise ZeroDivisionError

    game = quintet.load("othello")
    with pytest.raises(ZeroDivisionError):
        Engine(game).analyze(game.start(), nodes=100_000, progress=fail)


def test_levels_are_budgets_of_nodes() -> None:
    game = quintet.load("othello")
    engine = Engine(game, level=4)
    assert engine.analyze(game.start()).nodes == engine.settings.nodes
    assert engine.choose(game.start()) in game.legal_moves(game.start())


@pytest.mark.parametrize("spec", ["othello", "magnetize"])
def test_kernels_count_and_play_out_like_the_rulebook(spec: str) -> None:
    game = quintet.load(spec)
    assert quintet.perft(game, None, 5) == quintet.perft(game, None, 5, rules=True)
    one, two = quintet.playouts(game, 2000, seed=5), quintet.playouts(game, 2000, seed=5)
    assert (one.wins, one.losses, one.draws, one.moves) == (two.wins, two.losses, two.draws, two.moves)
    assert one.wins + one.losses + one.draws + one.truncated == 2000
    slow = quintet.playouts(game, 400, seed=5, rules=True)
    assert abs(one.moves / 2000 - slow.moves / 400) < 2


def test_the_bench_repeats_itself() -> None:
    game = quintet.load("magnetize")
    assert positions(game) == positions(game)
    assert bench(game).signature == bench(game).signature
    assert kernel_for(game) is not None


@pytest.mark.parametrize("name", ["othello", "pentago", "quentin(size=7)"])
def test_a_clock_lasts_for_the_game_and_is_used(name: str) -> None:
    game: AnyGame = quintet.load(name)
    engine, random = Engine(game), Random(4)
    position, left = game.start(), 60.0
    shares = []
    while game.outcome(position) is None:
        if game.to_move(position) is Player.FIRST:
            shares.append(engine.seconds_for_move(position, left))
            assert shares[-1] <= left / 2
            left -= shares[-1]
        position = game.play(position, random.choice(game.legal_moves(position)))
    assert 0.5 < left < 15
    assert shares[0] > 60 / len(shares) / 2
    assert engine.seconds_for_move(game.start(), 60.0, 5.0) == pytest.approx(shares[0] + 4)
    assert engine.seconds_for_move(game.start(), 0.0) == 0.005
    by_rules = Engine(game, rules=True)
    assert 1 < by_rules.seconds_for_move(game.start(), 60.0) < 10
