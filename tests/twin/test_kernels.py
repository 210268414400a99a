"""The twins: rulebook and kernel agree on every move, its order, every text and every outcome."""

import random
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from amounts import part, some
from needs import need
from quintet import load
from quintet.core.game import AnyGame

core = need("the engine room")
pytestmark = pytest.mark.long
CORES = [core, *([import_module("quintet._core_v3")] if find_spec("quintet._core_v3") and core.runs_v3() else [])]
"""A portable build has a module for each instruction set."""

WALKS = {
    "othello": 50_000,
    "othello(empties=winner)": 50_000,
    "othello(size=4)": 5_000,
    "othello(size=6,empties=winner)": 10_000,
    "pentago": 100_000,
    "quentin": 2_000,
    "quentin(size=2)": 1_000,
    "quentin(size=4)": 49_000,
    "quentin(size=5,pie=false)": 25_000,
    "quentin(size=6)": 15_000,
    "quentin(size=8)": 5_000,
    "quentin(size=9)": 2_500,
    "quentin(size=17)": 500,
    "bestgame": 50_000,
    "bestgame(columns=7,rows=5)": 30_000,
    "bestgame(columns=3,rows=3,tokens=12)": 10_000,
    "bestgame(columns=9,rows=9,tokens=40)": 12_500,
    "magnetize": 30_000,
    "magnetize(height=3,width=4,maglock=5)": 20_000,
    "magnetize(height=6,width=6,square=3,maglock=0)": 20_000,
    "magnetize(height=5,width=12,square=3,maglock=1)": 20_000,
    "magnetize(height=8,width=8,square=3,maglock=3)": 10_000,
    "magnetize(height=9,width=8,square=4,maglock=99)": 5_000,
}
"""How many random moves are compared on the whole way; 100,000 or more in each game."""
LONGEST = 400


def kernels_of(game: AnyGame) -> list[Any]:
    return [module.Kernel(game.id, asdict(game.options)) for module in CORES]


@pytest.mark.parametrize("spec", WALKS)
def test_twins_agree_along_random_games(spec: str) -> None:
    game, rng = load(spec), random.Random(spec)
    kernels = kernels_of(game)
    left = part(WALKS[spec], 8)
    while left > 0:
        position = game.start()
        text = game.text(position)
        kernel = rng.choice(kernels)
        assert kernel.start() == text
        for _ in range(LONGEST):
            moves = game.legal_moves(position)
            assert kernel.legal_moves(text) == [*map(str, moves)], text
            outcome = game.outcome(position)
            found = kernel.outcome(text)
            assert found == (outcome and (outcome.winner, outcome.reason, outcome.scores)), text
            if not moves:
                break
            assert kernel.to_move(text) == game.to_move(position), text
            move = rng.choice(moves)
            before, position = text, game.play(position, move)
            text = game.text(position)
            assert kernel.play(before, str(move)) == text, f"{before} {move}"
            left -= 1


def scrambled(text: str, rng: random.Random) -> str:
    """A text with a few cells changed: often a position that no game reaches, sometimes none at all."""
    letters = list(text)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(letters))
        if letters[at] in ".bw":
            letters[at] = rng.choice(".bw")
        elif letters[at].isdigit() and rng.random() < 0.2:
            letters[at] = rng.choice("0123456789")
    if rng.random() < 0.2:
        del letters[rng.randrange(len(letters))]
    return "".join(letters)


@pytest.mark.long
@pytest.mark.parametrize("spec", some(WALKS, 4))
def test_twins_agree_on_set_up_positions_and_on_what_is_none(spec: str) -> None:
    game, rng = load(spec), random.Random(spec)
    kernels = kernels_of(game)
    accepted = refused = 0
    for _ in range(max(40, part(WALKS[spec] // 400, 8))):
        position = game.start()
        for _ in range(rng.randint(0, 40)):
            if moves := game.legal_moves(position):
                position = game.play(position, rng.choice(moves))
        text = scrambled(game.text(position), rng)
        kernel = rng.choice(kernels)
        try:
            position = game.parse(text)
        except ValueError:
            refused += 1
            with pytest.raises(ValueError):
                kernel.legal_moves(text)
            continue
        accepted += 1
        moves = game.legal_moves(position)
        assert kernel.legal_moves(text) == [*map(str, moves)], text
        outcome = game.outcome(position)
        assert kernel.outcome(text) == (outcome and (outcome.winner, outcome.reason, outcome.scores)), text
        for move in rng.sample(list(moves), min(5, len(moves))):
            assert kernel.play(text, str(move)) == game.text(game.play(position, move)), f"{text} {move}"
    assert min(accepted, refused) > 2


def test_every_kernel_is_a_game_and_its_options_are_checked() -> None:
    assert core.ids() == ["bestgame", "magnetize", "othello", "pentago", "quentin"]
    for name, options in [
        ("chess", {}),
        ("quentin", {"size": 99}),
        ("quentin", {"colour": 1}),
        ("magnetize", {"square": 9}),
    ]:
        with pytest.raises(ValueError):
            core.Kernel(name, options)


@pytest.mark.parametrize("text", ["", " ", "x" * 100_000, "/" * 5_000, ". " * 3_000, "\x00", "b" * 64 + " b", "😀 b"])
@pytest.mark.parametrize("name", core.ids())
def test_no_text_crashes_a_kernel(name: str, text: str) -> None:
    kernel = core.Kernel(name)
    for call in (kernel.legal_moves, kernel.outcome, kernel.to_move):
        with pytest.raises(ValueError):
            call(text)
    with pytest.raises(ValueError):
        kernel.play(kernel.start(), text)
    with pytest.raises(ValueError):
        kernel.perft(text, 3)
