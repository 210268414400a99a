"""Moves and boards in GTP coordinates."""

import subprocess
import sys

from protocols.peers import peer
from quintet import load
from quintet.core.types import Color
from quintet.protocols.gtp_coordinates import move_text, rows, vertex


def test_columns_have_no_i() -> None:
    with peer("gtp", "quentin(size=9,pie=false)") as gtp:
        assert gtp.gtp("play b j1") == "="
        assert gtp.gtp("quintet-position").startswith("= ........b/")
        assert "J2" in gtp.gtp("gogui-rules_legal_moves").split()
        assert gtp.gtp("play w I2") == "? invalid coordinate 'I2': GTP has no column I"
        assert gtp.gtp("gogui-rules_board").splitlines()[-1] == ". . . . . . . . X"  # row 1 is the lowest
    for move, name in {"h1": "H1", "i1": "J1", "j12": "K12", "a2-1C": "a2-1C", "3": "3", "pass": "pass"}.items():
        assert (vertex(move), move_text(name), move_text(name.lower())) == (name, move, move.lower())


def test_a_board_with_more_columns_than_gtp_has_is_refused() -> None:
    command = [sys.executable, "-m", "quintet", "gtp", "quentin(size=26)"]
    done = subprocess.run(command, input="", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "quintet: GTP has 25 columns, got quentin(size=26).\n"
    with peer("gtp", "quentin(size=25,pie=false)") as gtp:
        assert gtp.gtp("play b z1") == "="
        assert gtp.gtp("play w z1") == "? illegal move: z1 is occupied"
        assert gtp.gtp("play w z99").startswith("? illegal move: 'z99' is not a move: expected one of a1, b1, ")
    with peer("gtp", "magnetize(height=3,width=30)") as gtp:  # its columns have numbers
        assert gtp.gtp("play b 29") == "="


def test_the_color_of_a_vertex_is_the_color_of_its_piece() -> None:
    game = load("othello")
    assert rows(game, game.start())[3] == ". . . X O . . ."  # row 5: d5 is black
    assert game.scene(game.start()).pieces["d5"].color is Color.BLACK
