"""A match on a site: its view from the site, and the same match under the rules installed here."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from quintet.core import sentences
from quintet.core.match import Match
from quintet.core.registry import load
from quintet.core.types import Outcome, Player, UnknownGame
from quintet.terminal.online.site_client import Address, SiteClient, SiteError

NOBODY = "somebody"
OFFERS = {"draw": "offers a draw", "takeback": "asks to take a move back", "rematch": "asks for a rematch"}
OWN = {"draw": "You have offered a draw", "takeback": "You have asked to take a move back",
       "rematch": "You have asked for a rematch"}  # fmt: skip
HOUR, DAY = 3600, 86400


@dataclass
class RemoteMatch:
    """The site's view of a match, and our copy of it."""

    site: SiteClient
    id: str
    invite: str | None
    """The secret of the invitation, if there is one."""
    match: Match
    view: dict[str, Any]
    ahead: float = 0.0
    """Seconds by which the site's clock is ahead of ours."""
    moves: list[str] = field(default_factory=list)
    """The moves that the site has."""
    watching: bool = False
    """Whether we only watch, even if a seat is ours."""
    sent: tuple[int, str] | None = None
    """Our move that the site has not confirmed, with its ply; our copy has it already."""

    @property
    def mine(self) -> tuple[Player, ...]:
        """Our seats; none if we watch."""
        return () if self.watching else tuple(Player(seat) for seat in self.view.get("you", ()))

    @property
    def may_study(self) -> bool:
        """Whether an engine may be asked: not while we play a person, even if we only watch here."""
        return not self.view.get("you") or self.status == "over" or self.is_against_engine

    @property
    def status(self) -> str:
        """open, live or over."""
        return str(self.view["status"])

    @property
    def is_my_turn(self) -> bool:
        return self.status == "live" and self.match.outcome is None and self.match.to_move in self.mine

    @property
    def is_against_engine(self) -> bool:
        return any(seat["kind"] == "engine" for seat in self.view["seats"])

    @property
    def address(self) -> str:
        """The address for those who join or watch."""
        return Address(self.site.origin, self.id, self.invite).url

    @property
    def ending(self) -> str:
        """How it ended: ``Ada wins: Ben resigned``."""
        outcome = self.view.get("outcome") or {}
        winner, reason = outcome.get("winner"), outcome.get("reason", "over")
        if winner is None and outcome.get("kind") not in ("rules", "agreed"):
            return f"No result: {reason}"
        player = None if winner is None else Player(winner)
        scores = outcome.get("scores")
        ended = Outcome(player, reason, scores and (scores[0], scores[1]))
        return sentences.ending(ended, "" if player is None else self.match.names[player])

    @property
    def offered(self) -> str | None:
        """What the other player offers us: draw, takeback or rematch."""
        for what, seat in self.view["offers"].items():
            if seat is not None and self.mine and seat not in self.mine:
                return str(what)
        return None

    def left(self, player: Player, now: float | None = None) -> float | None:
        """Seconds left for a player; ``None`` without a clock."""
        clock = self.view["clock"]
        seconds = clock["sides"][player]["seconds"]
        if seconds is None:
            return None
        if clock["running"] == player and self.status == "live":
            seconds -= (time.time() if now is None else now) + self.ahead - clock["at"]
        return max(0.0, float(seconds))

    def take(self, message: dict[str, Any]) -> None:
        """Apply a Snapshot, an Update or an answer of the site; `catch_up` then plays the new moves."""
        if message["type"] in ("ack", "refused"):
            if message["said"].get("type") == "move":
                self.sent = None
            return
        texts = [str(move["text"]) for move in message["view"]["history"]]
        self.moves = [*self.moves[: int(message.get("since", 0))], *texts]
        if self.sent and len(self.moves) > self.sent[0]:
            self.sent = None
        self.view |= message["view"]
        if self.view.get("private"):
            self.invite = self.invite or self.view.get("invite")
        self.match.names = _names(self.view)

    def catch_up(self, play: Callable[[Any], None] | None = None) -> bool:
        """Undo and play on our copy until it has the site's moves. Returns whether moves were undone.

        `play` is called for each new move. ValueError if a move is not legal here.
        """
        match, play = self.match, play or self.match.play
        played = [str(move) for move in match.moves]
        is_on_its_way = self.sent is not None and self.sent[0] == len(self.moves)
        wanted = [*self.moves, self.sent[1]] if self.sent and is_on_its_way else self.moves
        pairs = zip(played, wanted, strict=False)
        shorter = min(len(played), len(wanted))
        same = next((number for number, (ours, theirs) in enumerate(pairs) if ours != theirs), shorter)
        for _ in range(match.ply - same):
            match.undo()
        for text in wanted[same:]:
            play(match.legal_move(text))
        return same < len(played)


