"""What Othello has beside its rules: tournament scores, its own way of typing a pass, and its picture."""

from quintet import Color, Outcome, Player, load
from quintet.core.scene import Button, Counter, Piece
from quintet.core.types import PASS
from quintet.games.othello import Othello


def test_empty_squares_go_to_the_winner_in_tournaments() -> None:
    text = {winner: f"{winner * 2}....../{'......../' * 6}........ b" for winner in "bw"}
    game = load("othello(empties=winner)")
    assert game.outcome(game.parse(text["b"])) == Outcome(Player.FIRST, "more discs", (64, 0))
    assert game.outcome(game.parse(text["w"])) == Outcome(Player.SECOND, "more discs", (0, 64))


def test_in_a_draw_empty_squares_go_to_nobody() -> None:
    game = load("othello(empties=winner)")
    text = "b......./......../......../......../......../......../......../.......w b"
    assert game.outcome(game.parse(text)) == Outcome(None, "equal discs", (1, 1))


def test_the_score_stands_above_the_board() -> None:
    game = Othello()
    assert game.heading(game.start(), ("Ada", "Ben")) == "Score: Ada (Black) 2:2 Ben (White)\n\n"
    assert game.prompt(game.start(), ("Ada", "Ben")) == "Ada (Black), your move: "


def test_p_passes() -> None:
    game = Othello()
    assert game.read(game.start(), " P ") == PASS


def test_eight_symmetries() -> None:
    game = Othello()
    after = game.play(game.start(), game.legal_moves(game.start())[0])
    assert len(set(game.symmetries(after))) == 8
    assert len(set(game.symmetries(game.start()))) == 2


def test_early_the_choice_of_moves_counts_most_and_at_the_end_the_discs() -> None:
    game = Othello()
    surrounded, corner, ending = (
        game.heuristic(game.parse(text), Player.FIRST)
        for text in (
            "......../......../......../..wwww../..wbbw../..wwww../......../........ b",
            "b......./......../......../...wb.../...bw.../......../......../........ b",
            "wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbb. b",
        )
    )
    assert surrounded > corner > 0, "two discs against ten, and every move on the board"
    assert ending < 0, "thirty-one discs against thirty-two"


def test_the_picture_is_felt_with_two_counters_and_the_discs() -> None:
    game = Othello()
    layout, scene = game.layout(), game.scene(game.play(game.start(), game.legal_moves(game.start())[0]))
    assert (layout.surface, layout.piece, layout.width, layout.height) == ("felt", "disc", 8, 8)
    assert [(spot.id, spot.x, spot.y) for spot in layout.spots[7:9]] == [("h1", 7.5, 0.5), ("a2", 0.5, 1.5)]
    assert [(label.text, label.side, label.at) for label in layout.labels[7:9]] == [
        ("h", "bottom", 7.5),
        ("1", "left", 0.5),
    ]
    assert layout.buttons == (Button("pass", "Pass"),)
    black = dict.fromkeys(["d3", "d4", "e4", "d5"], Piece(Color.BLACK))
    assert scene.pieces == {**black, "e5": Piece(Color.WHITE)}
    assert scene.counters == (
        Counter("black", "discs", Color.BLACK, 4),
        Counter("white", "discs", Color.WHITE, 1),
    )
    assert [game.clicks(move) for move in (*game.legal_moves(game.start())[:1], PASS)] == [("d3",), ("pass",)]
