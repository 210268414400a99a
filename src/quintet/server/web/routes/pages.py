"""The pages (HTML) and their files."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet.server.web import link_previews
from quintet.server.web.middleware import CSP
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.web.static_files import Pages

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
    "/library": "library",
    "/lobby": "lobby",
    "/offline": "offline",
    "/account": "account",
    "/player/{username}": "account",
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
        response = _pages(request).page(request, name, tags, 404 if preview is None else 200)
        if name == "embed":
            response.headers["content-security-policy"] = EMBEDDED
        else:
            site.identity.set_visitor(request, response, person)
        return response

    router.add_api_route(path, page, methods=["GET", "HEAD"])


for _path, _name in PAGES.items():
    _add(_path, _name)


@router.get("/static/{digest}/{name:path}")
async def file(digest: str, name: str, request: Request) -> Response:
    return _pages(request).file(request, digest, name)


@router.get("/service-worker.js")
@router.get("/favicon.ico")
@router.get("/robots.txt")
async def at_the_top(request: Request) -> Response:
    return _pages(request).file(request, "", request.url.path.lstrip("/"))
