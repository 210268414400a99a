"""Tells players of slow games, by e-mail or push, that it is their turn: one line a day at most unless they want more.

The database is looked at, not the moves as they happen: so nothing is forgotten when a process dies, and of several
processes one tells.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Callable

from quintet.server.live.boards import installed, load
from quintet.server.live.clocks import DAY
from quintet.server.live.presence import Presence, digest
from quintet.server.storage.accounts import People
from quintet.server.storage.match_queries import Listed
from quintet.server.storage.notices import Device, Notices, NoticeSetting
from quintet.server.work.cpu_budget import in_system_thread
from quintet.server.work.mail import Mail
from quintet.server.work.web_push import Subscription, WebPush

EVERY = 5.0
"""Seconds between two looks."""
QUIET = 15.0
"""Seconds after a move in which nothing is told: its opponent may be there and see it."""
SHOWN = 4
"""Games that a message names."""


class TurnNotices:
    """Looks for turns that somebody wants to be told of."""

    def __init__(
        self,
        notices: Notices,
        people: People,
        presence: Presence,
        mail: Mail,
        push: WebPush,
        now: Callable[[], float],
        absolute: Callable[[str], str],
        secret: bytes,
    ) -> None:
        self.quiet = QUIET
        self._notices = notices
        self._people = people
        self._presence = presence
        self._mail = mail
        self._push = push
        self._now = now
        self._absolute = absolute
        self._secret = secret
        self._gone: set[str] = set()
        """Devices that are not subscribed any more."""

    async def look(self) -> None:
        """Tell what is to be told."""
        gone, self._gone = self._gone, set()
        for device in gone:
            await in_system_thread(self._notices.forget_device, device)
        now = self._now()
        changed: dict[NoticeSetting, list[Listed]] = defaultdict(list)
        for setting, match in await in_system_thread(self._notices.due, now - self.quiet, now - DAY):
            changed[setting].append(match)
        for setting, matches in changed.items():
            await self._tell(setting, matches, now)

    async def _tell(self, setting: NoticeSetting, changed: list[Listed], now: float) -> None:
        """One message for all turns that began since the last; none for those that are being looked at."""
        seen = max(match.changed for match in changed)
        new = [match for match in changed if self._is_news(setting, match)]
        to = await self._reached(setting) if new else []
        if not await in_system_thread(self._notices.claim, setting, seen, now if to else setting.sent) or not to:
            return
        words, path = line(setting.player, new, now), f"/game/{new[0].header.id}" if len(new) == 1 else "/lobby"
        if setting.channel == "email":
            stop = self._absolute(f"/notices?stop={self.stop_key(setting.player)}")
            text = f"{words}\n\n{self._absolute(path)}\n\nYou asked for this message. To stop such messages: {stop}\n"
            self._mail.send(str(to[0]), subject(setting.player, new), text, unsubscribe=stop)
            return
        message = {"title": "Your move", "body": words, "path": path}
        for device in to:
            assert isinstance(device, Device)
            subscription = Subscription(device.endpoint, device.p256dh, device.auth)
            self._push.send(subscription, message, lambda device=device: self._gone.add(device.id))  # type: ignore[misc]

    async def _reached(self, setting: NoticeSetting) -> list[Device] | list[str]:
        """Where a message would go."""
        if setting.channel == "push":
            return await in_system_thread(self._notices.devices, setting.player)
        address = await in_system_thread(self._people.email_of, setting.player) if self._mail.available else None
        return [address] if address else []

    def _is_news(self, setting: NoticeSetting, match: Listed) -> bool:
        """Whether it is a slow game in which the player's turn has begun, and they are not there."""
        state, clock = match.state, match.header.clock
        return (
            bool(clock)
            and clock["kind"] == "days"  # type: ignore[index]
            and state["seats"][state["to_move"]]["player"] == setting.player
            and state["clock"]["since"] > setting.told_until
            and installed(match.header.spec)
            and digest(setting.player) not in self._presence.present(match.header.id)
        )

    # Stopping e-mail without logging in

    def stop_key(self, player: str) -> str:
        """A key that switches off a player's e-mail, and nothing else."""
        return f"{player}.{hmac.digest(self._secret, f'notices {player}'.encode(), 'sha256').hex()[:32]}"

    def stopped_by(self, key: str) -> str | None:
        """The player of a key; None if it is none of ours."""
        player = key.rpartition(".")[0]
        return player if hmac.compare_digest(key.encode(), self.stop_key(player).encode()) else None


def line(player: str, matches: list[Listed], now: float) -> str:
    """``Your move in Othello against Ben: 2 days left.``"""
    if len(matches) == 1:
        return f"Your move in {_game(player, matches[0], now)}."
    shown = "; ".join(_game(player, match, now) for match in matches[:SHOWN])
    more = f"; and {len(matches) - SHOWN} more" if len(matches) > SHOWN else ""
    return f"Your move in {len(matches)} games: {shown}{more}."


def subject(player: str, matches: list[Listed]) -> str:
    if len(matches) == 1:
        return f"Your move against {_opponent(player, matches[0])}"
    return f"Your move in {len(matches)} games"


def _game(player: str, match: Listed, now: float) -> str:
    deadline = match.state["clock"]["since"] + match.state["clock"]["left"][match.state["to_move"]]
    title = load(match.header.spec).title
    return f"{title} against {_opponent(player, match)}, {_left(deadline - now)} left"


def _left(seconds: float) -> str:
    for size, unit in ((DAY, "days"), (3600, "hours"), (60, "minutes")):
        if (count := round(seconds / size)) >= 2:
            return f"{count} {unit}"
    return "less than two minutes"


def _opponent(player: str, match: Listed) -> str:
    names = [seat["name"] for seat in match.state["seats"] if seat["player"] != player]
    return names[0] if names else "yourself"
