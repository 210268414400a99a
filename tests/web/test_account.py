"""An account that one can keep: its pages, secrets that are shown once, ways back, friends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import quintet
from server.servers import Server
from server.smtp import Mailbox, link_in, smtp_server
from web.conftest import PHONE, Open
from web.test_pages import faults

PASSWORD, NEW = "correct horse", "another horse"


def registered(page: Page, name: str) -> Page:
    """The browser with a new account of this name."""
    assert page.request.post("/api/accounts", data={"username": name, "password": PASSWORD}).status == 201
    return page


def form(page: Page, title: str) -> Locator:
    return page.locator("form", has=page.get_by_role("heading", name=title, exact=True))


def test_a_new_account_has_three_pages(open_page: Open, axe: str) -> None:
    page = open_page("/account")
    new = form(page, "New account")
    new.get_by_label("Username").fill("Ada-1")
    new.get_by_label("Password").fill(PASSWORD)
    new.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Ada-1")).to_be_visible()
    expect(page.locator(".advice")).to_contain_text("nobody can let you in again")
    for name in ("Profile", "Security", "Bots"):
        page.get_by_role("navigation", name="Account").get_by_role("link", name=name).click()
        current = page.locator(".tabs [aria-current]")
        expect(current).to_have_text(name)
        expect(page.locator("#account .panel").first).to_be_visible()
        assert faults(page, axe) == []
        page.emulate_media(color_scheme="dark")
        assert faults(page, axe, "color-contrast") == []
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE[0], f"{name}: {wide}"
        page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("navigation", name="Account").get_by_role("link", name="Notifications").click()
    expect(page.get_by_role("heading", name="While a page is open")).to_be_visible()
    expect(page.locator(".tabs [aria-current]")).to_have_text("Notifications")
    page.get_by_role("link", name="Profile").click()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_url(re.compile("/$"))


def test_a_token_is_shown_once_with_a_button_that_copies_it(open_page: Open) -> None:
    page = registered(open_page("/rules"), "Ada-Token")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/account/bots")
    new = form(page, "A new token")
    new.get_by_label("What it is for").fill("my bot")
    new.get_by_label("Your password").fill("wrong horse")
    new.get_by_role("button", name="Create a token").click()
    expect(new).to_contain_text("The password is wrong.")
    new.get_by_label("only read").check()
    new.get_by_label("It ends after").select_option("30")
    new.get_by_label("Your password").fill(PASSWORD)
    new.get_by_role("button", name="Create a token").click()
    once = page.locator(".once")
    expect(once).to_contain_text("It is shown only now")
    token = once.locator("pre").inner_text()
    assert re.fullmatch(r"[\w-]{40,}", token)
    once.get_by_role("button", name="Copy the token").click()
    expect(page.locator(".notice")).to_have_text("The token is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == token
    tokens = page.get_by_role("group", name="Tokens")
    expect(tokens.get_by_role("row")).to_have_count(2)
    expect(tokens.get_by_role("row").nth(1)).to_contain_text(re.compile("my bot.*read"))
    once.get_by_role("button", name="hide it").click()
    expect(page.get_by_text(token)).to_have_count(0)
    page.reload()
    expect(tokens.get_by_role("row")).to_have_count(2)
    expect(page.locator(".once")).to_have_count(0)
    assert token not in page.content()
    tokens.get_by_role("button", name="Remove my bot").click()
    expect(page.get_by_text("No tokens yet.")).to_be_visible()


def test_a_changed_password_is_confirmed(open_page: Open) -> None:
    page = registered(open_page("/rules"), "Ada-Change")
    page.goto("/account/security")
    change = form(page, "Password")

    def wish(new: str, again: str) -> None:
        change.get_by_label("Your password").fill(PASSWORD)
        change.get_by_label("New password, at least").fill(new)
        change.get_by_label("New password once more").fill(again)
        change.get_by_role("button").click()

    wish(NEW, "another house")
    expect(change).to_contain_text("The two new passwords differ")
    wish("password1", "password1")
    expect(change).to_contain_text("everybody tries first")
    wish(NEW, NEW)
    expect(change).to_contain_text("Password changed. You are logged out on every other device")
    expect(change).not_to_contain_text("everybody tries first")
    expect(change.get_by_label("New password, at least")).to_have_value("")
    assert page.request.get("/api/me").json()["username"] == "Ada-Change"


def test_a_recovery_code_lets_one_in_again(open_page: Open, tmp_path: Path) -> None:
    page = registered(open_page("/rules"), "Ada-Codes")
    page.goto("/account/security")
    codes = form(page, "Recovery codes")
    expect(codes).to_contain_text("You have no recovery codes.")
    codes.get_by_label("Your password").fill(PASSWORD)
    codes.get_by_role("button", name="Make new codes").click()
    once = page.locator(".once")
    expect(once).to_contain_text("They are shown only now.")
    expect(codes).to_contain_text("You have 10 codes left.")
    listed = once.locator("pre").inner_text().split()
    assert len(listed) == 10
    with page.expect_download() as saving:
        once.get_by_role("button", name="Save as a file").click()
    saving.value.save_as(tmp_path / "codes.txt")
    assert (tmp_path / "codes.txt").read_text().split() == listed
    page.goto("/account")
    expect(page.locator(".advice")).to_have_count(0)

    lost = open_page("/account")
    lost.get_by_role("link", name="Forgot your password?").click()
    way = form(lost, "With a recovery code")
    for code, said in (("abcd-efgh-ijkl-mnop", "This code or link does not work"), (listed[3], None)):
        way.get_by_label("Recovery code").fill(code)
        way.get_by_label("New password, at least").fill(NEW)
        way.get_by_label("New password once more").fill(NEW)
        way.get_by_role("button", name="Change the password").click()
        if said:
            expect(way).to_contain_text(said)
    lost.wait_for_url("**/account/security")
    expect(lost.get_by_role("heading", name="Ada-Codes")).to_be_visible()
    expect(form(lost, "Recovery codes")).to_contain_text("You have 9 codes left.")


def test_delete_is_red_and_asks(open_page: Open) -> None:
    page = registered(open_page("/rules"), "Ada-Deletes")
    page.goto("/account/security")
    delete = form(page, "Delete my account")
    key = delete.get_by_role("button", name="Delete account")
    red, green, blue = map(int, re.findall(r"\d+", key.evaluate("(key) => getComputedStyle(key).backgroundColor"))[:3])
    assert red > 2 * green
    assert red > 2 * blue
    delete.get_by_label("Your password").fill(PASSWORD)
    key.click()
    question = page.get_by_role("dialog", name="Delete the account Ada-Deletes for good?")
    question.get_by_role("button", name="Keep it").click()
    assert page.request.get("/api/me").json()["username"] == "Ada-Deletes"
    delete.get_by_label("Your password").fill(PASSWORD)
    key.click()
    question.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(re.compile("/$"))
    assert page.request.get("/api/players/Ada-Deletes").status == 404


def test_nobody_is_said_once(open_page: Open) -> None:
    page = open_page("/player/nobody")
    expect(page.get_by_role("heading", name="No such player")).to_be_visible()
    expect(page.get_by_role("link", name="Go to the lobby")).to_be_visible()
    assert page.locator("body").inner_text().lower().count("no such player") == 1
    expect(page.locator(".notice")).to_have_count(0)


def test_friends_challenge_each_other_and_see_who_is_online(open_page: Open) -> None:
    ada, ben = registered(open_page("/rules"), "Ada-Friend"), registered(open_page("/rules"), "Ben-Friend")
    ada.goto("/player/Ben-Friend")
    ada.get_by_role("button", name="Add to friends").click()
    expect(ada.get_by_role("button", name="Remove from friends")).to_be_visible()
    ada.goto("/account")
    row = ada.get_by_role("listitem").filter(has_text="Ben-Friend")
    expect(row).to_contain_text("has not added you")
    ben.goto("/player/Ada-Friend")
    ben.get_by_role("button", name="Add to friends").click()
    expect(ben.get_by_role("button", name="Remove from friends")).to_be_visible()
    ada.reload()
    expect(row).to_contain_text("online")
    ben.get_by_role("link", name="Challenge Ada-Friend").click()
    ben.wait_for_url("**/play?opponent=friend&account=Ada-Friend")
    ada.goto("/lobby")
    ada.get_by_role("region", name="Friends online").get_by_role("link", name="Challenge Ben-Friend").click()
    ada.wait_for_url("**/play?opponent=friend&account=Ben-Friend")
    ada.get_by_role("button", name="Start").click()
    ada.wait_for_url("**/game/*")
    ben.goto("/lobby")
    ben.get_by_role("button", name="Accept").click()
    ben.wait_for_url("**/game/*")


def test_a_profile_shows_ratings_over_time_results_and_games(open_page: Open) -> None:
    ada, ben = registered(open_page("/rules"), "Ada-Rated"), registered(open_page("/rules"), "Ben-Rated")
    wish = {
        "spec": "othello",
        "seats": [{"kind": "me"}, {"kind": "account", "account": "Ben-Rated"}],
        "clock": {"kind": "fischer", "first": {"seconds": 600}},
        "rated": True,
        "private": False,
    }
    game = quintet.load("othello")
    for _ in range(2):
        match = ada.request.post("/api/matches", data=wish).json()["id"]
        assert ben.request.post(f"/api/matches/{match}/join", data={}).status == 200
        position = game.start()
        for ply in range(6):
            move = game.legal_moves(position)[0]
            sent = (ada, ben)[ply % 2].request.post(f"/api/matches/{match}/move", data={"ply": ply, "move": str(move)})
            assert sent.status == 200, sent.text()
            position = game.play(position, move)
        assert ben.request.post(f"/api/matches/{match}/action", data={"action": "resign"}).status == 200
    ada.goto("/player/Ada-Rated")
    graph = ada.get_by_role("img", name=re.compile("Othello over the last 2 rated games"))
    expect(graph).to_be_visible()
    results = ada.get_by_role("group", name="Table of results").get_by_role("row").nth(1)
    expect(results).to_contain_text(re.compile("Othello.*people.*2.*0.*0.*100 %"))
    expect(ada.locator(".match")).to_have_count(2)
    ada.get_by_role("link", name="All finished games").click()
    ada.wait_for_url("**/library?player=Ada-Rated")
    expect(ada.locator(".match")).to_have_count(2)


@pytest.fixture
def mailing(tmp_path: Path) -> Iterator[Callable[[], tuple[Server, Mailbox]]]:
    with smtp_server() as (box, port):
        url = "https://quintet.example"
        running = Server(tmp_path, QUINTET_SMTP=f"smtp+plain://127.0.0.1:{port}", QUINTET_URL=url).start()
        yield lambda: (running, box)
        running.close()


def test_a_forgotten_password_is_replaced_by_e_mail(
    open_page: Open, mailing: Callable[[], tuple[Server, Mailbox]]
) -> None:
    server, box = mailing()
    page = registered(open_page("/rules", at=server.url), "Ada")
    page.goto("/account/security")
    mail = form(page, "E-mail")
    mail.get_by_label("E-mail address").fill("ada@example.org")
    mail.get_by_label("Your password").fill(PASSWORD)
    mail.get_by_role("button", name="Send a confirmation").click()
    expect(mail).to_contain_text("A message to ada@example.org is on its way")
    elsewhere = open_page(link_in(box.wait()[0]), at=server.url)
    elsewhere.get_by_role("button", name="Confirm the address").click()
    expect(elsewhere.get_by_text("ada@example.org is confirmed.")).to_be_visible()
    page.reload()
    expect(mail).to_contain_text("ada@example.org is confirmed")

    lost = open_page("/account/recover", at=server.url)
    way = form(lost, "By e-mail")
    way.get_by_label("Your username or e-mail address").fill("ada")
    way.get_by_role("button", name="Send a link").click()
    expect(way).to_contain_text("a message is on its way")
    lost.goto(link_in(box.wait(2)[1]))
    lost.reload()
    choose = form(lost, "Choose a new password")
    choose.get_by_label("New password, at least").fill(NEW)
    choose.get_by_label("New password once more").fill(NEW)
    choose.get_by_role("button").click()
    lost.wait_for_url("**/account/security")
    expect(lost.get_by_role("heading", name="Ada", exact=True)).to_be_visible()
    page.reload()
    assert page.request.get("/api/me").json()["kind"] == "visitor"
