"""GTP by scripted peers over real pipes."""

from random import Random

import pytest

from protocols.peers import BOARDS, GAMES, GARBAGE, MOST_MOVES, peer
from quintet import Match, load
from quintet.core.types import Player
from quintet.protocols.gtp_coordinates import move_text, rows, vertex


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


def test_boardsize_makes_another_game_where_it_can() -> None:
    with peer("gtp", "quentin(size=4,pie=false)") as gtp:
        assert gtp.gtp("boardsize 6") == "="
        assert gtp.gtp("gogui-rules_board_size") == "= 6"
        assert gtp.gtp("quintet-position") == f"= {'/'.join(['......'] * 6)} b -"
        assert gtp.gtp("boardsize 99") == "? unacceptable size: GTP has 25 columns, got 99"
    with peer("gtp", "othello") as gtp:
        assert gtp.gtp("boardsize 8") == "="
        assert gtp.gtp("boardsize 19") == "? unacceptable size: size must be 4, 6, 8 or 10, got 19"


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
