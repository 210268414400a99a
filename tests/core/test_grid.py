"""Numbers in positions are canonical, and the core's small words are what they say."""

import pytest

from quintet.core.grid import parse_count
from quintet.core.types import Color, Player


@pytest.mark.parametrize("text", ["", "-1", "01", "+1", "1 ", "x", "²", "41", "9" * 40])
def test_a_count_must_be_canonical_and_in_range(text: str) -> None:
    with pytest.raises(ValueError, match="tokens must be 0 to 40, got"):
        parse_count("tokens", text, 0, 40)


def test_counts() -> None:
    assert parse_count("tokens", "40", 0, 40) == 40
    assert parse_count("points", "123456789", 0) == 123456789
    with pytest.raises(ValueError, match="points must be 1 or more, got '0'"):
        parse_count("points", "0", 1)


def test_players_and_colours() -> None:
    assert Player.FIRST.other is Player.SECOND
    assert Color.WHITE.other is Color.BLACK
    assert f"{Color.BLACK} {Color.BLACK.title} {Color.WHITE.title}" == "b Black White"
