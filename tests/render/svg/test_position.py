"""SVG pictures: well-formed, self-contained, described in words, and clear without colours."""

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from quintet import Match, load
from quintet.core.scene import Button, Counter, Edge, Gauge, Label, Layout, Piece, Scene, Spot
from quintet.render.marks import last_of
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.palette import DARK, LIGHT, PIECES, Colors
from quintet.render.svg.position import svg
from render.boards import BLACK, SAMPLES, WHITE, Board, big, squares

NAME = "{http://www.w3.org/2000/svg}"
samples = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{NAME}svg"
    return root


def drawn(sample: Board, dark: bool | None = None) -> ElementTree.Element:
    return parsed(svg(sample.layout, sample.scene, last=sample.last, title=sample.title, dark=dark))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{NAME}text")]


def stamps(root: ElementTree.Element) -> list[str]:
    """What is used at a place, in order."""
    uses = [use for use in root.iter(f"{NAME}use") if use.get("x")]
    return [use.get("href", "").partition("-")[2] for use in uses]


def classes(root: ElementTree.Element, name: str) -> list[str]:
    """The colours of all elements of this name."""
    return [element.get("class", "").partition("-")[2] for element in root.iter(f"{NAME}{name}")]


def words(root: ElementTree.Element, name: str) -> str:
    element = root.find(f"{NAME}{name}")
    assert element is not None
    return element.text or ""


