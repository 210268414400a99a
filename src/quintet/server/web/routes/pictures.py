"""Pictures: of positions, animated games, and previews of links."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from quintet.core.game import spec as spec_of
from quintet.core.match import NAMES
from quintet.render.svg.preview_card import WIDTH, card
from quintet.server.errors import BadInput
from quintet.server.live.timeline import Ply
from quintet.server.site import Site
from quintet.server.web import link_previews
from quintet.server.web.routes.dependencies import Caller, Invite, TheSite
from quintet.server.work.subprocess_jobs import TYPES, WIDTHS, Kind, drawn, record_of

SHELF = 6
"""Boards of different games in the picture of the site."""
PICTURE = 10
"""Cost of a picture, in moves."""
router = APIRouter(prefix="/api")
IMAGES: dict[int | str, dict[str, Any]] = {200: {"content": {"image/*": {}}, "description": "A picture"}}
ONE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}, "description": "1200 x 630 pixels"}}
Position = Annotated[str | None, Query(max_length=8000)]
Moves = Annotated[str, Query(max_length=8000)]
LONG, SHORT, PRIVATE = "public, max-age=3600", "public, max-age=30", "private, no-store"


@router.get("/picture/{spec}", response_class=Response, responses=IMAGES)
async def picture(
    spec: str,
    site: TheSite,
    position: Position = None,
    moves: Moves = "",
    last: Annotated[str | None, Query(max_length=40)] = None,
    kind: Kind = "svg",
    dark: bool | None = None,
) -> Response:
    """A position after these moves, as SVG or PNG; or all of the moves as an animation: an SVG or a GIF."""
    moment = await site.lines.played(spec, position, moves.split())
    key = ("line", spec_of(moment.game), position, moves, last)
    return _answer(await _made(site, key, moment, kind, dark, NAMES, last), kind, LONG)


@router.get("/matches/{match_id}/picture", response_class=Response, responses=IMAGES)
async def match_picture(
    match_id: str,
    site: TheSite,
    me: Caller,
    invite: Invite = None,
    ply: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    kind: Kind = "svg",
    dark: bool | None = None,
) -> Response:
    """The same of a match, as it stands or at a ply; of a private one for those who may see it."""
    contest = (await site.hub.visible(match_id, me, invite)).contest
    if ply is not None and ply > contest.ply:
        raise BadInput(f"ply must be 0 to {contest.ply}, got {ply}")
    moment = contest.moment if ply is None else contest.moment.line()[ply]
    names = [seat.name for seat in contest.seats]
    made = await _made(site, ("match", match_id, contest.version, ply), moment, kind, dark, names)
    return _answer(made, kind, PRIVATE if contest.header.private else LONG if contest.ending else SHORT)


async def _made(
    site: Site,
    key: Hashable,
    moment: Ply,
    kind: Kind,
    dark: bool | None,
    names: Sequence[str],
    last: str | None = None,
) -> bytes:
    whole = (key, kind, dark)
    cached = site.pictures.find(whole)
    if cached is not None:
        return cached
    spots = moment.board.spots
    if kind in ("svg", "png"):
        picture = (
            await site.rules.run_in_thread(PICTURE * spots, drawn, moment, dark if kind == "svg" else bool(dark), last)
        ).encode()
        if kind == "svg":
            return site.pictures.keep(whole, picture)
        return await site.pictures.made(whole, "png", {"width": WIDTHS[kind]}, picture)
    record = await site.rules.run((moment.ply + 1) * spots, record_of, moment, names)
    arguments = {"width": WIDTHS.get(kind), "dark": dark if kind == "film" else bool(dark)}
    return await site.pictures.made(whole, kind, arguments, record.encode())


def _answer(picture: bytes, kind: Kind, cache: str) -> Response:
    """Other sites may show it."""
    headers = {"cache-control": cache, "cross-origin-resource-policy": "cross-origin"}
    return Response(picture, media_type=TYPES[kind], headers=headers)


# Previews of links


@router.get("/card/site", response_class=Response, responses=ONE)
async def site_card(site: TheSite) -> Response:
    """The preview of a link to a page that has none of its own."""
    return await _card(site, link_previews.SITE)


@router.get("/card/game/{match_id}", response_class=Response, responses=ONE)
async def match_card(match_id: str, site: TheSite, invite: Invite = None) -> Response:
    """The preview of a link to a match that anybody with the link may see; else that of the site."""
    return await _card(site, await link_previews.match(site, match_id, invite))


@router.get("/card/puzzle/{puzzle_id}", response_class=Response, responses=ONE)
async def puzzle_card(puzzle_id: str, site: TheSite) -> Response:
    """The preview of a link to a puzzle."""
    return await _card(site, await link_previews.puzzle(site, puzzle_id))


@router.get("/card/position/{spec}", response_class=Response, responses=ONE)
async def position_card(spec: str, site: TheSite, position: Position = None, moves: Moves = "") -> Response:
    """The preview of a link to a position after these moves."""
    return await _card(site, await link_previews.position(site, spec, position, moves))


async def _card(site: Site, of: link_previews.Preview) -> Response:
    key = ("card", of.title, of.lines, of.moment and (of.moment.spec, of.moment.text))
    made = site.pictures.find(key)
    if made is None:
        moments = [of.moment] if of.moment else await site.rules.run(PICTURE, link_previews.in_play, SHELF)
        cost = PICTURE * max(1, sum(moment.board.spots for moment in moments))
        drawing = await site.rules.run(cost, _drawn_card, of, moments)
        made = await site.pictures.made(key, "png", {"width": WIDTH}, drawing.encode())
    return _answer(made, "png", SHORT if of.changes else LONG)


def _drawn_card(of: link_previews.Preview, moments: Sequence[Ply]) -> str:
    return card(of.title, of.lines, [drawn(moment, False) for moment in moments])
