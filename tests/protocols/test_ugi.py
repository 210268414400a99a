"""UGI by scripted peers over real pipes."""

from random import Random

import pytest

from protocols.peers import BOARDS, GAMES, GARBAGE, MOST_MOVES, peer
from quintet import Match, load
from quintet.core.types import Player


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
