"""WHO texts and the players behind them."""

import pytest

from quintet import load
from quintet.players.who import HUMAN, RANDOM, Who, engine_for, parse_who


@pytest.mark.parametrize("text", ["human", "random", "level:1", "level:7", "level:10"])
def test_a_text_reads_back_as_itself(text: str) -> None:
    assert str(parse_who(text)) == text


def test_case_and_blanks_do_not_matter() -> None:
    assert parse_who(" Level:3 ") == Who("level", 3)
    assert parse_who("HUMAN") == HUMAN
    assert parse_who("random ") == RANDOM


@pytest.mark.parametrize("text", ["", "level", "level:", "level:0", "level:11", "level:-1", "level:x", "ada"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_who(text)
    assert str(error.value) == f"a player must be human, random or level:N with N from 1 to 10, got {text!r}"


def test_what_is_no_text_is_refused_too() -> None:
    with pytest.raises(ValueError, match="got 5"):
        parse_who(5)  # type: ignore[arg-type]


def test_an_engine_stands_behind_every_player_but_a_human() -> None:
    game = load("othello")
    for text in ("random", "level:2"):
        engine = engine_for(game, parse_who(text), seed=3)
        move = engine.choose(game.start())
        assert move in game.legal_moves(game.start())
        assert move == engine_for(game, parse_who(text), seed=3).choose(game.start())
        engine.stop()
    assert engine_for(game, Who("level", 2)).level.number == 2
    with pytest.raises(ValueError, match="an engine must be random or level:N, got 'human'"):
        engine_for(game, HUMAN)


def test_random_players_are_random() -> None:
    game = load("othello")
    assert len({str(engine_for(game, RANDOM, seed=seed).choose(game.start())) for seed in range(30)}) == 4
