"""``quintet puzzles``: what it lists, and what it says about bad input."""

import pytest

from quintet.terminal.cli import main


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["bake", "othello"], "DO must be one of make, check, list, got 'bake'"),
        (["list", "nonsense"], "no game is called 'nonsense'"),
        (["make", "othello", "--strongest", "10"], "levels must be a whole number from 1 to 9, got 10"),
        (["make", "othello", "--games", "0"], "games must be a whole number from 1 to 1000000, got 0"),
        (["list", "quentin(size=7)"], "there are no puzzles of quentin(size=7): make some with"),
    ],
)
def test_bad_input_is_a_sentence(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_the_list_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "list", "othello"]) == 0
    assert "othello: 300 puzzles, rated" in capsys.readouterr().out
