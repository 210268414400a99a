"""Invitations in the browser: declined, withdrawn, and refused moves said where the eyes are."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from amounts import whole
from web import driver
from web.conftest import Open

INVITE = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]}


def register(page: Page, name: str) -> None:
    assert page.request.post("/api/accounts", data={"username": name, "password": "correct horse"}).status == 201


@whole
def test_an_invitation_by_link_is_declined_and_the_inviter_sees_it(open_page: Open) -> None:
    ada = open_page()
    driver.start(ada, INVITE)
    link = ada.get_by_label("Link to this game").input_value()
    ben = open_page("/" + link.split("/", 3)[3])
    expect(ben.locator(".offer")).to_contain_text("invites you to play")
    ben.get_by_role("button", name="Decline").click()
    for page in (ada, ben):
        expect(page.locator("#status")).to_have_text(re.compile(r"^Visitor \d+ declined\.$"))


@whole
def test_a_challenge_is_declined_in_the_lobby(open_page: Open) -> None:
    ada, ben = open_page(), open_page()
    register(ada, "Ada-dares")
    register(ben, "Ben-dared")
    seats = [{"kind": "me"}, {"kind": "account", "account": "Ben-dared"}]
    driver.start(ada, {"spec": "pentago", "seats": seats})
    expect(ada.locator(".offer")).to_contain_text("Waiting for Ben-dared to answer.")
    ben.goto("/lobby")
    ben.get_by_role("button", name="Decline: Pentago with Ada-dares").click()
    expect(ben.get_by_role("region", name="Challenges to you")).to_have_count(0)
    expect(ada.locator("#status")).to_have_text("Ben-dared declined.")
    ada.goto("/lobby")
    expect(ada.get_by_role("region", name="Declined")).to_contain_text("Ben-dared declined.")


@whole
def test_an_open_game_is_withdrawn_in_the_lobby(open_page: Open) -> None:
    ada, ben = open_page(), open_page("/lobby")
    path = driver.start(ada, {**INVITE, "private": False})
    expect(ben.locator(f'.match a[href="{path}"]')).to_be_visible()
    ada.goto("/lobby")
    ada.get_by_role("button", name="Withdraw: Othello").click()
    expect(ada.locator(f'.match a[href="{path}"]')).to_have_count(0)
    expect(ben.locator(f'.match a[href="{path}"]')).to_have_count(0)


def test_a_refused_move_says_why_at_the_board_and_aloud(open_page: Open) -> None:
    page = open_page()
    seats = [{"kind": "me"}, {"kind": "me"}]
    driver.start(page, {"spec": "quentin(size=4,pie=false)", "seats": seats, "moves": ["a1", "d4"]})
    assert driver.wait(page)
    driver.press(page, "b2")
    note = page.locator(".board-note")
    expect(note).to_be_visible()
    said = note.inner_text()
    assert re.search(r"b2.*\.$", said), said
    expect(page.locator("#status")).to_have_text(said)
    expect(page.locator("quintet-board [aria-live]")).to_have_text(said)
    assert set(page.evaluate("document.querySelector('quintet-board').state.shown")) >= {"a1", "b2"}
    driver.press_all(page, ["a2"])
    expect(note).to_be_hidden()


def test_an_address_where_nothing_is(open_page: Open) -> None:
    page = open_page("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    page.get_by_role("link", name="Go to the lobby").click()
    expect(page.get_by_role("heading", name="Lobby")).to_be_visible()
