"""Lines of chat and reports of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from quintet.server.errors import Conflict, Unavailable, Unknown
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import chat, inserting, reports

MOST = 500
"""The last lines of a room that are kept: who fills one room silences neither it nor the other."""
TRIES = 5
Room = Literal["players", "spectators"]


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line of chat."""

    match: str
    number: int
    room: Room
    player: str
    name: str
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Reported:
    """A reported line."""

    line: ChatRow
    reports: int


class Chats(StoragePart):
    """The chat of all matches."""

    def say(self, match: str, room: Room, player: str, name: str, text: str, now: float) -> ChatRow:
        """Store a line. The oldest line of a full room goes, unless it was reported: nobody talks evidence away."""
        for _ in range(TRIES):
            try:
                with self._writing.begin() as connection:
                    last = connection.scalar(select(func.max(chat.c.number)).where(chat.c.match == match)) or 0
                    self._make_room(connection, match, room)
                    line = ChatRow(match, last + 1, room, player, name, text, now)
                    connection.execute(insert(chat).values({name: getattr(line, name) for name in ChatRow.__slots__}))
                return line
            except IntegrityError:  # two lines at once
                continue
        raise Unavailable("too many people are talking at once: please try again")

    def _make_room(self, connection: Connection, match: str, room: Room) -> None:
        mine = (chat.c.match == match, chat.c.room == room)
        if (connection.scalar(select(func.count()).where(*mine)) or 0) < MOST:
            return
        reported = select(reports.c.number).where(reports.c.match == match)
        oldest = connection.scalar(select(func.min(chat.c.number)).where(*mine, chat.c.number.not_in(reported)))
        if oldest is None:
            raise Conflict("every line of this chat was reported: the operator has to look first")
        connection.execute(delete(chat).where(chat.c.match == match, chat.c.number == oldest))

    def lines(self, match: str, room: Room, most: int) -> list[ChatRow]:
        """The last lines, the oldest first."""
        where = (chat.c.match == match, chat.c.room == room)
        query = select(chat).where(*where).order_by(chat.c.number.desc()).limit(most)
        return [ChatRow(*row) for row in self._rows(query)][::-1]

    def report(self, match: str, number: int, room: Room, reporter: str, now: float) -> None:
        """Once per person; Unknown if the line is not in this room."""
        with self._writing.begin() as connection:
            where = (chat.c.match == match, chat.c.number == number, chat.c.room == room)
            if connection.scalar(select(chat.c.number).where(*where)) is None:
                raise Unknown("nobody has said that here")
            row = {"match": match, "number": number, "reporter": reporter, "at": now}
            connection.execute(inserting(connection, reports).values(row).on_conflict_do_nothing())

    # For operators

    def reported(self, most: int) -> list[Reported]:
        """Reported lines, the oldest report first."""
        same = (reports.c.match == chat.c.match) & (reports.c.number == chat.c.number)
        many = func.count(reports.c.reporter)
        query = select(chat, many).join(reports, same).group_by(*chat.c).order_by(func.min(reports.c.at)).limit(most)
        return [Reported(ChatRow(*row[:-1]), row[-1]) for row in self._rows(query)]

    def settle(self, match: str, number: int, erase: bool) -> ChatRow:
        """Close the reports of a line, and erase the line if asked to."""
        where = (chat.c.match == match, chat.c.number == number)
        with self._writing.begin() as connection:
            row = connection.execute(select(chat).where(*where)).one_or_none()
            if row is None:
                raise ValueError(f"there is no line {number} in the chat of {match!r}")
            connection.execute(delete(reports).where(reports.c.match == match, reports.c.number == number))
            if erase:
                connection.execute(delete(chat).where(*where))
            return ChatRow(*row)
