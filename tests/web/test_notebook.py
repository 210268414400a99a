"""The notebook's widget in a browser, with its Python behind it and no notebook between them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from quintet import notebook
from quintet.notebook.modules import script, styles

TRAITS = ("board", "view", "marks", "size", "flipped", "label")
BEGIN = """async ([code, css, traits]) => {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const heard = {};
  window.sent = [];
  window.model = {
    traits,
    get: (name) => window.model.traits[name],
    on: (name, call) => { heard[name] = call; },
    off: (name) => { delete heard[name]; },
    send: (message) => window.sent.push(message),
    update: (traits) => { window.model.traits = traits; heard["change:view"](); heard["change:marks"](); },
    tell: (message) => heard["msg:custom"](message),
  };
  const widget = (await import(URL.createObjectURL(new Blob([code], {type: "text/javascript"})))).default;
  widget.render({model: window.model, el: document.body});
}"""


def traits(board: notebook.Board) -> dict[str, Any]:
    return {name: getattr(board, name) for name in TRAITS}


def carry(page: Page, board: notebook.Board) -> None:
    """What the page said to Python, and what came of it back to the page."""
    answers: list[dict[str, Any]] = []
    board.send = answers.append
    for message in page.evaluate("window.sent.splice(0)"):
        board._hear(board, message, None)
    for answer in answers:
        page.evaluate("(message) => window.model.tell(message)", answer)
    if not answers:
        page.evaluate("(traits) => window.model.update(traits)", traits(board))


@pytest.fixture
def page(browser: Browser) -> Any:
    page = browser.new_page(viewport={"width": 700, "height": 800}, reduced_motion="reduce")
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    page.close()
    assert said == []


def test_a_move_is_pressed_refused_looked_back_at_and_typed(page: Page) -> None:
    board = notebook.play("pentago", None)
    page.evaluate(BEGIN, [script(), styles(), traits(board)])
    page.click('[data-spot="b1"]')
    page.click('.handle[data-target="2C"]')
    carry(page, board)
    assert [str(move) for move in board.match.moves] == ["b1-2C"]
    expect(page.locator(".ply")).to_have_text("1 of 1")
    page.fill("[name=move]", "b1-1C")
    page.keyboard.press("Enter")
    carry(page, board)
    expect(page.locator(".board-note")).to_have_text("b1 is occupied")
    page.click("[aria-label='One move back']")
    carry(page, board)
    expect(page.locator(".standing")).to_have_text("The start.")
    expect(page.locator("[aria-label='The start']")).to_be_disabled()
    page.click("[aria-label='Turn the board round']")
    page.click('[data-spot="b1"]')
    expect(page.locator(".handle.usable")).to_have_count(8)
