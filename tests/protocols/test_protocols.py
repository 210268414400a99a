"""UGI, GTP and NBoard by scripted peers over real pipes."""

import subprocess
import sys
from random import Random

import pytest

from amounts import part
from protocols.peers import peer
from quintet import Match, load
from quintet.core.types import Color, Player
from quintet.protocols.gtp_coordinates import move_text, rows, vertex

BOARDS = [
    "othello",
    "pentago",
    "quentin(size=4)",
    "bestgame(columns=3,rows=3,tokens=4)",
    "magnetize(height=3,width=3,maglock=1)",
]
"""Every game, on boards on which games are short."""
GAMES = part(20)
MOST_MOVES = 70
GARBAGE = [
    "",
    "   ",
    "\x00\x01\x02",
    "hello world",
    "set",
    "go nowhere",
    "go depth",
    "go depth x",
    "go nodes 99999999999999999999999999",
    "setoption",
    "setoption name Hash value much",
    "setoption name None value 1",
    "position",
    "position startpos moves z9",
    "position fen",
    "position fen nonsense b",
    "query",
    "query weather",
    "play",
    "play b",
    "play green d3",
    "play b i5",
    "play b zz99",
    "genmove",
    "genmove green",
    "boardsize -1",
    "boardsize 99999999",
    "komi much",
    "undo 3",
    "gg-undo 99",
    "time_settings 1",
    "time_settings a b c",
    "time_left b",
    "known_command",
    "lz-analyze green",
    "gogui-play_sequence b",
    "12345678901234567890 name",
    "set game nonsense",
    "set game (;GM[Othello]B[A1];)",
    "set game (;GM[Othello]",
    "set depth deep",
    "move z9",
    "hint many",
    "(" * 5000,
    "x" * 200_000,
    "é" * 1000,
]


def test_every_garbage_is_answered_and_ends_nothing_in_ugi() -> None:
    with peer("ugi", "othello") as ugi:
        ugi.say(*GARBAGE, b"\xff\xfe garbage", b"y" * 2_000_000)
        ugi.say("isready")
        ugi.until("readyok")
        assert all(line.startswith("info string error: ") for line in ugi.heard[:-1])
        assert len(ugi.heard) > 30
        ugi.say("position startpos moves d3", "go nodes 200")
        assert ugi.until("bestmove").split()[1] in ("c3", "e3", "c5")
        assert ugi.end() == 0


def test_every_garbage_is_answered_and_ends_nothing_in_gtp() -> None:
    with peer("gtp", "othello", "--level", "1") as gtp:
        refused = [gtp.gtp(line)[0] for line in GARBAGE if line.strip("\x00\x01\x02 ")]
        assert set(refused) <= {"?", "="}
        assert refused.count("?") > 25
        gtp.say(b"\xff\xfe garbage", b"y" * 2_000_000)
        assert gtp.until("?") == "? unknown command"
        assert gtp.until("?").startswith("? syntax error: a line must have at most")
        assert gtp.until("") == ""
        assert gtp.gtp("known_command genmove") == "= true"
        assert gtp.end() == 0


def test_no_garbage_ends_nboard() -> None:
    with peer("nboard") as nboard:
        nboard.say(*GARBAGE, b"\xff\xfe garbage", b"y" * 2_000_000, "ping 7")
        nboard.until("pong 7")
        assert "status error: move 1: a1 turns no disc" in nboard.heard
        assert nboard.end() == 0


