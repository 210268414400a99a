"""What Best Game Ever Made has beside its rules: its display, its picture, its stages, its mirror image."""

import pytest

from quintet import Color, Outcome, Player, load
from quintet.core.scene import Counter, Label, Piece, Scene, Spot
from quintet.core.types import Refusal
from quintet.games.bestgame import BestGame, Drop, Position
from quintet.render.text.board_text import board

EXAMPLE = ".b.w.../.w.b.../.b.w.../bwbb.../wbbwbbw w 7 7 3 6"
"""The board of the source's example before move 27."""


def _game(spec: str) -> BestGame:
    game = load(spec)
    assert isinstance(game, BestGame)
    return game


# Rules that only a board not at rest can show: `play` trusts what it is given.


def test_of_two_captures_in_a_column_the_lowest_is_made_first() -> None:
    game = _game("bestgame(columns=3,rows=5)")
    after = game.play(Position(("bbww", "", ""), Color.BLACK, (20, 20), (0, 0)), Drop(0))
    assert after == Position(("b", "", ""), Color.WHITE, (20, 19), (4, 0))


def test_a_run_of_three_is_not_captured_and_scores_for_its_owner() -> None:
    game = _game("bestgame(columns=3,rows=5)")
    after = game.play(Position(("bbb", "", ""), Color.WHITE, (20, 20), (0, 0)), Drop(0))
    assert after == Position(("w", "", ""), Color.BLACK, (19, 20), (0, 3))


def test_the_outcome_has_the_points_of_white_first() -> None:
    game = _game("bestgame(columns=3,rows=3)")
    assert game.outcome(game.parse("bwb/wbw/bwb b 0 0 5 7")) == Outcome(Player.FIRST, "more points", (7, 5))
    assert game.outcome(game.parse("bwb/wbw/bwb b 0 0 7 5")) == Outcome(Player.SECOND, "more points", (5, 7))
    assert game.outcome(game.parse("bwb/wbw/bwb b 0 0 6 6")) == Outcome(None, "equal points", (6, 6))


def test_there_is_no_move_without_tokens() -> None:
    game = _game("bestgame(columns=3,rows=3)")
    assert game.legal_moves(game.parse(".../.../..w b 0 0 0 0")) == ()


@pytest.mark.parametrize(
    "spec",
    [
        "bestgame(columns=2)",
        "bestgame(columns=10)",
        "bestgame(rows=2)",
        "bestgame(rows=10)",
        "bestgame(tokens=0)",
        "bestgame(tokens=41)",
    ],
)
def test_options_out_of_range(spec: str) -> None:
    with pytest.raises(ValueError, match=r"(columns|rows) must be 3 to 9, got|tokens must be 1 to 40, got"):
        load(spec)


def test_a_full_column_is_shown_whole() -> None:
    game = _game("bestgame(columns=3,rows=3)")
    pos = game.parse(".w./.b./.w. b 20 18 0 0")
    assert game.refusal(pos, Drop(1)) == Refusal("column 2 is full", ("2,3", "2,2", "2,1"))


def test_the_mirror_image() -> None:
    game = _game("bestgame(columns=7,rows=5)")
    pos = game.parse(EXAMPLE)
    same, mirrored = game.symmetries(pos)
    assert same == pos
    assert game.text(mirrored) == "...w.b./...b.w./...w.b./...bbwb/wbbwbbw w 7 7 3 6"


def test_points_and_open_pairs_make_the_lead() -> None:
    game = _game("bestgame")
    empty = "...../" * 6
    level, lead, pair = (
        game.parse(text)
        for text in (
            f"{empty}..... w 20 20 0 0",
            f"{empty}..... w 20 20 0 3",
            f"{'...../' * 5}b..../b.... w 20 20 0 0",
        )
    )
    assert game.heuristic(level, Player.FIRST) == 0
    for pos in (lead, pair):
        assert game.heuristic(pos, Player.FIRST) > 0
        assert game.heuristic(pos, Player.SECOND) == -game.heuristic(pos, Player.FIRST)


# Line mode


def test_the_screen_is_the_source_documents() -> None:
    game = _game("bestgame")
    pos = game.parse("...../...../...../...../...../..b../wbbwb w 7 7 3 6")
    assert (game.heading(pos, ("Player 1", "Player 2")) + board(game.layout(), game.scene(pos))).splitlines() == [
        "Player 1: 6 points (7/20), Player 2: 3 points (7/20)",
        "   1  2  3  4  5",
        "7 [ ][ ][ ][ ][ ]",
        "6 [ ][ ][ ][ ][ ]",
        "5 [ ][ ][ ][ ][ ]",
        "4 [ ][ ][ ][ ][ ]",
        "3 [ ][ ][ ][ ][ ]",
        "2 [ ][ ][b][ ][ ]",
        "1 [w][b][b][w][b]",
    ]


