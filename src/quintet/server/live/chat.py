"""Chat at matches, in one room for players and one for spectators, so that nobody whispers moves to a player.

A line is stored, then sent to the subscribers of its room here, and through the cluster to those of other processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Literal

import structlog

from quintet.core.types import Player
from quintet.server.accounts.identity import printable
from quintet.server.accounts.names import unstacked
from quintet.server.errors import BadInput, Forbidden, Paused, Switch, TooFast
from quintet.server.live.broadcast import Broadcast, send
from quintet.server.live.cluster import Channel
from quintet.server.live.contest import Contest
from quintet.server.live.hub import Hub
from quintet.server.live.presence import digest
from quintet.server.messages.lobby import ChatOut
from quintet.server.messages.matches import ChatLine, Said
from quintet.server.messages.parsing import blaming_the_caller
from quintet.server.storage.accounts import Person
from quintet.server.storage.chat import ChatRow, Chats, Room
from quintet.server.work.cpu_budget import in_thread
from quintet.server.work.rate_limits import Rate, TokenBuckets, current_client

LONGEST = 200
"""Characters of a line."""
SHOWN = 100
"""Lines that a newcomer gets."""
Who = Literal["everybody", "accounts", "nobody"]
"""Who may chat: a setting of the operator."""
OFF = {"nobody": "there is no chat on this site", "accounts": "log in to chat: on this site visitors cannot"}
log = structlog.get_logger("quintet.chat")


class MatchChat:
    """The chat of all matches at this process."""

    def __init__(
        self, hub: Hub, chats: Chats, who: Who, rate: Rate, check_open: Callable[[Switch], None] = lambda part: None
    ) -> None:
        self._hub = hub
        self._chats = chats
        self._who = who
        self._rate = TokenBuckets(rate)
        self._check_open = check_open
        """Raises Paused while the operator has paused it."""
        self.channel = Channel("quintet_chat", self._heard)

    def silence(self, me: Person) -> str | None:
        """Why a person may not chat; None: they may."""
        if self._who == "nobody" or (self._who == "accounts" and not me.registered):
            return OFF[self._who]
        try:
            self._check_open("chat")
        except Paused as paused:
            return str(paused)
        return None

    async def look(self, me: Person, match_id: str, invite: str | None) -> ChatOut:
        """What was said in the caller's room."""
        contest = (await self._hub.visible(match_id, me, invite)).contest
        room, silence = room_of(contest, me.id), self.silence(me)
        lines = [] if self._who == "nobody" else await in_thread(self._chats.lines, match_id, room, SHOWN)
        shown = [_line_out(line, contest) for line in lines]
        return ChatOut(room=room, silence=silence, you=digest(me.id), lines=shown)

    async def say(self, me: Person, match_id: str, invite: str | None, text: str) -> None:
        contest = (await self._hub.visible(match_id, me, invite)).contest
        if silence := self.silence(me):
            raise Forbidden(silence)
        words = " ".join(printable(text, "a line of chat").split())
        with blaming_the_caller():
            unstacked(words, "a line of chat")
        if not 1 <= len(words) <= LONGEST:
            raise BadInput(f"a line of chat must have 1 to {LONGEST} characters, got {len(words)}")
        if not (self._rate.take(me.id) and self._rate.take(current_client.get())):
            raise TooFast("you are talking too fast: please wait a moment")
        mine = contest.seats_of(me.id)
        name = contest.seats[mine[0]].name if mine else me.shown
        room, now = room_of(contest, me.id), self._hub.now()
        line = await in_thread(self._chats.say, match_id, room, me.id, name, words, now)
        self._tell(line)
        self.channel.send(json.dumps(asdict(line)))

    def _heard(self, message: str) -> None:
        self._tell(ChatRow(**json.loads(message)))

    def _tell(self, line: ChatRow) -> None:
        table = self._hub.tables.find(line.match)
        if table is not None and table.subscribers:
            room = [each for each in table.subscribers if room_of(table.contest, each.player) == line.room]
            send(room, Broadcast(Said(line=_line_out(line, table.contest)).model_dump_json))

    async def report(self, me: Person, match_id: str, invite: str | None, number: int) -> None:
        """Report a line to the operator."""
        contest = (await self._hub.visible(match_id, me, invite)).contest
        if not self._rate.take(current_client.get()):
            raise TooFast("too many reports at once: please wait a moment")
        room = room_of(contest, me.id)
        await in_thread(self._chats.report, match_id, number, room, me.id, self._hub.now())
        log.warning("chat reported", match=match_id, number=number)


def room_of(contest: Contest, player: str) -> Room:
    return "players" if contest.seats_of(player) else "spectators"


def _line_out(line: ChatRow, contest: Contest) -> ChatLine:
    seats: list[Player] = contest.seats_of(line.player)
    return ChatLine(
        number=line.number,
        by=digest(line.player),
        name=line.name,
        seat=seats[0] if len(seats) == 1 else None,
        text=line.text,
        at=line.at,
    )