@pytest.mark.long
@pytest.mark.parametrize("game", BOARDS)
def test_many_games_of_ugi(game: str) -> None:
    random = Random(game)
    rules = load(game)
    with peer("ugi", game) as ugi:
        ugi.say("ugi", "setoption name Hash value 8", "setoption name Level value 2")
        ugi.until("ugiok")
        for number in range(GAMES):
            match = Match(rules)
            ugi.say("uginewgame")
            while match.ply < MOST_MOVES and match.legal():
                moves = " ".join(map(str, match.moves))
                ugi.say(f"position startpos moves {moves}" if moves else "position startpos", "query p1turn")
                assert ugi.line() == f"response {str(match.to_move is Player.FIRST).lower()}"
                if match.to_move is Player(number % 2):
                    ugi.say("go" if number % 4 < 2 else "go nodes 60")
                    match.play(ugi.until("bestmove ").split()[1])
                else:
                    match.play(random.choice(match.legal()))
            ugi.say(f"position startpos moves {' '.join(map(str, match.moves))}", "query gameover", "query result")
            outcome = match.outcome
            results = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}
            assert ugi.line() == f"response {str(outcome is not None).lower()}"
            assert ugi.line() == f"response {'none' if outcome is None else results[outcome.winner]}"
        assert ugi.end() == 0
        assert not [line for line in ugi.heard if "error" in line]


@pytest.mark.long
@pytest.mark.parametrize("game", BOARDS)
def test_many_games_of_gtp(game: str) -> None:
    random = Random(game)
    rules = load(game)
    with peer("gtp", game, "--level", "2") as gtp:
        for number in range(GAMES):
            match = Match(rules)
            assert gtp.gtp("clear_board") == "="
            while match.ply < MOST_MOVES and match.legal():
                color = rules.color(match.position, match.to_move)
                assert gtp.gtp("gogui-rules_side_to_move") == f"= {color.title.lower()}"
                expected = f"= {' '.join(vertex(move) for move in match.legal())}"
                assert gtp.gtp(f"{match.ply} gogui-rules_legal_moves") == expected.replace("=", f"={match.ply}")
                if match.to_move is Player(number % 2):
                    match.play(move_text(gtp.gtp(f"genmove {color}").removeprefix("= ")))
                else:
                    move = random.choice(match.legal())
                    match.play(move)
                    assert gtp.gtp(f"play {color.title} {vertex(move)}") == "="
            assert gtp.gtp("quintet-position") == f"= {rules.text(match.position)}"
            assert gtp.gtp("gogui-rules_board") == "= " + "\n".join(rows(rules, match.position))
            if match.outcome is not None:
                assert gtp.gtp("gogui-rules_legal_moves") == "="
                assert match.outcome.reason in gtp.gtp("gogui-rules_final_result")
                assert gtp.gtp("final_score")[2] in "BW0"
        assert gtp.end() == 0
        assert not [line for line in gtp.heard if line.startswith("?")]


# UGI


def test_a_game_that_is_over_has_no_best_move() -> None:
    with peer("ugi", "othello") as ugi:
        ugi.say("position startpos moves c4 c5 f6 d3 c2 b3 b5 b4 a4", "query result", "go depth 3")
        assert [ugi.line() for _ in range(3)] == [
            "response p1win",
            "info string error: the game is over",
            "bestmove (none)",
        ]


@pytest.mark.parametrize(
    "limit", ["depth 3", "nodes 500", "movetime 50", "p1time 1000 p2time 1000 p1inc 10 p2inc 10", ""]
)
def test_every_limit_of_ugi(limit: str) -> None:
    with peer("ugi", "quentin(size=5)") as ugi:
        ugi.say("setoption name level value 3", "position startpos moves c3", f"go {limit}")
        ugi.until("bestmove ")
        assert not [line for line in ugi.heard if "error" in line]


# GTP


def test_the_same_side_may_move_twice() -> None:
    with peer("gtp", "othello") as gtp:
        assert gtp.gtp("play b d3") == "="
        assert gtp.gtp("play black c5") == "? illegal move: c5 turns no disc"
        assert gtp.gtp("play BLACK F5") == "="
        assert gtp.gtp("gogui-rules_side_to_move") == "= white"
        assert gtp.gtp("undo") == "="
        assert gtp.gtp("undo") == "="
        assert gtp.gtp("undo") == "? cannot undo"
        assert gtp.gtp("genmove w")[:2] == "= "
        assert gtp.gtp("gogui-rules_side_to_move") == "= black"


