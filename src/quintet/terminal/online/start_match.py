"""`quintet play --server` and `quintet watch`: opens a match of a site in the app or in line mode."""

from __future__ import annotations

import contextlib
import getpass
import os
import sys
from collections.abc import Sequence

from quintet.core.game import AnyGame
from quintet.players.who import Who
from quintet.terminal.console import Console, Leave, standard, whole_screen
from quintet.terminal.line import menu
from quintet.terminal.online import find_match, line_play
from quintet.terminal.online.find_match import DOES, Lobby
from quintet.terminal.online.remote_match import RemoteMatch
from quintet.terminal.online.site_client import Address, SiteClient, read_address

ASK = "-"
LISTED = 20
"""Matches of a site that are listed."""


def play(
    server: str,
    token: str | None,
    game: AnyGame | None,
    whos: tuple[Who | None, Who | None],
    people: Sequence[str] | None,
    private: bool,
    clock: str | None,
    plain: bool,
) -> None:
    """Join the match of the address, or find one of the game."""
    address = read_address(server)
    if address.match is None and game is None and (private or clock is not None or any(whos)):
        raise ValueError("seats, --private and --clock are those of a new match: expected a GAME with them")
    if address.match is not None and (game is not None or private or clock is not None or any(whos)):
        raise ValueError("the address of a match says all: expected no GAME, seats, --private or --clock with it")
    time = None if clock is None else find_match.read_clock(clock)
    site = SiteClient(address.origin, _token(token))
    name = next((name.strip() for name in people or () if name.strip()), None)
    if address.match is not None:
        _show(find_match.join(site, address, name), plain)
    elif game is not None:
        _show(find_match.play(site, find_match.MatchRequest(game, *whos, name, private, time)), plain)
    else:
        _choose(Lobby(site, name), plain)


def _choose(lobby: Lobby, plain: bool) -> None:
    """Let a person choose from the lobby; a pipe gets the list."""
    lobby.site.check()
    if whole_screen() and not plain:
        from quintet.terminal.app.main import run

        run(lobby)
        return
    console, entries = standard(plain), lobby.entries()
    for number, entry in enumerate(entries, 1):
        address = "" if console.keyboard else f": {lobby.address(entry).url}"
        console.say(f"{number:3}. {entry.words} ({DOES[entry.kind]}){address}")
    if not entries:
        console.say("No open games yet: quintet play GAME --server SITE begins one.")
    elif console.keyboard:
        with contextlib.suppress(Leave, KeyboardInterrupt):
            if (chosen := _number(console, len(entries))) is not None:
                line_play.show(console, lobby.take(entries[chosen - 1]))


def _number(console: Console, most: int) -> int | None:
    while answer := menu.ask(console, f"Which one, 1 to {most}, or Enter for none: "):
        if (number := menu.number(answer, most)) is not None:
            return number
        console.say(f"Sorry, expected a number from 1 to {most}.")
    return None


def watch(url: str, token: str | None, plain: bool) -> None:
    """Follow a match, or list those of a site."""
    address = read_address(url)
    site = SiteClient(address.origin, _token(token))
    if address.match is None:
        _list(site)
    else:
        _show(find_match.watch(site, address), plain)


def _list(site: SiteClient) -> None:
    site.check()
    live = site.get("/api/lobby")["live"][:LISTED]
    for line in live:
        print(
            f"{Address(site.origin, line['id']).url}  {line['title']}, move {line['ply']}: {' - '.join(line['names'])}"
        )
    print("To follow one: quintet watch ADDRESS" if live else f"Nobody plays at {site.origin} now.")


def _token(given: str | None) -> str | None:
    """The token from the flag, the environment or a hidden question."""
    if given == ASK:
        asked = getpass.getpass("Token: ") if sys.stdin is not None and sys.stdin.isatty() else sys.stdin.readline()
        given = asked.strip()
        if not given:
            raise ValueError("--token - expects a token, got none")
    token = given or os.environ.get("QUINTET_TOKEN") or None
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token and len(token) <= 100):
        raise ValueError("a token must be one word, as a site's account page shows it")
    return token


def _show(remote: RemoteMatch, plain: bool) -> None:
    if whole_screen() and not plain:
        from quintet.terminal.app.main import run

        run(remote)
    else:
        with contextlib.suppress(KeyboardInterrupt):  # a second Ctrl-C, while the first is being dealt with
            line_play.show(standard(plain), remote)
