"""The players behind a `Who`: each chooses moves, within limits where it has some."""

import sys
from pathlib import Path

import pytest

from arena.bouts import fake
from quintet import Match, load
from quintet.engine.limits import Budget
from quintet.players.player import Stretch, check_playable, player_for
from quintet.players.who import HUMAN, RANDOM, Who, parse_who
from quintet.protocols.external_engines import Forfeit

SMALL = "quentin(size=3,pie=false)"


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "level:2",
        "level:nodes=20",
        "engine:nodes=50",
        "mcts:nodes=50,threads=1",
        "mcts:cpu=0.01",
        "alphabeta:depth=2",
        "solver:nodes=50",
        "arena.strangers:last",
        fake("ugi", "good", SMALL),
    ],
)
def test_every_player_chooses_without_being_told_a_budget(text: str) -> None:
    match = Match(load(SMALL))
    player = player_for(parse_who(text), match.game, seed=3)
    try:
        for _ in range(2):
            assert player.choose(match) in match.legal_moves
            match.play(match.legal()[0])
            player.stop()
    finally:
        player.close()


@pytest.mark.parametrize("text", ["random", "level:2", "mcts:nodes=50"])
def test_the_same_seed_chooses_the_same_move(text: str) -> None:
    match = Match(load("othello"))
    one, two = (player_for(parse_who(text), match.game, seed=3).choose(match) for _ in range(2))
    assert one == two


def test_random_players_are_random() -> None:
    match = Match(load("othello"))
    assert len({str(player_for(RANDOM, match.game, seed=seed).choose(match)) for seed in range(30)}) == 4


def test_a_budget_comes_before_own_limits() -> None:
    player = player_for(parse_who("mcts:nodes=1000000000"), load("othello"))
    assert player.engine is not None
    assert player.choose(Match(load("othello")), Budget(nodes=10)) is not None


def test_memory_is_for_engines_that_name_none() -> None:
    game = load("othello")
    for text, mb in (("level:1", 16), ("mcts", 16), ("mcts:memory_mb=4", 4)):
        engine = player_for(parse_who(text), game, memory_mb=16).engine
        assert engine is not None
        assert engine.memory_mb == mb
    level = player_for(Who("level", 2), game).engine
    assert level is not None
    assert level.level.number == 2


def test_a_person_chooses_by_hand() -> None:
    with pytest.raises(
        ValueError, match=r"a player without a keyboard must be level:1 .* or module:function, got 'human'"
    ):
        player_for(HUMAN, load("othello"))


def test_a_function_that_cheats_or_breaks_forfeits() -> None:
    match = Match(load(SMALL))
    for name, reason in (
        ("broken", "raised RuntimeError in broken, line 22: no idea"),
        ("cheat", "illegal move 'None'"),
    ):
        with pytest.raises(Forfeit, match=reason):
            player_for(parse_who(f"arena.strangers:{name}"), match.game).choose(match)


def test_functions_of_the_working_directory_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots_of_this_folder.py").write_text("def first(match, budget): return match.legal()[0]")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    match = Match(load("othello"))
    assert str(player_for(parse_who("bots_of_this_folder:first"), match.game).choose(match)) == match.legal()[0]


def test_what_cannot_play_is_known_before() -> None:
    match = Match(load("othello"))
    match.play("d3")
    later = Match(match.game, match.position)
    for text, reason in (
        ("ugi:no-such-program", "the player 'ugi:no-such-program' cannot be started: no program is called"),
        (f"gtp:{sys.executable}", "GTP cannot be told a position"),
        ("arena.strangers:nobody", "the player 'arena.strangers:nobody' cannot be imported: "),
        ("arena.strangers:NOT_A_FUNCTION", "must be a function of a match"),
    ):
        with pytest.raises(ValueError, match=reason):
            check_playable(parse_who(text), later)
    check_playable(parse_who(f"ugi:{sys.executable}"), later)
    check_playable(RANDOM, later)


def test_processor_time_is_stretched_to_seconds_also_where_little_of_it_passes() -> None:
    stretch = Stretch()
    stretch.factor = 1.0
    stretch.learn(0.1, 0.1, 0.02, 0.01)  # found at once
    assert stretch.factor == 1
    stretch.learn(0.1, 0.1, 0.1, 0.01)  # ended by time, with a tenth of it
    assert stretch.factor == pytest.approx(5.5)
    stretch.learn(0.1, 0.55, 0.5, 0.05)
    assert stretch.factor == pytest.approx(7.75)
    stretch.learn(0.1, 0.775, 0.1, 0.1)
    assert stretch.factor < 5
    stretch.learn(0.1, 0.4, 1000.0, 0.0)
    assert stretch.factor == stretch.MOST