def open_match(site: SiteClient, view: dict[str, Any], invite: str | None) -> RemoteMatch:
    """Our copy of a match of the site; SiteError if its game is not installed here."""
    try:
        game = load(view["spec"])
    except UnknownGame:
        title = view.get("title", view["spec"])
        raise SiteError(f"this match is of {title}, a game that is not installed here") from None
    except ValueError as error:
        raise SiteError(f"this match cannot be played here: {error}") from None
    query = f"?invite={invite}" if invite else ""
    record = site.text(f"/api/matches/{view['id']}/record{query}")
    try:
        recorded = Match.from_record(record)
        remote = RemoteMatch(site, view["id"], invite, Match(game, recorded.start, _names(view)), view)
        remote.take({"type": "snapshot", "view": view})
        remote.catch_up()
    except ValueError as error:
        raise SiteError(f"this match cannot be played here: the rules differ: {error}") from None
    return remote


def _names(view: dict[str, Any]) -> tuple[str, str]:
    names = [str(name).strip() or NOBODY for name in view["names"]]
    with contextlib.suppress(ValueError):
        from quintet.core.record import checked_name

        names = [checked_name(name) for name in names]
    return names[0], names[1]


# Words about a match: its clocks and offers.


def clock_words(remote: RemoteMatch, player: Player) -> str:
    """``4:07``; the last seconds with tenths, long times in hours and days."""
    left = remote.left(player)
    if left is None:
        return ""
    if left < 10:
        return f"{left:.1f}"
    if left >= DAY:
        return f"{left / DAY:.1f} days"
    hours, rest = divmod(int(left), HOUR)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def seat_words(remote: RemoteMatch, player: Player) -> str:
    """The clock of a player, and whether they are away."""
    seat = remote.view["seats"][player]
    is_away = remote.status == "live" and seat["kind"] == "person" and not seat["online"] and player not in remote.mine
    return f"{clock_words(remote, player)} {'away' if is_away else ''}".strip()


def offer_words(remote: RemoteMatch) -> str:
    """The offer that waits for an answer; empty if there is none."""
    if (offered := remote.offered) is not None:
        other = next(seat for seat in Player if seat not in remote.mine)
        return f"{remote.match.names[other]} {OFFERS[offered]}"
    for what, seat in remote.view["offers"].items():
        if seat is not None and seat in remote.mine:
            return OWN[what]
    return ""


Line = dict[str, Any]
"""A line of chat as the site sends it."""


@dataclass
class Chat:
    """The lines received so far, each once."""

    site: SiteClient
    match_id: str
    invite: str | None
    me: str = ""
    """Our id in the lines of the site."""
    lines: dict[int, str] = field(default_factory=dict)

    @property
    def _path(self) -> str:
        return f"/api/matches/{self.match_id}/chat"

    def look(self) -> dict[str, Any]:
        """Fetch all lines, for `take`; SiteError if there is no chat."""
        secret = f"?invite={quote(self.invite)}" if self.invite else ""
        answer: dict[str, Any] = self.site.get(self._path + secret)
        return answer

    def say(self, text: str) -> None:
        """Send a line; SiteError says why it is refused."""
        self.site.post(self._path, {"text": text} | ({"invite": self.invite} if self.invite else {}))

    def take(self, line: Line) -> str | None:
        """A line as it is shown, ``Ada: hello``; ``None`` if it was received before."""
        number = int(line["number"])
        if number in self.lines:
            return None
        shown = f"{line['name']}: {line['text']}"
        self.lines[number] = "".join(letter for letter in shown if letter.isprintable())
        return self.lines[number]

    def is_mine(self, line: Line) -> bool:
        return bool(self.me) and line["by"] == self.me

    @property
    def shown(self) -> list[str]:
        """The lines in order."""
        return [self.lines[number] for number in sorted(self.lines)]
