"""Animated pictures: every shot is seen for its time, equal things once, and the end where nothing moves."""

import re
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from quintet import Match, game_ids, load
from quintet.render.svg.animated import FADE, MOST, Shot, animated, shots
from render.boards import SAMPLES

NAME = "{http://www.w3.org/2000/svg}"


def played(spec: str, seed: int = 1, limit: int = 300) -> Match:
    match, chance = Match(load(spec)), Random(seed)
    while match.legal() and match.ply < limit:
        match.play(chance.choice(match.legal()))
    return match


def seen_at(text: str, seconds: float) -> list[ElementTree.Element]:
    """The groups that are fully seen at a time, by the rules of the picture itself."""
    root = ElementTree.fromstring(text)
    style = next(root.iter(f"{NAME}style")).text or ""
    total = float(re.findall(r"animation:\S+ ([\d.]+)s", style)[0])
    visible = set()
    for name, frames in re.findall(r"@keyframes (\S+?)\{((?:[^{}]+\{opacity:[01]\})+)\}", style):
        steps = []
        for ats, value in re.findall(r"([^{}]+)\{opacity:([01])\}", frames):
            steps += [(100.0 if at == "to" else float(at.rstrip("%")), int(value)) for at in ats.split(",")]
        steps.sort(key=lambda step: step[0])
        if [value for at, value in steps if at <= 100 * seconds / total][-1]:
            visible.add(name)
    key = root.get("id")
    groups = [group for group in root.iter(f"{NAME}g") if re.fullmatch(rf"{key}-\d+-\d+-\d+", group.get("id", ""))]
    shown = [group for group in groups if f"{key}-{group.get('id', '').partition('-')[2].split('-', 1)[1]}" in visible]
    return shown + [group for group in root if group.tag == f"{NAME}g" and not group.get("id")]


def pieces(groups: list[ElementTree.Element]) -> int:
    uses = [use.get("href", "") for group in groups for use in group.findall(f"{NAME}use") if use.get("x")]
    return sum(href.endswith(("-b", "-w")) and href.count("-") == 1 for href in uses)


@pytest.mark.parametrize("game_id", game_ids())
def test_every_shot_shows_the_pieces_of_its_scene(game_id: str) -> None:
    match = played(game_id, limit=40)
    taken = shots(match, seconds=1.0)
    text = animated(match.game.layout(), taken, title=match.game.title)
    at = 0.0
    for shot in taken:
        assert pieces(seen_at(text, at + 0.3)) == len(shot.scene.pieces), shot.caption
        at += shot.seconds


def test_ids_are_unique_and_no_script_is_needed() -> None:
    text = animated(load("pentago").layout(), shots(played("pentago")))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert "<script" not in text
    assert "prefers-reduced-motion" in text


def test_what_does_not_change_is_there_once() -> None:
    match = played("othello", limit=20)
    still, moving = (animated(match.game.layout(), some) for some in (shots(match)[-1:], shots(match)))
    assert "@keyframes" not in still
    assert len(moving) < 15 * len(still) < 20 * len(still)


def test_the_last_position_is_seen_where_nothing_moves() -> None:
    match = played("othello", limit=9)
    text = animated(match.game.layout(), shots(match))
    style = re.sub(r"@keyframes \S+?\{(?:[^{}]+\{[^{}]*\})+\}", "", text)
    shown = re.findall(r"((?:#[\w-]+,?)+)\{opacity:1;", style)
    names = {name.lstrip("#") for ids in shown for name in ids.split(",")}
    root = ElementTree.fromstring(text)
    groups = [group for group in root if group.get("id") in names or (group.tag == f"{NAME}g" and not group.get("id"))]
    assert pieces(groups) == len(match.game.scene(match.position).pieces) == 13


def test_stages_are_short_and_the_end_is_long() -> None:
    taken = shots(played("pentago", limit=2), seconds=2.0)
    assert [shot.seconds for shot in taken] == [2.0, 0.4, 2.0, 0.4, 3.0]
    assert [shot.caption.partition(" ")[0] for shot in taken] == ["", "1.", "1.", "2.", "2."]
    assert FADE < 0.4


def test_two_outlines_in_one_film_have_masks_of_their_own() -> None:
    board = SAMPLES["tiles"]
    other = replace(board.scene, winning=board.scene.winning[:2])
    text = animated(board.layout, [Shot(board.scene, 1.0), Shot(other, 1.0)])
    masks = re.findall(r'<mask id="([^"]+)"', text)
    assert len(masks) == len(set(masks)) == 4


def test_what_cannot_be_shown_is_told() -> None:
    match = played("othello", limit=1)
    with pytest.raises(ValueError) as told:
        shots(match, seconds=0)
    assert str(told.value) == "seconds must be 0.05 to 60, got 0"
    with pytest.raises(ValueError) as told:
        animated(match.game.layout(), [])
    assert str(told.value) == "expected at least one shot, got none"

    class Endless:
        ply = MOST + 1

    with pytest.raises(ValueError) as told:
        shots(Endless())  # type: ignore[arg-type]
    assert str(told.value) == "an animated picture shows at most 1000 moves, got a match of 1001"
