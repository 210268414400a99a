"""The pages (HTML) and their files."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet.core.game import spec as spec_of
from quintet.server import parsing
from quintet.server.errors import BadInput, Refused, Unknown
from quintet.server.off_loop import ask
from quintet.server.routes.dependencies import TheSite
from quintet.server.site import Site
from quintet.server.static_files import Pages
from quintet.server.storage.people import Person
from quintet.study.maps import solved

router = APIRouter(include_in_schema=False)

PAGES = {
    "/": "index",
    "/play": "play",
    "/play/{spec}": "play",
    "/game/{match_id}": "game",
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
    "/account": "account",
    "/player/{username}": "account",
}


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


async def _is_there(site: Site, me: Person, request: Request, name: str) -> bool:
    """Whether the game, the match or the player of this address is known; the page itself says so if not."""
    asked = request.path_params
    try:
        if "match_id" in asked:
            await site.hub.visible(asked["match_id"], me, request.query_params.get("invite"))
        elif "username" in asked:
            return asked["username"].isprintable() and await ask(site.people.by_username, asked["username"]) is not None
        elif game := asked.get("spec") or asked.get("game_id"):
            spec = spec_of(parsing.game(game))
            return name != "map" or any(one.spec == spec for one in solved(spec.partition("(")[0]))
    except (BadInput, Unknown):
        return False
    except Refused:  # nobody knows just now: the page will tell
        return True
    return True


def _add(path: str, name: str) -> None:
    async def page(request: Request, site: TheSite) -> Response:
        person = await site.identity.person(request)
        response = _pages(request).page(request, name, await _is_there(site, person, request, name))
        site.identity.set_visitor(request, response, person)
        return response

    router.add_api_route(path, page, methods=["GET", "HEAD"])


for _path, _name in PAGES.items():
    _add(_path, _name)


@router.get("/static/{digest}/{name:path}")
async def file(digest: str, name: str, request: Request) -> Response:
    return _pages(request).file(request, digest, name)


@router.get("/favicon.ico")
@router.get("/robots.txt")
async def at_the_top(request: Request) -> Response:
    return _pages(request).file(request, "", request.url.path.lstrip("/"))
