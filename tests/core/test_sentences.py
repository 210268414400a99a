"""Sentences that several front ends say."""

from quintet import Outcome, Player
from quintet.core.sentences import capitalized, ending, enumerated, explained, plural, sentence


def test_how_a_game_ended() -> None:
    assert ending(Outcome(Player.SECOND, "more points", (12, 26)), "White") == "White wins 26 to 12"
    assert ending(Outcome(Player.FIRST, "five in a row"), "White") == "White wins: five in a row"
    assert ending(Outcome(Player.FIRST, "all captured", (3, 5)), "Ada") == "Ada wins 3 to 5: all captured"
    assert ending(Outcome(Player.FIRST, "Ben resigned"), "You (Black)") == "You (Black) win: Ben resigned"
    assert ending(Outcome(Player.FIRST, "Ben ran out of time"), "Ada") == "Ada wins: Ben ran out of time"
    assert ending(Outcome(None, "equal points", (18, 18)), "") == "A draw, 18 to 18"
    assert ending(Outcome(None, "board full"), "") == "A draw: the board is full"
    assert ending(Outcome(None, "agreed"), "") == "A draw: both agreed"


def test_words_side_by_side() -> None:
    assert [enumerated(["a1", "b2", "c3", "d4"][:count]) for count in (1, 2, 3, 4)] == [
        "a1",
        "a1 and b2",
        "a1, b2 and c3",
        "a1, b2 and 2 more",
    ]


def test_small_words() -> None:
    assert (capitalized("agreed by Ada"), capitalized("")) == ("Agreed by Ada", "")
    assert (plural(1, "move"), plural(0, "move"), plural(2, "move")) == ("1 move", "0 moves", "2 moves")


def test_a_name_of_a_spot_keeps_its_case() -> None:
    assert (sentence("d3 makes it a draw."), sentence("column 3 wins.")) == ("d3 makes it a draw.", "Column 3 wins.")


def test_an_error_on_one_line() -> None:
    assert explained(ValueError("expected a game,\n  got x")) == "expected a game, got x"
    assert explained(KeyError("x")) == "KeyError: 'x'"
