"""Every game of the registry is drawn at every turn of a few matches, whatever its board."""

import random
import re
from xml.etree import ElementTree

import pytest

from contract.specs import SPECS, game_of
from contract.walks import walk
from quintet.core.types import Color
from quintet.render.svg.position import svg
from quintet.render.text.board_text import board

NAME = "{http://www.w3.org/2000/svg}"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("name", SPECS)
def test_a_match_in_pictures(name: str) -> None:
    game, choices = game_of(name), random.Random(7)
    layout = game.layout()
    match = walk(game, [choices.randrange(9999) for _ in range(60)])
    for ply in range(0, match.ply + 1, 5):
        scene = game.scene(match.positions[ply])
        last = game.clicks(match.moves[ply - 1]) if ply else ()
        legal = tuple(game.clicks(move)[0] for move in game.legal_moves(match.positions[ply]))
        for color in (False, True):
            text = ESCAPE.sub("", board(layout, scene, color=color, last=last, legal=legal))
            assert max(map(len, text.expandtabs().splitlines())) <= 80
            for side, symbol in zip(Color, layout.symbols[1:], strict=True):
                assert text.count(symbol) >= sum(piece.color is side for piece in scene.pieces.values())
        picture = ElementTree.fromstring(svg(layout, scene, last=last, title=game.title))
        stamps = [use.get("href", "").partition("-")[2] for use in picture.iter(f"{NAME}use") if use.get("x")]
        assert sum(stamp in ("b", "w") for stamp in stamps) == len(scene.pieces)


@pytest.mark.parametrize("name", SPECS)
def test_the_last_move_of_every_placement_is_seen(name: str) -> None:
    """A move that presses a place on the board changes the drawing; one that presses only a button need not."""
    game = game_of(name)
    layout, targets = game.layout(), {spot.target for spot in game.layout().spots}
    for move in game.all_moves()[:40]:
        if targets & set(game.clicks(move)):
            scene = game.scene(game.start())
            assert board(layout, scene, last=game.clicks(move)) != board(layout, scene)
            assert svg(layout, scene, last=game.clicks(move)) != svg(layout, scene)
