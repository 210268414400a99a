"""Writes the folder of an exported site: pages, files, answers, and the worker that keeps them all in the browser."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path

from quintet.core.files import save
from quintet.server.export.answers import Report, answers, chosen_games
from quintet.server.web.built_files import book_files
from quintet.server.web.link_previews import SITE
from quintet.server.web.middleware import CSP
from quintet.server.web.routes.pages import PAGES, noscript
from quintet.server.web.static_files import ABOUT, HEADS, PLAIN, TEXT, Pages, imported
from quintet.server.web.texts import Texts

STATIC = Path(__file__).parent.parent / "static"
SHOW = "show"
"""The folder of a page with something to show, such as one lesson; `static/js/ui/address.js` has it too."""
WITH_SERVER = frozenset({"embed", "library", "lobby", "offline", "account", "contact", "notices"})
"""Pages that are nothing without a server."""
WORKER, WORKER_SOURCE = "service-worker.js", "exported-worker.js"
MODULE = "engine/quintet.wasm"
MANIFEST = "manifest.webmanifest"
LOCAL_SERVER = "js/exported/server.js"
"""What answers in the browser: every page asks it at once."""
NOT_SENT = re.compile(r"pages/|css/(?!of/)|frame\.html|.*-worker\.js|.*\.br$|robots\.txt|favicon\.ico|" + MANIFEST)
"""Files that others are made of, or that belong at the top."""
ADDRESS = re.compile(r'(?<=")/(?!/)[^"]*')
LISTS = ("index", "learn", "play", "rules")
"""Pages that ask for the list of games at once."""
RULES = "rules/index.html"
WITHOUT_SCRIPT = 'Quintet plays with JavaScript. Without it, <a href="/rules">the rules</a> can be read.'
BODY = re.compile(rb"<body[^>]*>")
LEADS_ON = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Quintet</title>
<meta http-equiv="refresh" content="0; url=../">
<p><a href="../">Quintet</a></p>
</html>
"""
"""In a folder that is no page of its own."""
NOT_FOUND = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Nothing here · Quintet</title>
<style>body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif }</style>
<h1>There is nothing here</h1>
<p>The address may be misspelt, or the page is gone.</p>
<p><a id="up" href="./">Go on from the folder above</a></p>
<script>document.getElementById("up").href = location.pathname.replace(/[^/]+\\/?$/, "");</script>
</html>
"""
"""Hosts answer with it below any path, so it needs no other file and knows no address."""
WRITTEN = ".quintet-export"
"""The list of the files: what is in it may be written anew."""


def export(folder: Path, report: Report) -> tuple[dict[str, int], dict[str, str]]:
    """Write the site; the sizes of its files, and the games that are left out with the reasons.

    ValueError if the folder has something else in it.
    """
    _check(folder)
    pages = Pages(STATIC, dev=False, exported=True)
    if MODULE not in pages.assets:
        raise ValueError("expected a WebAssembly module to play with, found none: build it by 'make wasm'")
    ids, left_out = chosen_games(pages.assets[MODULE].body)
    content = {f"api/{path}.json": body.encode() for path, body in answers(ids, left_out, report)}
    content |= _pages_and_files(pages, ids)
    content[WORKER] = _worker(content)
    content |= {f"docs/{name}": _of_book(name, path) for name, path in book_files().items()}  # not kept for offline use
    write(folder, content)
    return {name: len(body) for name, body in content.items()}, left_out


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"expected a folder to write to, got the file {str(folder)!r}")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / WRITTEN).exists():
        raise ValueError(f"expected a new folder or an earlier export, got {str(folder)!r} with other files in it")


def _of_book(name: str, path: Path) -> bytes:
    """A file of the book; its pages lead back to the site."""
    back = f'<p style="margin: 8px 16px"><a href="{"../" * (name.count("/") + 1)}">Back to Quintet</a></p>'
    body = path.read_bytes()
    return BODY.sub(lambda start: start[0] + back.encode(), body, count=1) if name.endswith(".html") else body


def _pages_and_files(pages: Pages, ids: list[str]) -> dict[str, bytes]:
    used = {head.script for page, head in HEADS.items() if page not in WITH_SERVER}
    left = {f"js/pages/{HEADS[page].script}/" for page in WITH_SERVER if HEADS[page].script not in used}
    left |= {f"css/of/{page}." for page in WITH_SERVER}
    sent = {
        name: asset.body
        for name, asset in pages.assets.items()
        if not NOT_SENT.match(name) and not name.startswith(tuple(left))
    }
    versioned = f"static/{pages.digest}"
    scripts = {name: asset.body for name, asset in pages.assets.items() if name.endswith(".js")}
    preloads = sorted(imported(LOCAL_SERVER, scripts))
    content = {f"{versioned}/{name}": body for name, body in sent.items()}
    texts = Texts(Path(own) if (own := os.environ.get("QUINTET_TEXTS")) else None, {}, exported=True)
    for path, name in PAGES.items():
        if name not in WITH_SERVER:
            where = page_file(path)
            page = pages.html[name].replace(TEXT, texts.html(name).encode())
            plain = noscript(WITHOUT_SCRIPT, *(ids if where == RULES else ()))
            page = page.replace(PLAIN, plain.encode())
            content[where] = _page(page.decode(), where, versioned, preloads, lists=name in LISTS).encode()
    for folder in {path.partition("/")[0] for path in content if path.endswith(f"/{SHOW}/index.html")}:
        content.setdefault(f"{folder}/index.html", LEADS_ON.encode())
    manifest = ADDRESS.sub(lambda address: relative(address[0], MANIFEST), pages.assets[MANIFEST].body.decode())
    manifest = re.sub(r'(?<="src": ")', f"{versioned}/", manifest)
    return content | {
        MANIFEST: manifest.encode(),
        "404.html": NOT_FOUND.encode(),
        "favicon.ico": pages.assets["favicon.ico"].body,
        ".nojekyll": b"",
    }


def page_file(path: str) -> str:
    """Where a page lies: ``/learn`` in ``learn/index.html``, ``/learn/{game_id}`` in ``learn/show/index.html``."""
    _, page, *what = path.split("/")
    return "/".join([*([page] if page else []), *([SHOW] if what else []), "index.html"])


def relative(path: str, where: str) -> str:
    """An address of the served site as seen from a file of the folder; files keep their names."""
    up = "../" * where.count("/")
    path, query, asked = path.partition("?")
    _, page, *what = path.split("/")
    if page in ("static", "api") or "." in page:
        return f"{up}{path[1:]}"
    asked = "&".join([*([f"of={'/'.join(what)}"] if what else []), *([asked] if query else [])])
    return (up + (f"{page}/" if page else "") + (f"{SHOW}/" if what else "") + (f"?{asked}" if asked else "")) or "./"


def _page(page: str, where: str, versioned: str, preloads: list[str], *, lists: bool) -> str:
    policy = re.sub(r"; frame-ancestors [^;]*", "", CSP)
    about = f"""<meta http-equiv="content-security-policy" content="{escape(policy)}">
    <meta name="description" content="{escape(SITE.lines[0])}">"""
    wanted = [f'<link rel="modulepreload" href="/{versioned}/{module}">' for module in preloads]
    wanted += ['<link rel="preload" as="fetch" crossorigin href="/api/games.json">'] if lists else []
    modules = "\n    ".join(wanted)
    page = page.replace(ABOUT.decode(), about)
    page = page.replace("</head>", f"  {modules}\n  </head>").replace(f"/{versioned}/{MANIFEST}", f"/{MANIFEST}")
    page = ADDRESS.sub(lambda address: relative(address[0], where), page)
    return page.replace("<html ", f'<html data-folder="{"../" * where.count("/") or "./"}" ')


def _worker(content: Mapping[str, bytes]) -> bytes:
    digest = hashlib.sha256()
    for name, body in sorted(content.items()):
        digest.update(name.encode() + b"\0" + body)
    source = (STATIC / WORKER_SOURCE).read_text(encoding="utf-8")
    files = [re.sub(r"(^|/)index\.html$", r"\1", name) or "./" for name in sorted(content) if not name.startswith(".")]
    version = digest.hexdigest()[:12]
    return source.replace("__VERSION__", version).replace('["__FILES__"]', json.dumps(files)).encode()


def write(folder: Path, content: Mapping[str, bytes]) -> None:
    """The files, then the list of them; what an earlier export had and this one has not is removed."""
    listed = folder / WRITTEN
    before = set(listed.read_text(encoding="utf-8").splitlines()) if listed.exists() else set()
    for name, body in content.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"{str(path.parent)!r} cannot be made: {error.strerror}") from None
        save(path, body)
    for name in before - content.keys():
        (folder / name).unlink(missing_ok=True)
    for place in sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True):
        if not any(place.iterdir()):
            place.rmdir()
    save(listed, "".join(f"{name}\n" for name in sorted(content)))
