"""Pages and static files: read once, compressed, and cached for ever under a digest of all of them.

A page is its content in a common frame, with preloads for what its script imports.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from string import Template
from textwrap import indent

from starlette.requests import Request
from starlette.responses import Response

from quintet.server.web.built_files import ENGINE, NO_ENGINE, book_files, engine_files

FOREVER = "public, max-age=31536000, immutable"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
}
NOT_KEPT = {"cache-control": "no-store"}
PACKED = (".br", ".weights")
"""Endings of files that are compressed already."""
SMALL = 500
"""Bytes below which compression gains nothing."""


FRAME = "frame.html"
ABOUT = b"<!--about-->"
"""Where the meta tags of the preview go."""
PLAIN = b"<!--plain-->"
"""Where stands what is read without JavaScript."""
TEXT = b"<!--text-->"
"""Where stands a text about the site."""
IMPORT = re.compile(r'^import\b[^;]*?"(\.[^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a page; its content is in the folder ``pages``."""

    title: str
    script: str
    styles: tuple[str, ...] = ()
    """In addition to EVERY."""
    content: str | None = None
    """The file of its content, where it does not have the name of the page."""

    def file(self, name: str) -> str:
        return f"pages/{self.content or name}.html"


EVERY = ("base", "controls", "head")
TABLE = ("board", "table", "table-small", "pages", "share")
"""The styles of a board with panels beside it."""
BOARD = ("board", "pages")
SHELF = (*BOARD, "shelf")
HEADS = {
    "index": Head("Quintet: strategy games for two", "home", (*SHELF, "home")),
    "play": Head("New game · Quintet", "play", (*BOARD, "setup")),
    "game": Head("Game · Quintet", "game", (*TABLE, "moves", "chat")),
    "embed": Head("Game · Quintet", "embed", ("board", "table", "embed")),
    "analysis": Head("Analysis · Quintet", "analysis", (*TABLE, "moves", "study")),
    "solved": Head("What is solved · Quintet", "solved", SHELF),
    "map": Head("Solved · Quintet", "map", (*TABLE, "study")),
    "rules": Head("Rules · Quintet", "rules", (*BOARD, "rules")),
    "learn": Head("Learn · Quintet", "learn", SHELF),
    "lesson": Head("Lesson · Quintet", "lesson", (*TABLE, "teach")),
    "puzzles": Head("Puzzles · Quintet", "puzzles", (*SHELF, "calendar")),
    "puzzle": Head("Puzzle · Quintet", "puzzle", (*TABLE, "teach")),
    "run": Head("Three-minute run · Quintet", "run", (*TABLE, "teach")),
    "library": Head("Library · Quintet", "library", (*BOARD, "share")),
    "lobby": Head("Lobby · Quintet", "lobby", (*BOARD, "home")),
    "account": Head("Account · Quintet", "account", (*BOARD, "account")),
    "about": Head("About · Quintet", "text", ("rules",), "text"),
    "help": Head("Help · Quintet", "text", ("rules",), "text"),
    "privacy": Head("Privacy · Quintet", "text", ("rules",), "text"),
    "contact": Head("Contact · Quintet", "text", ("rules",), "text"),
    "notices": Head("Notifications · Quintet", "notices", ("pages", "account")),
    "offline": Head("Offline · Quintet", "offline", BOARD),
    "missing": Head("Nothing here · Quintet", "missing", BOARD),
}
MISSING = "missing"
WORKER = "service-worker.js"
"""It contains the digest, so that a browser notices a new version."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    zipped: bytes | None
    kind: str
    etag: str
    brotli: bytes | None = None
    """Where it was compressed beforehand, as the engine of browsers is: smaller than `zipped` by half."""


class Pages:
    """The static folder."""

    def __init__(self, folder: Path, dev: bool, exported: bool = False) -> None:
        self._folder = folder
        self._dev = dev
        self._left_out = ("data-server" if exported else "data-exported", *([] if book_files() else ["data-book"]))
        """Lines of pages with these attributes are for sites with a server or without one, or with a book."""
        self._load()

    def _load(self) -> None:
        files = sorted(path for path in self._folder.rglob("*") if path.is_file())
        content = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in files}
        content |= engine_files() or NO_ENGINE
        digest = hashlib.sha256()
        for name, body in content.items():
            digest.update(name.encode() + b"\0" + body)
        self.digest = digest.hexdigest()[:12]
        content |= {style_of(name): styles(head, content) for name, head in HEADS.items()}
        self.assets = {name: asset(body, name, content.get(f"{name}.br")) for name, body in content.items()}
        if WORKER in content:
            worker = content[WORKER].replace(b"__VERSION__", self.digest.encode())
            self.assets[WORKER] = asset(worker, WORKER)
        versioned = f"/static/{self.digest}/".encode()
        self.html = {
            name: framed(head, name, content, self._left_out).replace(b"/static/", versioned)
            for name, head in HEADS.items()
            if head.file(name) in content
        }

    def page(
        self, request: Request, name: str, about: str = "", status: int = 200, plain: str = "", text: str = ""
    ) -> Response:
        """An HTML page with its preview; clients revalidate it each time."""
        if self._dev:
            self._load()
        page = _filled(self.html[name], about, plain, text)
        return send(request, page, "no-cache") if status == 200 else Response(page.body, status, NOT_KEPT, page.kind)

    def missing(self, request: Request) -> Response:
        """The page for an address that does not exist."""
        return self.page(request, MISSING, status=404)

    def file(self, request: Request, digest: str, name: str) -> Response:
        """A file; the engine is refused to a page of another version, whose scripts may ask it otherwise."""
        file = self.assets.get(name)
        if file is None or (digest != self.digest and name.startswith(f"{ENGINE}/")):
            return Response("There is no such file.\n", 404, media_type="text/plain")
        return send(request, file, FOREVER if digest == self.digest else "no-cache")


@lru_cache(maxsize=256)
def _filled(page: bytes, about: str, plain: str, text: str) -> Asset:
    for place, filling in ((ABOUT, about), (PLAIN, plain), (TEXT, text)):
        page = page.replace(place, filling.encode())
    return asset(page, "page.html")


def framed(head: Head, name: str, content: dict[str, bytes], left_out: Sequence[str] = ("data-exported",)) -> bytes:
    """The HTML of a page: its content inside frame.html, with title, script, style and preloads of its modules."""
    script = f"js/pages/{head.script}/page.js"
    lines, frame = (_without(content[file].decode(), left_out) for file in (head.file(name), FRAME))
    wanted = sorted(imported(script, content) - {script})
    page = Template(frame).substitute(
        title=head.title,
        script=script,
        style=style_of(name),
        preloads="\n    ".join(f'<link rel="modulepreload" href="/static/{module}">' for module in wanted),
        content=indent(lines, "    "),
    )
    return page.encode()


def _without(text: str, left_out: Sequence[str]) -> str:
    return "\n".join(line for line in text.splitlines() if not any(f" {name}" in line for name in left_out)) + "\n"


def style_of(page: str) -> str:
    return f"css/of/{page}.css"


def styles(head: Head, content: dict[str, bytes]) -> bytes:
    """All styles of a page as one file: one request instead of ten."""
    files = [f"css/{style}.css" for style in (*EVERY, *head.styles)]
    return b"\n".join(content[file] for file in files if file in content)


def imported(script: str, content: dict[str, bytes]) -> set[str]:
    """A module and all its imports, recursively."""
    modules: set[str] = set()
    left = [script]
    while left:
        module = left.pop()
        if module not in modules:
            modules.add(module)
            folder = PurePosixPath(module).parent
            left += [normpath(str(folder / path)) for path in IMPORT.findall(content[module].decode())]
    return modules


def asset(body: bytes, name: str, brotli: bytes | None = None) -> Asset:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = kind.startswith(("image/png", "font/")) or name.endswith(PACKED)
    zipped = gzip.compress(body, 9, mtime=0) if len(body) > SMALL and not packed else None
    return Asset(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"', brotli)


def send(request: Request, file: Asset, cache: str) -> Response:
    """The file, its compressed form, or 304 for a client that has it cached."""
    headers = {"cache-control": cache, "etag": file.etag, "vary": "accept-encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.body
    accepted = request.headers.get("accept-encoding", "")
    if file.brotli and "br" in accepted:
        body = file.brotli
        headers["content-encoding"] = "br"
    elif file.zipped and "gzip" in accepted:
        body = file.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)
