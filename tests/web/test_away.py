"""Slow games in a browser: conditional moves pressed on the board, and being told of turns while one is away."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.push import push_service
from server.servers import Server
from web.conftest import PHONE, Open
from web.test_pages import faults
from web.test_teaching import press

DAYS = {"kind": "days", "first": {"seconds": 3 * 86400}}


def slow_game(ada: Page, ben: Page) -> str:
    """Ada has the first move; both look at it."""
    wish = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": DAYS}
    match = ada.request.post("/api/matches", data=wish).json()
    ben.request.post(f"/api/matches/{match['id']}/join", data={"invite": match["invite"], "name": "Ben"})
    for page in (ada, ben):
        page.goto(match["url"])
        expect(page.locator("#table")).to_be_visible()
    return str(match["id"])


def plan(page: Page, *moves: str) -> None:
    page.get_by_role("button", name="Plan a reply").click()
    for move in moves:
        press(page, move)
    page.get_by_role("button", name="Keep this line").click()


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_an_answer_that_was_planned_is_played_at_once(open_page: Open, size: tuple[int, int]) -> None:
    ada, ben = open_page("/", size=size), open_page("/")
    match = slow_game(ada, ben)
    press(ada, "d3")
    ada.get_by_role("button", name="Plan a reply").click()
    expect(ada.locator("#status")).to_have_text("What may Ben play?")
    expect(ada.get_by_role("button", name="Keep this line")).to_be_disabled()
    press(ada, "c3")
    expect(ada.locator("#status")).to_have_text("Your answer?")
    press(ada, "c4")
    expect(ada.locator(".plan .draft")).to_have_text("If c3, then c4")
    ada.get_by_role("button", name="Keep this line").click()
    expect(ada.locator(".plan li span")).to_have_text(["If c3, then c4"])
    plan(ada, "e3", "f4")
    expect(ada.locator(".plan li span")).to_have_text(["If c3, then c4", "If e3, then f4"])
    plan(ada, "c3", "b3")  # in place of the first
    expect(ada.locator(".plan li span")).to_have_text(["If e3, then f4", "If c3, then b3"])
    expect(ben.locator(".plan")).to_be_hidden()
    ada.reload()
    expect(ada.locator(".plan li span")).to_have_text(["If e3, then f4", "If c3, then b3"])
    press(ben, "e3")
    for page in (ada, ben):
        expect(page.locator(".moves > li")).to_have_count(3)
        expect(page.locator(".plan")).to_be_hidden()
    expect(ben.locator("#status")).to_contain_text("Your move")
    moves = [move["text"] for move in ada.request.get(f"/api/matches/{match}").json()["history"]]
    assert moves == ["d3", "e3", "f4"]


def test_a_plan_is_changed_left_and_overtaken(open_page: Open) -> None:
    ada, ben = open_page("/"), open_page("/")
    slow_game(ada, ben)
    expect(ada.get_by_role("button", name="Plan a reply")).to_be_hidden()  # it is her own turn
    press(ada, "d3")
    plan(ada, "c3", "c4")
    ada.get_by_role("button", name="Remove: If c3, then c4").click()
    expect(ada.locator(".plan")).to_be_hidden()
    ada.get_by_role("button", name="Plan a reply").click()
    press(ada, "c3")
    expect(ada.locator("#status")).to_have_text("Your answer?")
    ada.get_by_role("button", name="Take back").click()
    expect(ada.locator("#status")).to_have_text("What may Ben play?")
    ada.get_by_role("button", name="Cancel", exact=True).click()
    expect(ada.get_by_role("button", name="Plan a reply")).to_be_visible()
    ada.get_by_role("button", name="Plan a reply").click()
    press(ada, "e3")
    press(ben, "c5")
    expect(ada.locator("#status")).to_contain_text("Your move")
    press(ada, "d6")
    expect(ada.locator(".moves > li")).to_have_count(3)


# Being told


def allow(page: Page, subscription: dict[str, Any]) -> None:
    """Notifications are allowed, and the browser's own push service is one on this machine."""
    page.context.grant_permissions(["notifications"])
    made = json.dumps({"endpoint": subscription["endpoint"], "keys": subscription["keys"]})
    page.add_init_script(
        f"""
        const made = {made};
        const unsubscribe = async () => localStorage.removeItem("subscribed");
        const kept = () => (localStorage.getItem("subscribed") ? {{ ...made, toJSON: () => made, unsubscribe }} : null);
        PushManager.prototype.subscribe = async ({{ applicationServerKey, userVisibleOnly }}) => {{
          if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("refused");
          localStorage.setItem("subscribed", "yes");
          return kept();
        }};
        PushManager.prototype.getSubscription = async () => kept();
        """
    )


