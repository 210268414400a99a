"""The games, their rules and their positions."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

import quintet
from quintet.core import options, registry
from quintet.core.game import find_move
from quintet.core.game import spec as spec_of
from quintet.core.match import Match
from quintet.core.story import FENCE, Story, stories, tell
from quintet.render.narration import step_words
from quintet.server import parsing, static_files, views
from quintet.server.errors import BadInput
from quintet.server.messages_in import LineIn, PositionIn
from quintet.server.messages_out import GameOut, GamesOut, PositionOut, RulesOut
from quintet.server.routes.dependencies import ponder

router = APIRouter(prefix="/api")


@router.get("/games", response_model=GamesOut)
async def games(request: Request) -> Response:
    """Every game there is, with its options and its start."""
    return static_files.send(request, await ponder(_games), "no-cache")


@lru_cache(maxsize=1)
def _games() -> static_files.Asset:
    found = {"games": [game_out(game_id) for game_id in registry.game_ids()]}
    return static_files.asset(json.dumps(found, separators=(",", ":")).encode(), "games.json")


@router.get("/games/{spec}", response_model=GameOut)
async def game(spec: str) -> dict[str, Any]:
    """One game, with options as in ``name(option=value)``."""
    return await ponder(game_out, spec)


def game_out(spec: str) -> dict[str, Any]:
    found = parsing.game(spec)
    canonical = spec_of(found)
    return {
        "id": found.id,
        "title": found.title,
        "spec": canonical,
        "summary": _summary(found.rules),
        "options": options.json_schema(found.Options),
        "layout": views.layout(canonical),
        "view": views.board(Match(found)),
    }


def _summary(rules: str) -> str:
    """The first paragraph that is no heading, as plain text."""
    for paragraph in rules.split("\n\n"):
        if paragraph.strip() and not paragraph.lstrip().startswith(("#", "```")):
            return re.sub(r"[*`]", "", " ".join(paragraph.split()))
    return ""


@router.get("/games/{spec}/rules", response_model=RulesOut)
async def rules(spec: str, request: Request) -> Response:
    """The rules as Markdown, with worked examples step by step in their places."""
    return static_files.send(request, await ponder(_rules_asset, parsing.game(spec).id), "no-cache")


@lru_cache(maxsize=64)
def _rules_asset(game_id: str) -> static_files.Asset:
    return static_files.asset(RulesOut.model_validate(_rules(game_id)).model_dump_json().encode(), "rules.json")


@lru_cache(maxsize=64)
def _rules(game_id: str) -> dict[str, Any]:
    found = parsing.game(game_id)
    parts: list[dict[str, Any]] = []
    for at, part in enumerate(FENCE.split(found.rules)):
        if at % 2:
            parts += [{"example": _example(story)} for story in stories(part)]
        elif part.strip():
            parts.append({"markdown": part.strip()})
    return {"id": found.id, "title": found.title, "parts": parts}


def _example(story: Story) -> dict[str, Any]:
    steps = []
    spec = ""
    for step, match in tell(story):
        spec = spec_of(match.game)
        steps.append({"step": step, "words": step_words(step, match), "view": views.board(match)})
    return {"title": story.title, "spec": spec, "layout": views.layout(spec), "steps": steps}


@router.post("/positions", response_model=PositionOut)
async def position(wish: PositionIn) -> dict[str, Any]:
    """Look at a position, and play moves from it; 422 says why it is none."""
    return await ponder(_position, wish)


def _position(wish: PositionIn) -> dict[str, Any]:
    found = parsing.game(wish.spec)
    match = parsing.played(found, wish.position, wish.moves)
    spec = spec_of(found)
    return {
        "spec": spec,
        "title": found.title,
        "layout": views.layout(spec),
        "view": views.board(match),
        "frames": views.frames(match),
    }


@router.post("/positions/record", response_class=PlainTextResponse)
async def record(wish: LineIn) -> PlainTextResponse:
    """Moves from a position as a record, whether or not they were ever played here."""
    match = await ponder(parsing.played, parsing.game(wish.spec), wish.position, wish.moves)
    if wish.names:
        match.names = parsing.name(wish.names[0]), parsing.name(wish.names[1])
    return PlainTextResponse(match.record())


@router.get("/picture/{spec}", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(
    spec: str,
    position: Annotated[str | None, Query(max_length=8000)] = None,
    last: Annotated[str | None, Query(max_length=40)] = None,
) -> Response:
    """A position as SVG."""
    found = parsing.game(spec)
    where = found.start() if position is None else parsing.position(found, position)
    if last is not None and find_move(found, last) is None:
        raise BadInput(f"last must be a move of {found.title}, got {last!r}")
    drawn = await ponder(quintet.picture, found, where, last)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})
