"""The folder of an exported site: whole, relative, and written over nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from needs import need
from quintet.core import registry
from quintet.server.export.folder import WITH_SERVER, page_file, relative, write
from quintet.server.web.routes.pages import PAGES
from server.export.small import PUZZLES, small_export

BOOK = "<body class=book><h1>The book</h1>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("WebAssembly")
    place = tmp_path_factory.mktemp("exported")
    (place / "book").mkdir()
    (place / "book/index.html").write_text(BOOK)
    small_export(place / "site", place / "book")
    return place / "site"


def test_every_address_of_a_page_is_relative_and_there(folder: Path) -> None:
    pages = [page for page in sorted(folder.rglob("*.html")) if page.parent != folder / "docs"]
    written = {page_file(path) for path, name in PAGES.items() if name not in WITH_SERVER}
    assert {page.relative_to(folder).as_posix() for page in pages} == written | {"404.html", "game/index.html"}
    for page in pages:
        text = page.read_text("utf-8")
        for address in re.findall(r'(?:href|src)="([^"#]+)"', text):
            target = page.parent / address.partition("?")[0]
            assert not address.startswith("/"), (page, address)
            assert (target / "index.html" if target.is_dir() else target).is_file(), (page, address)


def test_the_worker_lists_every_file(folder: Path) -> None:
    worker = (folder / "service-worker.js").read_text("utf-8")
    listed = json.loads(worker.partition("const ALL = ")[2].partition(";")[0])
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    there = {name if not name.endswith("/") else f"{name}index.html".removeprefix("./") for name in listed}
    assert there == {name for name in files if not name.startswith((".", "docs/"))} - {"service-worker.js"}


def test_the_book_is_there(folder: Path) -> None:
    book = (folder / "docs/index.html").read_text("utf-8")
    assert book.startswith("<body class=book>")
    assert '<a href="../">Back to Quintet</a></p><h1>The book</h1>' in book
    assert 'href="docs/"' in (folder / "index.html").read_text("utf-8")


def test_rules_can_be_read_without_javascript(folder: Path) -> None:
    for name in ("index.html", "rules/index.html"):
        plain = (folder / name).read_text("utf-8").partition("<noscript>")[2].partition("</noscript>")[0]
        assert 'class="without-script"' in plain
        assert ("The board" in plain) == (name == "rules/index.html")


def test_no_page_preloads_what_it_does_not_ask_for(folder: Path) -> None:
    assert "api/games.json" in (folder / "index.html").read_text("utf-8")
    assert "api/games.json" not in (folder / "puzzles/show/index.html").read_text("utf-8")


def test_the_answers_are_those_of_the_server(folder: Path) -> None:
    games = json.loads((folder / "api/games.json").read_text("utf-8"))
    assert [game["id"] for game in games["games"]] == registry.game_ids()
    puzzles = json.loads((folder / "api/puzzles.json").read_text("utf-8"))
    assert len(puzzles["puzzles"]) == PUZZLES * len(registry.game_ids())
    for number, game_id, theme, rating, file in puzzles["puzzles"]:
        puzzle = json.loads((folder / f"api/{file}.json").read_text("utf-8"))[number]
        assert (puzzle["game"], puzzle["theme"], puzzle["rating"]) == (game_id, theme, rating)
        assert puzzle["solution"]["line"]


def test_addresses_as_the_scripts_have_them() -> None:
    assert relative("/", "index.html") == "./"
    assert relative("/learn", "play/show/index.html") == "../../learn/"
    assert relative("/puzzles/next?game=othello", "puzzles/index.html") == "../puzzles/show/?of=next&game=othello"
    assert relative("/static/abc/js/dom.js", "learn/index.html") == "../static/abc/js/dom.js"


def test_written_again_it_leaves_nothing_old_and_touches_nothing_else(folder: Path) -> None:
    (folder / "static/old").mkdir()
    (folder / "static/old/gone.js").write_text("old")
    (folder / "CNAME").write_text("games.example")
    with (folder / ".quintet-export").open("a") as listed:
        listed.write("static/old/gone.js\n")
    files = (folder / ".quintet-export").read_text("utf-8").split()[:-1]
    write(folder, {name: (folder / name).read_bytes() for name in files})
    assert not (folder / "static/old").exists()
    assert (folder / "CNAME").read_text() == "games.example"


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="expected a new folder or an earlier export"):
        small_export(tmp_path)
    with pytest.raises(ValueError, match="expected a folder to write to, got the file"):
        small_export(tmp_path / "thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
