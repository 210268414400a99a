"""What every legal move leads to: the exact value where it can be proved, and a guess elsewhere."""

from collections import defaultdict
from random import Random

import pytest

from amounts import part, some
from quintet import Engine, Match, load
from quintet.engine import book
from quintet.engine.analysis import Analysis


def late(spec: str, seed: int, before_the_end: int) -> Match:
    """A random game, so many moves before its end."""
    match, rng = Match(load(spec)), Random(seed)
    while moves := match.legal():
        match.play(rng.choice(moves))
    for _ in range(min(before_the_end, match.ply)):
        match.undo()
    return match


@pytest.mark.long
@pytest.mark.long
@pytest.mark.parametrize("rules", [False, True])
@pytest.mark.parametrize(
    "spec", some(["magnetize(height=2,width=3)", "bestgame(columns=3,rows=3,tokens=6)", "othello", "quentin(size=3)"])
)
def test_each_is_worth_what_its_position_is_worth(spec: str, rules: bool) -> None:
    for seed in range(part(3, 3)):
        match = late(spec, seed, 4)
        game, position = match.game, match.position
        found = Engine(game, rules=rules).every_move(position, seconds=None, nodes=400_000)
        assert found.exact
        assert sorted(map(str, (line.moves[0] for line in found.lines))) == sorted(match.legal())
        assert [line.value for line in found.lines] == sorted((line.value for line in found.lines), reverse=True)
        for line in found.lines:
            after = game.play(position, line.moves[0])
            assert line.exact
            if outcome := game.outcome(after):
                worth = 0 if outcome.winner is None else 1 if outcome.winner is match.to_move else -1
                assert line.moves_to_win == (1 if worth else None)
            else:
                solution = Engine(game, rules=True).solve(after, seconds=None, nodes=400_000)
                worth = solution.value if solution.player is match.to_move else -solution.value
                if solution.margin is not None:
                    assert abs(line.score or 0) == abs(solution.margin)
            assert line.value == worth


def test_what_cannot_be_proved_is_a_guess_and_said_to_be_one() -> None:
    told: list[Analysis] = []
    game = load("othello")
    found = Engine(game).every_move(game.start(), seconds=None, nodes=20_000, progress=told.append)
    assert found.lines == told[-1].lines
    assert not found.exact
    assert len(found.lines) == 4
    assert all(not line.exact and -1 < line.value < 1 for line in found.lines)


@pytest.mark.long
@pytest.mark.parametrize("spec", some(["othello", "quentin(size=3)", "bestgame(columns=3,rows=3,tokens=6)"]))
def test_what_is_alike_has_one_number_from_the_first_word_on(spec: str) -> None:
    told: list[Analysis] = []
    game = load(spec)
    last = Engine(game).every_move(game.start(), seconds=None, nodes=20_000, progress=told.append)
    for said in (*told, last):
        numbers = defaultdict(set)
        for line in said.lines:
            key = book.listed_text(game, game.play(game.start(), line.moves[0]))
            numbers[key].add((line.value, line.score, line.exact, line.moves_to_win))
        assert [len(several) for several in numbers.values()] == [1] * len(numbers)
        assert len(numbers) < len(said.lines)


def test_only_a_position_that_goes_on_has_moves() -> None:
    game = load("magnetize(height=2,width=2)")
    over = late("magnetize(height=2,width=2)", 1, 0).position
    with pytest.raises(ValueError, match="over"):
        Engine(game).every_move(over)
    with pytest.raises(ValueError, match="seconds"):
        Engine(game).every_move(game.start(), seconds=-1)


def test_what_the_book_knows_is_exact_at_once() -> None:
    match = Match(load("quentin(size=5)"))
    match.play("b2")
    found = Engine(match.game).every_move(match.position, seconds=None, nodes=20_000)
    assert len(found.lines) == 25
    assert all(line.exact for line in found.lines)
