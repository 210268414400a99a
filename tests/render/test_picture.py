"""Pictures as values: marks, arrows, sizes, dots, files, and several in one."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quintet
from quintet import Match, load

NAME = "{http://www.w3.org/2000/svg}"
OTHELLO = load("othello")


def refused(make: object, *given: object, **more: object) -> str:
    with pytest.raises(ValueError) as told:
        make(*given, **more)  # type: ignore[operator]
    return str(told.value)


def test_a_picture_shows_itself_and_is_still_text() -> None:
    picture = quintet.picture(OTHELLO, OTHELLO.start(), width=300)
    assert picture.startswith("<svg")
    assert picture._repr_svg_() == picture
    assert picture.size[0] == 300
    assert OTHELLO._repr_svg_().startswith("<svg")  # type: ignore[attr-defined]


def test_marks_and_arrows_are_where_they_belong() -> None:
    plain = quintet.picture(OTHELLO, OTHELLO.start())
    marked = quintet.picture(OTHELLO, OTHELLO.start(), marks=["d3", "c4"], arrows=[("d3", "d6"), ("a1", "a1")])
    assert [marked.count("-shown") - plain.count("-shown"), marked.count("<path") - plain.count("<path")] == [3, 4]
    assert 'd="M350 250L350' in marked
    rack = load("bestgame")
    column = quintet.picture(rack, rack.start(), marks=["3"])
    assert column.count('-shown"') == 1 + 7
    assert refused(quintet.picture, OTHELLO, OTHELLO.start(), marks=["pass"]) == (
        "marks and arrows must be spots of the board or moves that press some, got 'pass'"
    )
    assert refused(quintet.picture, OTHELLO, OTHELLO.start(), width=0) == (
        "width must be a number above 0 and at most 10000, got 0"
    )


def test_several_pictures_are_one_with_ids_of_their_own() -> None:
    start = OTHELLO.start()
    strip = quintet.pictures(OTHELLO, [start, start, start], columns=2, captions=["one", "two <b>", ""], dark=False)
    root = ElementTree.fromstring(strip)
    inner = root.findall(f"{NAME}svg")
    assert [(float(one.get("x", "")), float(one.get("y", ""))) for one in inner][:2] == [(16, 16), (272, 16)]
    assert float(inner[2].get("y", "")) > 16
    ids = re.findall(r' id="([^"]+)"', strip)
    assert len(ids) == len(set(ids))
    assert ["".join(text.itertext()) for text in root.findall(f"{NAME}text")] == ["one", "two <b>"]
    assert strip.size[0] == 2 * 256 + 16
    assert refused(quintet.pictures, OTHELLO, []) == "expected positions, and a caption for each, got 0 and 0"
    assert refused(quintet.pictures, OTHELLO, [start], captions=[]).endswith("got 1 and 0")


def test_dots_and_files(tmp_path: Path) -> None:
    match = Match(OTHELLO, names=("Ada", "Ben"))
    match.play("d3")
    moving = quintet.animation(match, seconds=0.5)
    assert "Ada against Ben" in moving
    moving.save(tmp_path / "match.svg")
    assert (tmp_path / "match.svg").read_text() == moving
    quintet.picture(OTHELLO, match.position, "d3").save(tmp_path / "board.PNG", width=90)
    assert (tmp_path / "board.PNG").read_bytes().startswith(b"\x89PNG")
    assert refused(moving.save, "match.gif") == "the file must end with .svg or .png, got 'match.gif'"
    assert refused(quintet.animation, "othello") == "match must be a quintet.Match, got 'othello'"


def test_what_engines_answer_shows_itself() -> None:
    analysis = quintet.Engine(OTHELLO).analyze(OTHELLO.start(), nodes=200, lines=2)
    assert analysis._repr_html_().count("<tr>") == 3
    small = load("quentin", size=3, pie=False)
    shown = quintet.Engine(small).solve(small.start(), nodes=100_000)._repr_html_()
    assert "won in 5 moves" in shown
    assert "a1, b1, c1, a2, c2, a3, b3, c3" in shown
