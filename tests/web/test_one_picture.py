"""A picture in a file and the board on a page are one drawing: the same scene differs in no pixel that can be seen."""

from __future__ import annotations

import base64
import random
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page
from pydantic import TypeAdapter

from amounts import whole
from quintet import Match, load
from quintet.core.registry import game_ids
from quintet.core.scene import Scene
from quintet.render.svg.drawing import drawn
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.position import svg
from quintet.server.live.boards import LAYOUT
from render.boards import SAMPLES, Board
from web.conftest import Open

SCENE: TypeAdapter[Scene] = TypeAdapter(Scene)
WIDTH = 480
OTHERS = ("chequered", "hexagonal", "rhombus_edges", "flat_tops", "paper", "kinds", "plain", "ring")
SHOW = """async ([layout, scene, clicks, flipped, width, height]) => {
  const board = document.createElement("quintet-board");
  board.flipped = flipped;
  document.body.replaceChildren(board);
  Object.assign(board.querySelector(".frame").style, {
    position: "fixed", left: 0, top: 0, width: width + "px", height: height + "px", maxWidth: "none",
  });
  board.querySelector(".board-foot").style.display = "none";
  board.layout = layout;
  await board.show({scene, last: clicks.length ? {text: "", clicks, player: 0, color: "b"} : null});
}"""
DIFFERENT = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (picture) => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  let [different, most] = [one.length === other.length ? 0 : one.length, 0];
  for (let at = 0; at < one.length; at += 1) {
    const by = Math.abs(one[at] - other[at]);
    if (by > 4) different += 1;
    most = Math.max(most, by);
  }
  return [different / one.length, most];
}"""
"""The share of what differs at all, and by how much of 255 it differs at most."""


def position(spec: str, plies: int) -> Board:
    """A game some moves on, or as far as it goes."""
    match, chance = Match(load(spec)), random.Random(5)
    while not match.outcome and match.ply < plies:
        match.play(chance.choice(match.legal()))
    game = match.game
    return Board(game.layout(), game.scene(match.position), game.clicks(match.moves[-1]))


def on_the_page(page: Page, board: Board, flipped: bool) -> tuple[bytes, list[float]]:
    """The board as the page draws it, and its view box."""
    layout = LAYOUT.dump_python(drawn(board.layout), mode="json")
    view: list[float] = layout["drawing"]["sides"][flipped]["view"]
    page.evaluate(
        SHOW, [layout, SCENE.dump_python(board.scene, mode="json"), list(board.last), flipped, WIDTH, height(view)]
    )
    return shot(page, view), view


def in_a_file(page: Page, board: Board, dark: bool, view: list[float]) -> bytes:
    """The picture, cut as the page cuts it: without its margin and the counters below."""
    picture = svg(board.layout, board.scene, last=board.last, dark=dark)
    root = f'viewBox="{" ".join(map(str, view))}" width="{WIDTH}" height="{height(view)}" role'
    cut = re.sub("viewBox=.*? role", root, picture, count=1)
    page.set_content(f"<style>svg {{position: fixed; left: 0; top: 0}}</style>{cut}")
    return shot(page, view)


def height(view: list[float]) -> int:
    return round(WIDTH * view[3] / view[2])


def shot(page: Page, view: list[float]) -> bytes:
    return page.screenshot(clip={"x": 0, "y": 0, "width": WIDTH, "height": height(view)})


def difference(page: Page, blank: Page, board: Board, dark: bool, flipped: bool) -> list[float]:
    seen, view = on_the_page(page, board, flipped)
    drawn = replace(board, layout=PictureFrame(board.layout).turned().layout) if flipped else board
    pictures = [seen, in_a_file(blank, drawn, dark, view)]
    found: list[float] = blank.evaluate(DIFFERENT, [base64.b64encode(picture).decode() for picture in pictures])
    return found


@whole
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_draws_what_a_file_draws(open_page: Open, scheme: str) -> None:
    """Every game in its middle, and at its end from behind; and boards that no game of ours has."""
    size = (WIDTH + 40, 800)
    page = open_page("/library", scheme=scheme, motion="reduce", size=size)
    blank = page.context.new_page()
    blank.set_viewport_size({"width": size[0], "height": size[1]})
    boards = {
        f"{spec}, {plies} moves": (position(spec, plies), plies > 12) for spec in game_ids() for plies in (12, 400)
    }
    boards |= {f"{name} {turned=}": (SAMPLES[name], turned) for name in OTHERS for turned in (False, True)}
    different = {
        name: difference(page, blank, board, scheme == "dark", flipped) for name, (board, flipped) in boards.items()
    }
    # Curves are smoothed in another way now and then; a hair's breadth of drift is ten times more.
    assert {name: found for name, found in different.items() if found[0] > 0.002 or found[1] > 80} == {}
