"""Pages and static files: read once, compressed, and cached for ever under a digest of all of them.

A page is its content in a common frame, with preloads for what its script imports.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from posixpath import normpath
from string import Template
from textwrap import indent

from starlette.requests import Request
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
NOT_KEPT = {"cache-control": "no-store"}
SMALL = 500
"""Bytes below which compression gains nothing."""


FRAME = "frame.html"
ABOUT = b"<!--about-->"
"""Where the meta tags of the preview go."""
IMPORT = re.compile(r'^import\b[^;]*?"(\.[^"]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a page; its content is in the folder ``pages``."""

    title: str
    script: str
    styles: tuple[str, ...] = ()
    """In addition to EVERY."""


EVERY = ("base", "controls", "head")
TABLE = ("board", "table", "table-small", "pages", "share")
"""The styles of a board with panels beside it."""
BOARD = ("board", "pages")
SHELF = (*BOARD, "shelf")
HEADS = {
    "index": Head("Quintet: board games for two", "home", (*SHELF, "home")),
    "play": Head("New game · Quintet", "play", (*BOARD, "setup")),
    "game": Head("Game · Quintet", "game", (*TABLE, "moves", "chat")),
    "embed": Head("Game · Quintet", "embed", ("board", "table", "embed")),
    "analysis": Head("Analysis · Quintet", "analysis", (*TABLE, "moves", "study")),
    "solved": Head("What is solved · Quintet", "solved", SHELF),
    "map": Head("Solved · Quintet", "map", (*TABLE, "study")),
    "rules": Head("Rules · Quintet", "rules", (*BOARD, "rules")),
    "learn": Head("Learn · Quintet", "learn", SHELF),
    "lesson": Head("Lesson · Quintet", "lesson", (*TABLE, "teach")),
    "puzzles": Head("Puzzles · Quintet", "puzzles", SHELF),
    "puzzle": Head("Puzzle · Quintet", "puzzle", (*TABLE, "teach")),
    "library": Head("Library · Quintet", "library", (*BOARD, "share")),
    "lobby": Head("Lobby · Quintet", "lobby", (*BOARD, "home")),
    "account": Head("Account · Quintet", "account", BOARD),
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


class Pages:
    """The static folder."""

    def __init__(self, folder: Path, dev: bool) -> None:
        self._folder = folder
        self._dev = dev
        self._load()

    def _load(self) -> None:
        files = sorted(path for path in self._folder.rglob("*") if path.is_file())
        content = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in files}
        digest = hashlib.sha256()
        for name, body in content.items():
            digest.update(name.encode() + b"\0" + body)
        self.digest = digest.hexdigest()[:12]
        content |= {style_of(name): styles(head, content) for name, head in HEADS.items()}
        self._assets = {name: asset(body, name) for name, body in content.items()}
        if WORKER in content:
            worker = content[WORKER].replace(b"__VERSION__", self.digest.encode())
            self._assets[WORKER] = asset(worker, WORKER)
        versioned = f"/static/{self.digest}/".encode()
        self._pages = {
            name: framed(head, name, content).replace(b"/static/", versioned)
            for name, head in HEADS.items()
            if f"pages/{name}.html" in content
        }

    def page(self, request: Request, name: str, about: str = "", status: int = 200) -> Response:
        """An HTML page with its preview; clients revalidate it each time."""
        if self._dev:
            self._load()
        page = _about(self._pages[name], about)
        return send(request, page, "no-cache") if status == 200 else Response(page.body, status, NOT_KEPT, page.kind)

    def missing(self, request: Request) -> Response:
        """The page for an address that does not exist."""
        return self.page(request, MISSING, status=404)

    def file(self, request: Request, digest: str, name: str) -> Response:
        file = self._assets.get(name)
        if file is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        return send(request, file, FOREVER if digest == self.digest else "no-cache")


@lru_cache(maxsize=256)
def _about(page: bytes, about: str) -> Asset:
    return asset(page.replace(ABOUT, about.encode()), "page.html")


def framed(head: Head, name: str, content: dict[str, bytes]) -> bytes:
    """The HTML of a page: its content inside frame.html, with title, script, style and preloads of its modules."""
    script = f"js/pages/{head.script}/page.js"
    wanted = sorted(imported(script, content) - {script})
    page = Template(content[FRAME].decode()).substitute(
        title=head.title,
        script=script,
        style=style_of(name),
        preloads="\n    ".join(f'<link rel="modulepreload" href="/static/{module}">' for module in wanted),
        content=indent(content[f"pages/{name}.html"].decode().rstrip(), "    "),
    )
    return page.encode()


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


def asset(body: bytes, name: str) -> Asset:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    zipped = gzip.compress(body, 9, mtime=0) if len(body) > SMALL and not kind.startswith("image/png") else None
    return Asset(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def send(request: Request, file: Asset, cache: str) -> Response:
    """The file, its compressed form, or 304 for a client that has it cached."""
    headers = {"cache-control": cache, "etag": file.etag, "vary": "accept-encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)
