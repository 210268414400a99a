"""Presses that come early are kept, and a lost connection is said at once."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from web import driver
from web.conftest import Open


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
    ben.context.set_offline(False)
    expect(ada.locator(".player").first).not_to_contain_text("away")


def test_a_network_that_swallows_everything_is_noticed_on_both_sides(open_page: Open) -> None:
    """As in a tunnel: nothing says that the connection has ended, and nothing comes any more."""
    ada, ben = pair(open_page)
    driver.wait(ada)
    swallows = False
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()
        dead = swallows
        sockets.append(socket)
        socket.on_message(lambda said: None if swallows or dead else far.send(said))
        far.on_message(lambda said: None if swallows or dead else socket.send(said))

    ben.route_web_socket(re.compile("/live"), between)
    ben.reload()
    expect(ben.locator("#connection")).to_have_text("Connected")
    ben.wait_for_timeout(2_000)  # it has said that it will be heard again
    swallows = True
    expect(ben.locator("#connection")).to_have_text("Connection lost. Trying again", timeout=6_000)
    driver.press_all(ada, ["d3"])
    expect(ada.locator(".player").first).to_contain_text("away", timeout=8_000)
    swallows = False
    expect(ben.locator(".moves > li:nth-child(1)")).to_contain_text("d3", timeout=15_000)
    expect(ada.locator(".player").first).not_to_contain_text("away")
    driver.press_all(ben, ["c3"])
    expect(ada.locator(".moves > li:nth-child(2)")).to_contain_text("c3")
    assert len(sockets) > 1


def test_a_game_whose_first_move_does_not_come_is_called_off_and_the_hurry_is_seen(open_page: Open) -> None:
    ada, ben = pair(open_page, clock={"kind": "move", "first": {"seconds": 3}})
    expect(ada.locator("#near .player")).to_contain_text(re.compile(r"first move within \d s"))
    for page in (ada, ben):
        expect(page.locator("#status")).to_contain_text("The game was called off:", timeout=8_000)
        expect(page.locator("#status")).to_contain_text("did not make a first move.")


def test_time_is_given(open_page: Open) -> None:
    ada, ben = pair(open_page, clock={"kind": "fischer", "first": {"seconds": 600}})
    expect(ada.locator("#near").get_by_role("button")).to_have_count(0)
    ada.locator("#far").get_by_role("button", name=re.compile("Give .* 15 seconds")).click()
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
