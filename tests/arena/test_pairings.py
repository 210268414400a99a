"""Who meets whom, and that nobody is favoured."""

import itertools
from collections import Counter

import pytest

from quintet.arena.pairings import Seating, parse_key, seatings, swiss
from quintet.arena.plan import ArenaPlan


def assert_fair(games: list[Seating]) -> None:
    """No game twice, and every opening of a pairing from both sides."""
    keys = [game.key for game in games]
    assert len(set(keys)) == len(keys)
    assert all(parse_key(game.key) == game for game in games)
    seats = Counter((game.opening, game.seats) for game in games)
    assert all(seats[opening, (two, one)] == 1 for opening, (one, two) in seats)


@pytest.mark.parametrize(("players", "pairs"), [(2, 1), (2, 5), (5, 3)])
def test_round_robin(players: int, pairs: int) -> None:
    games = seatings("round-robin", players, pairs)
    assert_fair(games)
    meetings = Counter(frozenset(game.seats) for game in games)
    assert meetings == {frozenset(pair): 2 * pairs for pair in itertools.combinations(range(players), 2)}
    assert seatings("round-robin", players, pairs + 1)[: len(games)] == games


def test_gauntlet() -> None:
    games = seatings("gauntlet", 4, 3)
    assert_fair(games)
    assert Counter(frozenset(game.seats) for game in games) == {frozenset((0, other)): 6 for other in (1, 2, 3)}


def test_a_ladder_is_a_chain_of_neighbours() -> None:
    games = seatings("ladder", 4, 3)
    assert_fair(games)
    neighbours = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    assert Counter(frozenset(game.seats) for game in games) == {frozenset(pair): 6 for pair in neighbours}
    assert ArenaPlan("othello", ("random",) * 4, format="ladder", games=6).total == len(games)
    assert len(seatings("ladder", 2, 1)) == 2


def played_swiss(players: int, rounds: int) -> list[Seating]:
    """A Swiss tournament in which the lower number always wins, round by round."""
    told: dict[str, tuple[float, float]] = {}
    while True:
        games = swiss(players, 1, rounds, told.get)
        fresh = [game for game in games if game.key not in told]
        if not fresh:
            return games
        for game in fresh:
            first, second = game.seats
            told[game.key] = (1.0, 0.0) if first < second else (0.0, 1.0)


@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (8, 4), (9, 4), (6, 9), (33, 6)])
def test_swiss(players: int, rounds: int) -> None:
    games = played_swiss(players, rounds)
    assert_fair(games)
    assert len(games) == rounds * (players // 2) * 2
    for number in range(rounds):
        busy = Counter(player for game in games if game.opening == number for player in game.seats)
        assert set(busy.values()) == {2}
    if rounds < players // 2:
        meetings = Counter(frozenset(game.seats) for game in games)
        assert max(meetings.values()) == 2
    if players % 2:
        everybody = set(range(players))
        resting = [everybody - {p for game in games if game.opening == n for p in game.seats} for n in range(rounds)]
        assert len({frozenset(rest) for rest in resting}) == rounds


def test_swiss_lets_equals_meet() -> None:
    last = {game.seats for game in played_swiss(8, 3) if game.opening == 2 and not game.exchanged}
    assert last == {(0, 4), (1, 2), (5, 6), (3, 7)}
    first = [game.seats for game in played_swiss(4, 2) if not game.exchanged]
    assert first == [(0, 1), (2, 3), (0, 2), (1, 3)]


def test_who_rests_has_won_the_round() -> None:
    all_drawn = swiss(5, 1, 2, lambda key: (0.5, 0.5))
    assert [game.seats for game in all_drawn if game.opening == 1 and not game.exchanged] == [(0, 4), (1, 2)]


def test_a_swiss_round_waits_for_the_one_before() -> None:
    games = swiss(4, 1, 3, lambda key: None)
    assert {game.opening for game in games} == {0}