def test_a_turn_comes_to_this_device_and_opens_its_match(open_page: Open, tmp_path_factory: Any) -> None:
    with push_service() as service:
        server = Server(tmp_path_factory.mktemp("away"), QUINTET_PUSH_SERVICES=service.url).start()
        try:
            device = service.device()
            ada, ben = open_page(at=server.url), open_page(at=server.url, worker=True)
            allow(ben, device.subscription)
            ben.goto("/notices")
            ben.get_by_role("button", name="Tell me on this device").click()
            expect(ben.locator(".devices li")).to_have_count(1)
            expect(ben.get_by_role("radio", name="One line a day at most").first).to_be_checked()
            ben.get_by_role("radio", name="Every turn").first.check(force=True)
            expect(ben.locator(".notice")).to_have_text("Saved.")
            match = slow_game(ada, ben)
            ben.goto("/notices")
            press(ada, "d3")
            (message,) = device.wait()
            assert message["path"] == f"/game/{match}"
            title, shown = in_the_worker(ben, "push", json.dumps(message))
            assert (title, shown["body"], shown["data"]) == ("Your move", message["body"], message["path"])
            assert ben.request.get(shown["icon"]).headers["content-type"] == "image/png"
            assert in_the_worker(ben, "notificationclick", shown["data"]) == f"{server.url}{message['path']}"
            assert in_the_worker(ben, "notificationclick", "/notices") == f"focus {server.url}/notices"
            ben.get_by_role("button", name="Remove").click()
            expect(ben.get_by_role("button", name="Tell me on this device")).to_be_visible()
        finally:
            server.close()


def test_a_device_that_gets_another_address_is_still_told(open_page: Open, tmp_path_factory: Any) -> None:
    with push_service() as service:
        server = Server(tmp_path_factory.mktemp("renewed"), QUINTET_PUSH_SERVICES=service.url).start()
        try:
            devices = [service.device() for _ in range(3)]
            ada, ben = open_page(at=server.url), open_page(at=server.url, worker=True)
            allow(ben, devices[0].subscription)
            ben.goto("/notices")
            ben.get_by_role("button", name="Tell me on this device").click()
            expect(ben.locator(".devices li")).to_have_count(1)
            name = str(ben.locator(".devices li").text_content())
            for before, device in pairwise(devices):
                renew(ben, before.endpoint, device.subscription, made_by_browser=device is devices[1])
            ben.reload()
            expect(ben.locator(".devices li")).to_have_text([name])
            slow_game(ada, ben)
            ben.goto("/notices")
            press(ada, "d3")
            assert devices[2].wait()
            assert not devices[0].messages + devices[1].messages
        finally:
            server.close()


def renew(page: Page, before: str, subscription: dict[str, Any], *, made_by_browser: bool) -> None:
    """The push service ends a subscription; some browsers make the next one themselves, others leave that to us."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    (worker,) = page.context.service_workers
    worker.evaluate(
        """([endpoint, subscription, made]) => new Promise((done, failed) => {
          const next = { ...subscription, toJSON: () => subscription };
          PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
            if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("refused");
            return next;
          };
          const event = new Event("pushsubscriptionchange");
          event.waitUntil = (work) => work.then(done, failed);
          Object.assign(event, { oldSubscription: { endpoint }, newSubscription: made ? next : null });
          self.dispatchEvent(event);
        })""",
        [before, subscription, made_by_browser],
    )


def in_the_worker(page: Page, kind: str, data: Any) -> Any:
    """What the page's worker shows or opens for an event that only a browser with a push service gets."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    (worker,) = page.context.service_workers
    return worker.evaluate(
        """([kind, data]) => new Promise((done) => {
          ServiceWorkerRegistration.prototype.showNotification = async (title, options) => done([title, options]);
          Clients.prototype.openWindow = async (address) => done(address);
          WindowClient.prototype.focus = async function () { done(`focus ${this.url}`); };
          const event = kind === "push" ? new PushEvent("push", { data }) : new Event(kind);
          if (kind !== "push") event.notification = { data, close() {} };
          event.waitUntil ??= (work) => work;
          self.dispatchEvent(event);
        })""",
        [kind, data],
    )


def test_a_browser_that_does_not_allow_it_is_told_so(open_page: Open) -> None:
    page = open_page("/notices", worker=True)
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.locator("#notices [role=status]").first).to_contain_text("does not allow notifications")
    expect(page.locator("#notices")).to_contain_text("This site sends no e-mail.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_faults(open_page: Open, axe: str, scheme: str) -> None:
    page = open_page("/notices", scheme=scheme)
    page.get_by_role("button", name="Tell me on this device").wait_for()
    assert not faults(page, axe)