def test_a_forced_pass_may_be_left_out_or_sent() -> None:
    moves = ["f5", "f6", "c4", "g5", "h5", "h4", "f7", "h6"]
    sequence = " ".join(f"{'bw'[at % 2]} {move}" for at, move in enumerate(moves))
    with peer("gtp", "othello") as gtp:
        for follow in (["play w c5"], ["play b pass", "play w c5"], ["genmove w"]):
            assert gtp.gtp("clear_board") == "="
            assert gtp.gtp(f"gogui-play_sequence {sequence}") == "="
            assert gtp.gtp("gogui-rules_legal_moves") == "= pass"
            assert [gtp.gtp(command)[0] for command in follow] == ["="] * len(follow)
            assert gtp.gtp("gogui-rules_side_to_move") == "= black"
        assert gtp.gtp("gogui-play_sequence b d3 w a1")[0] == "?"
        assert gtp.gtp("gogui-rules_side_to_move") == "= black"


def test_columns_have_no_i() -> None:
    with peer("gtp", "quentin(size=9,pie=false)") as gtp:
        assert gtp.gtp("play b j1") == "="
        assert gtp.gtp("quintet-position").startswith("= ........b/")
        assert "J2" in gtp.gtp("gogui-rules_legal_moves").split()
        assert gtp.gtp("play w I2") == "? invalid coordinate 'I2': GTP has no column I"
        assert gtp.gtp("gogui-rules_board").splitlines()[-1] == ". . . . . . . . X"  # row 1 is the lowest
    for move, name in {"h1": "H1", "i1": "J1", "j12": "K12", "a2-1C": "a2-1C", "3": "3", "pass": "pass"}.items():
        assert (vertex(move), move_text(name), move_text(name.lower())) == (name, move, move.lower())


def test_boardsize_makes_another_game_where_it_can() -> None:
    with peer("gtp", "quentin(size=4,pie=false)") as gtp:
        assert gtp.gtp("boardsize 6") == "="
        assert gtp.gtp("gogui-rules_board_size") == "= 6"
        assert gtp.gtp("quintet-position") == f"= {'/'.join(['......'] * 6)} b -"
        assert gtp.gtp("boardsize 99") == "? unacceptable size: GTP has 25 columns, got 99"
    with peer("gtp", "othello") as gtp:
        assert gtp.gtp("boardsize 8") == "="
        assert gtp.gtp("boardsize 19") == "? unacceptable size: expected 8, got 19"


