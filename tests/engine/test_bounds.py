"""Both rooms refuse the same numbers in the same words, and the engine room itself keeps to the same bounds."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

import quintet
from needs import need
from quintet.core.game import AnyGame
from quintet.core.options import ranges
from quintet.engine import bounds, playouts
from quintet.engine.native import kernels

KERNEL_FOR = kernels.kernel_for  # the fixture of this folder takes it away
Ask = Callable[[Any, Any, Any], object]


def engine(game: AnyGame, rules: bool, **options: Any) -> quintet.Engine:
    return quintet.Engine(game, rules=rules, **options)


NUMBERS: dict[str, tuple[Ask, int, float]] = {
    "threads": (lambda game, rules, n: engine(game, rules, threads=n), 1, bounds.MOST_THREADS),
    "memory_mb": (lambda game, rules, n: engine(game, rules, memory_mb=n), 1, bounds.MOST_MEMORY_MB),
    "seed": (lambda game, rules, n: engine(game, rules, seed=n), 0, bounds.MOST_SEED),
    "lines": (lambda game, rules, n: engine(game, rules).analyze(game.start(), nodes=1, lines=n), 1, bounds.MOST_LINES),
    "nodes": (lambda game, rules, n: engine(game, rules).analyze(game.start(), nodes=n, depth=1), 1, bounds.MOST_NODES),
    "depth": (lambda game, rules, n: engine(game, rules).analyze(game.start(), depth=n, nodes=1), 1, bounds.MOST_DEPTH),
    "limit": (lambda game, rules, n: playouts(game, 1, limit=n, rules=rules), 1, bounds.LONGEST_PLAYOUT),
}


@pytest.fixture(params=[False, True], ids=["kernel", "rulebook"])
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(kernels, "kernel_for", KERNEL_FOR)
    if not request.param and KERNEL_FOR(quintet.load("othello")) is None:
        pytest.skip("the engine room is not built here")
    return bool(request.param)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_ends_are_taken_and_what_is_beyond_them_is_refused(name: str, rules: bool) -> None:
    ask, low, high = NUMBERS[name]
    game = quintet.load("othello")
    ask(game, rules, low)
    ask(game, rules, high)
    for beyond in (low - 1, high + 1):
        with pytest.raises(ValueError) as error:
            ask(game, rules, beyond)
        assert str(error.value) == f"{name} must be a whole number from {low} to {high}, got {beyond}"


def test_the_engine_room_has_the_same_numbers() -> None:
    core = need("the engine room")
    assert core.bounds() == {
        name: number for name, number in vars(bounds).items() if name.startswith(("MOST_", "LONGEST_"))
    }


BEHIND_THE_DOOR: dict[str, tuple[Ask, int, int]] = {
    "perft depth": (lambda room, start, n: room.perft(start, n), 0, bounds.MOST_DEPTH),
    "playouts count": (lambda room, start, n: room.playouts(n, limit=1), 1, bounds.MOST_PLAYOUTS),
    "playouts limit": (lambda room, start, n: room.playouts(1, limit=n), 1, bounds.LONGEST_PLAYOUT),
    "playouts seed": (lambda room, start, n: room.playouts(1, seed=n), 0, bounds.MOST_SEED),
    "searcher memory_mb": (lambda room, start, n: room.searcher(n), 1, bounds.MOST_MEMORY_MB),
    "solver memory_mb": (lambda room, start, n: room.solver(n), 1, bounds.MOST_MEMORY_MB),
    "search nodes": (lambda room, start, n: search(room, start, nodes=n, depth=1), 1, bounds.MOST_NODES),
    "search depth": (lambda room, start, n: search(room, start, nodes=1, depth=n), 1, bounds.MOST_DEPTH),
    "search lines": (lambda room, start, n: search(room, start, nodes=1, lines=n), 1, bounds.MOST_LINES),
    "search threads": (lambda room, start, n: search(room, start, nodes=1, threads=n), 1, bounds.MOST_THREADS),
    "search seed": (lambda room, start, n: search(room, start, nodes=1, seed=n), 0, bounds.MOST_SEED),
    "solve nodes": (lambda room, start, n: room.solver(1).solve(start, nodes=n), 1, bounds.MOST_NODES),
    "solve threads": (lambda room, start, n: room.solver(1).solve(start, nodes=1, threads=n), 1, bounds.MOST_THREADS),
}
COSTLY = {"perft depth", "playouts count", "searcher memory_mb", "solver memory_mb"}
"""Numbers whose upper end is allowed and would take for ever, or all memory."""


def search(room: Any, start: str, **given: int) -> object:
    return room.searcher(1).search(start, **given)


@pytest.mark.parametrize("name", BEHIND_THE_DOOR)
def test_the_engine_room_keeps_to_them_itself(name: str) -> None:
    need("the engine room")
    kernel = KERNEL_FOR(quintet.load("bestgame(columns=3,rows=3,tokens=3)"))
    assert kernel is not None
    ask, low, high = BEHIND_THE_DOOR[name]
    start = kernel.rules.start()
    for number in (low,) if name in COSTLY else (low, high):
        ask(kernel.rules, start, number)
    for beyond in (low - 1, high + 1):
        with pytest.raises(ValueError) as error:
            ask(kernel.rules, start, beyond)
        assert str(error.value) == f"{name.split()[1]} must be {low} to {high}, got {beyond}"


def edges(game_id: str) -> list[tuple[str, Any]]:
    """Every option at the ends of its range, one step beyond them, and as a word that is none of its words."""
    values: list[tuple[str, Any]] = []
    for name, choice in ranges(quintet.game_class(game_id).Options).items():
        if choice.kind == "integer":
            values += [(name, value) for value in (choice.low - 1, choice.low, choice.high, choice.high + 1)]
        elif choice.kind == "choice":
            values += [(name, word) for word in (*choice.words, "neither")]
    return values


@pytest.mark.parametrize("game_id", [game_id for game_id in quintet.game_ids() if edges(game_id)])
def test_both_rooms_have_the_same_options(game_id: str) -> None:
    kernel = KERNEL_FOR(quintet.load(game_id))
    if kernel is None:
        pytest.skip("the engine room is not built here")
    room = type(kernel.rules)
    defaults = asdict(quintet.load(game_id).options)
    for name, value in edges(game_id):
        answers: list[bool] = []
        for make in (lambda given: quintet.load(game_id, **given), lambda given: room(game_id, defaults | given)):
            try:
                make({name: value})
                answers.append(True)
            except ValueError as error:
                assert name in str(error)
                answers.append(False)
        if answers == [True, False]:
            assert name == "size", "boards too large for the engine room"
            assert game_id in ("quentin", "othello")
            assert KERNEL_FOR(quintet.load(game_id, **{name: value})) is None
        else:
            assert answers[0] == answers[1], (name, value)
