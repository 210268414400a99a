"""Open Graph previews of links: a title, a description and a board. They reveal nothing private."""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import quote, urlencode

import structlog
from starlette.requests import Request

from quintet.core import registry, sentences
from quintet.core.game import spec as spec_of
from quintet.server.errors import RequestRefused, Unknown
from quintet.server.live.contest import Contest
from quintet.server.live.tables import is_open
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing
from quintet.server.site import Site
from quintet.server.storage.accounts import Person
from quintet.server.work.cpu_budget import in_thread
from quintet.study import maps
from quintet.study import puzzle as puzzles

log = structlog.get_logger("quintet.link_previews")
SOME_MOVES = 12
MOST_MOVES = 500
"""Moves of a line that are played for a preview."""


@dataclass(frozen=True)
class Preview:
    """The preview of a page."""

    title: str
    lines: tuple[str, ...]
    image: str = "/api/card/site"
    """The address of its picture."""
    moment: Ply | None = None
    """The position in the picture."""
    changes: bool = False
    """Whether the position may change soon."""


SITE = Preview(
    "Strategy games for two",
    ("Every mistake explained, many positions solved. Play the computer or a friend, learn a game in five minutes.",),
)


def in_play(most: int) -> list[Ply]:
    """A position of each of the first games, some moves after the start: the same ones each time."""
    moments = []
    for game_id in registry.game_ids()[:most]:
        chance, game = random.Random(game_id), registry.load(game_id)
        moment = Ply(game, game.start())
        while moment.ply < SOME_MOVES and moment.legal:
            pressed = moment.board.own | moment.board.columns
            on_board = [text for text, move in moment.legal.items() if game.clicks(move)[0] in pressed]
            moment = moment.play(chance.choice(on_board or list(moment.legal)))
        moments.append(moment)
    return moments


async def match(site: Site, match_id: str, invite: str | None) -> Preview:
    """A match that anybody with this link may see; else the preview of the site, which does not reveal the match."""
    with suppress(RequestRefused):
        contest = (await site.hub.table(match_id)).contest
        if is_open(contest, invite):
            names = " against ".join(seat.name for seat in contest.seats)
            asked = {"version": contest.version, **({"invite": invite} if contest.header.private else {})}
            image = f"/api/card/game/{quote(match_id)}?{urlencode(asked)}"
            return Preview(
                contest.game.title, (names, _standing(contest)), image, contest.moment, contest.ending is None
            )
    return SITE


def _standing(contest: Contest) -> str:
    ending, seats = contest.ending, contest.seats
    if ending is None:
        if contest.status == "open":
            return "Waiting for an opponent."
        return f"{_after(contest.ply)}, {seats[contest.to_move].name} to move."
    if ending.winner is None:
        return f"{sentences.capitalized(ending.reason)} after {contest.ply} moves."
    scores = f", {max(ending.scores)} to {min(ending.scores)}" if ending.scores else ""
    return f"{seats[ending.winner].name} won{scores}, in {contest.ply} moves."


def _after(ply: int) -> str:
    return f"After {sentences.plural(ply, 'move')}"


async def puzzle(site: Site, puzzle_id: str) -> Preview:
    known = puzzles.find(puzzle_id)
    if known is None:
        raise Unknown(f"there is no puzzle {puzzle_id[:40]!r}")
    moment = await site.lines.played(known.spec, known.position, [])
    words = puzzles.task(known)
    return Preview(f"{moment.game.title}: a puzzle", (words,), f"/api/card/puzzle/{quote(puzzle_id)}", moment)


def main_line(moves: str) -> str:
    """The moves without variations in brackets, which may be nested."""
    depth, line = 0, []
    for part in re.split(r"([()])", moves):
        depth = max(0, depth + {"(": 1, ")": -1}.get(part, 0))
        if depth == 0 and part != ")":
            line.append(part)
    return " ".join(line)


