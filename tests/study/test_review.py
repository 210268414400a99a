"""The review of a match: chances, losses and mistakes from analyses that a caller supplies."""

from collections.abc import Callable
from random import Random

import pytest

from quintet import Analysis, Engine, Match, Player, load
from quintet.engine.analysis import Line
from quintet.study.review import CONFIRMED, DEEPER, LEAST, Review, review_by

Value = tuple[float, str] | tuple[float, str, bool]


def played(spec: str, *moves: str) -> Match:
    match = Match(load(spec))
    for move in moves:
        match.play(move)
    return match


def answered(match: Match, value_of: Callable[[str, int], Value]) -> tuple[Review, list[tuple[str, int]]]:
    """A review whose searches are answered by position and patience: the value for FIRST, the best move, exactness."""
    game, asked = match.game, []
    review = Review(game, match.positions, match.moves)
    while search := review.next_search:
        text = game.text(search.position)
        asked.append((text, search.patience))
        value, best, *exact = value_of(text, search.patience)
        player, proved = game.to_move(search.position), bool(exact and exact[0])
        own = value if player is Player.FIRST else -value
        line = Line((best,), own, None, proved)
        review.add([Analysis(player, best, own, None, proved, 1, 1, 0.0, (line,))])
    return review, asked


def test_a_whole_match_is_reviewed_with_an_engine_of_this_process() -> None:
    """A board so small that every position is proved: any opening but the middle wins."""
    match = played("quentin(size=3,pie=false)", "b2", "a1", "b1", "c2", "b3")
    engine = Engine(match.game)
    review = review_by(engine, Review(match.game, match.positions, match.moves), nodes=100_000)
    assert [ply.verdict for ply in review.plies] == [*["Black wins", "White wins"], *["Black wins"] * 3, "Black won"]
    assert [ply.mistake for ply in review.plies] == [None, "blunder", "blunder", None, None, None]
    assert review.mistakes == (1, 1)
    # Black: all to lose three times, once lost. White: once, and lost it; then nothing was left to lose.
    assert list(review.accuracy) == pytest.approx([3 / (10 + 1 + 1), 0.1])
    why = review.plies[1].why
    assert why is not None
    assert why.startswith("b2 allows White's ")
    assert why.endswith(f"With best play White wins; with {review.plies[1].better} instead of b2, Black wins.")


def best_after(match: Match, move: str) -> str:
    """The text of the position after another first move."""
    return match.game.text(match.game.play(match.start, match.legal_move(move)))


OPENING = ("d3", "c3", "c4")
"""After d3, Othello's answers c3, e3 and c5 differ: no two are mirror images."""


def test_no_move_is_blamed_unless_a_deeper_look_confirms_it() -> None:
    match = played("othello", *OPENING)
    texts = [match.game.text(position) for position in match.positions]
    first = {texts[0]: (0.0, "d3"), texts[1]: (0.0, "e3"), texts[2]: (0.6, "c4"), texts[3]: (0.6, "e3")}

    for deep, blamed in ((2 * CONFIRMED + 0.01, True), (2 * CONFIRMED - 0.01, False)):
        review, asked = answered(
            match,
            lambda text, patience: first[text] if patience == 1 else (deep if text == texts[2] else 0.0, "c5"),  # noqa: B023
        )
        assert [patience for _, patience in asked] == [1] * 4 + [DEEPER] * 2, "the move, and the better one"
        assert review.mistakes == (0, int(blamed))
        judged = review.plies[2]
        assert judged.better == ("e3" if blamed else None)
        assert (judged.why or "").endswith("Now Black 80 %; with e3 instead of c3, Black 64 %.") == blamed
        lost = [(one.chance - other.chance) for one, other in zip(review.plies[1:], review.plies, strict=False)]
        assert lost[1] == pytest.approx(judged.loss), "the graph falls by what the move has lost"


def test_a_loss_that_just_fails_to_be_looked_at_again_is_not_blamed() -> None:
    match = played("othello", *OPENING)
    values = (0.0, 0.0, 2 * LEAST - 1e-12, 2 * LEAST - 1e-12)
    texts = {match.game.text(position): value for position, value in zip(match.positions, values, strict=True)}
    review, asked = answered(match, lambda text, patience: (texts[text], "e3" if text.endswith("w") else "d3"))
    assert {patience for _, patience in asked} == {1}
    assert review.plies[2].loss == pytest.approx(LEAST)
    assert review.mistakes == (0, 0)


def test_a_move_that_is_a_mirror_image_of_the_best_is_no_mistake() -> None:
    match = played("othello", "c4", "e3")
    start = match.game.text(match.start)
    values = {start: (0.5, "f5")}
    review, asked = answered(match, lambda text, patience: values.get(text, (0.0, "c3" if patience > 1 else "f5")))
    assert review.plies[1].loss == 0
    assert (start, DEEPER) in asked


