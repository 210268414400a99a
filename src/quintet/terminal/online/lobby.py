"""The lobby of a site: our own games, open games and games to watch; no input or output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from quintet.core.sentences import plural
from quintet.terminal.online import find_match
from quintet.terminal.online.remote_match import RemoteMatch
from quintet.terminal.online.site_client import Address, SiteClient

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
            return find_match.watch(self.site, address)
        return find_match.join(self.site, address, self.name)

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