async def position(site: Site, spec: str, start: str | None, moves: str) -> Preview:
    """The position after the main line of moves."""
    line = main_line(moves).split()[:MOST_MOVES]
    moment = await site.lines.played(spec, start, line)
    asked = {"position": start, "moves": " ".join(line)}
    query = urlencode({name: value for name, value in asked.items() if value})
    image = f"/api/card/position/{quote(spec)}" + (f"?{query}" if query else "")
    outcome = moment.outcome
    colors = [color.title for color in moment.colors]
    ended = "The game is over." if outcome else f"{colors[moment.to_move]} to move."
    words = f"{_after(moment.ply)}. {ended}" if moment.ply else ended
    return Preview(moment.game.title, (words,), image, moment)


# Pages

Of = Callable[[Site, Request, Person], Awaitable[Preview]]


async def _match(site: Site, request: Request, person: Person) -> Preview:
    match_id = request.path_params.get("match_id") or request.query_params["match"]
    invite = request.query_params.get("invite")
    await site.hub.visible(match_id, person, invite)
    return await match(site, match_id, invite)


async def _analysis(site: Site, request: Request, person: Person) -> Preview:
    asked = request.query_params
    if "match" in asked:
        return await _match(site, request, person)
    preview = await position(site, request.path_params["spec"], asked.get("position"), asked.get("moves", ""))
    return replace(preview, title=f"{preview.title}: analysis")


def _of_a_game(words: str, line: str) -> Of:
    async def of(site: Site, request: Request, person: Person) -> Preview:
        spec = request.path_params.get("spec") or parsing.game(request.path_params["game_id"]).id
        preview = await position(site, spec, None, "")
        return replace(preview, title=words.format(preview.title), lines=(line,))

    return of


async def _puzzle(site: Site, request: Request, person: Person) -> Preview:
    asked = request.path_params["puzzle_id"]
    if asked == "daily":
        today = await in_thread(puzzles.of_the_day, site.today)
        return replace(await puzzle(site, today.id), title="The puzzle of the day") if today else SITE
    return SITE if asked == "next" else await puzzle(site, asked)


async def _solved(site: Site, request: Request, person: Person) -> Preview:
    try:
        spec = spec_of(parsing.game(request.path_params["spec"]))
    except RequestRefused as refused:  # a board that the game does not have
        raise Unknown(str(refused)) from None
    known = maps.find(spec)
    if known is None:
        raise Unknown(f"the start of {spec} is not solved")
    preview = await position(site, spec, None, "")
    return replace(preview, title=f"{known.name}, solved", lines=(f"With best play {known.result}.",))


async def _player(site: Site, request: Request, person: Person) -> Preview:
    username = request.path_params["username"]
    player = await in_thread(site.people.by_username, username) if username.isprintable() else None
    if player is None:
        raise Unknown("there is no such player")
    return replace(SITE, title=f"{player.username} at Quintet")


OF_PAGES: dict[str, Of] = {
    "/game/{match_id}": _match,
    "/embed/{match_id}": _match,
    "/analysis/{spec}": _analysis,
    "/play/{spec}": _of_a_game("Play {}", "Against the computer or a friend, at once."),
    "/rules/{game_id}": _of_a_game("The rules of {}", "With worked examples to step through."),
    "/learn/{game_id}": _of_a_game("Learn {}", "A lesson of about five minutes, by playing."),
    "/puzzles/{puzzle_id}": _puzzle,
    "/solved/{spec}": _solved,
    "/player/{username}": _player,
}


async def of_page(site: Site, path: str, request: Request, person: Person) -> Preview | None:
    """The preview of a page; None: the page does not exist."""
    work = OF_PAGES.get(path)
    if path == "/analysis" and "match" in request.query_params:
        work = _match
    try:
        return await work(site, request, person) if work else SITE
    except Unknown:
        return None
    except RequestRefused:
        return SITE
    except Exception:  # the page itself says what is wrong
        log.exception("no preview", path=request.url.path)
        return SITE


def tags(of: Preview, request: Request) -> str:
    """The meta tags, with absolute addresses."""
    base = str(request.base_url).rstrip("/")
    words = " ".join(line if line.endswith(".") else f"{line}." for line in of.lines)
    properties = [
        ("name", "description", words),
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Quintet"),
        ("property", "og:title", of.title),
        ("property", "og:description", words),
        ("property", "og:image", base + of.image),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("name", "twitter:card", "summary_large_image"),
    ]
    return "\n    ".join(f'<meta {kind}="{name}" content="{escape(value)}">' for kind, name, value in properties)
