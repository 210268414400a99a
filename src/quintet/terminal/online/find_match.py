"""Opens a match on a site: by its address, from the lobby, or a new one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from quintet.core.game import AnyGame, spec
from quintet.core.types import Color, Player
from quintet.players.who import HUMAN, Who
from quintet.terminal.online.remote_match import RemoteMatch, open_match
from quintet.terminal.online.site_client import Address, SiteClient, SiteError
from quintet.terminal.programs import is_program

CLOCK = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)\+(\d{1,4})")


@dataclass(frozen=True)
class MatchRequest:
    """A match that somebody wants to play."""

    game: AnyGame
    black: Who | None = None
    white: Who | None = None
    name: str | None = None
    """What a visitor is called."""
    private: bool = False
    clock: tuple[float, float] | None = None
    """Minutes for the whole game and seconds for each move."""


def read_clock(text: str) -> tuple[float, float]:
    """``5+3``: minutes, and seconds that every move earns; ValueError says what was expected."""
    clock = CLOCK.fullmatch(text.strip())
    if not clock or float(clock[1]) <= 0:
        raise ValueError(f"--clock must be minutes+seconds, like 5+3, got {text[:40]!r}")
    return float(clock[1]), float(clock[2])


def watch(site: SiteClient, address: Address) -> RemoteMatch:
    """Open a match to watch, even one of our own."""
    assert address.match is not None
    site.check()
    remote = open_match(site, site.get(_path(address)), address.invite)
    remote.watching = True
    return remote


def join(site: SiteClient, address: Address, name: str | None) -> RemoteMatch:
    """Take a seat, or return to our own."""
    assert address.match is not None
    site.check()
    view = site.get(_path(address))
    if not view["you"]:
        fields = {"invite": address.invite, "name": name}
        body = {key: value for key, value in fields.items() if value is not None}
        view = site.post(f"/api/matches/{address.match}/join", body)
    return open_match(site, view, address.invite)


def play(site: SiteClient, request: MatchRequest) -> RemoteMatch:
    """Join an open match that fits the request, or create one."""
    site.check()
    if request.black in (None, HUMAN) and request.white in (None, HUMAN) and not request.private:
        for line in site.get("/api/lobby")["open"]:
            if _fits(line, request):
                try:
                    return join(site, Address(site.origin, line["id"]), request.name)
                except SiteError:  # somebody was faster
                    continue
    return open_match(site, site.post("/api/matches", _as_message(request)), None)


def _path(address: Address) -> str:
    return f"/api/matches/{address.match}" + (f"?invite={address.invite}" if address.invite else "")


def _fits(line: dict[str, Any], request: MatchRequest) -> bool:
    """Whether a match of the lobby is what was asked for."""
    if line["spec"] != spec(request.game) or line["yours"] or line["rated"] or line["private"] or line["ply"]:
        return False
    taken = [seat for seat in Player if line["seats"][seat]["kind"] == "open"]
    mine = _seat(request)
    if mine is not None and mine not in taken:
        return False
    sides = line["clock"]["sides"]
    wanted = None if request.clock is None else (60 * request.clock[0], request.clock[1])
    return all((None if side["base"] is None else (side["base"], side["increment"])) == wanted for side in sides)


def _seat(request: MatchRequest) -> Player | None:
    """The seat we asked for; ``None`` for any."""
    start = request.game.start()
    colors = {request.game.color(start, player): player for player in Player}
    if request.black == request.white:
        return None
    if request.black == HUMAN or (request.black is None and request.white not in (None, HUMAN)):
        return colors[Color.BLACK]
    return colors[Color.WHITE]


def _as_message(request: MatchRequest) -> dict[str, object]:
    whos = [who for who in (request.black, request.white) if who not in (None, HUMAN)]
    if any(who is not None and (is_program(who) or who.level is None) for who in whos) or len(whos) > 1:
        raise ValueError("on a site you play a person or a level: expected human or level:1 to level:10")
    mine = _seat(request)
    me: dict[str, object] = {"kind": "me", "name": request.name}
    other: dict[str, object] = {"kind": "engine", "level": whos[0].level} if whos and whos[0] else {"kind": "open"}
    message: dict[str, object] = {
        "spec": spec(request.game),
        "seats": [other, me] if mine is Player.SECOND else [me, other],
        "shuffle": mine is None,
        "private": request.private or bool(whos),
    }
    if request.clock is not None:
        minutes, seconds = request.clock
        message["clock"] = {"kind": "fischer", "first": {"seconds": 60 * minutes, "increment": seconds}}
    return message
