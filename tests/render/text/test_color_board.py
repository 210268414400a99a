"""Boards at three sizes, to be redrawn in place."""

from itertools import zip_longest

import pytest

import quintet
from quintet.render.marks import find_marks
from quintet.render.text.color_board import SIZES, ColorBoard, Pointers, little

GAMES = [*quintet.game_ids(), "quentin(size=19)"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", GAMES)
def test_every_spot_is_pressed_where_it_is_drawn(spec: str, size: str) -> None:
    layout = quintet.load(spec).layout()
    sized = ColorBoard(layout, size)
    for (row, column), spot in sized.grid.cells.places.items():
        line, at = sized.grid.line(row), sized.grid.column(column)
        assert sized.target_at(line, at) == spot.target
        assert sized.target_at(line + sized.grid.tall - 1, at) == spot.target
    for button in layout.buttons:
        if at_button := sized.handle(button):
            assert sized.target_at(*at_button) == button.id


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", GAMES)
def test_a_board_is_as_large_as_it_says(spec: str, size: str) -> None:
    game = quintet.load(spec)
    layout, scene = game.layout(), game.scene(game.start())
    buttons = tuple(button for button in layout.buttons if button.x is not None)
    for color in (True, False):
        sized = ColorBoard(layout, size, color)
        lines = sized.draw(scene, Pointers(find_marks(layout, scene), buttons=buttons)).plain().split("\n")
        assert len(lines) <= sized.height
        assert max(map(len, lines)) <= sized.width


@pytest.mark.parametrize("size", ["medium", "large"])
def test_handles_stand_beside_the_labels_and_near_their_sub_boards(size: str) -> None:
    game = quintet.load("pentago")
    layout, scene = game.layout(), game.scene(game.start())
    sized, marks = ColorBoard(layout, size), find_marks(layout, scene)
    without = sized.draw(scene, Pointers(marks)).plain().split("\n")
    for button in layout.buttons:
        pointers = Pointers(marks, cursor=frozenset([button.id]), buttons=(button,))
        drawn = sized.draw(scene, pointers).plain().split("\n")
        changed = [
            (before, after)
            for line, other in zip_longest(without, drawn, fillvalue="")
            for before, after in zip(line.ljust(len(other)), other, strict=False)
            if before != after
        ]
        assert [before for before, _ in changed] == [" "] * 3, button.id
        assert "".join(after for _, after in changed) in ("[↻]", "[↺]")
    lines = sized.draw(scene, Pointers(marks, buttons=layout.buttons)).plain().split("\n")
    assert [line[0] for line in lines if "↻" in line[1:9] or "↺" in line[1:9]] == [" ", "a", "f", " "]


def test_large_boards_fit_a_small_window() -> None:
    smallest = {spec: ColorBoard(quintet.load(spec).layout(), "small") for spec in ("quentin(size=19)", "othello")}
    assert all(sized.height <= 22 and sized.width <= 54 for sized in smallest.values())


def test_marks_are_shapes() -> None:
    game = quintet.load("othello")
    match = quintet.Match(game)
    match.play("d3")
    layout, scene = game.layout(), game.scene(match.position)
    marks = find_marks(layout, scene, ("d3",), ("c3", "e3"))
    pointers = Pointers(marks, cursor=frozenset(["c3"]), signs={"e3": ("▲", "#ffffff")})
    line = ColorBoard(layout, "medium").draw(scene, pointers).plain().split("\n")[5]
    assert line == "3 │   │   │[◦]│(B)│ ▲ │   │   │   │"
    assert (
        ColorBoard(layout, "small", color=False).draw(scene, pointers).plain().split("\n")[3] == "3   · ·[◦]B)▲ · · ·"
    )


def test_buttons_on_the_board_have_signs() -> None:
    game = quintet.load("pentago")
    layout, scene = game.layout(), game.scene(game.start())
    signs = {"1C": ("▲", "#ffffff"), "2C": ("=", "#ffffff")}
    pointers = Pointers(find_marks(layout, scene), cursor=frozenset(["1C"]), buttons=layout.buttons, signs=signs)
    drawn = ColorBoard(layout, "medium").draw(scene, pointers).plain().split("\n")
    assert "[↻]▲" in drawn[1]
    assert drawn[3].rstrip().endswith("↻ =")


def test_little_boards_are_as_large_as_there_is_room() -> None:
    game = quintet.load("othello")
    larger = [
        little(game.layout(), game.scene(game.start()), *room).plain().split("\n") for room in ((17, 8), (33, 16))
    ]
    assert [len(lines) for lines in larger] == [8, 16]
    assert larger[0][3] == "       ● ●       "
    assert larger[1][6:8] == [f"{12 * ' '}▗▄▄▖▗▄▄▖{12 * ' '}", f"{12 * ' '}▝▀▀▘▝▀▀▘{12 * ' '}"]


def test_the_smallest_boards_have_half_a_character_a_place() -> None:
    game = quintet.load("othello")
    drawn = little(game.layout(), game.scene(game.start())).runs()
    assert len(drawn) == 4
    assert sum(len(text) for text, _ in drawn[0]) == 8
    upper = [ink for text, ink in drawn[1] for _ in text]
    assert len({ink.bg for ink in upper}) == 3
