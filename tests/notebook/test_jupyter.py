"""The widget in a real JupyterLab in a real browser: a move played, refused and analysed."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect, sync_playwright

from amounts import whole
from needs import need

CELL = "from quintet import notebook\nboard = notebook.play('othello', 'level:1')\nboard"
PATIENCE = 60_000


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab with one notebook."""
    program = need("JupyterLab")
    cell: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "source": CELL,
        "outputs": [],
        "execution_count": None,
        "id": "one",
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    command = [program, "--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0"]
    command += [f"--ServerApp.root_dir={tmp_path}", "--IdentityProvider.token=x", "--LabApp.news_url=None"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **folders}, stdout=log, stderr=log)
    try:
        for _ in range(240):
            try:
                urlopen(f"http://127.0.0.1:{port}/api?token=x").close()
                break
            except OSError:
                time.sleep(0.25)
        yield f"http://127.0.0.1:{port}/doc/tree/board.ipynb?token=x"
    finally:
        process.terminate()
        process.wait(30)


@whole
def test_a_move_is_played_in_jupyterlab(lab: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        page.goto(lab)
        page.click(".jp-Cell .cm-content >> nth=0", timeout=PATIENCE)
        spot = page.locator('quintet-board [data-spot="d3"]')
        for _ in range(10):  # what is run before the kernel listens is lost
            page.keyboard.press("Control+Enter")
            with contextlib.suppress(Late):
                spot.wait_for(timeout=PATIENCE / 10)
                break
        spot.click()
        expect(page.locator(".quintet-widget .ply")).to_have_text("2 of 2", timeout=PATIENCE)
        page.fill(".quintet-widget [name=move]", "dd")
        page.keyboard.press("Enter")
        expect(page.locator(".board-note")).to_contain_text("'dd' is not a move", timeout=PATIENCE)
        page.click(".quintet-widget >> text=Analyse")
        expect(page.locator("quintet-board .truth").first).to_be_visible(timeout=PATIENCE)
        assert page.locator(".jp-Cell").count() == 1
        browser.close()
