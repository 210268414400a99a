"""Search with an evaluation from outside: the kernel's trees are the rulebook's, and proofs are true."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quintet
from needs import need
from quintet.environments.network_search import UNPROVED, SearchResult
from quintet.environments.network_search_rules import halving_schedule

GAMES = ["othello", "pentago", "quentin(size=4)", "bestgame", "magnetize", "othello(size=6)"]
SETTINGS: dict[str, dict[str, Any]] = {
    "gumbel": {"method": "gumbel", "considered": 8},
    "gumbel noise": {"method": "gumbel", "considered": 4, "noise": 1.0},
    "puct": {"method": "puct"},
    "puct noise": {"method": "puct", "noise": 0.25, "exploration": 2.0},
}


def odd_opinions(observations: Any, masks: Any) -> tuple[Any, Any]:
    """Logits and values that depend on everything that is shown, and are the same on every machine."""
    flat = observations.reshape(len(observations), -1).astype(np.int64)
    mixed = (flat * (np.arange(flat.shape[1]) * 37 % 101 + 1)).sum(1)
    logits = (mixed[:, None] * 31 + np.arange(masks.shape[1]) * 17) % 64 / 16
    return logits.astype(np.float32), ((mixed % 129 - 64) / 128).astype(np.float32)


def know_nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def middle(game: str, count: int, opening: int) -> list[str]:
    return quintet.vector(game, count=count, seed=5, opening=opening, threads=1).positions()


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
@pytest.mark.parametrize("game", GAMES)
def test_kernel_and_rulebook_build_the_same_trees(game: str, settings: dict[str, Any]) -> None:
    need("the engine room")
    positions = middle(game, 3, 6)
    fast, slow = (
        quintet.search(game, odd_opinions, positions, simulations=24, rules=rules, seed=3, **settings)
        for rules in (False, True)
    )
    assert np.array_equal(fast.visits, slow.visits)
    assert np.array_equal(fast.actions, slow.actions)
    assert np.array_equal(fast.proofs, slow.proofs)
    for part in ("policy", "values", "q"):
        assert np.allclose(getattr(fast, part), getattr(slow, part), atol=1e-5, equal_nan=True)
    assert [fast.line(number) for number in range(3)] == [slow.line(number) for number in range(3)]


@pytest.mark.parametrize("method", ["gumbel", "puct"])
def test_what_is_proved_is_true(method: Any) -> None:
    game = "magnetize(height=3,width=3)"
    positions = middle(game, 60, 7)
    result = quintet.search(game, know_nothing, positions, simulations=300, method=method)
    oracle = quintet.oracle(game)
    proved = 0
    for position, proof, move in zip(positions, result.proofs, result.moves, strict=True):
        truth = oracle.ask(position)
        assert truth is not None
        if proof == UNPROVED:
            continue
        proved += 1
        assert proof == truth.value
        values = oracle.moves(position)
        assert values is not None
        assert values[move] == truth.value
    assert proved > 20


def same(one: SearchResult, other: SearchResult) -> bool:
    parts = ("policy", "visits", "q", "values", "actions", "proofs")
    return all(np.array_equal(getattr(one, part), getattr(other, part), equal_nan=part == "q") for part in parts)


def test_threads_and_neighbours_change_nothing_and_seeds_do() -> None:
    positions = middle("othello", 40, 20)
    seeds = np.arange(40)

    def found(some: slice, **more: Any) -> SearchResult:
        settings: dict[str, Any] = {"simulations": 20, "noise": 1.0, "symmetries": True, "seed": seeds[some]} | more
        return quintet.search("othello", odd_opinions, positions[some], **settings)

    everything = found(slice(0, 40))
    assert same(everything, found(slice(0, 40), threads=2))
    alone = found(slice(7, 8))
    assert np.array_equal(alone.visits[0], everything.visits[7])
    assert not same(everything, found(slice(0, 40), seed=seeds + 1))


def even_handed(observations: Any, masks: Any) -> tuple[Any, Any]:
    """An opinion about Othello that turns with the board: own discs beside a square, and those in corners."""
    own = np.pad(observations[:, 0].astype(np.float32), ((0, 0), (1, 1), (1, 1)))
    beside = own[:, :-2, 1:-1] + own[:, 2:, 1:-1] + own[:, 1:-1, :-2] + own[:, 1:-1, 2:]
    logits = np.concatenate([beside.reshape(len(own), -1), np.zeros((len(own), 1), np.float32)], axis=1)
    return logits, observations[:, 0, ::7, ::7].sum((1, 2)) / 4 - observations[:, 1, ::7, ::7].sum((1, 2)) / 4


@pytest.mark.parametrize("rules", [False, True])
@pytest.mark.parametrize("evaluate", [know_nothing, even_handed])
def test_symmetries_of_an_evaluation_that_turns_with_the_board_change_nothing(evaluate: Any, rules: bool) -> None:
    positions = middle("othello", 4, 9)
    plain, turned = (
        quintet.search("othello", evaluate, positions, simulations=30, symmetries=symmetries, rules=rules)
        for symmetries in (False, True)
    )
    assert same(plain, turned)


@pytest.mark.parametrize("rules", [False, True])
def test_an_oracle_proves_leaves(rules: bool) -> None:
    oracle = quintet.oracle("othello", nodes=100_000)
    positions = middle("othello", 8, 52)
    batches: list[int] = []

    def counted(observations: Any, masks: Any) -> tuple[Any, Any]:
        batches.append(len(masks))
        return know_nothing(observations, masks)

    result = quintet.search("othello", counted, positions, simulations=64, oracle=oracle, rules=rules)
    truths = oracle.ask_all(positions)
    assert batches == [8]  # the roots; all that comes after them is known
    assert [truth and truth.value for truth in truths] == list(result.proofs) == list(result.values)
    for position, move in zip(positions, result.moves, strict=True):
        values = oracle.moves(position)
        assert values is not None
        assert values[move] == max(values.values())


def test_an_oracle_is_not_asked_out_of_its_reach() -> None:
    plain, asked = (
        quintet.search("othello", odd_opinions, middle("othello", 4, 9), simulations=30, oracle=oracle)
        for oracle in (None, quintet.oracle("othello", nodes=1000))
    )
    assert same(plain, asked)


def test_a_search_improves_a_policy_that_knows_nothing() -> None:
    game = "magnetize(height=3,width=3)"
    positions = middle(game, 60, 7)
    masks = quintet.vector(game, position=positions).arrays.masks
    oracle = quintet.oracle(game)
    blind = oracle.regret(masks / masks.sum(1, keepdims=True), positions)
    searched = quintet.search(game, know_nothing, positions, simulations=64)
    assert oracle.regret(searched.policy, positions).mean < blind.mean / 5


def test_the_sequence_halves() -> None:
    assert halving_schedule(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert halving_schedule(1, 3) == [0, 1, 2]
    assert len(halving_schedule(16, 5)) == 5


def test_a_game_of_somebody_else_is_searched_over_its_rulebook() -> None:
    result = quintet.search("quentin(size=26)", know_nothing, simulations=3)
    assert result.visits.sum() == 3
    assert repr(result) == "<SearchResult of 1 positions>"


def test_leaves_are_written_into_arrays_of_the_caller() -> None:
    mine = np.full((3, 5, 8, 8), 9, np.uint8), np.zeros((3, 65), np.bool_)
    shown: list[bool] = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        shown.append(np.shares_memory(observations, mine[0]) and np.shares_memory(masks, mine[1]))
        return odd_opinions(observations, masks)

    positions = middle("othello", 3, 6)
    plain, given = (quintet.search("othello", evaluate, positions, simulations=8, into=into) for into in (None, mine))
    assert same(plain, given)
    assert shown == [False] * 9 + [True] * 9


ENDED = "wwwwwwww/" * 7 + "wwwwwwww b"
BAD: dict[str, dict[str, Any]] = {
    "method must be gumbel or puct, got 'mcts'": {"method": "mcts"},
    "noise must be a number from 0 to 1, got 2": {"noise": 2},
    "simulations must be a whole number from 1 to 1000000, got 0": {"simulations": 0},
    "positions must be one or more, got none": {"positions": []},
    "the game is over: second has won, more discs": {"positions": ENDED},
    "oracle must be quintet.oracle('othello'), got quintet.oracle('magnetize')": {
        "oracle": quintet.oracle("magnetize")
    },
    "into must be two arrays, observations and masks, got 7": {"into": 7},
    "the masks of into must be an array of bool and shape (1, 65)": {
        "into": (np.zeros((1, 5, 8, 8), np.uint8), np.zeros((1, 65), np.uint8))
    },
    "evaluate must be a function, got 7": {"evaluate": 7},
    "evaluate must return logits of shape (1, 65) and 1 values, got shapes (1, 3) and (1,)": {
        "evaluate": lambda observations, masks: (np.zeros((1, 3)), np.zeros(1))
    },
    "evaluate must return values from -1 to 1, got 7.0": {
        "evaluate": lambda observations, masks: (np.zeros((1, 65)), np.full(1, 7.0))
    },
    "evaluate must return finite logits for legal actions, got nan or infinity": {
        "evaluate": lambda observations, masks: (np.full((1, 65), np.nan), np.zeros(1))
    },
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_sentence(sentence: str) -> None:
    given: dict[str, Any] = {"game": "othello", "evaluate": know_nothing} | BAD[sentence]
    with pytest.raises(ValueError) as error:
        quintet.search(**given)
    assert str(error.value) == sentence
