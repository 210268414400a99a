"""The pie rule at the highest level: a strong opening is taken over, a weak one is left to whoever made it."""

import threading
from dataclasses import replace

import pytest

import quintet
from amounts import some, whole
from needs import need
from quintet import Engine
from quintet.core.game import parse_move
from quintet.core.types import SWAP

need("the engine room")

QUENTIN = quintet.load("quentin")


def engine(seed: int) -> Engine:
    """The highest level with its search limited by nodes."""
    found = Engine(QUENTIN, 10, seed=seed)
    found.settings = replace(found.settings, nodes=300)
    return found


@pytest.mark.long
@pytest.mark.parametrize("opening", some(["g7", "e5", "a1", "m7"], 4))
def test_the_centre_is_taken_over_and_the_edge_is_not(opening: str) -> None:
    position = QUENTIN.play(QUENTIN.start(), parse_move(QUENTIN, QUENTIN.start(), opening))
    move = engine(1).choose(position)
    assert (move == SWAP) is (opening in ("g7", "e5"))
    assert move in QUENTIN.legal_moves(position)


@whole
def test_its_own_opening_is_one_of_several_and_repeats_itself() -> None:
    one, two = engine(1).choose(QUENTIN.start()), engine(1).choose(QUENTIN.start())
    assert one == two != engine(2).choose(QUENTIN.start())


def test_where_the_solver_knows_it_decides() -> None:
    small = quintet.load("quentin", size=3)
    position = small.play(small.start(), parse_move(small, small.start(), "b2"))
    assert Engine(small, 10).choose(position) in Engine(small).solve(position, seconds=None).best


@pytest.mark.parametrize("moves", [[], ["g7"], ["a1", "g7"]])
def test_another_thread_can_stop_it_at_any_time(moves: list[str]) -> None:
    position = QUENTIN.start()
    for move in moves:
        position = QUENTIN.play(position, parse_move(QUENTIN, position, move))
    patient = Engine(QUENTIN, 10)
    patient.settings = replace(patient.settings, seconds=600)
    chosen: list[object] = []
    thread = threading.Thread(target=lambda: chosen.append(patient.choose(position)))
    thread.start()
    while thread.is_alive():
        patient.stop()
        thread.join(0.05)
    assert chosen[0] in QUENTIN.legal_moves(position)