def test_namesakes_are_told_apart_by_their_colours() -> None:
    game = _game("bestgame")
    named = "random (White): 0 points (20/20), random (Black): 0 points (20/20)\n"
    assert game.heading(game.start(), ("random", "random")) == named


def test_the_prompt_names_the_player() -> None:
    game = _game("bestgame")
    assert game.prompt(game.start(), ("Ada", "Ben")) == "Move #1, Ada (White), your column: "
    assert game.prompt(game.play(game.start(), Drop(0)), ("Ada", "Ben")) == "Move #2, Ben (Black), your column: "


def test_a_column_number_is_read() -> None:
    game = _game("bestgame")
    assert game.read(game.start(), " 5 ") == Drop(4)
    for typed in ("0", "6", "05", "", "m", "²"):
        assert game.read(game.start(), typed) is None


# Picture


def test_the_layout() -> None:
    layout = load("bestgame(columns=3,rows=4)").layout()
    assert (layout.surface, layout.piece, layout.width, layout.height) == ("rack", "token", 3, 4)
    assert layout.spots[0] == Spot("1,4", 0.5, 0.5, "1", "column 1, row 4")
    assert layout.spots[-1] == Spot("3,1", 2.5, 3.5, "3", "column 3, row 1")
    assert layout.labels[0] == Label("1", "top", 0.5)
    assert layout.labels[3] == Label("4", "left", 0.5)
    assert layout.labels[-1] == Label("1", "left", 3.5)
    assert layout.buttons == ()


def test_a_column_is_pressed_for_a_drop() -> None:
    game = _game("bestgame")
    assert [game.clicks(move) for move in game.all_moves()] == [("1",), ("2",), ("3",), ("4",), ("5",)]


def test_the_scene_counts_points_and_tokens() -> None:
    game = _game("bestgame(columns=3,rows=3,tokens=9)")
    assert game.scene(game.parse(".../.b./.w. w 7 8 2 1")) == Scene(
        pieces={"2,1": Piece(Color.WHITE), "2,2": Piece(Color.BLACK)},
        counters=(
            Counter("white-points", "points", Color.WHITE, 1),
            Counter("white-tokens", "tokens left", Color.WHITE, 8, 9),
            Counter("black-points", "points", Color.BLACK, 2),
            Counter("black-tokens", "tokens left", Color.BLACK, 7, 9),
        ),
    )


def _seen(game: BestGame, scene: Scene) -> str:
    """The board of a scene in the notation of positions, with White's and Black's points."""
    letters = [str(scene.pieces[spot.id].color) if spot.id in scene.pieces else "." for spot in game.layout().spots]
    rows = ["".join(letters[at : at + 7]) for at in range(0, len(letters), 7)]
    points = [str(counter.value) for counter in scene.counters if counter.label == "points"]
    return f"{'/'.join(rows)} {' '.join(points)}"


def test_a_drop_that_does_nothing_has_one_stage() -> None:
    game = _game("bestgame(columns=7,rows=5)")
    pos = game.parse(EXAMPLE)
    assert [_seen(game, stage) for stage in game.stages(pos, Drop(4))] == [
        ".b.w.../.w.b.../.b.w.../bwbbw../wbbwbbw 6 3",
    ]


def test_stages_of_a_capture_on_top_have_no_fall() -> None:
    game = _game("bestgame(columns=7,rows=5)")
    pos = game.parse(EXAMPLE)
    stages = game.stages(pos, Drop(2))
    assert [_seen(game, stage) for stage in stages] == [
        ".b.w.../.w.b.../.bww.../bwbb.../wbbwbbw 6 3",
        ".b.w.../.w.b.../.bww.../bwwb.../wbwwbbw 6 3",
        ".b.w.../.w.b.../.b.w.../bw.b.../wb.wbbw 9 3",
    ]
    assert [stage.counters[1].value for stage in stages] == [6, 6, 6]
    assert stages[-1] == game.scene(game.play(pos, Drop(2)))


def test_stages_of_a_chain_show_every_capture_removal_and_fall() -> None:
    game = _game("bestgame(columns=7,rows=5)")
    pos = game.parse("......w/......b/....b.w/...wwbb/..wwbbw w 20 20 0 0")
    assert [_seen(game, stage) for stage in game.stages(pos, Drop(2))] == [
        "......w/......b/....b.w/..wwwbb/..wwbbw 0 0",
        "......w/......b/....b.w/.....bb/..wwbbw 3 0",
        "......w/......b/......w/....bbb/..wwbbw 3 0",
        "......w/......b/......w/......./..wwbbw 3 3",
        "......./......w/......b/......w/..wwbbw 3 3",
        "......./......w/......b/......b/..wwbbb 3 3",
        "......./......w/......./......./..ww... 3 8",
        "......./......./......./......./..ww..w 3 8",
    ]
