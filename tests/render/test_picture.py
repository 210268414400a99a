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


def test_texts_on_squares() -> None:
    match = Match(OTHELLO)
    match.play("d3")
    written = quintet.picture(OTHELLO, match.position, marks={"c3": "+0.3", match.legal_moves[1]: "<b>", "d3": 7})
    root = ElementTree.fromstring(written)
    texts = {"".join(text.itertext()): text.get("x") for text in root.iter(f"{NAME}text") if text.get("paint-order")}
    assert texts == {"+0.3": "250", "<b>": "450"}
    assert "Written: +0.3 on c3, 7 on d3, &lt;b&gt; on e3." in written
    assert written.count("-shown") == quintet.picture(OTHELLO, match.position).count("-shown")
    long = quintet.picture(OTHELLO, match.position, marks={"a1": "a whole sentence"})
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)" font-weight="700"', written + long)]
    assert min(sizes) < 10 < max(sizes)
    rack = load("bestgame")
    falling = rack.play(rack.start(), rack.legal_moves(rack.start())[2])
    assert quintet.picture(rack, falling, marks={"3": "!"}).count(">!</text>") == 1
    assert refused(quintet.picture, OTHELLO, match.position, marks={"z9": "?"}).endswith("got 'z9'")


def test_a_match_for_slides(tmp_path: Path) -> None:
    images = pytest.importorskip("PIL.Image")
    match = Match(OTHELLO)
    match.play("d3")
    moving = quintet.animation(match, seconds=0.5)
    match.play("c3")  # the picture keeps what it showed
    moving.save(tmp_path / "match.gif", width=60)
    with images.open(tmp_path / "match.gif") as shown:
        assert (shown.n_frames, shown.width, shown.info["duration"]) == (2, 60, 500)
    moving.save(tmp_path / "match.pdf", width=50)
    pdf = (tmp_path / "match.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.count(b"/Type /Page ") == 2
    table = int(pdf.split(b"startxref\n")[1].split()[0])
    places = [int(line[:10]) for line in pdf[table:].split(b"\n")[3:] if line.endswith(b"n ")]
    assert [pdf[place:].split(b" ", 1)[0] for place in places] == [b"%d" % number for number in range(1, 9)]
    quintet.picture(OTHELLO, match.position).save(tmp_path / "board.pdf")
    assert b"/Width 1600" in (tmp_path / "board.pdf").read_bytes()


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
    assert refused(moving.save, "match.png") == "the file must end with .svg, .gif or .pdf, got 'match.png'"
    assert refused(moving.save, "match.gif", 0) == "width must be a whole number from 1 to 10000, got 0"
    still = quintet.picture(OTHELLO, match.position)
    assert refused(still.save, "board.gif") == "the file must end with .svg, .png or .pdf, got 'board.gif'"
    assert refused(quintet.animation, "othello") == "match must be a quintet.Match, got 'othello'"


def test_what_engines_answer_shows_itself() -> None:
    analysis = quintet.Engine(OTHELLO).analyze(OTHELLO.start(), nodes=200, lines=2)
    assert analysis._repr_html_().count("<tr>") == 3
    small = load("quentin", size=3, pie=False)
    shown = quintet.Engine(small).solve(small.start(), nodes=100_000)._repr_html_()
    assert "won in 5 moves" in shown
    assert "a1, b1, c1, a2, c2, a3, b3, c3" in shown
