"""Where matches are found: the first page, the lobby, quick pairing, the library, and records that come into it."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from quintet.server.accounts.identity import printable
from quintet.server.live.boards import installed
from quintet.server.live.pairing import checked
from quintet.server.messages import views
from quintet.server.messages.incoming import PairingIn, RecordIn
from quintet.server.messages.lobby import HomeOut, SeeksOut, ShowOut
from quintet.server.messages.matches import FileOut, LibraryOut, LobbyOut, MatchLine, MatchView
from quintet.server.site import Site, address
from quintet.server.storage.accounts import Person
from quintet.server.storage.match_queries import Listed, Reader
from quintet.server.web.routes.dependencies import Caller, Creation, TheSite, written
from quintet.server.web.routes.teaching import begun_lesson, daily
from quintet.server.web.streams import Say, check_room, counted, lines_of, ndjson
from quintet.server.work.cpu_budget import SHORT, in_thread

router = APIRouter(prefix="/api")
LOBBY, LIVE, MINE, PAGE, SHOWN = 50, 20, 50, 24, 6
"""Matches of each list of the lobby, of a page of the library, and of the caller's on the first page."""
GAMES = 200
"""Games of a file that are read."""
FILE = {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
DECLINED, A_DAY = 10, 86400
SEARCHING = SHORT + 1
"""The cost of a query that may read every finished match, or all of a player: within the processor time of its
client."""
FAR = 1e12


@router.get("/lobby", response_model=LobbyOut)
async def lobby(site: TheSite, me: Caller, response: Response) -> Response:
    """Open matches to join, live ones to watch, the caller's own."""
    return written(await in_thread(_lobby, site, me), response)


def _lobby(site: Site, me: Person) -> str:
    reader = site.reader
    now = site.hub.now()
    own, challenges = _mine(reader, me)
    answer = LobbyOut(
        open=lines([match for match in reader.public("open", LOBBY) if not _kept(match)], me, now),
        live=lines(reader.public("live", LIVE), me, now, boards=True),
        mine=lines(own, me, now, boards=True),
        challenges=lines(challenges, me, now),
        declined=lines(_declined(reader, me, now), me, now),
    )
    return answer.model_dump_json()


def _mine(reader: Reader, me: Person) -> tuple[list[Listed], list[Listed]]:
    """The caller's games and challenges; games that go on are read apart, so that no challenges push them out."""
    mine = [*reader.mine(me.id, ("live",), MINE), *reader.mine(me.id, ("open",), MINE)]
    challenges = [match for match in mine if kept_for(match, me)]
    return [match for match in mine if match not in challenges], challenges


def _declined(reader: Reader, me: Person, now: float) -> list[Listed]:
    """The caller's invitations that were declined in the last day."""
    over = reader.mine(me.id, ("over",), DECLINED, result="declined", since=now - A_DAY)
    return [match for match in over if not kept_for(match, me)]


def kept_for(match: Listed, me: Person) -> bool:
    """Whether it is an open challenge to this person."""
    return any(seat["kind"] == "open" and seat["player"] == me.id for seat in match.state["seats"])


def _kept(match: Listed) -> bool:
    return all(seat["player"] for seat in match.state["seats"] if seat["kind"] == "open")


@router.get("/library", response_model=LibraryOut)
async def library(
    site: TheSite,
    me: Caller,
    response: Response,
    game: Annotated[str | None, Query(max_length=40)] = None,
    player: Annotated[str | None, Query(max_length=80)] = None,
    result: Literal["first", "second", "draw", "truncated"] | None = None,
    text: Annotated[str | None, Query(max_length=80)] = None,
    before: Annotated[float, Query(ge=0, le=FAR, allow_inf_nan=False)] = FAR,
    boards: bool = True,
    mine: bool = False,
) -> Response:
    """Finished public matches, or the caller's own, the newest first."""
    for given in (game, player, text):
        printable(given or "", "a search")
    whose, wanted = me.id if mine else None, partial(site.reader.library, game=game, player=player, result=result)
    read = partial(wanted, owner=whose, text=text, before=before, most=PAGE)
    matches = await (site.rules.run_in_thread(SEARCHING, read) if player or text or mine else in_thread(read))
    return written(await in_thread(_library, matches, me, site.hub.now(), boards), response)


def _library(matches: list[Listed], me: Person, now: float, boards: bool) -> str:
    more = repr(matches[-1].changed) if len(matches) == PAGE else None
    return LibraryOut(matches=lines(matches, me, now, boards), more=more).model_dump_json()


@router.post("/records", status_code=201, dependencies=[Creation], response_model=MatchView)
async def import_record(body: RecordIn, site: TheSite, me: Caller, response: Response) -> Response:
    """Import a record; 422 names the wrong line."""
    site.check_open("uploads")
    table = await site.actions.import_record(me, body.record, body.private)
    return written(await site.hub.broadcaster.view(table, me), response, 201)


@router.post("/files", response_model=FileOut, openapi_extra={"requestBody": FILE})
async def read_file(request: Request, site: TheSite, name: Annotated[str, Query(max_length=200)] = "") -> Response:
    """The games of a file in any format that Quintet reads, or of a pasted text; nothing of it is stored."""
    site.check_open("uploads")
    games = await site.subprocess_jobs.do("games", {"name": name, "most": GAMES}, await request.body())
    return Response(games, media_type="application/json")


def lines(matches: list[Listed], me: Person, now: float, boards: bool = False) -> list[MatchLine]:
    """Matches for a list; those of games that are not installed only if they are the caller's."""
    shown = []
    sent: set[str] = set()
    for match in matches:
        line = views.line(match, me.id, now, boards and match.header.spec not in sent)
        if line.yours or installed(match.header.spec):
            shown.append(line)
            sent.add(match.header.spec)
    return shown


# Quick pairing


@router.get("/pairing")
async def waiting(site: TheSite, me: Caller) -> SeeksOut:
    """What others wait for."""
    return await site.pairing.others(me)


@router.post("/pairing", dependencies=[Creation], response_class=StreamingResponse, responses=lines_of("PairingLine"))
async def pairing(
    body: PairingIn, site: TheSite, me: Caller, request: Request, response: Response
) -> StreamingResponse:
    """Find an opponent; the caller waits as long as the stream is open."""
    checked(body, me)
    where = address(request)
    check_room(site, where)

    async def work(say: Say) -> None:
        with counted(site, where):
            await site.pairing.look(me, body, say)

    stream = ndjson(request, work)
    stream.raw_headers.extend(response.raw_headers)  # the cookie of a new visitor
    return stream


@router.get("/home", response_model=HomeOut)
async def home(site: TheSite, me: Caller, response: Response) -> Response:
    """What waits for the caller."""
    return written(await in_thread(_home, site, me), response)


def _home(site: Site, me: Person) -> str:
    mine, challenges = _mine(site.reader, me)
    own = sorted(mine, key=lambda match: not _turn(match, me))
    answer = HomeOut(
        mine=lines(own[:SHOWN], me, site.hub.now()),
        count=len(own),
        turns=sum(_turn(match, me) for match in own),
        challenges=lines(challenges[:SHOWN], me, site.hub.now()),
        daily=daily(site, me),
        lesson=begun_lesson(site, me),
    )
    return answer.model_dump_json()


def _turn(match: Listed, me: Person) -> bool:
    """Whether the caller is to move."""
    return match.status == "live" and bool(match.state["seats"][match.state["to_move"]]["player"] == me.id)


@router.post("/show")
async def show(site: TheSite, me: Caller) -> ShowOut:
    """A match to watch: one that people are playing, else two engines, which play only while somebody watches."""
    contest = (await site.featured.find(me)).contest
    return ShowOut(id=contest.id, invite=contest.header.invite if contest.header.private else None)
