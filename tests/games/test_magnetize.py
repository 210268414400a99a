"""What Magnetize has beside its rules: its display and typed forms, its picture and its stages."""

import pytest

from quintet import Color, Outcome, Player, load
from quintet.core.options import ranges
from quintet.core.scene import Button, Counter, Label, Piece, Scene, Spot
from quintet.core.types import Refusal
from quintet.games.magnetize import MAGNET, Drop, Magnetize, Move
from quintet.render.text.board_text import board


def _game(spec: str) -> Magnetize:
    game = load(spec)
    assert isinstance(game, Magnetize)
    return game


# Options


def test_short_flags_are_the_source_programs() -> None:
    assert {name: range.short for name, range in ranges(Magnetize.Options).items()} == {
        "height": "h",
        "width": "w",
        "square": "s",
        "maglock": "l",
    }


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("magnetize(height=1)", "height must be 2 to 62, got 1"),
        ("magnetize(height=63)", "height must be 2 to 62, got 63"),
        ("magnetize(width=1)", "width must be 2 to 62, got 1"),
        ("magnetize(width=63)", "width must be 2 to 62, got 63"),
        ("magnetize(square=1)", "square must be 2 to 62, got 1"),
        ("magnetize(square=5)", r"square must be 2 to 4 \(it must fit on the board\), got 5"),
        ("magnetize(height=9,width=3,square=4)", r"square must be 2 to 3 \(it must fit on the board\), got 4"),
        ("magnetize(maglock=-1)", "maglock must be 0 to 99, got -1"),
        ("magnetize(maglock=120)", "maglock must be 0 to 99, got 120"),
    ],
)
def test_options_out_of_range(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        load(spec)


def test_there_are_no_scores_and_the_reasons_are_fixed() -> None:
    game = _game("magnetize(height=2,width=4)")
    assert game.outcome(game.parse("bbw./bbww b 0 0")) == Outcome(Player.FIRST, "square made")
    assert game.outcome(game.parse("b.ww/bbww b 0 0")) == Outcome(Player.SECOND, "square made")
    assert game.outcome(game.parse("bbww/bbww b 0 0")) == Outcome(None, "both have a square")
    assert game.outcome(game.parse("bwbw/wbwb b 0 0")) == Outcome(None, "board full")


def test_a_refusal_shows_the_full_column_or_its_taken_top() -> None:
    game = _game("magnetize(height=3,width=3)")
    pos = game.parse("bw./w../b.. b 0 1")
    assert game.refusal(pos, Drop(0)) == Refusal("column 0 is full", ("0,0", "0,1", "0,2"))
    assert game.refusal(pos, Drop(1)) == Refusal("the top of column 1 is taken", ("1,0",))


def test_fuller_blocks_and_missed_turns_make_the_lead() -> None:
    game = _game("magnetize")
    level, piece, three, mixed, missing = (
        game.heuristic(game.parse(text), Player.FIRST)
        for text in (
            "...../...../...../..... b 0 0",
            "...../...../...../b.... w 0 0",
            "...../...../b..../bb... w 0 0",
            "...../...../bw.../bb... w 0 0",
            "...../...../...../..... b 0 2",
        )
    )
    assert level == 0
    assert 0 < piece < three
    assert mixed < three
    assert missing > 0
    pos = game.parse("...../...../b..../bb... w 2 0")
    assert game.heuristic(pos, Player.SECOND) == -game.heuristic(pos, Player.FIRST)


# Line mode


def test_the_screen_is_the_source_documents() -> None:
    game = _game("magnetize")
    pos = game.parse("...../...bw/.bwb./bb.ww b 0 2")
    assert game.heading(game.start(), ("Ada", "Ben")) == ""
    assert game.heading(pos, ("Ada", "Ben")) == "White's magnet is on for 2 turns.\n\n"  # the document shows no sign
    assert board(game.layout(), game.scene(pos)) == "  01234\n\n0 .....\n1 ...*o\n2 .*o*.\n3 **.oo"


def test_labels_go_on_with_capitals_and_small_letters() -> None:
    game = _game("magnetize(height=12,width=62)")
    top, _, *rows = board(game.layout(), game.scene(game.start())).splitlines()
    assert top == "  0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    assert [row[0] for row in rows] == list("0123456789AB")


def test_the_prompts() -> None:
    game = _game("magnetize")
    assert game.prompt(game.start(), ("Ada", "Ben")) == "Ada (Black): "
    assert game.prompt(game.play(game.start(), MAGNET), ("Ada", "Ben")) == "Ben (White): "
    assert game.prompt(game.start(), ("Black", "White")) == "Black: "


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("!", MAGNET),
        ("m", MAGNET),
        (" m ", MAGNET),
        ("0", Drop(0)),
        ("9", Drop(9)),
        ("A", Drop(10)),
        ("M", Drop(22)),
        ("Z", Drop(35)),
        ("a", Drop(36)),
        ("l", Drop(47)),
        ("48", Drop(48)),
        ("n", Drop(49)),
        ("z", Drop(61)),
        ("10", Drop(10)),
        ("07", Drop(7)),
        ("", None),
        ("?", None),
        ("é", None),
        ("²", None),
        ("²²", None),
        ("!!", None),
        ("mm", None),
        ("m!", None),
        ("AB", None),
        ("-1", None),
        ("100", None),
        ("undo", None),
    ],
)
def test_typed_forms(typed: str, move: object) -> None:
    game = _game("magnetize(height=2,width=62)")
    assert game.read(game.start(), typed) == move


def test_a_label_beyond_the_board_is_no_move_of_it() -> None:
    game = _game("magnetize")
    assert game.read(game.start(), "K") not in game.all_moves()


# Picture


