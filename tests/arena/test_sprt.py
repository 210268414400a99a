"""The sequential test, held against published figures and against its own promise."""

from random import Random

import pytest

from amounts import whole
from quintet.arena.sprt import Sprt, judge, llr, normalised_elo, parse_sprt


@pytest.mark.parametrize(
    ("counts", "published"),
    [([398, 4112, 7672, 4336, 430], 2.96), ([56, 1144, 2546, 1310, 77], 2.95)],
)
def test_published_figures(counts: list[int], published: float) -> None:
    assert round(llr(counts, 0, 3), 2) == published


def test_the_view_of_the_other_player_is_the_mirror() -> None:
    counts = [40, 100, 300, 130, 60]
    assert llr(counts, -2, 5) == pytest.approx(-llr(counts[::-1], -5, 2))
    assert normalised_elo(counts)[0] == pytest.approx(-normalised_elo(counts[::-1])[0])


def test_no_pairs_say_nothing_and_equal_pairs_speak_against_a_gain() -> None:
    assert llr([0, 0, 0, 0, 0], 0, 5) == 0
    assert llr([0, 0, 500, 0, 0], 0, 5) < 0 < llr([0, 0, 500, 0, 0], -5, 0)


def pairs(random: Random, chances: tuple[float, ...]) -> list[int]:
    return random.choices(range(5), chances, k=4000)


@whole
def test_it_is_seldom_wrong() -> None:
    test = Sprt(0, 40)
    even, strong = (0.1, 0.2, 0.4, 0.2, 0.1), (0.06, 0.15, 0.38, 0.26, 0.15)
    assert normalised_elo([1e6 * chance for chance in strong])[0] > 40
    random = Random(7)
    wrong_gain = sum(judge(test, pairs(random, even)).accepted != "elo0" for _ in range(25))
    missed_gain = sum(judge(test, pairs(random, strong)).accepted != "elo1" for _ in range(25))
    assert wrong_gain <= 4
    assert missed_gain <= 4


def test_what_comes_after_the_verdict_does_not_count() -> None:
    test = Sprt(0, 100)
    won = judge(test, [4, 3] * 200)
    assert won.accepted == "elo1"
    assert won == judge(test, [4, 3] * 200 + [0] * 500)
    assert sum(won.counts) < 400


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5", "--sprt must be two numbers elo0,elo1 such as 0,5, got '5'"),
        ("a,b", "--sprt must be two numbers elo0,elo1 such as 0,5, got 'a,b'"),
        ("5,0", "--sprt must be elo0,elo1 with elo0 below elo1, both from -1000 to 1000, got 5,0"),
        ("nan,5", "--sprt must be elo0,elo1 with elo0 below elo1, both from -1000 to 1000, got nan,5"),
        ("0,inf", "--sprt must be elo0,elo1 with elo0 below elo1, both from -1000 to 1000, got 0,inf"),
    ],
)
def test_bad_bounds(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_sprt(text)
    assert str(error.value) == sentence


def test_bad_errors() -> None:
    with pytest.raises(ValueError) as error:
        parse_sprt("0,5", alpha=0.5)
    assert str(error.value) == "alpha must be above 0 and below 0.5, got 0.5"
