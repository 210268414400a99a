"""The pages (HTML) and their files, and the book below ``/docs``."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote
from xml.sax.saxutils import escape

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from quintet.core import registry
from quintet.core.story import FENCE
from quintet.server.messages import parsing
from quintet.server.site import Site
from quintet.server.web import link_previews
from quintet.server.web.built_files import book_files
from quintet.server.web.middleware import CSP
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.web.static_files import Asset, Pages, asset, send

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
router = APIRouter(include_in_schema=False)

EMBEDDED = CSP.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)
"""The only page that other sites may frame: it shows a public match, and cannot change one."""
SELF_EXPLAINING = ("play", "game", "embed", "account")
"""Pages that say themselves what is missing."""
PAGES = {
    "/": "index",
    "/play": "play",
    "/play/{spec}": "play",
    "/game/{match_id}": "game",
    "/embed/{match_id}": "embed",
    "/analysis": "analysis",
    "/analysis/{spec}": "analysis",
    "/solved": "solved",
    "/solved/{spec}": "map",
    "/rules": "rules",
    "/rules/{game_id}": "rules",
    "/learn": "learn",
    "/learn/{game_id}": "lesson",
    "/puzzles": "puzzles",
    "/puzzles/{puzzle_id}": "puzzle",
    "/run": "run",
    "/library": "library",
    "/lobby": "lobby",
    "/offline": "offline",
    "/about": "about",
    "/help": "help",
    "/privacy": "privacy",
    "/contact": "contact",
    "/account": "account",
    "/account/security": "account",
    "/account/bots": "account",
    "/account/recover": "account",
    "/account/confirm": "account",
    "/player/{username}": "account",
    "/notices": "notices",
}


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


def _add(path: str, name: str) -> None:
    async def page(request: Request, site: TheSite) -> Response:
        person = await site.identity.person(request)
        preview = await link_previews.of_page(site, path, request, person)
        if preview is None and name not in SELF_EXPLAINING:
            return _pages(request).missing(request)
        tags = link_previews.tags(preview or link_previews.SITE, request)
        plain = without_script(request.path_params.get("game_id", "") if name == "rules" and preview else "")
        text = request.app.state.texts.html(name)
        response = _pages(request).page(request, name, tags, 404 if preview is None else 200, plain, text)
        if name == "embed":
            response.headers["content-security-policy"] = EMBEDDED
        else:
            site.identity.set_visitor(request, response, person)
        return response

    router.add_api_route(path, page, methods=["GET", "HEAD"])


@lru_cache(maxsize=64)
def without_script(game_id: str) -> str:
    """What a page says where JavaScript is off: one line, and on a page of rules the rules."""
    titles = {known: escape(registry.load(known).title) for known in registry.game_ids()}
    links = ", ".join(f'<a href="/rules/{quote(known)}">{title}</a>' for known, title in titles.items())
    return noscript(f"Quintet plays with JavaScript. Without it, the rules can be read here: {links}.", game_id)


def noscript(line: str, *game_ids: str) -> str:
    """One line, and the rules of some games, for browsers where JavaScript is off."""
    rules = "".join(_plain_rules(game_id) for game_id in game_ids if game_id)
    return f'<noscript><div class="without-script"><p>{line}</p>{rules}</div></noscript>'


def _plain_rules(game_id: str) -> str:
    parts = FENCE.split(parsing.game(game_id).rules)[::2]
    blocks = [block.strip() for part in parts for block in part.split("\n\n") if block.strip()]
    rules = "".join(
        f"<h2>{escape(block.lstrip('# '))}</h2>" if block.startswith("#") else f"<p>{escape(block)}</p>"
        for block in blocks
    )
    return rules.replace("**", "").replace("`", "")


for _path, _name in PAGES.items():
    _add(_path, _name)


@router.get("/sitemap.xml")
async def sitemap(request: Request, site: TheSite) -> Response:
    """The pages that everybody can open, for search engines."""
    games = [f"{place}/{game_id}" for game_id in registry.game_ids() for place in ("/play", "/learn", "/rules")]
    places = [path for path in PAGES if "{" not in path and not path.startswith(("/account", "/notices", "/offline"))]
    base = _base(request, site)
    listed = "".join(f"<url><loc>{escape(base + path)}</loc></url>" for path in [*places, *games])
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAP}">{listed}</urlset>\n'
    return Response(text, media_type="application/xml")


@router.get("/robots.txt")
async def robots(request: Request, site: TheSite) -> Response:
    """What search engines should leave alone, and where the list of pages is."""
    rules = _pages(request).assets["robots.txt"].body.decode()
    return Response(f"{rules}\nSitemap: {_base(request, site)}/sitemap.xml\n", media_type="text/plain")


def _base(request: Request, site: Site) -> str:
    return site.settings.public_url or str(request.base_url).rstrip("/")


@router.get("/static/{digest}/{name:path}")
async def file(digest: str, name: str, request: Request) -> Response:
    return _pages(request).file(request, digest, name)


@router.get("/service-worker.js")
@router.get("/favicon.ico")
async def at_the_top(request: Request) -> Response:
    return _pages(request).file(request, "", request.url.path.lstrip("/"))


# The book


@router.api_route("/docs", methods=["GET", "HEAD"])
async def book() -> Response:
    return RedirectResponse("/docs/", 301)


@router.api_route("/docs/{name:path}", methods=["GET", "HEAD"])
async def book_page(request: Request, name: str) -> Response:
    path = book_files().get(name or "index.html")
    if path is None:
        return _pages(request).missing(request)
    file, policy = _read_book(path, path.stat().st_mtime_ns)
    response = send(request, file, "no-cache")
    response.headers["content-security-policy"] = policy
    return response


@lru_cache(maxsize=512)
def _read_book(path: Path, _changed: int) -> tuple[Asset, str]:
    """A file as it is sent, and what may run on it: by digest, the scripts that Sphinx wrote into the page."""
    body = path.read_bytes()
    scripts = INLINE_SCRIPT.findall(body) if path.suffix == ".html" else []
    digests = "".join(f" 'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in scripts)
    policy = CSP.replace("script-src 'self'", f"script-src 'self'{digests}")
    return asset(body, path.name), policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
