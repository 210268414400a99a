"""Maps of solved first moves, and the opening explorer."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response

from quintet.core import registry
from quintet.core.game import spec as spec_of
from quintet.server.errors import BadInput, Unknown
from quintet.server.live.boards import board_of, load
from quintet.server.live.timeline import Ply
from quintet.server.messages import parsing, views
from quintet.server.messages.analysis import ExplorerOut, FirstMoveOut, MapOut, MapsOfGame, MapsOut
from quintet.server.messages.incoming import PlayedIn
from quintet.server.web import static_files
from quintet.server.web.routes.dependencies import TheSite
from quintet.server.work.cpu_budget import in_thread
from quintet.study.maps import Solved, find, solved

router = APIRouter(prefix="/api")
PRICE = 2
"""Cost of a move in the explorer, which also looks at its mirror images."""


@router.get("/solved", response_model=MapsOut)
async def maps(request: Request) -> Response:
    """Every board whose start position is solved."""
    return static_files.send(request, await in_thread(_maps), "no-cache")


@lru_cache(maxsize=1)
def _maps() -> static_files.Asset:
    games = [
        MapsOfGame(game=game_id, title=registry.game_class(game_id).title, maps=[map_out(board) for board in known])
        for game_id in registry.game_ids()
        if (known := solved(game_id))
    ]
    return static_files.asset(MapsOut(games=games).model_dump_json().encode(), "solved.json")


@router.get("/solved/{spec}", response_model=MapOut)
async def board(spec: str) -> Response:
    """One solved board."""
    asked = spec_of(parsing.game(spec))
    known = find(asked)
    if known is None:
        raise Unknown(f"the start of {asked} is not solved")
    return Response((await in_thread(map_out, known)).model_dump_json(), media_type="application/json")


def map_out(known: Solved) -> MapOut:
    game = load(known.spec)
    return MapOut(
        spec=known.spec,
        name=known.name,
        result=known.result,
        layout=board_of(known.spec).layout,
        view=views.board(Ply(game, game.start())),
        moves=[
            FirstMoveOut(move=move, value=first.value, margin=first.margin, swap=first.swap)  # type: ignore[arg-type]
            for move, first in known.moves.items()
        ],
    )


@router.post("/explorer")
async def explorer(body: PlayedIn, site: TheSite) -> ExplorerOut:
    """The moves played in a position with their results, and the values that are proved."""
    moment = await site.lines.played(body.spec, body.position, body.moves)
    cost = PRICE * (len(moment.legal) + 1) * moment.board.spots
    if cost > site.rules.largest:
        raise BadInput("the explorer does not look at boards as large as this")
    return await site.rules.run_in_thread(cost, site.explorer.look, moment)
