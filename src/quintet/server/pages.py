"""The pages and what they load: read once, compressed, and cached for ever under a digest of them all."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
SMALL = 500
"""Bytes below which nothing is gained by compressing."""


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
        self._assets = {
            name: asset(self._rewritten(body) if name.endswith((".html", ".webmanifest")) else body, name)
            for name, body in content.items()
        }

    def _rewritten(self, body: bytes) -> bytes:
        return body.replace(b"/static/", f"/static/{self.digest}/".encode())

    def page(self, request: Request, name: str) -> Response:
        """An HTML page: asked for anew each time, sent only when it changed."""
        if self._dev:
            self._load()
        found = self._assets.get(name)
        if found is None:
            return Response("There is no such page.\n", 404, media_type="text/plain")
        return send(request, found, "no-cache")

    def file(self, request: Request, digest: str, name: str) -> Response:
        found = self._assets.get(name)
        if found is None:
            return Response("There is no such file.\n", 404, media_type="text/plain")
        return send(request, found, FOREVER if digest == self.digest else "no-cache")


def asset(body: bytes, name: str) -> Asset:
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    zipped = gzip.compress(body, 9, mtime=0) if len(body) > SMALL and not kind.startswith("image/png") else None
    return Asset(body, zipped, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def send(request: Request, found: Asset, cache: str) -> Response:
    """The file, its compressed form, or 304 for a client that has it."""
    headers = {"cache-control": cache, "etag": found.etag, "vary": "accept-encoding"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = found.body
    if found.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        body = found.zipped
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=found.kind)
