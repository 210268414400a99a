"""One rule for what is accepted: a game or its spec, a position or its text, a move or its text, any integer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import quintet
from quintet.core.inputs import checked_game, checked_move, checked_position, integer, short
from quintet.environments.gymnasium import EngineEnv
from quintet.environments.pettingzoo import raw_env
from quintet.environments.planes import Planes, symmetries

anything: Any = quintet  # what a type checker would refuse
GAME = quintet.load("bestgame(columns=3,rows=3)")
SPEC = quintet.spec(GAME)
POSITION = GAME.play(GAME.start(), GAME.all_moves()[0])
TEXT = GAME.text(POSITION)

TAKES: dict[str, Callable[[Any, Any, Callable[[int], Any]], Any]] = {
    "Match": lambda game, position, number: quintet.Match(game, position).record(),
    "Engine": lambda game, position, number: (
        quintet.Engine(game, number(5), number(1), number(16), number(7), "alphabeta")
        .analyze(position, depth=number(2), lines=number(2))
        .move
    ),
    "Engine, nodes": lambda game, position, number: quintet.Engine(game).analyze(position, nodes=number(500)).move,
    "Engine.choose": lambda game, position, number: quintet.Engine(game, number(2)).choose(position),
    "perft": lambda game, position, number: quintet.perft(game, position, number(3)),
    "perft, rules": lambda game, position, number: quintet.perft(game, position, number(2), rules=True),
    "playouts": lambda game, position, number: quintet.playouts(game, number(20), number(3), number(50)).wins,
    "picture": lambda game, position, number: quintet.picture(game, position, "1", width=number(300)),
    "pictures": lambda game, position, number: quintet.pictures(game, [position], columns=number(1), width=number(99)),
    "vector": lambda game, position, number: quintet.vector(
        game, number(3), number(5), opening=number(1), limit=number(9), threads=number(1), position=position
    ).positions(),
    "oracle": lambda game, position, number: quintet.oracle(game, nodes=number(10**6)).ask(position),
    "Planes": lambda game, position, number: Planes(game).of(position).tolist(),
    "Planes.mask": lambda game, position, number: Planes(game).mask(position).tolist(),
    "Gymnasium": lambda game, position, number: (
        EngineEnv(game, limit=number(50))
        .reset(seed=int(number(3)), options={"position": position})[0]["observation"]
        .tolist()
    ),
    "PettingZoo": lambda game, position, number: raw_env(game, limit=number(50)).reset(
        seed=number(3), options={"position": position}
    ),
}


@pytest.mark.parametrize("number", [np.int64, np.uint8, np.array], ids=["int64", "uint8", "0-d array"])
@pytest.mark.parametrize("name", TAKES)
def test_specs_texts_and_any_integer_are_taken(name: str, number: Callable[[int], Any]) -> None:
    if "oracle" in name and number is np.uint8:
        number = np.uint64  # a million does not fit
    if number is np.uint8 and ("picture" in name or "nodes" in name):
        number = np.uint16
    call = TAKES[name]
    assert call(SPEC, TEXT, number) == call(GAME, POSITION, int)


def test_a_move_or_its_text_is_taken() -> None:
    move = GAME.all_moves()[1]
    assert checked_move("last", GAME, move) is checked_move("last", GAME, " 2 ") is move
    with pytest.raises(ValueError, match=r"^last must be a move of bestgame\(columns=3,rows=3\) or its text, got 2$"):
        checked_move("last", GAME, 2)
    assert quintet.picture(GAME, POSITION, move) == quintet.picture(GAME, POSITION, "2")
    match = quintet.Match(SPEC)
    match.play(move)
    assert match.moves == (move,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: checked_game(3), "game must be a game, as quintet.load gives it, or its spec, got 3"),
        (lambda: checked_game("chess"), "no game is called 'chess'"),
        (lambda: checked_position(GAME, "nonsense"), "a position must be "),
        (lambda: Planes(GAME).of(3), "position must be a position of bestgame, from game.start()"),
        (lambda: Planes("othello").mask(POSITION), "position must be a position of othello, from game.start()"),
        (
            lambda: Planes("othello").of(quintet.load("othello", size=6).start()),
            "position must be a position of othello: the board must have 8 rows",
        ),
        (lambda: anything.perft("bestgame", depth=2.0), "depth must be a whole number from 0 to 100, got 2.0"),
        (lambda: anything.perft("bestgame", depth=True), "depth must be a whole number from 0 to 100, got True"),
        (
            lambda: anything.perft("bestgame", depth=np.array([2])),
            "depth must be a whole number from 0 to 100, got arr",
        ),
        (
            lambda: anything.picture(SPEC, TEXT, width="wide"),
            "width must be a number above 0 and at most 10000, got 'w",
        ),
        (lambda: anything.picture(SPEC, TEXT, width=np.zeros(3)), "width must be a number above 0 and at most 10000"),
        (lambda: anything.picture(SPEC, TEXT, width=object()), "width must be a number above 0 and at most 10000"),
    ],
)
def test_anything_else_gets_one_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        call()
    assert str(refused.value).startswith(message)


def test_what_an_integer_is() -> None:
    assert integer(np.int8(3)) == integer(np.array(3)) == 3
    assert type(integer(np.int8(3))) is int
    assert integer(3.0) is integer("3") is integer(True) is integer(np.array([1, 2])) is None


def test_a_long_value_is_short_in_a_message() -> None:
    assert short(np.arange(100)) == "array([ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,..."


def test_what_learners_print_is_short() -> None:
    planes = Planes("othello")
    assert repr(planes) == "<Planes of othello: (5, 8, 8), 65 actions>"
    assert repr(symmetries(planes)[0]) == "<Symmetry of 64 cells and 65 actions>"


def test_openspiel_takes_numpy_integers() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import quintet.environments.openspiel

    assert quintet.environments.openspiel.LIMIT
    state = pyspiel.load_game(f"quintet_{SPEC}").new_initial_state()
    state.apply_action(np.int64(0))
    assert str(state) == TEXT
