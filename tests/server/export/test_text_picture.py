"""How texts show boards: derived, and refused where they do not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quintet import load
from quintet.core import registry
from quintet.core.scene import Counter, Scene
from quintet.core.types import Color
from quintet.games.magnetize import Magnetize
from quintet.games.othello import Othello
from quintet.server.export.text_picture import NotInText, text_picture


def test_every_game_is_drawn_from_its_texts() -> None:
    for game_id in registry.game_ids():
        assert text_picture(load(game_id)).spots


def test_counters_are_fields_or_pieces() -> None:
    fields = {counter.id: counter.field for counter in text_picture(load("bestgame")).counters}
    assert fields == {"white-points": 5, "white-tokens": 3, "black-points": 4, "black-tokens": 2}
    assert [counter.field for counter in text_picture(load("othello")).counters] == [None, None]
    assert [counter.at_zero for counter in text_picture(load("magnetize")).counters] == [False, False]


class HiddenDisc(Othello):
    """Its pictures do not show the disc in a corner."""

    def scene(self, pos: Any) -> Scene:
        scene = super().scene(pos)
        return replace(scene, pieces={spot: piece for spot, piece in scene.pieces.items() if spot != "d4"})


class Moods(Magnetize):
    """A counter that no text has."""

    def scene(self, pos: Any) -> Scene:
        mood = Counter("mood", "mood", Color.BLACK, len(self.text(pos)) % 7 + len(self.legal_moves(pos)))
        return replace(super().scene(pos), counters=(mood,))


@pytest.mark.parametrize(("game", "reason"), [(HiddenDisc, "other pieces"), (Moods, "counter 'mood'")])
def test_a_game_whose_pictures_show_something_else_is_refused(game: type[Any], reason: str) -> None:
    with pytest.raises(NotInText, match=reason):
        text_picture(game(game.Options()))
