"""The games, their rules and their positions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

import quintet
from quintet.core import options, registry
from quintet.core.game import find_move
from quintet.core.game import spec as spec_of
from quintet.core.match import Match
from quintet.core.story import FENCE, Story, stories
from quintet.engine import levels
from quintet.render.narration import boards
from quintet.server import parsing, static_files, views
from quintet.server.errors import BadInput
from quintet.server.messages_in import LineIn, PositionIn
from quintet.server.messages_out import (
    ExampleOut,
    GameOut,
    GamesOut,
    LevelOut,
    PositionOut,
    RulesOut,
    RulesPart,
    StepOut,
)
from quintet.server.moment import Moment
from quintet.server.off_loop import ponder

router = APIRouter(prefix="/api")


@router.get("/games", response_model=GamesOut)
async def games(request: Request) -> Response:
    """Every game there is, with its options and its start."""
    return static_files.send(request, await ponder(_games), "no-cache")


@lru_cache(maxsize=1)
def _games() -> static_files.Asset:
    found = GamesOut(games=[game_out(game_id) for game_id in registry.game_ids()])
    return static_files.asset(found.model_dump_json().encode(), "games.json")


@router.get("/games/{spec}")
async def game(spec: str) -> GameOut:
    """One game, with options as in ``name(option=value)``."""
    return await ponder(game_out, spec)


def game_out(spec: str) -> GameOut:
    found = parsing.game(spec)
    start = Moment(found, found.start())
    return GameOut(
        id=found.id,
        title=found.title,
        spec=spec_of(found),
        summary=_summary(found.rules),
        options=options.json_schema(found.Options),  # type: ignore[arg-type]
        levels=[LevelOut(**level) for level in levels.described(found)],
        layout=start.board.layout,
        view=views.board(start),
    )


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
    return static_files.asset(_rules(game_id).model_dump_json().encode(), "rules.json")


def _rules(game_id: str) -> RulesOut:
    found = parsing.game(game_id)
    parts: list[RulesPart] = []
    for at, part in enumerate(FENCE.split(found.rules)):
        if at % 2:
            parts += [RulesPart(example=_example(story)) for story in stories(part)]
        elif part.strip():
            parts.append(RulesPart(markdown=part.strip()))
    return RulesOut(id=found.id, title=found.title, parts=parts)


def _example(story: Story) -> ExampleOut:
    told = [(words, Moment.of(match)) for words, match in boards(story)]
    steps = [StepOut(words=words, view=views.board(moment)) for words, moment in told]
    last = told[-1][1]
    return ExampleOut(title=story.title, spec=spec_of(last.game), layout=last.board.layout, steps=steps)


@router.post("/positions")
async def position(wish: PositionIn) -> PositionOut:
    """Look at a position, and play moves from it; 422 says why it is none."""
    return await ponder(_position, wish)


def _position(wish: PositionIn) -> PositionOut:
    found = parsing.game(wish.spec)
    moment = parsing.played(found, wish.position, wish.moves)
    return PositionOut(
        spec=spec_of(found),
        title=found.title,
        layout=moment.board.layout,
        view=views.board(moment),
        frames=views.frames(moment),
    )


@router.post("/positions/record", response_class=PlainTextResponse)
async def record(wish: LineIn) -> PlainTextResponse:
    """Moves from a position as a record, whether or not they were ever played here."""
    return PlainTextResponse(await ponder(_record, wish))


def _record(wish: LineIn) -> str:
    line = parsing.played(parsing.game(wish.spec), wish.position, wish.moves).line()
    match = Match(line[0].game, position=line[0].position)
    if wish.names:
        match.names = parsing.name(wish.names[0]), parsing.name(wish.names[1])
    for moment in line[1:]:
        match.play(moment.move)
    return match.record()


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