def test_a_board_with_more_columns_than_gtp_has_is_refused() -> None:
    command = [sys.executable, "-m", "quintet", "gtp", "quentin(size=26)"]
    done = subprocess.run(command, input="", capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "quintet: GTP has 25 columns, got quentin(size=26).\n"
    with peer("gtp", "quentin(size=25,pie=false)") as gtp:
        assert gtp.gtp("play b z1") == "="
        assert gtp.gtp("play w z1") == "? illegal move: z1 is occupied"
        assert gtp.gtp("play w z99").startswith("? illegal move: 'z99' is not a move: expected one like a1, b1, ")
    with peer("gtp", "magnetize(height=3,width=30)") as gtp:  # its columns have numbers
        assert gtp.gtp("play b 29") == "="


def test_a_move_is_interrupted() -> None:
    with peer("gtp", "othello", "--level", "10") as gtp:
        assert gtp.gtp("time_settings 100000 0 0") == "="
        for _ in range(2):
            gtp.say("genmove b", "# interrupt")
            assert gtp.until("=").removeprefix("= ") in ("D3", "C4", "F5", "E6")
            assert gtp.line() == ""
            assert gtp.gtp("clear_board") == "="
        gtp.say("5 genmove b", "6 quit")
        assert [line for line in gtp.rest() if line][-1] == "=6"
        assert gtp.process.wait(30) == 0


def test_what_gogui_asks_for() -> None:
    with peer("gtp", "othello", "--level", "2") as gtp:
        assert gtp.gtp("1 protocol_version") == "=1 2"
        assert gtp.gtp("gogui-rules_game_id") == "= Othello"
        names = gtp.gtp("list_commands").removeprefix("= ").splitlines()
        assert {"genmove", "play", "time_left", "gogui-rules_final_result", "gogui-analyze_commands"} <= set(names)
        for line in gtp.gtp("gogui-analyze_commands").removeprefix("= ").splitlines():
            assert line.split("/")[2] in names
            assert gtp.gtp(line.split("/")[2])[0] == "="
        assert gtp.gtp("# a comment\nname # another") == "= Quintet Othello"
        assert gtp.gtp("time_settings 0 1 1") == "="
        assert gtp.gtp("time_left b 1 50") == "="
        assert gtp.gtp("reg_genmove b")[0] == "="
        assert gtp.gtp("gogui-rules_side_to_move") == "= black"
        assert gtp.gtp("final_score") == "? cannot score: the game is not over"


# NBoard

GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[Edax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)


def test_the_session_of_the_description() -> None:
    with peer("nboard") as nboard:
        nboard.say("nboard 2", f"set game {GAME}", "set depth 6", "ping 1", "go")
        assert nboard.until("set myname") == "set myname Quintet"
        assert nboard.until("set myname") == "set myname Quintet6"
        assert nboard.until("pong") == "pong 1"
        match = Match(load("othello"))
        for move in ["F5", "F6", "D3", "C5", "E6", "F7", "E7", "F4"]:
            match.play(move)
        move, value, seconds = nboard.until("=== ").removeprefix("=== ").split("/")
        assert move.lower() in match.legal()
        assert -64 <= float(value) <= 64
        assert float(seconds) >= 0
        assert nboard.until("status") == "status Quintet is waiting"
        nboard.say(f"move {move}//1.0", "hint 3")
        match.play(move)
        seen = {nboard.until("search").split()[1][:2].lower() for _ in range(3)}
        assert seen <= set(match.legal())
        nboard.until("status Quintet is waiting")
        nboard.say("learn")
        assert nboard.until("learn") == "learned"
        assert nboard.end() == 0


def test_nothing_is_said_about_the_past_after_pong() -> None:
    with peer("nboard") as nboard:
        nboard.say("nboard 2", "set depth 40")
        for number in range(10):
            nboard.say("go" if number % 2 else "hint 4", f"ping {number}")
            nboard.until(f"pong {number}")
        nboard.say("ping last")
        assert nboard.line() == "pong last"
        assert not [line for line in nboard.heard if line.startswith("===")]


def test_passes_are_pa() -> None:
    with peer("nboard") as nboard:
        nboard.say(
            "nboard 2",
            "set depth 3",
            *(f"move {move}" for move in ["F5", "F6", "C4", "G5", "H5", "H4", "F7", "H6"]),
            "go",
        )
        assert nboard.until("===") == "=== PA"
        nboard.say("move PA", "go")
        assert nboard.until("===").split("/")[0] in ("=== C5", "=== E7")
        nboard.say("analyze")
        values = [nboard.until("analysis").split() for _ in range(10)]
        assert [int(ply) for _, ply, _ in values] == list(range(9, -1, -1))


def test_the_end_of_input_ends_all_three() -> None:
    for arguments in (["ugi", "othello"], ["gtp", "othello"], ["nboard"]):
        with peer(*arguments) as program:
            program.say("go infinite" if arguments[0] == "ugi" else "name")
            assert program.process.stdin is not None
            program.process.stdin.close()
            program.rest()
            assert program.process.wait(30) == 0


def test_the_color_of_a_vertex_is_the_color_of_its_piece() -> None:
    game = load("othello")
    assert rows(game, game.start())[3] == ". . . X O . . ."  # row 5: d5 is black
    assert game.scene(game.start()).pieces["d5"].color is Color.BLACK