def test_the_layout() -> None:
    layout = _game("magnetize(height=3,width=12)").layout()
    assert (layout.surface, layout.piece, layout.width, layout.height) == ("steel", "piece", 12, 3)
    assert layout.spots[0] == Spot("0,0", 0.5, 0.5, "0", "column 0, row 0")
    assert layout.spots[-1] == Spot("11,2", 11.5, 2.5, "11", "column 11, row 2")
    assert layout.labels[11] == Label("B", "top", 11.5)
    assert layout.labels[-1] == Label("2", "left", 2.5)
    assert layout.symbols == (".", "*", "o")


@pytest.mark.parametrize(("maglock", "cost"), [(0, "no turns"), (1, "1 turn"), (2, "2 turns"), (99, "99 turns")])
def test_the_button_says_what_the_magnet_costs(maglock: int, cost: str) -> None:
    assert load("magnetize", maglock=maglock).layout().buttons == (Button("m", f"Magnet (you miss {cost})"),)


def test_a_column_is_pressed_for_a_drop_and_the_button_for_the_magnet() -> None:
    game = _game("magnetize(height=2,width=3)")
    assert [game.clicks(move) for move in game.all_moves()] == [("0",), ("1",), ("2",), ("m",)]


def test_the_scene_marks_what_a_magnet_holds_and_counts_its_turns() -> None:
    game = _game("magnetize(height=3,width=3)")
    assert game.scene(game.parse("w../.wb/.bw b 0 1")) == Scene(
        pieces={
            "0,0": Piece(Color.WHITE, "held"),
            "1,1": Piece(Color.WHITE),
            "2,1": Piece(Color.BLACK),
            "1,2": Piece(Color.BLACK),
            "2,2": Piece(Color.WHITE),
        },
        counters=(Counter("white", "misses # turns", Color.WHITE, 1),),
    )


def test_a_tower_in_the_air_is_held_as_a_whole() -> None:
    game = _game("magnetize(height=4,width=2)")
    pieces = game.scene(game.parse("w./b./w./.. b 0 2")).pieces
    assert {spot: piece.mark for spot, piece in pieces.items()} == {"0,0": "held", "0,1": None, "0,2": "held"}


def test_both_counters_show_when_a_magnet_ends_the_game_while_the_other_is_on() -> None:
    game = _game("magnetize(height=3,width=4)")
    scene = game.scene(game.parse("..../bb../bb.. w 2 1"))
    assert scene.counters == (
        Counter("black", "misses # turns", Color.BLACK, 2),
        Counter("white", "misses # turns", Color.WHITE, 1),
    )
    assert scene.winning == ("0,1", "1,1", "0,2", "1,2")


def test_every_square_of_both_colours_is_shown() -> None:
    game = _game("magnetize")
    winning = game.scene(game.parse("...../.bb../.bbww/.bbww b 0 0")).winning
    assert winning == ("1,1", "2,1", "1,2", "2,2", "3,2", "4,2", "1,3", "2,3", "3,3", "4,3")


def _seen(game: Magnetize, scene: Scene) -> str:
    """The board of a scene in the notation of positions, with the counters that it shows."""
    width = game.options.width
    letters = [str(scene.pieces[spot.id].color) if spot.id in scene.pieces else "." for spot in game.layout().spots]
    rows = ["".join(letters[at : at + width]) for at in range(0, len(letters), width)]
    return " ".join(["/".join(rows), *(f"{counter.id}:{counter.value}" for counter in scene.counters)])


@pytest.mark.parametrize(
    ("spec", "position", "move", "stages"),
    [
        (
            "magnetize",
            "...../...../...../..... b 0 0",
            Drop(2),
            ["...../...../...../..b.."],
        ),
        (
            "magnetize",
            "...../..bbw/.bwb./bb.ww b 0 1",
            Drop(4),
            ["....b/..bbw/.bwb./bb.ww white:1", "...../...bb/.bbbw/bbwww"],
        ),
        (
            "magnetize(height=3,width=4)",
            "b.../wb../bw.. w 0 0",
            MAGNET,
            [
                "b.../wb../b..w white:2",
                "b.../w.../bb.w white:2",
                "b.../...w/bb.w white:2",
                "..../b..w/bb.w white:2",
            ],
        ),
        (
            "magnetize(height=4,width=4)",
            "w.../b.../w.../b... w 2 0",
            MAGNET,
            [
                "...w/b.../...w/b... black:2 white:2",
                "...w/..../b..w/b... white:1",
                "..../..../b..w/b..w",
            ],
        ),
        (
            "magnetize",
            "...../...../...../b.... b 0 2",
            MAGNET,
            ["...../...../...../b...."],
        ),
        (
            "magnetize(height=3,width=3,maglock=0)",
            ".b./.w./.b. w 0 0",
            MAGNET,
            [".b./..w/.b.", ".../.bw/.b.", ".../.b./.bw"],
        ),
        (
            "magnetize(height=3,width=3,maglock=0)",
            ".../.../..w b 0 0",
            MAGNET,
            [".../.../..w"],
        ),
    ],
)
def test_stages(spec: str, position: str, move: Move, stages: list[str]) -> None:
    game = _game(spec)
    pos = game.parse(position)
    shown = game.stages(pos, move)
    assert [_seen(game, scene) for scene in shown] == stages
    assert shown[-1] == game.scene(game.play(pos, move))


def test_a_square_that_is_there_only_in_between_is_not_shown_as_winning() -> None:
    game = _game("magnetize(height=3,width=4,maglock=0)")
    stages = game.stages(game.parse("w.w./w.w./bbb. w 0 0"), MAGNET)
    assert [_seen(game, stage) for stage in stages] == ["..ww/..ww/bbb.", "..w./..ww/bbbw"]
    assert [stage.winning for stage in stages] == [(), ()]
