"""The engine in the visitor's browser: nothing is asked of the server; where something fails, the server answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from needs import need
from quintet.server.web.built_files import engine_files
from web.conftest import Open

need("WebAssembly")

MIDDLE = "/analysis/othello?moves=d3 c3 c4"
HERE, THERE = "In your browser", "On the server"
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
FAILURES = {
    "no WebAssembly": "delete globalThis.WebAssembly",
    "no module that it runs": "WebAssembly.validate = () => false",
    "a worker that is forbidden": "globalThis.Worker = class { constructor() { throw new Error('no') }}",
    "a worker that fails": "Worker = class { constructor() { setTimeout(() => this.onerror()) } terminate() {} }",
    "no unpacking": "delete globalThis.DecompressionStream",
}
"""What a browser may lack, as scripts that take it away."""


def asked(page: Page) -> list[str]:
    """The searches that the server is asked for."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/api/an" in request.url else None)
    return requests


def workers(page: Page, count: int) -> bool:
    """Whether there are soon so many workers: one that is ended takes a moment."""
    for _ in range(100):
        if len(page.workers) == count:
            return True
        page.wait_for_timeout(50)
    return False


def test_it_thinks_here_stops_at_once_and_goes_on(open_page: Open) -> None:
    page = open_page()
    requests = asked(page)
    page.goto(MIDDLE)
    panel = page.locator(".verdict-panel")
    expect(panel).to_contain_text(HERE)
    expect(panel.get_by_role("listitem")).not_to_have_count(0)
    for _ in range(3):  # each step ends a search, and begins another
        page.get_by_role("button", name="One move back").click()
    expect(panel.get_by_role("listitem")).not_to_have_count(0)
    assert workers(page, 1), "each search that was left has ended"
    page.evaluate(HIDDEN, True)
    assert workers(page, 0), "nothing is computed for a hidden tab"
    page.evaluate(HIDDEN, False)
    expect(panel).to_contain_text(HERE)
    assert requests == []


@pytest.mark.parametrize("lack", FAILURES)
def test_without_it_the_server_answers(open_page: Open, lack: str) -> None:
    page = open_page()
    page.add_init_script(FAILURES[lack])
    requests = asked(page)
    thinks_there(page)
    assert len(requests) == 1


def thinks_there(page: Page) -> None:
    page.goto(MIDDLE)
    expect(page.locator(".verdict-panel")).to_contain_text(THERE)
    expect(page.locator(".verdict-panel").get_by_role("listitem")).not_to_have_count(0)


def changed(page: Page, script: str, old: str, new: str) -> None:
    """A script of the site, with some of its text replaced."""

    def answer(route: Route) -> None:
        text = route.fetch().text()
        assert old in text
        route.fulfill(body=text.replace(old, new), content_type="text/javascript")

    page.route(f"**/{script}", answer)


def test_memory_that_is_refused_in_the_middle_is_no_loss(open_page: Open) -> None:
    page = open_page()
    refusing = "if (question.ask === 'search') throw new RangeError('memory'); const size = answer();"
    changed(page, "kernel_module.js", "const size = answer();", refusing)
    thinks_there(page)


def test_a_worker_that_never_starts_is_not_waited_for(open_page: Open) -> None:
    page = open_page()
    page.add_init_script("Worker = class { terminate() {} }")
    changed(page, "site_engine.js", "const PATIENCE = 5000;", "const PATIENCE = 200;")
    thinks_there(page)


def test_a_policy_that_forbids_to_compile(open_page: Open) -> None:
    page = open_page()

    def answer(route: Route) -> None:
        response = route.fetch()
        policy = response.headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" in policy
        headers = {**response.headers, "content-security-policy": policy.replace("'wasm-unsafe-eval'", "")}
        route.fulfill(response=response, headers=headers)

    page.route(re.compile(r"/analysis/othello\?"), answer)
    thinks_there(page)


def test_the_engine_of_another_version_is_not_taken(open_page: Open) -> None:
    """As after an upgrade of the server below an open page: its scripts are the old ones."""
    page = open_page()
    old = re.compile(r"/static/\w+/engine/")
    page.route(old, lambda route: route.fallback(url=old.sub("/static/000000000000/engine/", route.request.url)))
    thinks_there(page)


def test_without_simd_the_plain_module_thinks(open_page: Open) -> None:
    if "engine/quintet-plain.wasm" not in engine_files():
        pytest.skip("there is no WebAssembly module for old browsers (make wasm)")
    page = open_page()
    page.add_init_script("let asked = 0; WebAssembly.validate = () => (asked += 1) > 1")
    requests = asked(page)
    page.goto(MIDDLE)
    expect(page.locator(".verdict-panel")).to_contain_text(HERE)
    expect(page.locator(".verdict-panel").get_by_role("listitem")).not_to_have_count(0)
    assert requests == []


def test_a_longer_look_is_the_servers(open_page: Open) -> None:
    page = open_page()
    changed(page, "engine_panel.js", "const SECONDS = 8;", "const SECONDS = 0.3;")
    page.goto(MIDDLE)
    page.get_by_role("button", name="Look longer on the server").click()
    expect(page.locator(".verdict-panel")).to_contain_text(THERE)


def test_a_board_that_the_kernels_refuse_is_the_servers(open_page: Open) -> None:
    page = open_page("/analysis/othello(size=10)")
    expect(page.locator(".verdict-panel")).to_contain_text(THERE)
