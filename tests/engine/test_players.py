"""WHO texts and the players behind them."""

import pytest

from quintet import load
from quintet.engine import EnginePlayer, Who, parse_who


@pytest.mark.parametrize("text", ["human", "random", "level:1", "level:7", "level:10"])
def test_a_text_reads_back_as_itself(text: str) -> None:
    assert str(parse_who(text)) == text


def test_case_and_blanks_do_not_matter() -> None:
    assert parse_who(" Level:3 ") == Who("level", 3)
    assert parse_who("HUMAN").is_human
    assert not parse_who("random").is_human


@pytest.mark.parametrize("text", ["", "level", "level:", "level:0", "level:11", "level:-1", "level:x", "ada"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_who(text)
    assert str(error.value) == f"a player must be human, random or level:N with N from 1 to 10, got {text!r}"


def test_what_is_no_text_is_refused_too() -> None:
    with pytest.raises(ValueError, match="got 5"):
        parse_who(5)  # type: ignore[arg-type]


def test_an_engine_player_has_a_name_and_moves() -> None:
    game = load("othello")
    for text in ("random", "level:2"):
        player = EnginePlayer(game, text, seed=3)
        assert player.name == text
        assert player.choose(game.start()) in game.legal_moves(game.start())
        assert player.choose(game.start()) == EnginePlayer(game, parse_who(text), seed=3).choose(game.start())
        player.stop()


def test_random_players_are_random() -> None:
    game = load("othello")
    assert len({str(EnginePlayer(game, "random", seed=seed).choose(game.start())) for seed in range(30)}) == 4


def test_a_human_is_no_engine() -> None:
    with pytest.raises(ValueError, match="an engine must be random or level:N, got 'human'"):
        EnginePlayer(load("othello"), "human")
