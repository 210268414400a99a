"""A real server and a real browser; where there is none, one loud line instead of the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from server.servers import Server

ROOT = Path(__file__).parents[2]
NO_BROWSER = "NO BROWSER: the tests of the site in a browser are skipped. Install Debian's package chromium."
NO_AXE = "NO AXE: the accessibility tests are skipped. They need npm and axe-core (npm install)."
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
PATIENCE = 15_000
"""Milliseconds; a busy machine may need some."""
DESKTOP, PHONE = (1280, 800), (360, 740)
EXPECTED = ("Failed to load resource", "WebSocket connection to")
"""What the browser itself says when a server refuses or goes away."""

Open = Callable[..., Page]


def skip_loudly(reason: str) -> NoReturn:
    """A line that is seen even where output is captured."""
    print(reason, file=sys.__stderr__)
    pytest.skip(reason)


def find_chromium() -> str | None:
    """Debian's chromium, installed first where that is allowed."""
    if not shutil.which("chromium") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "-q", "chromium"]):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            subprocess.run(["apt-get", *command], env=environment, capture_output=True, check=False)
    return shutil.which("chromium")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web")).start()
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = find_chromium()
    if program is None:
        skip_loudly(NO_BROWSER)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a path as somebody new; nothing may be written to the console in the end."""
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def open_(
        path: str,
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: str = "light",
        speed: float = 0,
        motion: str = "no-preference",
        at: str = server.url,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            f"localStorage.quintet ??= JSON.stringify({{speed: {speed}, sounds: {{place: false, end: false}}}})"
        )
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.goto(at + path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert [line for line in said if not line.startswith(EXPECTED)] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe, from npm; nothing of it is kept here."""
    source = ROOT / "node_modules/axe-core/axe.min.js"
    if not source.exists():
        npm = shutil.which("npm")
        if npm:
            command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
            subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False)
    if not source.exists():
        skip_loudly(NO_AXE)
    return source.read_text()
