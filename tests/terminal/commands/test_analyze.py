"""perft, analyze and solve."""

import json
import re
from pathlib import Path

import pytest

from quintet.engine.perft_and_playouts import Bench
from terminal.driver import Desk, lines


@pytest.mark.parametrize(
    ("spec", "depth", "count"),
    [("othello", 0, 1), ("othello", 3, 56), ("quentin(size=3)", 2, 81), ("magnetize", 3, 216), ("pentago", 1, 288)],
)
@pytest.mark.parametrize("flags", [[], ["--rules"], ["--divide"]], ids=str)
def test_perft_ends_with_the_count(desk: Desk, spec: str, depth: int, count: int, flags: list[str]) -> None:
    ran = desk.run("perft", spec, str(depth), *flags)
    assert ran.status == 0
    assert ran.last == str(count)


def test_perft_from_a_position_divided(desk: Desk) -> None:
    position = "......../......../...b..../...bb.../...bw.../......../......../........ w"
    ran = desk.run("perft", "othello", "2", "--position", position, "--divide")
    assert ran.last == "14"
    counts = dict(line.split() for line in ran.out.splitlines()[:-1])
    assert list(counts) == ["c3", "e3", "c5"]
    assert sum(map(int, counts.values())) == 14


def test_perft_as_json(desk: Desk) -> None:
    told = json.loads(desk.run("perft", "magnetize(width=2,height=2)", "2", "--divide", "--json").out)
    assert told == {
        "game": "magnetize(height=2,width=2)",
        "position": "../.. b 0 0",
        "depth": 2,
        "count": 9,
        "divide": {"0": 3, "1": 3, "m": 3},
    }


WON = "bbbb../wwww../....../....../....../...... b"
"""Pentago: Black makes five at a4."""


def test_analyze_shows_the_best_moves(desk: Desk) -> None:
    ran = desk.run("analyze", "pentago", "--position", WON, "--depth", "1", "--lines", "1")
    assert ran.status == 0
    assert ran.out.startswith("Black is to move; exact: Black wins.\na4  wins\n")
    assert " nodes, " in ran.last


def test_analyze_says_by_how_much_where_it_is_proved(desk: Desk) -> None:
    ran = desk.run("analyze", "othello", "--position", LAST, "--nodes", "1000")
    assert ran.out.startswith("Black is to move; exact: Black wins by 3.\nc1  wins by 3\n")


def test_analyze_says_what_the_numbers_mean_where_nothing_is(desk: Desk) -> None:
    ran = desk.run("analyze", "othello", "--nodes", "50")
    said = r"Black is to move; (Black|White) is (slightly )?better, by about \d+ points?\.\n\(1 is a sure win for Black"
    assert re.match(said, ran.out)


def test_analyze_and_play_on_from_files_of_any_format(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "d3", "save game.txt", "quit"))
    assert desk.run("convert", "game.txt", "game.sgf").status == 0
    for name in ("game.txt", "game.sgf"):
        assert desk.run("analyze", name, "--nodes", "50").out.startswith("White is to move; ")
        assert desk.run("analyze", name, "--nodes", "50", "--ply", "0").out.startswith("Black is to move; ")
        assert "1. d3" in desk.run("show", name).out
        ran = desk.run("play", "--from", name, "--white", "random", "--seed", "1", typed=lines("quit"))
        assert "Othello: Ada (Black) against random (White).\n" in ran.out
    two = Path("game.txt").read_text() * 2
    Path("two.quintet").write_text(two)
    assert desk.run("analyze", "two.quintet").err == (
        "quintet: 'two.quintet' has 2 games: say which with --which 1 to --which 2.\n"
    )
    assert desk.run("analyze", "two.quintet", "--which", "2", "--nodes", "50").status == 0
    for name, most in (("two.quintet", 2), ("game.txt", 1), ("game.sgf", 1)):
        for command in (["analyze", name], ["show", name], ["play", "--from", name]):
            assert desk.run(*command, "--which", "0").err == (
                f"quintet: --which must be 1 to {most}, the number of games in '{name}', got 0.\n"
            )
    over = Path("game.txt").read_text().replace("unfinished", "first wins, second resigned")
    Path("over.quintet").write_text(over)
    assert desk.run("play", "--from", "over.quintet").err == (
        "quintet: the game in 'over.quintet' is over: Ben resigned.\n"
    )


def test_analyze_as_json_has_the_attributes(desk: Desk) -> None:
    told = json.loads(desk.run("analyze", "othello", "--nodes", "200", "--lines", "2", "--json").out)
    assert set(told) >= {"player", "move", "value", "score", "exact", "depth", "nodes", "seconds", "lines"}
    assert len(told["lines"]) == 2
    assert told["move"] == told["lines"][0]["moves"][0]
    assert told["move"] in ("d3", "c4", "f5", "e6")


def test_a_finished_game_cannot_be_analyzed(desk: Desk) -> None:
    ran = desk.run("analyze", "pentago", "--position", WON.replace("bbbb.", "bbbbb"), "--depth", "1")
    assert ran.status == 2
    assert "the game is over" in ran.err


LAST = "bw....../......../......../......../......../......../......../........ b"
"""Othello: the one disc Black can turn is the last white one."""


def test_solve_says_who_wins_and_how(desk: Desk) -> None:
    ran = desk.run("solve", "othello", "--position", LAST)
    assert ran.status == 0
    assert ran.out.startswith("Black is to move and wins by 3 in 1 move.")
    assert "\nBest:  c1\nLine:  c1\n" in ran.out


def test_solve_for_the_result_alone(desk: Desk) -> None:
    ran = desk.run("solve", "othello", "--position", LAST, "--result-only")
    assert ran.out.startswith("Black is to move and wins")
    assert "\nBest:  c1\n" in ran.out


def test_solve_says_how_soon(desk: Desk) -> None:
    ran = desk.run("solve", "pentago", "--position", ".b..bb/bwwwbw/www.bw/.ww.wb/bbbbwb/wwwbbb b")
    assert ran.out.startswith("Black is to move and wins in 1 move.\nBest:  c3-2A\nLine:  c3-2A\n")


def test_solve_a_draw(desk: Desk) -> None:
    ran = desk.run("solve", "bestgame(columns=3,rows=3,tokens=1)")
    assert ran.out.startswith("White is to move and draws.\nBest:  1 2 3\n")


def test_solve_as_json_has_the_attributes(desk: Desk) -> None:
    told = json.loads(desk.run("solve", "othello", "--position", LAST, "--json").out)
    assert set(told) >= {"value", "margin", "best", "line", "moves_to_win", "nodes", "seconds"}
    assert (told["value"], told["margin"], told["best"], told["moves_to_win"]) == (1, 3, ["c1"], 1)


def test_what_cannot_be_solved_in_time_is_told(desk: Desk) -> None:
    ran = desk.run("solve", "othello", "--seconds", "0.05")
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith("quintet: ")
    assert ran.err.count("\n") == 1


def test_a_number_of_64_bits_is_text_in_json() -> None:
    assert Bench("a game", 1, 0.5, 2, 2**64 - 1).as_json()["signature"] == "ffffffffffffffff"
