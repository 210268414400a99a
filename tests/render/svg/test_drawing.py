"""What a browser is told to draw: both sides, complete, in colours that a page has."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet.core.scene import Button, Edge, Gauge, Label, Layout
from quintet.render.svg.drawing import drawing, drawn
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.palette import DARK, LIGHT
from render.boards import BLACK, SAMPLES, WHITE, Board, columns, squares

STYLE = Path(__file__).parents[3] / "src/quintet/server/static/css/base.css"
samples = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)


def as_sent(layout: Layout) -> Any:
    """A drawing as it arrives: nothing but JSON."""
    return json.loads(json.dumps(asdict(drawing(layout)), allow_nan=False))


def shapes(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every shape of a drawing that was sent, however deep."""
    if isinstance(value, list):
        if len(value) > 1 and isinstance(value[0], str) and isinstance(value[1], dict):
            yield value[0], value[1]
        for inside in value:
            yield from shapes(inside)
    elif isinstance(value, dict):
        for inside in value.values():
            yield from shapes(inside)


@samples
def test_a_drawing_is_complete(sample: Board) -> None:
    sent = as_sent(sample.layout)
    ids = {attributes["id"] for _, attributes in shapes(sent) if "id" in attributes}
    text = json.dumps(sent)
    assert {f"~{name}" for name in re.findall(r"#~([\w-]+)", text)} <= ids
    assert {"~b", "~w", "~last", "~legal", "~shown", "~arrow", "~turn1", "~turn-1"} <= ids
    page = LIGHT.page.__dataclass_fields__
    assert set(re.findall(r"var\(--([\w-]+)\)", text)) <= {*sent["colors"], *page}
    assert all(len(side["view"]) == 4 for side in sent["sides"])
    stamps = {gauge["stamp"] for side in sent["sides"] for gauge in side["gauges"]} - {None}
    assert {f"~{stamp}" for stamp in stamps} <= ids


@samples
def test_nothing_of_a_shape_needs_a_style_or_runs(sample: Board) -> None:
    for name, attributes in shapes(as_sent(sample.layout)):
        assert name in {
            "g",
            "rect",
            "circle",
            "path",
            "polygon",
            "text",
            "use",
            "places",
            "mask",
            "stop",
            "linearGradient",
            "radialGradient",
        }
        assert not {key for key in attributes if key == "style" or key.startswith("on")}


def test_the_page_has_the_colors_that_files_have() -> None:
    """The style sheet owns the page; a file has to say the same."""
    style = STYLE.read_text("utf-8")
    for name in ("paper", "ink", "quiet", "hairline", "accent"):
        light, dark = (getattr(colors.page, name) for colors in (LIGHT, DARK))
        assert f"--{name}: light-dark({light}, {dark});" in style


# From behind.


def test_a_board_from_behind_is_turned_by_half() -> None:
    layout = Layout(
        "wood", "stone", 3, 2, squares(3, 2), (Label("a", "top", 0.5), Label("1", "left", 0.5)),
        (Button("turn", "Turn", -0.5, 0, None, 1), Button("pass", "Pass")), (Edge("top", BLACK), Edge("left", WHITE)),
        gauges=(Gauge("points", "column", "left", BLACK),),
    )  # fmt: skip
    turned = PictureFrame(layout).turned().layout
    assert (turned.spots[0].id, turned.spots[0].x, turned.spots[0].y) == ("0,0", 2.5, 1.5)
    assert turned.labels == (Label("a", "bottom", 2.5), Label("1", "right", 1.5))
    assert (turned.buttons[0].x, turned.buttons[0].y, turned.buttons[1].x) == (3.5, 2, None)
    assert [edge.side for edge in turned.edges] == ["bottom", "right"]
    assert turned.gauges[0].side == "right"
    assert PictureFrame(turned).turned().layout == layout


def test_where_things_fall_down_stays_down() -> None:
    layout = Layout("rack", "disc", 3, 2, columns(3, 2), (Label("1", "top", 0.5), Label("2", "left", 0.5)))
    turned = PictureFrame(layout).turned().layout
    assert (turned.spots[0].x, turned.spots[0].y) == (2.5, 0.5)
    assert turned.labels == (Label("1", "top", 2.5), Label("2", "right", 0.5))


def test_a_dark_square_is_dark_from_both_sides() -> None:
    layout = Layout("chequered", "disc", 3, 2, squares(3, 2))
    dark = [
        next(attributes["d"] for name, attributes, *_ in side.under if name == "path") for side in drawing(layout).sides
    ]
    assert [re.findall(r"M(\S+) (\S+?)h", path) for path in dark] == [
        [("100", "0"), ("0", "100"), ("200", "100")],
        [("100", "100"), ("200", "0"), ("0", "0")],
    ]


# Room.


def test_the_view_has_room_for_handles_outside_the_board() -> None:
    plain = Layout("felt", "disc", 2, 2, squares(2, 2))
    handled = Layout("felt", "disc", 2, 2, squares(2, 2), buttons=(Button("h", "Turn", -1, 0, "all", 1),))
    before, after = (PictureFrame(layout).whole() for layout in (plain, handled))
    assert after.left <= -136 < before.left
    assert after.right == before.right


def test_without_coordinates_the_view_is_closer() -> None:
    side = drawing(SAMPLES["felt"].layout).sides[0]
    assert side.bare[0] > side.view[0]
    assert side.bare[3] < side.view[3]
    assert side.bare[1] == side.view[1], "there are none above"


def test_columns_and_buttons_have_a_name_within_a_sentence() -> None:
    board = quintet.load("bestgame").layout()
    assert drawn(board).names["3"] == "column 3"
    magnet = Button("m", "Magnet (you miss 2 turns)")
    assert drawn(Layout("wood", "stone", 2, 2, squares(2, 2), buttons=(magnet,))).names == {"m": "magnet"}
