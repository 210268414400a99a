"""Every game is begun and finished by engines, whatever its options."""

import re

import pytest

import quintet
from terminal.driver import Desk

SPECS = {
    "bestgame": "bestgame(columns=3,rows=3,tokens=4)",
    "magnetize": "magnetize(height=2,width=3)",
    "othello": "othello(empties=winner)",
    "pentago": "pentago",
    "quentin": "quentin(size=3)",
}


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_random_players_finish_every_game(desk: Desk, game_id: str) -> None:
    ran = desk.run("play", SPECS.get(game_id, game_id), "--black", "random", "--white", "random", "--seed", "2")
    assert ran.status == 0
    assert ran.err == ""
    assert re.search(
        r"\nGame over\. (A draw.*\.|random \((Black|White)\) wins.*\.)\n",
        ran.out,
    )
    assert ran.last == f"The result is in {game_id}-results.txt."
    assert "(Black): random" in desk.read(f"{game_id}-results.txt")
    assert desk.saves == []


@pytest.mark.parametrize("game_id", ["bestgame", "magnetize", "quentin"])
def test_engines_of_a_level_finish_small_games(desk: Desk, game_id: str) -> None:
    ran = desk.run("play", SPECS[game_id], "--black", "level:2", "--white", "level:1", "--seed", "2")
    assert ran.status == 0
    assert ran.last == f"The result is in {game_id}-results.txt."
    assert re.search(r"(Novice|Beginner) \(level [12], (Black|White)\) plays ", ran.out)


def test_the_same_seed_plays_the_same_game(desk: Desk) -> None:
    arguments = ("play", "pentago", "--black", "random", "--white", "random", "--seed")
    first, again, other = (desk.run(*arguments, seed).out.rpartition("The result")[0] for seed in ("2", "2", "3"))
    assert first == again
    assert first != other
