"""Opens a match on a site: by its address, from the lobby, or a new one; no input or output."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from quintet.core.game import AnyGame, spec
from quintet.core.sentences import plural
from quintet.core.types import Color, Player
from quintet.players.who import HUMAN, Who
from quintet.terminal.online.remote_match import RemoteMatch, open_match
from quintet.terminal.online.site_client import Address, SiteClient, SiteError

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
    if any(who is not None and who.kind != "level" for who in whos) or len(whos) > 1:
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


Kind = Literal["mine", "open", "live"]
HEADINGS: dict[Kind, str] = {"mine": "Your games", "open": "Waiting for somebody", "live": "Being played"}
DOES: dict[Kind, str] = {"mine": "go on", "open": "join", "live": "watch"}
"""What choosing a match does."""
MOST = 50
"""Matches of each kind that are listed."""


@dataclass(frozen=True)
class LobbyEntry:
    """A match of the lobby."""

    id: str
    kind: Kind
    words: str


@dataclass(frozen=True)
class Lobby:
    """The lobby of a site, and our name there."""

    site: SiteClient
    name: str | None = None

    def entries(self) -> list[LobbyEntry]:
        """The matches to choose from, in the order of the headings; SiteError if the site does not answer."""
        lists = self.site.get("/api/lobby")
        mine, live = lists["mine"], [line for line in lists["live"] if not line["yours"]]
        waiting = [*lists["challenges"], *(line for line in lists["open"] if not line["yours"])]
        return [
            *(LobbyEntry(line["id"], "mine", _own(line)) for line in mine[:MOST]),
            *(LobbyEntry(line["id"], "open", _waiting(line)) for line in waiting[:MOST]),
            *(LobbyEntry(line["id"], "live", f"{_game(line)}: {_players(line)}") for line in live[:MOST]),
        ]

    def take(self, entry: LobbyEntry) -> RemoteMatch:
        """Join, continue or watch a match; SiteError if somebody was faster."""
        address = self.address(entry)
        if entry.kind == "live":
            return watch(self.site, address)
        return join(self.site, address, self.name)

    def address(self, entry: LobbyEntry) -> Address:
        return Address(self.site.origin, entry.id)


def _game(line: dict[str, Any]) -> str:
    """``Quentin (size=5)``."""
    options = line["spec"].partition("(")[2].rstrip(")")
    return f"{line['title']} ({options})" if options else str(line["title"])


def _players(line: dict[str, Any]) -> str:
    return f"{' against '.join(line['names'])}, {plural(line['ply'], 'move')} played"


def _own(line: dict[str, Any]) -> str:
    if line["status"] == "open":
        return f"{_game(line)}: nobody has come yet"
    return f"{_game(line)}: {_players(line)}{', your move' if line['to_move'] in line['yours'] else ''}"


def _waiting(line: dict[str, Any]) -> str:
    who = [name for name, seat in zip(line["names"], line["seats"], strict=True) if seat["kind"] != "open"]
    return f"{_game(line)}: {who[0] if who else 'somebody'}, {_clock(line)}{', rated' if line['rated'] else ''}"


def _clock(line: dict[str, Any]) -> str:
    side = line["clock"]["sides"][0]
    return "no clock" if side["base"] is None else f"{side['base'] / 60:g}+{side['increment'] or 0:g} on the clock"
