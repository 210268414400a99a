"""How players are told of turns away from the site, and the devices that push messages reach."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, or_, select, update

from quintet.server.live.events import Header
from quintet.server.storage.database import StoragePart
from quintet.server.storage.match_queries import Listed
from quintet.server.storage.tables import matches, notices, players, push_devices, put

NoticeChannel = Literal["email", "push"]
NoticePace = Literal["off", "daily", "every"]
MOST_DEVICES = 10
"""Devices of one player; a new one takes the place of the oldest."""
UNNAMED = "Browser"
"""The name of a device whose old address is not known."""
MOST_DUE = 500
"""Matches of one look."""


class Device(NamedTuple):
    """A browser that takes push messages."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    label: str
    created: float


class NoticeChoices(NamedTuple):
    """What a player has asked for."""

    paces: dict[NoticeChannel, NoticePace]
    """By channel; one that was never chosen is not there."""
    devices: list[Device]
    email: str | None
    """The confirmed address of their account."""


@dataclass(frozen=True, slots=True)
class NoticeSetting:
    """How a player is told of turns by one channel."""

    player: str
    channel: NoticeChannel
    pace: NoticePace
    told_until: float
    """Turns that began before are told already, or were seen."""
    sent: float | None
    """When the last message was sent."""


class Notices(StoragePart):
    """Settings and devices. A change gives what is chosen after it, read in the same transaction: what fails after a
    change would be called undone."""

    def chosen(self, player: str) -> NoticeChoices:
        with self._reading.connect() as connection:
            return _chosen(connection, player)

    def set_pace(self, player: str, channel: NoticeChannel, pace: NoticePace, now: float) -> NoticeChoices:
        """Change a pace. What has begun already is not told, and a change of mind brings no second message a day."""
        with self._writing.begin() as connection:
            _set_pace(connection, player, channel, pace, now)
            return _chosen(connection, player)

    def due(self, before: float, a_day_ago: float) -> list[tuple[NoticeSetting, Listed]]:
        """Live matches that have changed since their player was told, until `before`."""
        changed = []
        shown = (matches.c.header, matches.c.status, matches.c.ply, matches.c.state, matches.c.changed)
        may_be_sent = or_(notices.c.pace == "every", notices.c.sent.is_(None), notices.c.sent <= a_day_ago)
        with self._reading.connect() as connection:
            for seat in (matches.c.first, matches.c.second):  # one query each: both have an index
                query = (
                    select(notices, *shown)
                    .join(matches, (seat == notices.c.player) & (matches.c.status == "live"))
                    .where(notices.c.pace != "off", may_be_sent)
                    .where(matches.c.changed > notices.c.told_until, matches.c.changed <= before)
                    .limit(MOST_DUE)
                )
                for player, channel, pace, told_until, sent, header, *rest in connection.execute(query):
                    changed.append(
                        (NoticeSetting(player, channel, pace, told_until, sent), Listed(Header(**header), *rest))
                    )
        return changed

    def claim(self, setting: NoticeSetting, told_until: float, sent: float | None) -> bool:
        """Note that turns are told; False if another process was first."""
        where = (
            notices.c.player == setting.player,
            notices.c.channel == setting.channel,
            notices.c.told_until == setting.told_until,
        )
        return bool(self._write(update(notices).where(*where).values(told_until=told_until, sent=sent)))

    # Devices

    def devices(self, player: str) -> list[Device]:
        with self._reading.connect() as connection:
            return _devices(connection, player)

    def keep_device(self, player: str, endpoint: str, p256dh: str, auth: str, label: str, now: float) -> NoticeChoices:
        """Store a device, which may have been somebody else's; the first one asks for one message a day."""
        with self._writing.begin() as connection:
            _put_device(connection, player, Device(_device_id(endpoint), endpoint, p256dh, auth, label, now))
            chosen = _chosen(connection, player)
            if chosen.paces.get("push", "off") != "off":
                return chosen
            _set_pace(connection, player, "push", "daily", now)
            return _chosen(connection, player)

    def renew_device(
        self, player: str, before: str | None, endpoint: str, p256dh: str, auth: str, now: float
    ) -> NoticeChoices:
        """Store the new address of a device, which keeps its name where the address before is known. Nothing is
        switched on."""
        old = push_devices.c.player == player, push_devices.c.id == _device_id(before or "")
        with self._writing.begin() as connection:
            label = connection.scalar(select(push_devices.c.label).where(*old)) or UNNAMED
            connection.execute(delete(push_devices).where(*old))
            _put_device(connection, player, Device(_device_id(endpoint), endpoint, p256dh, auth, label, now))
            return _chosen(connection, player)

    def remove_device(self, player: str, device: str) -> NoticeChoices | None:
        """Forget a device of this player; None: there is none."""
        with self._writing.begin() as connection:
            own = push_devices.c.player == player, push_devices.c.id == device
            if not connection.execute(delete(push_devices).where(*own)).rowcount:
                return None
            return _chosen(connection, player)

    def forget_device(self, device: str) -> None:
        """Forget a device that no message reaches any more."""
        self._write(delete(push_devices).where(push_devices.c.id == device))


def _set_pace(connection: Connection, player: str, channel: NoticeChannel, pace: NoticePace, now: float) -> None:
    where = (notices.c.player == player, notices.c.channel == channel)
    if pace == "off":
        connection.execute(update(notices).where(*where).values(pace=pace))
    elif not connection.execute(update(notices).where(*where).values(pace=pace, told_until=now)).rowcount:
        row = {"player": player, "channel": channel, "pace": pace, "told_until": now, "sent": None}
        put(connection, notices, row)


def _device_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()[:24]


def _put_device(connection: Connection, player: str, device: Device) -> None:
    """Store a device; one too many takes the place of the oldest."""
    put(connection, push_devices, {"player": player, **device._asdict()})
    own = push_devices.c.player == player
    too_many = (connection.scalar(select(func.count()).where(own)) or 0) - MOST_DEVICES
    if too_many > 0:
        oldest = select(push_devices.c.id).where(own).order_by(push_devices.c.created).limit(too_many)
        connection.execute(delete(push_devices).where(push_devices.c.id.in_(oldest)))


def _chosen(connection: Connection, player: str) -> NoticeChoices:
    query = select(notices.c.channel, notices.c.pace).where(notices.c.player == player)
    paces = {row.channel: row.pace for row in connection.execute(query)}
    email = connection.scalar(select(players.c.email).where(players.c.id == player))
    return NoticeChoices(paces, _devices(connection, player), email)


def _devices(connection: Connection, player: str) -> list[Device]:
    query = select(push_devices).where(push_devices.c.player == player).order_by(push_devices.c.created)
    rows = connection.execute(query)
    return [Device(row.id, row.endpoint, row.p256dh, row.auth, row.label, row.created) for row in rows]
