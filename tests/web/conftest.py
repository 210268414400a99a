"""A real server and a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from needs import need
from server.servers import Server

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PATIENCE = 30_000
"""Milliseconds; a busy machine may need some."""
DESKTOP, PHONE = (1280, 800), (360, 740)
EXPECTED = ("Failed to load resource", "WebSocket connection to")
"""What the browser itself says when a server refuses or goes away."""

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web")).start()
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = need("chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a path, or an empty page, as somebody new; nothing may be written to the console in the end."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_(
        path: str | None = None,
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: str = "light",
        speed: float = 0,
        motion: str = "no-preference",
        at: str = server.url,
        worker: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=at,
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            f"localStorage.quintet ??= JSON.stringify({{speed: {speed}, sounds: {{place: false, end: false}}}})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        if path is not None:
            page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert [line for line in said if not line.startswith(EXPECTED)] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe, from npm; nothing of it is kept here."""
    source: Path = need("axe")
    return source.read_text("utf-8")
