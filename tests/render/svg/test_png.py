"""Games as GIF, and cards for links."""

from __future__ import annotations

import io
import random
from xml.etree import ElementTree

import pytest
from PIL import Image

import quintet
from quintet.render.picture import gif, png
from quintet.render.svg.animated import shots
from quintet.render.svg.preview_card import card


def played(spec: str, moves: int) -> quintet.Match:
    match, chance = quintet.Match(quintet.load(spec), names=("Ada <1>", "Ben")), random.Random(7)
    while match.ply < moves and match.outcome is None:
        match.play(chance.choice(match.legal()))
    return match


def test_a_gif_has_every_shot() -> None:
    match = played("magnetize", 4)
    picture = Image.open(io.BytesIO(gif(match, 120)))
    assert picture.size[0] == 120
    shown, seconds = shots(match), 0.0
    for at in range(picture.n_frames):  # shots that look alike are one, and last longer
        picture.seek(at)
        seconds += picture.info["duration"] / 1000
    assert 1 < picture.n_frames <= len(shown)
    assert seconds == pytest.approx(sum(shot.seconds for shot in shown), abs=0.01 * len(shown))


def test_a_card_keeps_its_size_whatever_it_says() -> None:
    board = quintet.picture(quintet.load("pentago"), quintet.load("pentago").start())
    drawing = card("A title that is far too long for any card & <more>" * 5, ["name " * 60, "b"], [board])
    ElementTree.fromstring(drawing)
    assert Image.open(io.BytesIO(png(drawing, 1200))).size == (1200, 630)
