"""What docs/contract.md promises is kept: nothing that is recorded is gone or asks for more."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from scripts import script

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

contract = script("contract")
RECORDED = json.loads(contract.FILE.read_text("utf-8"))


@pytest.fixture(scope="module")
def now() -> Any:
    return contract.collected()


def test_everything_that_is_recorded_is_kept(now: Any) -> None:
    assert contract.broken(RECORDED, now) == []
    assert len(RECORDED["names"]) > 40
    assert len(RECORDED["routes"]) > 60


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda now: now["names"].pop("load"), "load is gone"),
        (lambda now: now["names"].update(spec=["it"]), "spec takes it, and no longer game"),
        (lambda now: now["names"]["Engine"].append("more"), "Engine needs more than before: more"),
        (lambda now: now["commands"]["arena"].remove("--seed"), "quintet arena has no --seed any more"),
        (lambda now: now["routes"].remove("GET /api/games"), "the route GET /api/games is gone"),
        (lambda now: now["pages"].remove("/play/{spec}"), "the page /play/{spec} is gone"),
        (lambda now: now["variables"].remove("QUINTET_HOME"), "the variable QUINTET_HOME is gone"),
        (lambda now: now["tools"].remove("new_match"), "the tool new_match is gone"),
        (lambda now: now["messages"].pop("MatchIn"), "the message MatchIn is gone"),
        (lambda now: now["messages"]["MatchView"]["fields"].remove("spec"), "MatchView has no spec any more"),
        (lambda now: now["messages"]["MatchIn"]["required"].append("x"), "MatchIn needs x, and did not before"),
        (lambda now: now["environments"].remove("othello_v0"), "the environment othello_v0 is gone"),
        (lambda now: now["files"].update(weights=2), "files of weights have another head"),
    ],
)
def test_what_breaks_it_is_told(now: Any, change: Any, words: str) -> None:
    changed = copy.deepcopy(now)
    change(changed)
    assert words in contract.broken(RECORDED, changed)


def test_what_may_be_added(now: Any) -> None:
    more = copy.deepcopy(now)
    more["names"]["another"] = []
    more["names"]["Engine"].append("more=")
    more["messages"]["MatchIn"]["fields"].append("x")
    more["commands"]["arena"].append("--more")
    assert contract.broken(RECORDED, more) == []
