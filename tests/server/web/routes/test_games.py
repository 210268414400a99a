"""Routes of the games."""

from __future__ import annotations

import pytest

import quintet
from server.servers import Client


@pytest.mark.parametrize("game", quintet.game_ids())
def test_one_worked_example_is_what_the_first_page_plays(ada: Client, game: str) -> None:
    example = ada.http.get(f"/api/games/{game}/example").json()
    rules = ada.http.get(f"/api/games/{game}/rules")
    assert example in [part["example"] for part in rules.json()["parts"]]
    assert any(step["view"]["stages"] for step in example["steps"])
    assert len(ada.http.get(f"/api/games/{game}/example").content) < len(rules.content)
