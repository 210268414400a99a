"""Sentences that several front ends say."""

from quintet import Outcome, Player
from quintet.core.sentences import capitalized, ending, plural


def test_how_a_game_ended() -> None:
    won = Outcome(Player.FIRST, "more discs")
    assert ending(won, "Ada") == "Ada has won: more discs"
    assert ending(won, "Black", "wins", (34, 30)) == "Black wins: more discs, 34:30"
    assert ending(Outcome(None, "the board is full"), "") == "A draw: the board is full"


def test_small_words() -> None:
    assert (capitalized("agreed by Ada"), capitalized("")) == ("Agreed by Ada", "")
    assert (plural(1, "move"), plural(0, "move"), plural(2, "move")) == ("1 move", "0 moves", "2 moves")
