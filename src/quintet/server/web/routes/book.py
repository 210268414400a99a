"""The pages of the book below ``/docs``."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from quintet.server.web.built_files import book_files
from quintet.server.web.middleware import CSP
from quintet.server.web.static_files import Asset, Pages, asset, send

INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
router = APIRouter(include_in_schema=False)


@router.api_route("/docs", methods=["GET", "HEAD"])
async def first_page() -> Response:
    return RedirectResponse("/docs/", 301)


@router.api_route("/docs/{name:path}", methods=["GET", "HEAD"])
async def page(request: Request, name: str) -> Response:
    path = book_files().get(name or "index.html")
    if path is None:
        pages: Pages = request.app.state.pages
        return pages.missing(request)
    file, policy = _read(path, path.stat().st_mtime_ns)
    response = send(request, file, "no-cache")
    response.headers["content-security-policy"] = policy
    return response


@lru_cache(maxsize=512)
def _read(path: Path, _changed: int) -> tuple[Asset, str]:
    """A file as it is sent, and what may run on it: by digest, the scripts that Sphinx wrote into the page."""
    body = path.read_bytes()
    scripts = INLINE_SCRIPT.findall(body) if path.suffix == ".html" else []
    digests = "".join(f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts)
    policy = CSP.replace("script-src 'self'", f"script-src 'self'{digests}")
    return asset(body, path.name), policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
