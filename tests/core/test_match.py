"""A match: it checks what is played, remembers it, and ends by rules, resignation or agreement."""

from collections import Counter
from copy import copy

import pytest

from quintet import IllegalMove, Match, Outcome, Player, load
from quintet.core.game import LONGEST_MOVE, read_move
from quintet.core.types import PASS
from quintet.games.othello import Move, Othello, Position


def test_play_by_text_and_by_move() -> None:
    match = Match(load("othello"))
    match.play(" D3 ")
    match.play(match.game.legal_moves(match.position)[0])
    assert [str(move) for move in match.moves] == ["d3", "c3"]
    assert (match.ply, match.to_move) == (2, Player.FIRST)
    assert match.legal() == ["b3", "c4", "f5", "e6"]
    assert repr(match).startswith("<Match othello ply 2: ")


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(load("othello"))
    match.play("d3")
    match.undo()
    for text in ("a1", "nonsense", ""):
        with pytest.raises(IllegalMove):
            match.play(text)
    assert match.ply == 0
    match.redo()  # what was taken back before can still be played again
    assert match.ply == 1


def test_a_new_move_forgets_what_was_undone() -> None:
    match = Match(load("othello"))
    match.play("d3")
    match.undo()
    match.play("c4")
    with pytest.raises(ValueError, match="no move to play again"):
        match.redo()


def test_nothing_to_undo() -> None:
    with pytest.raises(ValueError, match="no move to take back"):
        Match(load("othello")).undo()


def test_resignation_ends_the_match_and_can_be_taken_back() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    match.play("d3")
    match.resign(Player.FIRST)
    assert match.outcome == Outcome(Player.SECOND, "Ada resigned")
    assert match.legal() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("c3")
    with pytest.raises(ValueError, match="the game is over"):
        match.agree_draw()
    match.undo()
    assert match.ply == 1
    assert not match.outcome


def test_undone_moves_are_not_played_again_behind_a_resignation() -> None:
    match = Match(load("othello"))
    match.play("d3")
    match.undo()
    match.agree_draw()
    with pytest.raises(ValueError, match="no move to play again"):
        match.redo()


def test_a_match_may_start_anywhere() -> None:
    game = load("othello")
    text = "bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwww. b"
    match = Match(game, position=game.parse(text))
    match.play("h8")
    assert match.outcome == Outcome(Player.FIRST, "more discs", (39, 25))


@pytest.mark.parametrize("name", ["", "   ", "two\nlines", "x" * 81, "\x1b[31mred"])
def test_names_must_fit_on_a_line(name: str) -> None:
    with pytest.raises(ValueError, match="a name must be 1 to 80 printable characters"):
        Match(load("othello"), names=(name, "Ben"))


def test_a_game_that_gives_no_reasons_lists_what_is_legal() -> None:
    class Silent(Othello):
        refusal = None  # type: ignore[assignment]

    match = Match(Silent())
    with pytest.raises(IllegalMove, match="a1 is not legal here: expected one of d3, c4, f5, e6"):
        match.play("a1")


def test_a_copy_goes_its_own_way() -> None:
    match = Match(load("othello"))
    match.play("d3")
    other = copy(match)
    other.play("c3")
    match.undo()
    assert (match.ply, other.ply) == (0, 2)
    with pytest.raises(ValueError, match="no move to play again"):
        other.redo()


class Counting(Othello):
    """Othello that counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        self.asked["legal_moves"] += 1
        return super().legal_moves(pos)

    def play(self, pos: Position, move: Move) -> Position:
        self.asked["play"] += 1
        return super().play(pos, move)

    def outcome(self, pos: Position) -> Outcome | None:
        self.asked["outcome"] += 1
        return super().outcome(pos)


def test_the_rules_are_asked_once_a_position() -> None:
    game = Counting()
    match = Match(game)
    for _ in range(3):
        assert match.legal() == [str(move) for move in match.legal_moves] == ["d3", "c4", "f5", "e6"]
        assert match.outcome is None
        assert str(match.legal_move("F5")) == "f5"
    assert game.asked == {"legal_moves": 1}
    match.play("d3")
    match.undo()
    match.redo()
    assert game.asked == {"legal_moves": 1, "play": 1}


def test_what_was_tried_on_a_copy_is_known() -> None:
    game = Counting()
    match = Match(game)
    trial = copy(match)
    trial.play("d3")
    assert trial.outcome is None
    assert trial.legal() == ["c3", "e3", "c5"]
    match.play("d3")
    assert match.legal() == trial.legal()
    assert match.outcome is None
    assert game.asked == {"legal_moves": 2, "play": 1, "outcome": 1}


def test_another_move_than_the_one_that_was_tried() -> None:
    match = Match(load("othello"))
    trial = copy(match)
    trial.play("d3")
    match.play("c4")
    assert match.position != trial.position
    assert match.legal() == ["c3", "e3", "c5"]


def test_a_match_that_was_ended_has_no_legal_move() -> None:
    match = Match(load("othello"))
    match.agree_draw()
    assert match.legal_moves == ()
    assert match.legal() == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.legal_move("d3")


def test_a_match_that_is_retold_is_the_same() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    for move in ("d3", "c3", "c4"):
        match.play(move)
    assert Match.retold(match.game, match.start, match.moves, match.names) == match


def test_a_typed_move_is_read_in_the_game_s_own_forms_or_as_its_text() -> None:
    othello, quentin = load("othello"), load("quentin", size=5)
    assert read_move(othello, othello.start(), "p") is PASS
    assert str(read_move(othello, othello.start(), " D3 ")) == "d3"
    assert str(read_move(quentin, quentin.start(), "A1")) == "a1"
    assert read_move(quentin, quentin.start(), "z9") is None
    assert read_move(othello, othello.start(), "d3" * LONGEST_MOVE) is None


def test_an_outcome_is_written_with_the_seat_of_the_winner() -> None:
    won = {"winner": "first", "reason": "more discs", "scores": (39, 25)}
    assert Outcome(Player.FIRST, "more discs", (39, 25)).as_json() == won
    assert Outcome(Player.SECOND, "resigned").as_json() == {"winner": "second", "reason": "resigned", "scores": None}
    assert Outcome(None, "agreed").as_json() == {"winner": None, "reason": "agreed", "scores": None}
