"""Positions as an exported site draws them and words for moves, from texts and kernels, against the rulebook's own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from needs import need
from quintet import load
from quintet.core.game import Stages
from quintet.core.narration import derived
from quintet.core.scene import Scene
from quintet.core.types import Player
from quintet.server.export.text_picture import text_picture
from quintet.server.web.routes.games import game_out

BOARDS = {
    "othello": 2, "pentago": 6, "quentin": 1, "quentin(size=5)": 20, "bestgame": 8, "bestgame(columns=9,rows=9)": 2,
    "magnetize": 60, "magnetize(maglock=0)": 20, "magnetize(height=9,width=9,square=3,maglock=5)": 4,
}  # fmt: skip
"""How many random games are drawn on each board."""


@pytest.fixture(scope="module")
def drawing() -> Iterator[subprocess.Popen[str]]:
    command = ["node", "--no-warnings", str(Path(__file__).with_name("draw.mjs")), str(need("WebAssembly"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("spec", BOARDS)
def test_the_pictures_are_the_rulebooks(drawing: subprocess.Popen[str], spec: str) -> None:
    game, chance = load(spec), Random(spec)
    layout = json.loads(game_out(spec).model_dump_json())["layout"]
    board = {"spec": spec, "picture": text_picture(game).model_dump(mode="json"), "layout": layout}
    won = 0
    for _ in range(BOARDS[spec]):
        position = game.start()
        while moves := game.legal_moves(position):
            move, before = chance.choice(moves), position
            position = game.play(position, move)
            stages = game.stages(before, move) if isinstance(game, Stages) else [game.scene(position)]
            player = game.to_move(before)
            played = {
                "text": str(move),
                "clicks": game.clicks(move),
                "player": player,
                "color": game.color(before, player),
            }
            led = {"to_move": game.to_move(position), "colors": [game.color(position, seat) for seat in Player]}
            led["over"] = game.outcome(position) is not None
            asked = {"board": board, "position": game.text(before), "move": played, "led": led}
            assert _drawn(drawing, **asked) == [[_json(scene) for scene in stages], derived(game, before, move)], asked
        last = _json(game.scene(position))
        assert _drawn(drawing, board=board, position=game.text(position), move=None)[0] == [last]
        won += bool(last["winning"])
    assert won or spec.startswith(("othello", "bestgame"))  # their boards show no winning line


def _drawn(drawing: subprocess.Popen[str], **question: Any) -> Any:
    assert drawing.stdin is not None
    assert drawing.stdout is not None
    drawing.stdin.write(json.dumps(question) + "\n")
    drawing.stdin.flush()
    return json.loads(drawing.stdout.readline())


def _json(scene: Scene) -> dict[str, Any]:
    """A scene as the server sends it; what turned is told by the handle that was pressed."""
    drawn: dict[str, Any] = json.loads(json.dumps(asdict(scene)))
    return drawn | {"turn": None}
