"""The first page and the lobby: one press finds an opponent, your games wait for you, something is always played."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from amounts import whole
from web import driver
from web.conftest import Open

GAME = re.compile("/game/")


@whole
def test_two_people_press_and_play(open_page: Open) -> None:
    ada, ben = open_page("/"), open_page("/lobby")
    for page in (ada, ben):
        page.get_by_role("radio", name="Pentago").check()
    ada.get_by_role("button", name="3 min + 2 s").click()
    expect(ada.get_by_text("Looking for someone to play Pentago")).to_be_visible()
    ada.get_by_role("button", name="Cancel").click()
    ada.get_by_role("button", name="10 min + 5 s").click()
    ben.get_by_role("button", name="Play Pentago, 10 minutes + 5 s").click()  # it is listed by itself
    for page in (ada, ben):
        page.wait_for_url(GAME)
        expect(page.locator("#table")).to_be_visible()
    assert ada.url == ben.url
    first = ada if driver.moves(ada) else ben
    first.get_by_role("link", name="Quintet, home").click()
    expect(first.locator("#mine .match.turn")).to_have_count(1)
    expect(first).to_have_title(re.compile(r"^\(1\) Your move"))
    first.locator("#mine .match.turn a").click()
    first.wait_for_url(GAME)


@whole
def test_something_is_always_played(open_page: Open) -> None:
    page = open_page("/")
    show = page.get_by_role("region", name="A game being played now")
    expect(show.locator("svg")).to_be_visible()
    words = show.locator(".show-words")
    expect(words).to_contain_text(re.compile("to move, move [1-9]"))
    if "Level" in words.inner_text():  # else another test's people play, whenever they like
        expect(words).to_contain_text(re.compile(r"move (9|\d\d)"))  # the first eight come at once
        before = int(words.inner_text().rpartition(" ")[2])
        expect(words).to_contain_text(f"move {before + 1}")
    show.get_by_role("button", name="Pause").click()
    show.get_by_role("link", name="Watch").click()
    page.wait_for_url(GAME)
    expect(page.locator("#table")).to_be_visible()


def test_a_solved_board_is_clicked_through(open_page: Open) -> None:
    page = open_page("/solved")
    page.get_by_role("link", name=re.compile("^Quentin.3.x.3 without")).click()
    expect(page.locator("#known")).to_contain_text("With best play Black wins.")
    page.locator(".value-loses button").click()
    expect(page.locator("#known")).to_have_text("Every move is proved.")
    driver.press(page, "a1")
    expect(page.locator("#path li")).to_have_count(2)
    page.reload()
    expect(page.locator("#path li")).to_have_count(2)
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".value-wins button")).to_have_count(8)


def test_the_browser_tells_of_a_turn_while_the_page_is_hidden(open_page: Open) -> None:
    page = open_page("/")
    driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]})
    assert driver.wait(page)
    page.evaluate("""() => {
      window.asked = 0;
      window.told = [];
      window.Notification = class {
        static permission = "default";
        static async requestPermission() { window.asked += 1; return (this.permission = "granted"); }
        constructor(title, { body }) { window.told.push(`${title}. ${body}`); }
      };
    }""")
    assert page.evaluate("window.asked") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tell me when it is my turn").check()
    page.get_by_role("button", name="Close settings").click()
    assert page.evaluate("window.asked") == 1
    for hidden, told in ((False, 0), (True, 1)):
        page.evaluate(
            "(hidden) => Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true})", hidden
        )
        driver.press_all(page, driver.moves(page)[0]["clicks"])
        expect(page.locator(f".moves > li:nth-child({2 * told + 2})")).to_be_attached()
        assert driver.wait(page)
        assert page.evaluate("window.told.length") == told
    assert page.evaluate("window.told[0]").startswith("Your move. Othello: ")


def test_players_chat_and_words_stay_words(open_page: Open) -> None:
    ada = open_page("/")
    driver.start(ada, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False})
    ben = open_page("/game/" + ada.url.rpartition("/")[2])
    ben.get_by_role("button", name="Join the game").click()
    ada.get_by_role("button", name="Chat", exact=True).click()
    ada.get_by_label("Say something").fill("<b>good luck</b>")
    ada.keyboard.press("Enter")
    expect(ada.locator(".chat-lines")).to_have_text("You<b>good luck</b>")
    ben.get_by_role("button", name="Chat (1)").click()
    expect(ben.locator(".chat-text")).to_have_text("<b>good luck</b>")
    ben.get_by_role("button", name=re.compile("^Report")).click()
    expect(ben.locator(".notice")).to_contain_text("Reported")
    ben.get_by_role("button", name=re.compile("^Mute")).click()
    expect(ben.locator(".chat-text")).to_have_text("muted")
    ben.keyboard.press("Escape")
    expect(ben.get_by_role("region", name="Chat")).to_be_hidden()
