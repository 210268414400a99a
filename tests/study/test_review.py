"""The review of a match: chances, losses and mistakes from analyses that a caller supplies."""

from random import Random
from typing import Any

from quintet import Analysis, Engine, Match, Player, load
from quintet.engine.analysis import Line
from quintet.study.review import SECOND_LOOK, Review, ReviewedPly


def supposed(match: Match, ply: int, value: float, best: str, *, exact: bool = False) -> Analysis:
    player = match.game.to_move(match.positions[ply])
    return Analysis(player, best, value, None, exact, 1, 1, 0.0, (Line((best,), value, None, exact),))


def review_of(match: Match) -> Review:
    return Review(match.game, match.positions, match.moves)


def played(spec: str, *moves: str) -> Match:
    match = Match(load(spec))
    for move in moves:
        match.play(move)
    return match


def test_a_whole_match_is_reviewed_with_an_engine_of_this_process() -> None:
    """A board so small that every position is proved: any opening but the middle wins."""
    match = played("quentin(size=3,pie=false)", "b2", "a1", "b1", "c2", "b3")
    engine, review = Engine(match.game), review_of(match)
    while search := review.next_search:
        review.add(None if search.is_over else engine.analyze(search.position, nodes=100_000 * search.patience))
    assert [ply.verdict for ply in review.plies] == [*["Black wins", "White wins"], *["Black wins"] * 3, "Black won"]
    assert [ply.mistake for ply in review.plies] == [None, "blunder", "blunder", None, None, None]
    assert review.mistakes == (1, 1)
    assert review.accuracy == (1 - 1 / 3, 0.5)


def test_what_a_move_loses_is_named_by_its_size() -> None:
    match = played("othello", "d3", "c3", "c4", "c5")
    review = review_of(match)
    for ply, (value, best) in enumerate([(0.0, "c4"), (0.3, "e3"), (0.3, "c4"), (0.5, "b4"), (0.0, "e3")]):
        assert review.next_search
        (added,) = review.add(supposed(match, ply, value, best))
        assert added is review.plies[-1]
    assert review.next_search is None
    start, *moves = review.plies
    assert (start.move, start.player, start.loss, start.mistake, start.better) == (None, None, None, None, None)
    assert [round(ply.chance, 3) for ply in review.plies] == [0.5, 0.35, 0.65, 0.25, 0.5]
    assert [(ply.mistake, ply.better) for ply in moves] == [
        ("inaccuracy", "c4"),
        ("blunder", "e3"),
        (None, None),  # the engine's own choice, whatever it thinks a move later
        ("mistake", "b4"),
    ]
    assert [ply.player for ply in moves] == [Player.FIRST, Player.SECOND] * 2


def test_a_position_whose_search_missed_a_lost_move_is_searched_again() -> None:
    match = played("othello", "d3", "c3")
    review = review_of(match)
    review.add(supposed(match, 0, 0.0, "d3"))
    review.add(supposed(match, 1, 0.0, "c3"))
    assert review.add(supposed(match, 2, 1.0, "c4", exact=True)) == []
    again = review.next_search
    assert again is not None
    assert (again.position, again.patience) == (match.positions[1], SECOND_LOOK)
    changed = review.add(supposed(match, 1, 0.2, "e3"))
    assert [(ply.ply, ply.best, ply.better) for ply in changed] == [(1, "e3", None), (2, "c4", "e3")]
    assert review.next_search is None


def test_a_match_that_is_over_at_its_start_has_one_ply() -> None:
    game = load("othello")
    match = Match(game)
    rng = Random(1)
    while moves := match.legal():
        match.play(rng.choice(moves))
    review = Review(game, match.positions[-1:], [])
    search: Any = review.next_search
    assert search.is_over
    (end,) = review.add(None)
    assert isinstance(end, ReviewedPly)
    assert end.exact
    assert end.verdict is not None
    assert (review.mistakes, review.accuracy) == ((0, 0), (None, None))