def test_a_position_whose_search_missed_a_lost_move_is_searched_again() -> None:
    match = played("othello", *OPENING)
    texts = [match.game.text(position) for position in match.positions]
    first: dict[str, Value] = {texts[0]: (0.0, "d3"), texts[1]: (0.0, "c3"), texts[2]: (1.0, "c4", True)}
    first[texts[3]] = (1.0, "e3", True)
    known = {texts[0], texts[2], texts[3]}
    review, asked = answered(
        match, lambda text, patience: first[text] if patience == 1 or text in known else (-0.6, "e3")
    )
    assert asked[4] == (texts[1], DEEPER)
    assert (review.plies[2].mistake, review.plies[2].better) == ("blunder", "e3")
    hopeless, _ = answered(match, lambda text, patience: first[text] if patience == 1 else (0.0, "e3"))
    assert hopeless.mistakes == (0, 0), "what is not proved must keep more than this to be better than a proved loss"


def test_a_look_that_is_further_from_what_came_of_the_move_than_what_it_calls_lost_blames_nobody() -> None:
    """The guess about the move says 33 %, but it is lost, as the next moves show: then a better move may be lost, too.

    In Quentin such a guess blamed a move that a solver proved to be no worse than the others.
    """
    match = played("othello", *OPENING)
    texts = [match.game.text(position) for position in match.positions]
    first = {texts[0]: (0.0, "d3"), texts[1]: (0.0, "e3"), texts[3]: (0.9, "e3")}
    for came_of_it, blamed in ((0.9, False), (0.5, True)):
        first[texts[2]] = (came_of_it, "c4")
        first[texts[3]] = (came_of_it, "e3")
        review, asked = answered(
            match,
            lambda text, patience: first[text] if patience == 1 else (0.34 if text == texts[2] else 0.0, "c5"),
        )
        assert [patience for _, patience in asked] == [1] * 4 + [DEEPER] * 2
        assert review.mistakes == (0, int(blamed))


def test_what_is_not_confirmed_is_lost_all_the_same_but_blames_nobody() -> None:
    """Black goes from 50 to 22 % by two moves that cannot be blamed: the start was not lost, nor is Black perfect."""
    game, rng = load("othello"), Random(5)
    match = Match(game, played("othello", "d3").position)
    while match.ply < 4:
        match.play(rng.choice(match.legal()))
    values = (0.0, 0.0, -0.28, -0.28, -0.56)

    def value(text: str, patience: int) -> Value:
        """The better move keeps what there was."""
        ply = sum(text.split()[0].count(color) for color in "bw") - 5
        own = text == game.text(match.positions[ply])
        legal = [str(move) for move in game.legal_moves(game.parse(text))]
        others = [move for move in legal if not own or ply == match.ply or move != str(match.moves[ply])]
        return values[ply if own else ply - 1], others[-1]

    review, _ = answered(match, value)
    assert review.mistakes == (0, 0)
    assert review.plies[0].chance == pytest.approx(0.22 + 2 * LEAST)
    black, white = review.accuracy
    assert black == pytest.approx(1 - 2 * LEAST)
    assert white == 1


def test_depths_are_compared_with_equal_depths() -> None:
    """One search gets deeper than the other, and values swing with the depth: only equal depths say what is lost."""
    match = played("othello", *OPENING)
    review = Review(match.game, match.positions, match.moves)
    values = {0: [0.0], 1: [0.0], 2: [0.6], 3: [0.6]}
    asked = 0
    while search := review.next_search:
        player = match.game.to_move(search.position)
        swing = values.get(asked, [0.1, 0.9] if asked == 4 else [0.1, 0.9, 0.1])
        best = ["d3", "e3", "c4", "e3", "c5", "c5"][asked]
        review.add(
            [
                Analysis(player, best, own, None, False, depth, 1, 0.0, (Line((best,), own, None, False),))
                for depth, value in enumerate(swing, 1)
                for own in [value if player is Player.FIRST else -value]
            ]
        )
        asked += 1
    assert asked == 6
    assert review.mistakes == (0, 0)


def test_who_loses_by_a_blunder_is_not_nearly_perfect() -> None:
    """Fifteen quiet moves each, one blunder, and the rest is lost: the mean over all moves called that 97 %."""
    game, rng = load("othello"), Random(3)
    match = Match(game)
    while match.ply < 50 and (moves := match.legal()):
        match.play(rng.choice(moves))
    texts = {game.text(position): ply for ply, position in enumerate(match.positions)}
    turn = next(ply for ply in range(30, 50) if game.to_move(match.positions[ply]) is Player.FIRST)

    def value(text: str, patience: int) -> Value:
        ply = texts.get(text)
        legal = game.legal_moves(game.parse(text))
        best = (
            str(legal[0])
            if ply is None or ply == match.ply or str(legal[0]) != str(match.moves[ply])
            else str(legal[-1])
        )
        return (0.0 if ply is None or ply <= turn else -0.9, best)

    review, _ = answered(match, value)
    assert review.mistakes == (1, 0)
    loser, winner = review.accuracy
    assert loser is not None
    assert loser < 0.8
    assert winner == 1


def test_a_match_that_is_over_at_its_start_has_one_ply() -> None:
    game = load("othello")
    match = Match(game)
    rng = Random(1)
    while moves := match.legal():
        match.play(rng.choice(moves))
    review = Review(game, match.positions[-1:], [])
    assert review.next_search is None
    (end,) = review.changes()
    assert end.exact
    assert end.verdict is not None
    assert review.changes() == []
    assert (review.mistakes, review.accuracy) == ((0, 0), (None, None))
