"""Dictionaries for a browser: plain, complete, stable."""

import json
from dataclasses import fields

import pytest

from contract.specs import SPECS, game_of
from quintet import Match, Player, load
from quintet.core.scene import Scene, Turn
from quintet.render.drawing import DrawnLayout
from quintet.render.json import game_json, layout_json, outcome_json, scene_json, view_json
from render.boards import SAMPLES, Board


def test_the_keys_are_the_fields() -> None:
    sample = SAMPLES["steel"]
    layout, scene = layout_json(sample.layout), scene_json(sample.scene)
    assert list(layout) == [field.name for field in fields(DrawnLayout)]
    assert list(scene) == [field.name for field in fields(Scene)]
    assert layout["spots"][1] == {
        "id": "1,0",
        "x": 1.5,
        "y": 0.5,
        "target": "1",
        "label": "column 1, row 0",
        "group": None,
    }
    assert layout["symbols"] == [".", "*", "o"]
    assert layout_json(SAMPLES["wood"].layout)["edges"][0] == {"side": "top", "color": "b"}
    assert scene["pieces"]["4,1"] == {"color": "w", "mark": "held"}
    assert scene["counters"] == [
        {"id": "white", "label": "turns to miss", "color": "w", "value": 1, "total": 2},
    ]
    assert scene["turn"] is None
    assert scene_json(Scene({}, turn=Turn("2", -1)))["turn"] == {"group": "2", "quarter": -1}


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_nothing_but_json(sample: Board) -> None:
    for value in (layout_json(sample.layout), scene_json(sample.scene)):
        assert json.loads(json.dumps(value, allow_nan=False)) == value
        assert "Color" not in repr(value)


def test_a_view() -> None:
    match = Match(load("othello"))
    match.play("d3")
    view = view_json(match)
    assert view["ply"] == 1
    assert view["position"] == match.game.text(match.position)
    assert view["to_move"] == 1
    assert type(view["to_move"]) is int
    assert view["scene"] == view["stages"][-1]
    assert view["moves"][0] == {"text": "c3", "clicks": ["c3"]}
    assert view["history"] == [{"text": "d3", "clicks": ["d3"]}]
    assert view["outcome"] is None
    match.resign(Player.SECOND)
    ended = view_json(match)
    assert ended["outcome"] == {"winner": 0, "reason": "Player 2 resigned", "scores": None}
    assert ended["moves"] == []
    assert match.outcome is not None
    assert outcome_json(match.outcome) == ended["outcome"]
    assert view_json(Match(match.game))["stages"] == []


@pytest.mark.parametrize("name", SPECS)
def test_every_game_has_a_view(name: str) -> None:
    game = game_of(name)
    described = game_json(game)
    assert described["id"] == game.id
    assert load(described["spec"]).layout() == game.layout()
    match = Match(game)
    for _ in range(6):
        if match.outcome:
            break
        match.play(match.legal()[0])
        view = view_json(match)
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert view["stages"][-1]["pieces"] == view["scene"]["pieces"]
        assert len(view["moves"]) == len(match.legal())
