"""Levels as strengths: from ratings to settings and back, and the command that measures."""

import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import quintet
from needs import need
from quintet.arena import levels as measuring
from quintet.arena.levels import RANDOM, Measured, between, rate, rung, rungs, settle, share, steps
from quintet.arena.playing import GameResult
from quintet.arena.ratings import Ratings
from quintet.core import registry
from quintet.engine import levels
from quintet.players.who import level_text, parse_who
from quintet.terminal.cli import main

OTHELLO = quintet.load("othello")


def measured(elo: dict[str, float]) -> Measured:
    none = tuple((0.0,) * len(elo) for _ in elo)
    return Measured(tuple(elo), Ratings(tuple(elo.values()), (0.0,) * len(elo), none, 0.0, 0.0, 0.0), 0)


def tried(room: float) -> Measured:
    """The rungs of Othello as if each doubling of the nodes were worth as much."""
    found = {RANDOM: 0.0}
    for one in rungs(OTHELLO, 131_072):
        found[level_text(one)] = room * math.log2(one.nodes or 1)
    return measured(found)


@pytest.mark.parametrize(("room", "step"), [(200.0, 200.0), (100.0, (1700 - 580) / 8)])
def test_levels_stand_at_even_steps(room: float, step: float) -> None:
    found = settle(tried(room))
    assert len(found) == 9
    assert [one.careful for one in found] == [False] + [True] * 8
    strengths = [room * math.log2(one.nodes or 1) for one in found]
    assert abs(strengths[0] - measuring.FIRST_ELO) < room * 0.3
    assert all(abs(high - low - step) < 0.3 * room for low, high in pairwise(strengths[1:]))
    temperatures = [one.temperature for one in found]
    assert temperatures == sorted(temperatures, reverse=True)


def test_a_rating_that_falls_by_chance_is_evened_out() -> None:
    elo = {100: 500.0, 200: 700.0, 400: 640.0, 800: 900.0}
    steady = measuring._rising({rung(nodes, "auto"): strength for nodes, strength in elo.items()})
    assert [strength for _, strength in steady] == [500, 670, 670, 900]
    assert between(steady, 670).nodes == 200
    assert between(steady, 585).nodes == 141
    assert between(steady, 100).nodes == 100
    assert between(steady, 5000).nodes == 800


def test_between_two_methods_the_nearer_is_taken() -> None:
    pair = [(rung(100, "alphabeta"), 0.0), (rung(16, "auto"), 100.0)]
    assert between(pair, 40) == pair[0][0]
    assert between(pair, 60) == pair[1][0]


def games(strengths: dict[str, float], count: int) -> Iterator[GameResult]:
    """Games of neighbours with known strengths."""
    random = Random(4)
    for low, high in pairwise(strengths):
        for number in range(count):
            first, second = (low, high) if number % 2 else (high, low)
            chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            result = "truncated" if number == 0 else "first" if random.random() < chance else "second"
            yield GameResult("", first, second, "", result, "", "rules", (), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0))


def test_strengths_are_found_again_above_the_random_mover() -> None:
    known = {RANDOM: 0.0, "level:1": 300.0, "level:2": 500.0, "level:3": 650.0}
    results = list(games(known, 1500))
    found = rate(results)
    assert found.games == 3 * 1499
    for name, elo in known.items():
        number = found.names.index(name)
        assert abs(found.ratings.elo[number] - elo) <= 1.5 * found.ratings.errors[number]
    for (step, error), (low, high) in zip(steps(found, list(known)), pairwise(known.values()), strict=True):
        assert abs(step - (high - low)) < 1.5 * error < 60
    wins, draws, losses = share(results, "level:1", RANDOM)
    assert wins + losses == 1499
    assert draws == 0
    assert 0.8 < wins / 1499 < 0.9


def test_rungs_are_players_of_the_arena() -> None:
    need("the engine room")
    for spec, simulated in (("othello", False), ("quentin(size=9)", True)):
        game = quintet.load(spec)
        assert measuring.simulates(game) is simulated
        texts = measuring.trial(game, 2, 1024).players
        assert texts[0] == RANDOM
        assert all(parse_who(text).settings for text in texts[1:])


SMALL = "magnetize(height=3,width=3)"


def test_the_command_tunes_measures_stores_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    need("the engine room")
    stored = tmp_path / "magnetize.levels"
    monkeypatch.setattr(registry, "beside", lambda cls, kind: stored if kind == "levels" else None)
    monkeypatch.setattr(measuring, "TURNS", 12)
    levels._boards.cache_clear()
    try:
        tail = ["--games", "2", "--top-games", "2", "--workers", "1", "--out", str(tmp_path), "--json"]
        assert main(["levels", SMALL, "--tune", "--most", "512", *tail]) == 0
        assert levels.read(stored)[SMALL].ratings == ()
        assert main(["levels", SMALL, "--measure", *tail]) == 0
        once = levels.read(stored)[SMALL]
        assert len(once.ratings) == 10
        capsys.readouterr()
        assert main(["levels", SMALL, "--measure", *tail]) == 0
        assert levels.read(stored)[SMALL] == once
        told = json.loads(capsys.readouterr().out)
        assert told["game"] == SMALL
        assert [row["elo"] for row in told["levels"]] == [rating.elo for rating in once.ratings]
    finally:
        levels._boards.cache_clear()


def test_the_command_shows_names_and_refuses_what_it_cannot_measure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels", "quentin(size=3)"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "quentin(size=3): not measured on this board"
    assert lines[1] == f"  1  {levels.LEVELS[0].name}: {levels.LEVELS[0].about}"
    assert len(lines) == 11
    assert main(["levels", "othello", "--out", "/nowhere"]) == 2
    assert "--out must be a folder, got '/nowhere'" in capsys.readouterr().err
    assert main(["levels", "othello", "--tune", "--most", "0"]) == 2
    assert "--most must be a whole number from 256 to" in capsys.readouterr().err
