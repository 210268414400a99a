"""Other programs as players: our own behind each protocol, and programs that misbehave."""

import sys
from pathlib import Path
from random import Random

import pytest

from amounts import part, some
from quintet import Match, load
from quintet.core.types import Player
from quintet.engine.limits import Limits
from quintet.protocols.external_engines import Forfeit, OutsidePlayer, parse

QUINTET = f"{sys.executable} -m quintet"
LIMITS = Limits(nodes=50, depth=2)
BOARDS = ["othello", "pentago", "quentin(size=5)", "bestgame", "magnetize"]
PLAYERS = [
    ("othello", f"ugi:{QUINTET} ugi othello"),
    ("quentin(size=4)", f'ugi:{QUINTET} ugi "quentin(size=4)"'),
    ("othello", f"gtp:{QUINTET} gtp othello --level 2"),
    ("quentin(size=4)", f'gtp:{QUINTET} gtp "quentin(size=4)" --level 2'),
    ("othello", f'nboard:"{QUINTET} nboard"'),
]


@pytest.mark.parametrize(("game", "text"), PLAYERS)
def test_two_games_against_our_own_program(game: str, text: str) -> None:
    random = Random(1)
    with OutsidePlayer(load(game), text) as player:
        for mine in Player:
            match = Match(player.game)
            while match.legal() and match.ply < 8:
                match.play(random.choice(match.legal()) if match.to_move is mine else player.choose(match, LIMITS))
            assert match.ply == 8 or match.outcome is not None


def program(folder: Path, *lines: str) -> str:
    """A program of these lines of Python, which says hello in UGI."""
    path = folder / "program.py"
    hello = ["if line == 'ugi\\n': print('ugiok', flush=True)", "if line == 'isready\\n': print('readyok', flush=True)"]
    path.write_text(
        "import sys, time\nfor line in sys.stdin:\n" + "".join(f"    {line}\n" for line in [*hello, *lines])
    )
    return f"ugi:{sys.executable} {path}"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["if line[:2] == 'go': sys.exit(1)"], "ended in the middle of the game, with status 1"),
        (["if line[:2] == 'go': print('bestmove a1', flush=True)"], "illegal move 'a1'"),
        (["if line[:2] == 'go': print('bestmove', flush=True)"], "answered bestmove without a move"),
        (["if line[:2] == 'go': print('bestmove resign', flush=True)"], "resigned"),
        (["if line[:2] == 'go': time.sleep(60)"], "did not answer within 0.6 seconds"),
        (["while line[:2] == 'go': print('info', flush=True)"], "did not answer within 0.6 seconds"),
    ],
)
def test_a_program_that_misbehaves_forfeits_and_is_started_anew(tmp_path: Path, lines: list[str], reason: str) -> None:
    with OutsidePlayer(load("othello"), program(tmp_path, *lines), grace=0.5) as player:
        for _ in range(2):
            with pytest.raises(Forfeit) as error:
                player.choose(Match(player.game), Limits(seconds=0.1))
            assert str(error.value) == reason
        program(tmp_path, "if line[:2] == 'go': print('bestmove d3', flush=True)")
        assert str(player.choose(Match(player.game), LIMITS)) == "d3"


def test_a_program_killed_in_the_middle_plays_the_next_game() -> None:
    with OutsidePlayer(load("othello"), f"gtp:{QUINTET} gtp othello --level 1") as player:
        match = Match(player.game)
        match.play(player.choose(match, LIMITS))
        match.play(match.legal()[0])
        assert player._speaker is not None
        player._speaker.pipe._process.kill()
        with pytest.raises(Forfeit) as error:
            player.choose(match, LIMITS)
        assert str(error.value) == "ended in the middle of the game, with status -9"
        assert str(player.choose(Match(player.game), LIMITS)) in ("d3", "c4", "f5", "e6")


@pytest.mark.long
@pytest.mark.parametrize("protocol", ["ugi", "gtp"])
@pytest.mark.parametrize("game", some(BOARDS))
def test_a_match_goes_on_though_the_program_is_killed(game: str, protocol: str) -> None:
    """Twenty games for each side of each game, the program killed in the middle of one of them: that one is lost."""
    random, lost, games = Random(game), [], part(20)
    level = "--level 1" if protocol == "gtp" else ""
    with OutsidePlayer(load(game), f'{protocol}:{QUINTET} {protocol} "{game}" {level}') as player:
        for number in range(games):
            match = Match(player.game)
            while match.legal() and match.ply < 12:
                if match.to_move is not Player(number % 2):
                    match.play(random.choice(match.legal()))
                    continue
                if number == games // 2 and match.ply >= 2:
                    assert player._speaker is not None
                    player._speaker.pipe._process.kill()
                try:
                    match.play(player.choose(match, LIMITS))
                except Forfeit as error:
                    lost.append((number, str(error)))
                    break
    assert lost == [(games // 2, "ended in the middle of the game, with status -9")]


@pytest.mark.parametrize("text", ["", "ugi", "ugi:", "uci:engine", 'gtp:"', "human", "nboard: "])
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse(text)
    assert str(error.value) == f"a program must be ugi:COMMAND or gtp:COMMAND or nboard:COMMAND, got {text!r}"


def test_the_command_may_be_quoted() -> None:
    assert parse('ugi:"my engine" --fast') == ("ugi", ("my engine", "--fast"))
    assert parse('gtp:"engine --fast"') == ("gtp", ("engine", "--fast"))
    assert parse("nboard:engine --fast") == ("nboard", ("engine", "--fast"))


def test_a_column_that_gtp_does_not_have_forfeits(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("for line in open(0): print('= I1\\n' if line[:7] == 'genmove' else '=\\n', flush=True)\n")
    with OutsidePlayer(load("othello"), f"gtp:{sys.executable} {path}") as player, pytest.raises(Forfeit) as error:
        player.choose(Match(player.game), LIMITS)
    assert str(error.value) == "illegal move 'I1'"


def test_a_program_is_ended_at_once(tmp_path: Path) -> None:
    """One that does not know ``quit`` sees that its input has ended."""
    with OutsidePlayer(load("othello"), program(tmp_path)) as player:
        player.begin(Match(player.game))
        assert player._speaker is not None
        process = player._speaker.pipe._process
    assert process.returncode == 0
