"""Presses that come early are kept, and a lost connection is said at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from server.servers import Server
from web import driver
from web.conftest import PHONE, Open
from web.test_pages import faults


def pair(open_page: Open, speed: float = 0, **more: Any) -> tuple[Page, Page]:
    """Two people at a game of Othello; the first has Black."""
    ada, ben = open_page("/", speed=speed), open_page("/", speed=speed)
    seats = [{"kind": "me"}, {"kind": "open"}]
    address = driver.start(ada, {"spec": "othello", "seats": seats, "private": False, **more})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        expect(page.locator("#status")).not_to_have_text(re.compile("Waiting"))
    return ada, ben


def test_a_press_before_the_other_side_has_moved_is_played_after_it(open_page: Open) -> None:
    ada, ben = pair(open_page)
    driver.wait(ada)
    driver.press(ben, "c3")
    expect(ben.locator("#status")).to_contain_text("c3 is played as soon as it is your move")
    driver.press_all(ada, ["d3"])
    expect(ben.locator(".moves > li:nth-child(2)")).to_contain_text("c3")
    expect(ada.locator(".moves > li:nth-child(2)")).to_contain_text("c3")


def test_a_press_ahead_by_finger_needs_no_second_one(open_page: Open) -> None:
    ada, ben = open_page("/"), open_page("/", size=PHONE)
    address = driver.start(ada, {"spec": "quentin", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").tap()
    expect(ben.locator("#status")).to_contain_text("is thinking")
    driver.wait(ada)
    ben.locator('[data-spot="d4"]').tap()
    expect(ben.locator("#status")).to_contain_text("d4 is played as soon as it is your move")
    driver.press_all(ada, ["c3"])
    expect(ada.locator(".moves > li:nth-child(2)")).to_contain_text("d4")


def test_a_press_ahead_can_be_taken_back_and_an_illegal_one_is_dropped(open_page: Open) -> None:
    ada, ben = pair(open_page)
    driver.wait(ada)
    driver.press(ben, "c3")
    driver.press(ben, "c3")
    driver.press_all(ada, ["d3"])
    assert driver.wait(ben)
    assert driver.ply(ben) == 1
    driver.press(ada, "a1")
    driver.press_all(ben, ["c3"])
    assert driver.wait(ada)
    assert driver.ply(ada) == 2


def test_a_press_while_the_last_move_is_still_moving_is_not_lost(open_page: Open) -> None:
    ada, ben = pair(open_page, speed=4)
    driver.wait(ada)
    driver.press_all(ada, ["d3"])
    driver.wait(ben)
    driver.press_all(ben, ["c3"])
    driver.press(ada, "c4")
    expect(ada.locator(".moves > li:nth-child(3)")).to_contain_text("c4")


def test_a_lost_connection_is_said_within_three_seconds(open_page: Open) -> None:
    ada, ben = pair(open_page)
    driver.wait(ada)
    ben.context.set_offline(True)
    expect(ben.locator("#connection")).to_have_text("Connection lost. Trying again", timeout=3_000)
    expect(ada.locator(".player").first).to_contain_text("away", timeout=3_000)
    driver.press_all(ada, ["d3"])
    ben.context.set_offline(False)
    expect(ada.locator(".player").first).not_to_contain_text("away")
    assert driver.wait(ben)
    ben.context.set_offline(True)
    driver.press(ben, "c3")
    expect(ben.locator("#status")).to_have_text("Your move (c3) is sent as soon as the server is back.")
    ben.context.set_offline(False)
    expect(ada.locator(".moves > li:nth-child(2)")).to_contain_text("c3")


class Tunnel:
    """The way of a page to the server, on which nothing may arrive any more, without a word that it has ended."""

    def __init__(self, page: Page) -> None:
        self.entered = False
        self.sockets = 0
        page.route_web_socket(re.compile("/live"), self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self.sockets += 1
        if self.entered:
            return
        far = socket.connect_to_server()
        socket.on_message(lambda said: None if self.entered else far.send(said))
        far.on_message(lambda said: None if self.entered else socket.send(said))


def test_a_network_that_swallows_everything_is_noticed_on_both_sides(open_page: Open) -> None:
    ada, ben = pair(open_page)
    driver.wait(ada)
    tunnel = Tunnel(ben)
    ben.reload()
    expect(ben.locator("#connection")).to_have_text("Connected")
    ben.wait_for_timeout(2_000)  # it has said that it will be heard again
    tunnel.entered = True
    expect(ben.locator("#connection")).to_have_text("Connection lost. Trying again", timeout=6_000)
    driver.press_all(ada, ["d3"])
    expect(ada.locator(".player").first).to_contain_text("away", timeout=8_000)
    tunnel.entered = False
    expect(ben.locator(".moves > li:nth-child(1)")).to_contain_text("d3", timeout=15_000)
    expect(ada.locator(".player").first).not_to_contain_text("away")
    driver.press_all(ben, ["c3"])
    expect(ada.locator(".moves > li:nth-child(2)")).to_contain_text("c3")
    assert tunnel.sockets > 1


def test_a_dead_network_is_noticed_also_by_who_has_just_joined(open_page: Open) -> None:
    """The news of joining often comes before the answer to it."""
    ada, ben = open_page("/"), open_page("/")

    def late(route: Route) -> None:
        answer = route.fetch()
        ben.wait_for_timeout(500)
        route.fulfill(response=answer)

    tunnel = Tunnel(ben)
    ben.route(re.compile("/join$"), late)
    address = driver.start(ada, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").click()
    expect(ben.locator("#status")).to_contain_text("is thinking")
    ben.wait_for_timeout(2_000)  # it has said that it will be heard again
    tunnel.entered = True
    expect(ben.locator("#connection")).to_have_text("Connection lost. Trying again", timeout=6_000)
    expect(ada.locator(".player").first).to_contain_text("away", timeout=8_000)


def test_nothing_is_expected_of_anybody_after_the_end(open_page: Open) -> None:
    ada, ben = pair(open_page)
    driver.wait(ada)
    ada.wait_for_timeout(2_500)  # both have said that they will be heard again
    said = """window.said = [];
      const at = document.querySelector("#connection");
      new MutationObserver(() => said.push(at.textContent)).observe(at, { childList: true, characterData: true });"""
    for page in (ada, ben):
        page.evaluate(said)
    ada.get_by_role("button", name="Cancel game").click()
    expect(ben.locator("#status")).to_contain_text("called off")
    ada.wait_for_timeout(6_000)
    for page in (ada, ben):
        assert page.evaluate("window.said") == []


def test_a_game_whose_first_move_does_not_come_is_called_off_and_the_hurry_is_seen(open_page: Open) -> None:
    ada, ben = pair(open_page, clock={"kind": "move", "first": {"seconds": 3}})
    expect(ada.locator("#near .player")).to_contain_text(re.compile(r"first move within \d s"))
    for page in (ada, ben):
        expect(page.locator("#status")).to_contain_text("The game was called off:", timeout=8_000)
        expect(page.locator("#status")).to_contain_text("did not make a first move.")


def test_time_is_given(open_page: Open, axe: str) -> None:
    ada, ben = pair(open_page, clock={"kind": "fischer", "first": {"seconds": 600}})
    expect(ada.locator("#near").get_by_role("button")).to_have_count(0)
    assert faults(ada, axe) == []
    ada.locator("#far").get_by_role("button", name=re.compile(r"^\+15 s for ")).click()
    expect(ben.locator("#near .clock")).to_have_text("10:15")


def test_a_rematch_is_declined(open_page: Open) -> None:
    ada, ben = pair(open_page)
    ada.get_by_role("button", name="Cancel game").click()
    ben.get_by_role("button", name="Rematch").click()
    ada.locator("#offers").get_by_role("button", name="Decline").click()
    expect(ben.locator("#offers")).to_contain_text("declined the rematch.")
    expect(ada.locator("#offers")).to_contain_text("You declined the rematch.")
    ada.get_by_role("button", name="Rematch").click()
    ben.locator("#offers").get_by_role("button", name="Play again").click()
    ada.wait_for_url(re.compile("/game/(?!.*invite)"))


def test_a_lost_connection_does_not_end_the_search_for_an_opponent(open_page: Open, tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        ada, ben = open_page("/lobby", at=server.url), open_page("/lobby", at=server.url)
        for page in (ada, ben):
            page.get_by_text("Magnetize", exact=True).first.click()
        ben.locator(".paces button").last.click()
        expect(ada.locator(".seeks")).to_contain_text("Magnetize")
        server.kill()
        expect(ben.locator(".quick > [role=status]")).to_have_text("Connection lost. Trying again.")
        server.restart()
        expect(ben.locator(".quick > [role=status]")).to_be_empty()
        ada.locator(".paces button").last.click()
        for page in (ada, ben):
            page.wait_for_url(re.compile("/game/"))
    finally:
        server.close()


def test_a_line_of_chat_is_sent_once_and_one_that_was_missed_is_counted(open_page: Open) -> None:
    ada, ben = pair(open_page)
    for page in (ada, ben):
        page.get_by_role("button", name="Chat", exact=True).click()
    ada.get_by_role("button", name="Close the chat").click()
    sent = 0

    def slow(route: Route) -> None:
        """It arrives, and the answer is lost."""
        nonlocal sent
        sent += 1
        route.fetch()
        ben.wait_for_timeout(300)
        route.abort()

    ben.route(re.compile("/chat$"), lambda route: slow(route) if route.request.method == "POST" else route.continue_())
    ada.context.set_offline(True)
    field = ben.get_by_label("Say something")
    field.fill("good luck")
    for _ in range(3):
        field.press("Enter")
    expect(field).to_have_value("")
    ben.wait_for_timeout(500)
    expect(ben.locator(".chat-text")).to_have_count(1)
    expect(ben.locator(".chat [role=status]")).to_be_empty()
    assert sent == 1
    ada.context.set_offline(False)
    expect(ada.get_by_role("button", name="Chat (1)")).to_be_visible()
