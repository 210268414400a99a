"""An exported site below a path, from a host that has only files: games, a lesson, puzzles; then without the host."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from shutil import copytree
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from amounts import some
from needs import need
from quintet.core.match import Match
from quintet.study.lesson import lesson
from server.export.small import small_export
from web import driver
from web.conftest import PHONE, Open
from web.test_teaching import press

PREFIX = "/quintet"
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  return navigator.serviceWorker.controller !== null;
}"""

UPDATED = """async () => {
  const { serviceWorker } = navigator;
  const changed = new Promise((done) => serviceWorker.addEventListener("controllerchange", done));
  await (await serviceWorker.ready).update();
  await changed;
}"""


class Silent(SimpleHTTPRequestHandler):
    """As `python -m http.server`, and as hosts that let browsers keep every file for some minutes."""

    def end_headers(self) -> None:
        self.send_header("cache-control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host:
    """Files at an address, until it is closed."""

    def __init__(self, folder: Path) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("WebAssembly")
    folder = tmp_path_factory.mktemp("host")
    small_export(folder / PREFIX[1:])
    return folder


@pytest.fixture
def host(exported: Path) -> Iterator[Host]:
    running = Host(exported)
    yield running
    running.close()


def start(page: Page, game_id: str, level: int = 5) -> None:
    """A new game against a level, by the form."""
    page.goto(f"{PREFIX}/play/show/?of={game_id}&second=engine:{level}")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/game/show/?of=*")
    expect(page.locator("#table")).to_be_visible()


def solve(page: Page, exported: Path, count: int) -> None:
    """Puzzles, one after the other, each right at once."""
    page.goto(f"{PREFIX}/puzzles/show/?of=next&game=magnetize")
    for _ in range(count):
        expect(page.locator("#task")).to_contain_text("to move")
        solution = solution_of(page, exported)
        for number, move in enumerate(solution["line"][: solution["asked"]]):
            if number % 2 == 0:
                press(page, move)
                expect(page.locator("#answer")).to_have_text(re.compile("That is it|Right. Go on"))
        expect(page.locator("#answer")).to_have_text("That is it.")
        expect(page.locator("#explained")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("link", name="Next puzzle").click()


def solution_of(page: Page, exported: Path) -> Any:
    page.wait_for_url(lambda url: "of=next" not in url)
    name = re.search(r"of=([\w-]+)", page.url)
    assert name is not None
    for bundle in (exported / PREFIX[1:] / "api/puzzles").glob("*.json"):
        puzzles = json.loads(bundle.read_text("utf-8"))
        if name[1] in puzzles:
            return puzzles[name[1]]["solution"]
    raise AssertionError(name[1])


@pytest.mark.parametrize("game_id", some(["magnetize", "pentago", "quentin", "bestgame", "othello"], of=5))
def test_a_whole_game_against_a_level(open_page: Open, host: Host, game_id: str) -> None:
    page = open_page(f"{PREFIX}/", at=host.url)
    expect(page.get_by_role("link", name="Lobby")).to_have_count(0)
    start(page, game_id)
    moves = driver.play_out(page, 1)
    assert moves > 5
    expect(page.locator("#status")).to_contain_text(re.compile("wins|draw|win"))
    page.reload()
    expect(page.locator(".moves > li")).to_have_count(moves)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save record").click()
    record = Path(saved.value.path()).read_text("utf-8")
    match = Match.from_record(record)
    assert match.ply == moves
    assert match.outcome is not None


def test_an_engine_that_cannot_move_says_so(open_page: Open, host: Host) -> None:
    page = open_page(at=host.url)
    failing = "if (question.ask === 'level') throw new RangeError('memory'); const place = room(bytes.length);"

    def changed(route: Route) -> None:
        text = route.fetch().text()
        assert text.count("const place = room(bytes.length);") == 1
        route.fulfill(body=text.replace("const place = room(bytes.length);", failing), content_type="text/javascript")

    page.route("**/kernel_module.js", changed)
    page.goto(f"{PREFIX}/play/show/?of=pentago&first=engine:5&second=me")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#status")).to_contain_text(re.compile("The engine cannot move.*too little memory"))
    page.unroute("**/kernel_module.js")
    page.reload()
    expect(page.locator(".moves > li")).to_have_count(1)


def test_a_game_that_cannot_be_shown_hides_no_other(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/", at=host.url)
    start(page, "pentago", 1)
    driver.press_all(page, driver.choose(page, Random(1)))
    assert driver.wait(page)
    page.evaluate(
        """() => {
          const [key] = Object.keys(localStorage).filter((key) => key.startsWith("quintet-match "));
          const match = JSON.parse(localStorage[key]);
          const other = { ...match, id: "other", spec: "game-of-an-earlier-export" };
          localStorage["quintet-match other"] = JSON.stringify(other);
          localStorage["quintet-match half"] = localStorage[key].slice(0, 40);
        }"""
    )
    page.goto(f"{PREFIX}/")
    expect(page.locator("#mine")).to_contain_text("Pentago")
    start(page, "magnetize", 1)


def test_games_that_are_over_stay_in_the_list_until_they_are_deleted(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/", at=host.url)
    start(page, "pentago", 1)
    page.goto(f"{PREFIX}/")
    expect(page.locator("#daily .daily")).to_be_visible()
    expect(page.locator("#yours")).to_be_hidden()  # no move has been played
    start(page, "magnetize", 1)
    driver.press_all(page, driver.choose(page, Random(1)))
    assert driver.wait(page) or driver.is_over(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#status")).to_contain_text("wins")
    page.evaluate(
        """() => {
          const found = Object.keys(localStorage).filter((key) => key.startsWith("quintet-match "));
          const over = found.map((key) => JSON.parse(localStorage[key])).find((match) => match.ending);
          for (let number = 1; number < 8; number += 1) {
            const created = over.created + number;
            const other = { ...over, id: `other${number}`, created, ending: null, finished: null };
            localStorage[`quintet-match ${other.id}`] = JSON.stringify(other);
          }
        }"""
    )
    page.goto(f"{PREFIX}/")
    games = page.locator("#mine > li")
    expect(games).to_have_count(6)
    page.get_by_role("button", name="All your games (8)").click()
    expect(games).to_have_count(8)
    expect(games.last).to_contain_text("resigned")
    games.first.get_by_role("button", name=re.compile("Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(games).to_have_count(7)
    games.last.get_by_role("link", name=re.compile("Review")).click()
    expect(page.get_by_role("img", name=re.compile("Winning chance"))).to_be_visible()


def test_only_boards_that_are_there_can_be_chosen(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/play/show/?of=magnetize(height=9)", at=host.url)
    expect(page.locator(".notice")).to_have_text(
        "This copy of the site has no board with height 9. Of Magnetize it has: Standard; height 3, width 4."
    )
    boards = page.locator("[name=option-board]")
    expect(boards.locator("option")).to_have_text(["Standard", "height 3, width 4"])
    boards.select_option("height 3, width 4")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/game/show/?of=*")
    expect(page.locator("#board [role=gridcell]")).to_have_count(12)


def test_a_game_from_a_position_shows_it_before_it_starts(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/play/show/?of=othello&moves=d3&first=engine:5&second=me", at=host.url)
    page.wait_for_function(
        "() => Object.keys(document.querySelector('quintet-board')?.state.scene?.pieces ?? {}).length === 5"
    )
    expect(page.locator("#setup")).to_contain_text("The game starts from the position in the link.")


@pytest.mark.parametrize(
    ("path", "title", "link"),
    [
        ("learn/show/?of=xx", "No such lesson", "All lessons"),
        ("solved/show/?of=zz", "No such solved board", "All solved boards"),
        ("puzzles/show/?of=yy", "No such puzzle", "All puzzles"),
    ],
)
def test_what_is_not_there_is_said_on_the_page(open_page: Open, host: Host, path: str, title: str, link: str) -> None:
    page = open_page(f"{PREFIX}/{path}", at=host.url)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.get_by_role("link", name=link).click()
    page.wait_for_url(f"**/{path.partition('/')[0]}/")


def test_the_address_of_an_analysis_follows_its_moves(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/analysis/show/?of=othello", at=host.url)
    press(page, "d3")
    page.wait_for_url("**/analysis/show/?of=othello&moves=d3")
    page.reload()
    expect(page.locator("#moves")).to_contain_text("d3")
    page.goto(f"{PREFIX}/rules/")
    page.go_back()
    expect(page.locator("#moves")).to_contain_text("d3")


def test_an_edited_position_has_no_old_evaluation(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/analysis/show/?of=othello", at=host.url)
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).not_to_have_count(0)
    page.get_by_label("The position as text").fill("no position")
    page.get_by_role("button", name="Use this position").click()
    expect(lines).to_have_count(0)


def test_a_puzzle_shows_the_counters(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/puzzles/show/?of=next&game=bestgame", at=host.url)
    expect(page.locator("#counters")).to_have_text(re.compile(r"(?=.*White: .*tokens left).*Black: .*tokens left"))
    expect(page.locator("#keys")).to_contain_text("counts as not solved")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#keys")).not_to_contain_text("counts as not solved")


def test_a_refusal_says_what_stands_there_until_something_is_done(open_page: Open, host: Host) -> None:
    page = open_page(f"{PREFIX}/", at=host.url)
    start(page, "othello", 1)
    typed, status = page.get_by_label("Type a move"), page.locator("#status")
    typed.fill("d4")
    typed.press("Enter")
    expect(status).to_have_text("d4 is occupied.")
    typed.fill("zZz")
    expect(status).not_to_contain_text("occupied")
    typed.press("Enter")
    expect(status).to_have_text("“zZz” is not allowed here.")
    driver.press_all(page, driver.choose(page, Random(1)))
    expect(typed).to_have_value("")


def test_an_open_page_keeps_the_files_of_its_version(open_page: Open, tmp_path: Path, exported: Path) -> None:
    copytree(exported, tmp_path / "host")
    host = Host(tmp_path / "host")
    page = open_page(f"{PREFIX}/play/", at=host.url, worker=True)
    page.wait_for_function(KEPT)
    renewed(tmp_path / "host" / PREFIX[1:])
    later = page.context.new_page()
    later.goto(f"{host.url}{PREFIX}/puzzles/")
    later.evaluate(UPDATED)
    host.close()
    later.goto(f"{host.url}{PREFIX}/analysis/show/?of=othello")
    expect(later.locator(".verdict-panel").get_by_role("listitem")).not_to_have_count(0)
    later.goto(f"{host.url}{PREFIX}/play/")  # which the browser has from the version before, too
    expect(later.locator("script[type=module]")).to_have_attribute("src", re.compile("/renewed/"))
    script = page.locator("script[type=module]").get_attribute("src")
    fetched = """async (script) => {
      const engine = new URL("../../../engine/quintet.wasm", new URL(script, location.href));
      return (await fetch(engine, { cache: "no-store" })).ok;
    }"""
    assert page.evaluate(fetched, script)


def renewed(folder: Path) -> None:
    """Makes another version of an exported site: the same files below another name."""
    (before,) = (folder / "static").iterdir()
    before.rename(before.with_name("renewed"))
    for path in [*folder.rglob("*.html"), folder / "service-worker.js", folder / "manifest.webmanifest"]:
        text = path.read_text("utf-8").replace(f"static/{before.name}/", "static/renewed/")
        path.write_text(re.sub(r'EXPORTED = "\w+"', 'EXPORTED = "renewed"', text), "utf-8")


def test_everything_goes_on_without_the_host(open_page: Open, host: Host, exported: Path) -> None:
    page = open_page(f"{PREFIX}/", at=host.url, size=PHONE, worker=True)
    page.wait_for_function(KEPT)
    host.close()
    page.goto(f"{PREFIX}/learn/show/?of=quentin")
    chapters = lesson("quentin").chapters
    prompt = chapters[0].steps[0].prompt
    assert prompt
    press(page, prompt.answers[0])
    expect(page.locator("#words")).to_have_text(chapters[0].steps[1].words)
    solve(page, exported, 2)
    page.goto(f"{PREFIX}/puzzles/")
    expect(page.locator("main")).to_contain_text(re.compile("2 of 2|2 solved"))
    start(page, "magnetize", 1)
    driver.press_all(page, driver.choose(page, Random(1)))
    assert driver.wait(page) or driver.is_over(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves > li")).to_have_count(0)
    page.goto(f"{PREFIX}/")
    expect(page.locator("#mine")).to_contain_text("Magnetize")
    for path in ("rules/show/?of=pentago", "solved/", "analysis/show/?of=othello"):
        page.goto(f"{PREFIX}/{path}")
        expect(page.locator("quintet-board").first).to_be_visible()
    page.goto(f"{PREFIX}/docs/")
    expect(page.get_by_role("heading")).to_have_text("You are offline")
    page.get_by_role("link").click()
    expect(page.locator("#mine")).to_contain_text("Magnetize")


def test_every_solved_board_is_there_without_the_host(open_page: Open, host: Host, exported: Path) -> None:
    page = open_page(f"{PREFIX}/", at=host.url, worker=True)
    page.wait_for_function(KEPT)
    host.close()
    specs = [path.stem for path in (exported / PREFIX[1:] / "api/solved").glob("*.json")]
    assert any("=" in spec for spec in specs)
    for spec in specs:
        page.goto(f"{PREFIX}/solved/show/?of={spec}")
        expect(page.locator("quintet-board")).to_be_visible()
