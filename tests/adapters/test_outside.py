"""Other programs as players: our own behind each protocol, and programs that misbehave."""

import sys
from pathlib import Path
from random import Random

import pytest

from quintet import Match, load
from quintet.adapters.outside import Forfeit, OutsidePlayer, parse
from quintet.core.types import Player

QUINTET = f"{sys.executable} -m quintet"
PLAYERS = [
    ("othello", f"ugi:{QUINTET} ugi othello"),
    ("quentin(size=4)", f'ugi:{QUINTET} ugi "quentin(size=4)"'),
    ("othello", f"gtp:{QUINTET} gtp othello --level 2"),
    ("quentin(size=4)", f'gtp:{QUINTET} gtp "quentin(size=4)" --level 2'),
    ("othello", f'nboard:"{QUINTET} nboard"'),
]


@pytest.mark.parametrize(("game", "text"), PLAYERS)
def test_two_games_against_our_own_program(game: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.adapters.outside.NBOARD_DEPTH", 2)
    random = Random(1)
    with OutsidePlayer(load(game), text, seconds=0.02, grace=60) as player:
        for mine in Player:
            match = Match(player.game)
            while match.legal() and match.ply < 8:
                match.play(random.choice(match.legal()) if match.to_move is mine else player.choose(match))
            assert match.ply == 8 or match.outcome is not None


def program(folder: Path, *lines: str) -> str:
    """A program of these lines of Python, which says hello in UGI."""
    path = folder / "program.py"
    hello = ["import sys, time", "print('ugiok\\nreadyok', flush=True)", "for line in sys.stdin:"]
    path.write_text("\n".join([*hello, *(f"    {line}" for line in lines)]) + "\n")
    return f"ugi:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["if line[:2] == 'go': sys.exit(1)"], "has crashed"),
        (["if line[:2] == 'go': print('bestmove a1', flush=True)"], "played 'a1': a1 turns no disc"),
        (["if line[:2] == 'go': print('bestmove', flush=True)"], "played ''"),
        (["if line[:2] == 'go': print('bestmove resign', flush=True)"], "resigned"),
        (["if line[:2] == 'go': time.sleep(60)"], "did not answer within 2.5 seconds"),
    ],
)
def test_a_program_that_misbehaves_forfeits_and_is_started_anew(tmp_path: Path, lines: list[str], reason: str) -> None:
    with OutsidePlayer(load("othello"), program(tmp_path, *lines), seconds=0.5) as player:
        for _ in range(2):
            with pytest.raises(Forfeit) as error:
                player.choose(Match(player.game))
            assert reason in str(error.value)
        program(tmp_path, "if line[:2] == 'go': print('bestmove d3', flush=True)")
        assert str(player.choose(Match(player.game))) == "d3"


def test_a_program_killed_in_the_middle_plays_the_next_game() -> None:
    with OutsidePlayer(load("othello"), f"gtp:{QUINTET} gtp othello --level 1", seconds=0.1, grace=60) as player:
        match = Match(player.game)
        match.play(player.choose(match))
        match.play(match.legal()[0])
        assert player._speaker is not None
        player._speaker.pipe._process.kill()
        with pytest.raises(Forfeit) as error:
            player.choose(match)
        assert str(error.value) == f"{sys.executable} has crashed"
        assert str(player.choose(Match(player.game))) in ("d3", "c4", "f5", "e6")


@pytest.mark.parametrize("text", ["", "ugi", "ugi:", "uci:engine", 'gtp:"', "human", "nboard: "])
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert str(error.value) == f"a program must be ugi:COMMAND or gtp:COMMAND or nboard:COMMAND, got {text!r}"


def test_a_program_that_is_not_there() -> None:
    with OutsidePlayer(load("othello"), "ugi:/no/such/program") as player, pytest.raises(Forfeit) as error:
        player.choose(Match(player.game))
    assert str(error.value) == "/no/such/program cannot be started: No such file or directory"
    assert parse('ugi:"my engine" --fast') == ("ugi", ["my engine", "--fast"])
    assert parse('gtp:"engine --fast"') == ("gtp", ["engine", "--fast"])
