"""Hex and Dots and Boxes, one file each: a hexagonal board, lines between points and pieces of nobody, everywhere."""

import sys
from collections.abc import Iterator
from importlib import import_module

import numpy as np
import pytest

from installed import EXAMPLES
from quintet import Engine, Match, load, vector
from quintet.core import registry
from quintet.core.narration import narrate
from quintet.environments.planes import Planes, symmetries
from quintet.render.marks import find_marks
from quintet.render.text.board_text import board
from quintet.render.text.color_board import SIZES, ColorBoard, Pointers, little
from quintet.render.words import describe
from quintet.testing import check

GAMES = {"hex": "Hex", "dotsandboxes": "DotsAndBoxes"}


@pytest.fixture(autouse=True)
def enlisted() -> Iterator[None]:
    before = dict(registry._third_party())
    for name, cls in GAMES.items():
        sys.path.insert(0, str(EXAMPLES / name))
        registry.enlist(getattr(import_module(name), cls))
        sys.path.pop(0)
    yield
    registry._third_party().clear()
    registry._third_party().update(before)


def played(spec: str, *moves: str) -> Match:
    match = Match(load(spec))
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_short_file(name: str) -> None:
    assert len((EXAMPLES / name / f"{name}.py").read_text("utf-8").splitlines()) < 180


@pytest.mark.parametrize(
    "spec", ["hex(size=4)", "hex(size=3,pie=false)", "dotsandboxes(columns=2,rows=3)", "dotsandboxes(columns=1,rows=1)"]
)
def test_it_keeps_the_laws(spec: str) -> None:
    assert check(load(spec)) == []


def test_hex_is_solved_and_its_first_player_wins() -> None:
    game = load("hex(size=3,pie=false)")
    assert Engine(game).solve(game.start(), nodes=200_000).value == 1


def test_hex_in_characters() -> None:
    match = played("hex(size=3,pie=false)", "b1", "a3", "b2", "a2", "b3")
    shown = board(match.game.layout(), match.game.scene(match.position), last=("b3",))
    assert shown.splitlines() == [
        "     a   b   c",
        "    xxxxxxxxxxx",
        "1 o  .  <x>  .  o",
        "  2 o  o  <x>  .  o",
        "    3 o  o  <x>  .  o",
        "        xxxxxxxxxxx",
    ]


def test_dots_and_boxes_in_characters_and_in_words() -> None:
    match = played("dotsandboxes(columns=2,rows=1)", "b1", "a2", "b3", "c2")
    layout, scene = match.game.layout(), match.game.scene(match.position)
    assert board(layout, scene, last=("c2",), legal=("d1", "e2", "d3")).splitlines() == [
        "   a  b  c  d  e",
        "1  •─────•  .  •",
        "2  │  o (│)    .",
        "3  •─────•  .  •",
    ]
    assert narrate(match.game, match.positions[3], match.moves[3]) == (
        "White places a line on c2: 1 box appears. White moves again."
    )
    assert describe(layout, scene, find_marks(layout, scene)) == (
        "Black has no box on the board. White box: b2. Nobody's lines: b1, a2, c2, b3. Black 0 boxes, White 1 box."
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_pressed_on_the_screen_is_what_is_seen_there(name: str, size: str) -> None:
    layout = load(name).layout()
    shown = ColorBoard(layout, size)
    for (row, column), spot in shown.grid.cells.places.items():
        assert shown.target_at(shown.grid.line(row), shown.grid.column(column)) == spot.target
    scene = load(name).scene(load(name).start())
    lines = shown.draw(scene, Pointers(find_marks(layout, scene))).plain().splitlines()
    assert max(map(len, lines)) <= shown.width
    assert len(lines) <= shown.height


def test_little_boards() -> None:
    hexes = load("hex(size=3)")
    assert little(hexes.layout(), hexes.scene(hexes.parse("b../.w./... b -")), 12, 4).plain().splitlines()[:2] == [
        " ●     ",
        "    ●   ",
    ]
    match = played("dotsandboxes(columns=1,rows=1)", "b1", "a2")
    assert little(match.game.layout(), match.game.scene(match.position), 8, 4).plain().splitlines() == [
        "  ───",
        " │     ",
        "     ",
    ]


# Planes


def test_hex_is_a_square_of_slanting_columns() -> None:
    planes = Planes("hex(size=4)")
    assert planes.shape == (3, 4, 4)
    assert planes.cells == {f"{'abcd'[column]}{row + 1}": (row, column) for row in range(4) for column in range(4)}
    assert len(symmetries(planes)) == 2  # half a turn


def test_lines_of_nobody_have_a_plane() -> None:
    match = played("dotsandboxes(columns=2,rows=1)", "b1", "a2", "b3", "c2")
    planes = Planes(match.game)
    assert planes.names[3:] == ("own boxes", "other's boxes", "lines of nobody")
    shown = planes.of(match.position)
    assert np.argwhere(shown[0]).tolist() == [[1, 1]]
    assert not shown[1].any()
    assert np.argwhere(shown[5]).tolist() == [[0, 1], [1, 0], [1, 2], [2, 1]]


@pytest.mark.parametrize("name", GAMES)
def test_learners_step_it(name: str) -> None:
    games = vector(name, count=2, seed=1)
    for _ in range(30):
        step = games.step(games.sample())
    assert step.observations.shape[1:] == Planes(name).shape
    assert step.observations[:, 2:3].max() <= 1
