"""A game of somebody else's, found by its entry point, is played on the site with no other change."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

from server.servers import Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "connectfour"


def test_the_example_game_is_served_played_and_studied(another: Callable[..., Server], tmp_path: Path) -> None:
    installed = tmp_path / "connectfour-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: connectfour\nVersion: 1\n")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    ((game_id, target),) = project["entry-points"]["quintet.games"].items()
    (installed / "entry_points.txt").write_text(f"[quintet.games]\n{game_id} = {target}\n")
    path = os.pathsep.join([str(tmp_path), str(EXAMPLE), os.environ.get("PYTHONPATH", "")])
    ada = another(PYTHONPATH=path).client()
    assert game_id in [game["id"] for game in ada.get("/api/games")["games"]]
    assert ada.get(f"/api/games/{game_id}/rules")["parts"]
    match = ada.new(game_id, "me", {"kind": "engine", "level": 1})
    with ada.live(match["id"]) as live:
        view = live.until("snapshot")["view"]
        while not view["outcome"] and view["ply"] < 8:
            if view["to_move"] == 0:
                live.say(type="move", ply=view["ply"], move=view["moves"][0]["text"])
            view = live.until("update")["view"]
    assert all(len(move["preview"]) == 1 for move in match["moves"])
    *_, last = ada.lines("POST", "/api/analysis", {"spec": game_id, "seconds": 0.2})
    assert last["done"]