@samples
@pytest.mark.parametrize("dark", [None, False, True])
def test_every_reference_has_its_element_and_every_class_its_rule(sample: Board, dark: bool | None) -> None:
    text = svg(sample.layout, sample.scene, last=sample.last, dark=dark)
    root = parsed(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    referred = re.findall(r'href="#([^"]+)"', text) + re.findall(r"url\(#([^)]+)\)", text)
    assert set(referred) <= set(ids)
    assert (root.get("aria-labelledby") or "").split() == [f"{root.get('id')}-title", f"{root.get('id')}-desc"]
    style = words(root, "style")
    for element in root.iter():
        for name in element.get("class", "").split():
            assert style.count(f".{name}{{") == (2 if dark is None else 1), name
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@samples
def test_a_piece_for_every_piece_and_a_label_for_every_label(sample: Board) -> None:
    root = drawn(sample)
    pieces = [stamp.rpartition("-")[2] for stamp in stamps(root) if re.fullmatch(r"(line\d-)?(b|w|neutral)", stamp)]
    assert sorted(pieces) == sorted(piece.color or "neutral" for piece in sample.scene.pieces.values())
    signs = [stamp for stamp in stamps(root) if stamp.startswith("kind-")]
    assert len(signs) == sum(piece.kind is not None for piece in sample.scene.pieces.values())
    assert {label.text for label in sample.layout.labels} <= set(texts(root))


def test_counters_are_below_the_board() -> None:
    assert texts(drawn(SAMPLES["felt"]))[-2:] == ["Black 3 discs", "White 5 discs"]
    assert texts(drawn(SAMPLES["rack"]))[-2:] == [
        "White 1 point, 15/20 tokens left",
        "Black 3 points, 1/20 tokens left",
    ]


def test_a_picture_reaches_around_everything_in_it() -> None:
    one = Layout("moon", "disc", 1, 1, squares(1, 1))
    counters = (Counter("many", "words that need more room than the board has", BLACK, 5),)
    narrow, wide = (float(drawn(Board(one, Scene({}, some))).get("width", "")) for some in ((), counters))
    assert wide > narrow + 100
    outside = Layout("moon", "disc", 1, 1, (Spot("a", -3, 7.5, "a", "a"),))
    left, top, _, height = map(float, drawn(Board(outside, Scene({}))).get("viewBox", "").split())
    assert left < -350
    assert top + height > 800


# Words.


def test_the_position_in_words() -> None:
    assert words(drawn(SAMPLES["felt"]), "desc") == (
        "Black discs: d3, d4, e4. White discs: c3, c4, c5, d5, e5. Black 3 discs, White 5 discs. Last move: c5."
    )
    assert words(drawn(SAMPLES["tiles"]), "desc").endswith(
        "Last move: d1, Turn sub-board 2 anti-clockwise. Winning: a1, b2, c3, d4, e5."
    )
    assert words(drawn(SAMPLES["steel"]), "desc") == (
        "Black pieces: column 3, row 1; column 1, row 2; column 3, row 2; column 0, row 3; column 1, row 3. "
        "White pieces: column 4, row 1 (held); column 2, row 2 (held); column 3, row 3; column 4, row 3. "
        "White 1/2 turns to miss. Last move: 3."
    )
    one = Layout("moon", "disc", 1, 1, squares(1, 1))
    assert words(drawn(Board(one, Scene({}))), "desc") == "The board is empty."
    assert words(drawn(Board(one, Scene({"0,0": Piece(WHITE)}))), "desc") == (
        "Black has no disc on the board. White disc: a1."
    )
    assert words(drawn(Board(one, Scene({}))), "title") == "A position"


def test_any_text_is_escaped() -> None:
    hostile = "</text><script>\"&'\x00\x1b\ud800]]>"
    layout = Layout(
        "</style>", "<b>", 1, 1, (Spot("a", 0.5, 0.5, "a", hostile),), (Label(hostile, "top", 0.5),),
    )  # fmt: skip
    scene = Scene({"a": Piece(BLACK, hostile)}, (Counter("x", hostile, BLACK, 2),), ("a",))
    text = svg(layout, scene, last=("a",), title=hostile)
    text.encode("utf-8")
    assert "<script" not in text
    shown = "</text><script>\"&'   ]]>"
    root = parsed(text)
    assert words(root, "title") == shown
    assert texts(root)[0] == shown
    assert SAMPLES["ring"].title == words(drawn(SAMPLES["ring"]), "title")


# Marks.


def test_the_last_move_has_a_dot_and_a_column_or_a_row_an_arrow() -> None:
    for name, dot in (("felt", "last-w"), ("tiles", "last-w"), ("wood", "last-w"), ("chequered", "last-b")):
        assert [stamp for stamp in stamps(drawn(SAMPLES[name])) if stamp.startswith("last")] == [dot]
        assert dot not in stamps(drawn(replace(SAMPLES[name], last=())))
    assert stamps(drawn(SAMPLES["rack"])).count("arrow") == 1
    spots = tuple(Spot(f"{x}{y}", x + 0.5, y + 0.5, f"row {y}", "") for y in range(2) for x in range(2))
    rows = Board(Layout("moon", "disc", 2, 2, spots), Scene({}), ("row 1",))
    assert [use.get("transform") for use in drawn(rows).iter(f"{NAME}use") if not use.get("x")] == [
        "translate(-20 150) rotate(-90)"
    ]


def test_the_last_move_on_a_spot_that_is_empty_now_has_a_dot_too() -> None:
    assert "last" in stamps(drawn(replace(SAMPLES["felt"], last=("0,0",))))


def test_a_match_shows_where_the_last_piece_fell() -> None:
    match = Match(load("bestgame"))
    assert last_of(match) == ()
    match.play("3")
    assert last_of(match) == ("3", "3,1")
    assert picture_marks(match) == ["last-w", "arrow"]
    notebook: Callable[[], str] = match._repr_svg_  # type: ignore[attr-defined]
    assert {"last-w", "arrow"} <= set(stamps(parsed(notebook())))
    othello = Match(load("othello"))
    othello.play("d3")
    assert picture_marks(othello) == ["last-b"]
    pentago = Match(load("pentago"))
    pentago.play("a0-1C")
    assert picture_marks(pentago) == ["last-b", "turn1"]


def picture_marks(match: Match) -> list[str]:
    drawn_ = svg(match.game.layout(), match.game.scene(match.position), last=last_of(match))
    return [stamp for stamp in stamps(parsed(drawn_)) if stamp.startswith(("last", "turn", "arrow"))]


def test_a_turn_has_an_arrow_where_its_handle_is() -> None:
    turns = [use for use in drawn(SAMPLES["tiles"]).iter(f"{NAME}use") if use.get("href", "").endswith("-turn-1")]
    assert [(turn.get("x"), turn.get("y")) for turn in turns] == [("680", "-30")]
    nowhere = replace(SAMPLES["tiles"].layout, buttons=(Button("2A", "Turn", None, None, "2", -1),))
    assert "turn-1" not in stamps(drawn(replace(SAMPLES["tiles"], layout=nowhere)))


def test_winning_spots_have_one_outline_around_them() -> None:
    sample = SAMPLES["steel_won"]
    masks = list(drawn(sample).iter(f"{NAME}mask"))
    assert len(masks) == 2
    assert masks[0][0].get("d", "").count("M") == 4 + 4 + 2, "both diagonals: the middle of the block is inside"
    assert not list(drawn(replace(sample, scene=replace(sample.scene, winning=()))).iter(f"{NAME}mask"))
    diagonal = next(drawn(SAMPLES["tiles"]).iter(f"{NAME}mask"))[0].get("d", "")
    assert diagonal.count("M") == 5 + 4, "five spots and what joins them, across the gap too"
    bend = replace(sample, scene=replace(sample.scene, winning=("0,1", "0,2", "1,2")))
    assert next(drawn(bend).iter(f"{NAME}mask"))[0].get("d", "").count("M") == 3 + 2, "around a corner, not across"


# Beside the board.


def test_a_magnet_that_is_on_shows_its_turns_and_glows() -> None:
    on, off = drawn(SAMPLES["steel"]), drawn(replace(SAMPLES["steel"], scene=Scene({}), last=()))
    bold = [text.text for text in on.iter(f"{NAME}text") if text.get("font-weight") == "700"]
    assert bold == ["1"]
    assert classes(on, "path").count("accent-line") == 1
    assert not [text for text in off.iter(f"{NAME}text") if text.get("font-weight") == "700"]
    assert "accent-line" not in classes(off, "path")
    assert len([group for group in off.iter(f"{NAME}g") if group.get("opacity")]) == 2, "both are there, switched off"


def test_points_are_a_column_of_flat_pieces() -> None:
    sample = SAMPLES["rack"]
    assert stamps(drawn(sample)).count("flat-b") == 3
    assert stamps(drawn(sample)).count("flat-w") == 1
    many = replace(sample, scene=Scene({}, (Counter("black-points", "points", BLACK, 200),)))
    tops = [float(use.get("y", "")) for use in drawn(many).iter(f"{NAME}use") if "flat" in use.get("href", "")]
    assert len(tops) == 200
    assert min(tops) > 0, "within the height of the board"
    none = drawn(replace(sample, scene=Scene({})))
    assert not [text for text in none.iter(f"{NAME}text") if text.get("font-weight") == "700"]


def test_a_gauge_of_an_unknown_kind_is_not_drawn() -> None:
    layout = Layout("moon", "disc", 1, 1, squares(1, 1), gauges=(Gauge("x", "sundial", "left", BLACK),))
    parsed(svg(layout, Scene({}, (Counter("x", "hours", BLACK, 3),))))


def test_coordinates_are_outside_of_what_is_beside_the_board() -> None:
    root = drawn(SAMPLES["steel"])
    left = [text for group in root.iter(f"{NAME}g") if group.get("text-anchor") == "end" for text in group]
    reach = PictureFrame(SAMPLES["steel"].layout).walls.left
    assert len(left) == 4
    assert all(float(text.get("x", "")) < reach < -34 for text in left)


# Any board.


@pytest.mark.parametrize("surface", [*LIGHT.surfaces, "never heard of"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_tiny_boards_of_any_surface(surface: str, count: int) -> None:
    layout = Layout(surface, "thing", count, count, squares(count, count), edges=(Edge("top", BLACK), Edge("?", BLACK)))
    for dark in (None, False, True):
        parsed(svg(layout, Scene({"0,0": Piece(WHITE)}, winning=("0,0", "nowhere")), last=("0,0",), dark=dark))


def test_crowded_spots_have_smaller_pieces() -> None:
    def radius(step: float) -> float:
        spots = tuple(Spot(str(at), 0.5 + at * step, 0.5, str(at), str(at)) for at in range(3))
        root = drawn(Board(Layout("moon", "disc", 2, 1, spots), Scene({})))
        return max(float(circle.get("r", "")) for circle in root.iter(f"{NAME}circle"))

    assert radius(0.5) == pytest.approx(radius(1) / 2, rel=0.01)
    assert radius(1.3) == radius(1)


def test_a_board_of_many_cells_stays_a_picture() -> None:
    root = drawn(big())
    assert float(root.get("width", "")) < 1100
    assert sum(stamp in ("b", "w") for stamp in stamps(root)) == 12 * 62


def test_pictures_on_one_page_leave_each_other_alone() -> None:
    keys = [drawn(sample, dark).get("id") for sample in SAMPLES.values() for dark in (None, False, True)]
    assert len(set(keys)) == len(keys)
    assert drawn(SAMPLES["felt"]).get("id") == keys[0]
    for rule in re.findall(r"([^{}]+)\{", words(drawn(SAMPLES["felt"]), "style")):
        assert rule.startswith((f".{keys[0]}-", "@media"))


# Colours.


def contrast(one: str, other: str) -> float:
    def light(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_everything_stands_out(colors: Colors) -> None:
    for text in (colors.page.ink, colors.page.quiet, colors.page.accent):
        assert contrast(text, colors.page.paper) >= 4.5
    for name, surface in {**colors.surfaces, "plain": colors.other}.items():
        assert contrast(surface.line, surface.board) >= 3
        assert contrast(surface.outline, surface.board) >= 3
        assert contrast(surface.halo, surface.outline) >= 3
        assert contrast(surface.hint, surface.hole) >= 3
        for place in (surface.board, surface.hole) if name == "chequered" else (surface.hole,):
            for paint in PIECES.values():
                assert max(contrast(paint.fill, place), contrast(paint.ring, place), contrast(paint.rim, place)) >= 3
    for paint in PIECES.values():
        assert max(contrast(paint.ring, paint.fill), contrast(paint.rim, paint.fill)) >= 3
        assert contrast(paint.sign, paint.fill) >= 3
        assert contrast(paint.dot, paint.fill) >= 3
