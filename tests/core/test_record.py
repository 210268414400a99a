"""Records: what is written is read back, and a broken one says which line and why."""

from datetime import datetime

import pytest

from quintet import BadRecord, Match, Player, load
from quintet.core import record

GOOD = """\
quintet record 1
game: othello
first: Ada
second: Ben
started: 2026-05-13T16:08:38
finished: 2026-05-13T16:11:15
result: first wins, second resigned
moves:
1 d3 c3 c4
"""


def test_a_record_is_written_and_read_back() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"), started=datetime(2026, 5, 13, 16, 8, 38))
    for move in ("d3", "c3", "c4"):
        match.play(move)
    match.resign(Player.SECOND)
    match.finished = datetime(2026, 5, 13, 16, 11, 15)
    assert match.record() == GOOD
    again = Match.from_record(GOOD)
    assert again.record() == GOOD
    assert again.names == ("Ada", "Ben")
    assert again.outcome == match.outcome


def test_a_record_may_start_elsewhere_and_have_comments() -> None:
    start = "......../......../...b..../...bb.../...bw.../......../......../........ w"
    text = f"\ufeffquintet record 1\r\n\r\n# by hand\r\ngame: othello\r\nstart: {start}\r\nmoves:\r\n1 c3 c4\r\n"
    match = Match.from_record(text)
    assert match.game.text(match.start) == start
    assert match.ply == 2
    assert f"start: {start}\n" in match.record()


def test_a_record_without_result_is_taken_as_it_stands() -> None:
    text = "quintet record 1\ngame: othello\nmoves:\n1 c4 c5 f6 d3 c2 b3 b5 b4 a4\n"
    assert "result: first wins, more discs" in Match.from_record(text).record()


def test_long_matches_are_numbered_line_by_line() -> None:
    match = Match(load("othello"))
    for _ in range(25):
        match.play(match.legal()[0])
    lines = match.record().splitlines()
    assert [line.split()[0] for line in lines[lines.index("moves:") + 1 :]] == ["1", "11", "21"]
    assert Match.from_record(match.record()).ply == 25


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("quintet record 1", "PGN"), "line 1: expected 'quintet record 1', got 'PGN'"),
        (("game: othello", "game: chess"), "line 2: no game is called 'chess': expected one of"),
        (("game: othello", "game: othello(size=3)"), "line 2: size must be 4, 6, 8 or 10, got 3"),
        (("game: othello", "start: here"), "expected a line 'game:' before it"),
        (("first: Ada", "start: here"), "line 3: a position must be"),
        (("first: Ada", "third: Cay"), "line 3: expected one of game, start, first"),
        (("first: Ada", "first:"), "line 3: expected one of game, start, first"),
        (("second: Ben", "first: Ben"), "line 4: first is given twice"),
        (("second: Ben", "second: " + "x" * 81), "line 4: a name must be 1 to 80"),
        (("2026-05-13T16:08:38", "soon"), "line 5: expected a date like 2026-05-13T16:08:38, got 'soon'"),
        (("2026-05-13T16:11:15", "later"), "line 6: expected a date like"),
        (("second resigned", "five in a row"), "line 7: the moves give 'result: unfinished', got 'first wins, five"),
        (("moves:\n1 d3 c3 c4\n", ""), "line 7: expected a line 'moves:' after it, got the end"),
        (("1 d3 c3 c4", "d3 c3 c4"), "line 9: expected 1 and moves, got 'd3 c3 c4'"),
        (("1 d3 c3 c4", "1"), "line 9: expected 1 and moves, got '1'"),
        (("1 d3 c3 c4", "1 d3 c3\n4 c4"), "line 10: expected 3 and moves, got '4 c4'"),
        (("1 d3 c3 c4", "1 d3 d3"), "line 9, move 2: d3 is occupied"),
        (("1 d3 c3 c4", "1 d3 xyz"), "line 9, move 2: 'xyz' is not a move"),
    ],
)
def test_a_broken_record_says_which_line_and_why(change: tuple[str, str], message: str) -> None:
    assert change[0] in GOOD
    with pytest.raises(BadRecord) as caught:
        Match.from_record(GOOD.replace(*change))
    assert str(caught.value).startswith(message) or message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nothing_at_all() -> None:
    with pytest.raises(BadRecord, match="line 1: expected 'quintet record 1', got ''"):
        Match.from_record("")


def test_an_agreed_draw_and_a_stated_end_that_is_none() -> None:
    text = GOOD.replace("first wins, second resigned", "draw, agreed")
    assert Match.from_record(text).record() == text
    over = "quintet record 1\ngame: othello\nresult: unfinished\nmoves:\n1 c4 c5 f6 d3 c2 b3 b5 b4 a4\n"
    with pytest.raises(BadRecord, match="line 3: the moves give 'result: first wins, more discs', got 'unfinished'"):
        Match.from_record(over)


def test_a_record_is_measured_before_it_is_played() -> None:
    match = Match(load("quentin(size=5)"))
    for move in ("c3", "b2", "d3"):
        match.play(move)
    assert record.measure(match.record()) == ("quentin(size=5)", 3)
