"""The games, their rules and their positions."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from quintet.core import options, registry
from quintet.core.game import spec as spec_of
from quintet.core.match import NAMES
from quintet.core.story import FENCE, Story, stories
from quintet.engine import levels
from quintet.render.match_text import boards
from quintet.server.live.boards import board_of
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing, views
from quintet.server.messages.boards import (
    ExampleOut,
    GameOut,
    GamesOut,
    LevelOut,
    PositionOut,
    RulesOut,
    RulesPart,
    StepOut,
)
from quintet.server.messages.incoming import LineIn, PositionIn
from quintet.server.web import static_files
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.work.cpu_budget import in_thread
from quintet.server.work.subprocess_jobs import record_of

router = APIRouter(prefix="/api")


@router.get("/games", response_model=GamesOut)
async def games(request: Request) -> Response:
    """Every game, with its options and its start position."""
    return static_files.send(request, await in_thread(_games), "no-cache")


@lru_cache(maxsize=1)
def _games() -> static_files.Asset:
    shown = [game_out(game_id) for game_id in registry.game_ids()]
    answer = GamesOut(games=shown, left_out=registry.left_out())
    return static_files.asset(answer.model_dump_json().encode(), "games.json")


@router.get("/games/{spec}", response_model=GameOut)
async def game(spec: str, site: TheSite) -> Response:
    """One game, with options as in ``name(option=value)``."""
    key = ("game", spec_of(parsing.game(spec)))
    text = site.responses.get(key)
    if text is None:
        text = await site.rules.run_in_thread(await site.rules.spots(key[1]), _game, key[1])
        site.responses.put(key, text)
    return Response(text, media_type="application/json")


def _game(spec: str) -> str:
    return views.with_layout(game_out(spec), board_of(spec))


def game_out(spec: str) -> GameOut:
    game = parsing.game(spec)
    start = Ply(game, game.start())
    return GameOut(
        id=game.id,
        title=game.title,
        spec=spec_of(game),
        summary=summary(game.rules),
        options=options.json_schema(game.Options),  # type: ignore[arg-type]
        levels=[LevelOut(**level) for level in levels.described(game)],
        layout=start.board.layout,
        view=views.board(start),
    )


def summary(rules: str) -> str:
    """The goal of a game as plain text: the first item of the list that opens its rules, or their first paragraph."""
    for paragraph in rules.split("\n\n"):
        if paragraph.strip() and not paragraph.lstrip().startswith(("#", "```")):
            item = re.match(r"- (?:\*\*.+?\*\* )?(.+?)(?=\n- |$)", paragraph, re.DOTALL)
            return re.sub(r"[*`]", "", " ".join((item[1] if item else paragraph).split()))
    return ""


@router.get("/games/{spec}/rules", response_model=RulesOut)
async def rules(spec: str, request: Request) -> Response:
    """The rules as Markdown, with worked examples step by step between the parts."""
    return static_files.send(request, await in_thread(_rules_asset, parsing.game(spec).id), "no-cache")


@lru_cache(maxsize=64)
def _rules_asset(game_id: str) -> static_files.Asset:
    return static_files.asset(rules_out(game_id).model_dump_json().encode(), "rules.json")


@router.get("/games/{spec}/example", response_model=ExampleOut | None)
async def example(spec: str, request: Request) -> Response:
    """The worked example of the rules that shows most of a game; null where there is none."""
    return static_files.send(request, await in_thread(example_asset, parsing.game(spec).id), "no-cache")


@lru_cache(maxsize=64)
def example_asset(game_id: str) -> static_files.Asset:
    examples = [part.example for part in rules_out(game_id).parts if part.example]
    chosen = max(examples, key=_liveliness, default=None)
    return static_files.asset(chosen.model_dump_json().encode() if chosen else b"null", "example.json")


def _liveliness(example: ExampleOut) -> int:
    """By the pieces on its fullest board, and by up to three moves."""
    moves = sum(before.view.position != step.view.position for before, step in pairwise(example.steps))
    return max(len(step.view.scene.pieces) for step in example.steps) + 8 * min(3, moves)


def rules_out(game_id: str) -> RulesOut:
    game = parsing.game(game_id)
    parts: list[RulesPart] = []
    for number, part in enumerate(FENCE.split(game.rules)):
        if number % 2:
            parts += [RulesPart(example=_example(story)) for story in stories(part)]
        elif part.strip():
            parts.append(RulesPart(markdown=part.strip()))
    return RulesOut(id=game.id, title=game.title, parts=parts)


def _example(story: Story) -> ExampleOut:
    shown = [(words, Ply.of(match)) for words, match in boards(story)]
    steps = [StepOut(words=words, view=views.board(moment)) for words, moment in shown]
    last = shown[-1][1]
    return ExampleOut(title=story.title, spec=spec_of(last.game), layout=last.board.layout, steps=steps)


@router.post("/positions", response_model=PositionOut)
async def position(body: PositionIn, site: TheSite) -> Response:
    """A position after moves from a start; 422 says why it is not valid. Long lines come in several pages."""
    moment = await site.lines.played(body.spec, body.position, body.moves)
    spots = moment.board.spots
    cost = (min(views.page(spots), moment.ply + 1) + 1) * spots
    return Response(await site.rules.run(cost, _position, moment, body.since), media_type="application/json")


def _position(moment: Ply, since: int) -> str:
    frames, more = views.frames(moment, since)
    looked = PositionOut(
        spec=moment.spec,
        title=moment.game.title,
        layout=moment.board.layout,
        view=views.board(moment),
        frames=frames,
        more=more,
    )
    return views.with_layout(looked, moment.board)


@router.post("/positions/record", response_class=PlainTextResponse)
async def record(body: LineIn, site: TheSite) -> PlainTextResponse:
    """Moves from a position as a record, whether or not they were played here."""
    moment = await site.lines.played(body.spec, body.position, body.moves)
    names = [parsing.name(name) for name in body.names or NAMES]
    cost = (moment.ply + 1) * moment.board.spots
    return PlainTextResponse(await site.rules.run(cost, record_of, moment, names))
