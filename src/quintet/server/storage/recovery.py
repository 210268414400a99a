"""Ways back into an account: codes on paper, links by e-mail; and addresses that wait for their confirmation."""

from __future__ import annotations

import base64
import secrets
from typing import Literal

from sqlalchemy import delete, func, insert, or_, select, update

from quintet.server.storage.accounts import Person, new_session_row, token_hash
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import account_secrets, players, sessions

CODES = 10
"""Codes of one list; each works once, and a new list ends the old one."""
LINK_SECONDS = 3600.0
CONFIRMATION_SECONDS = 86400.0
MOST_LINKS = 3
"""Links and confirmations of an account that are valid at a time: nobody's mailbox is filled."""
Kind = Literal["code", "link", "confirmation"]


def new_code() -> str:
    """80 random bits that can be written on paper: ``abcd-efgh-ijkl-mnop``."""
    text = base64.b32encode(secrets.token_bytes(10)).decode().lower()
    return "-".join(text[place : place + 4] for place in range(0, 16, 4))


def tidy(secret: str) -> str:
    """A code as it was given, whatever blanks and capitals somebody typed; a link's secret stays as it is."""
    plain = "".join(secret.split()).replace("-", "").lower()
    if len(plain) == 16:
        return "-".join(plain[place : place + 4] for place in range(0, 16, 4))
    return secret.strip()


class Recovery(StoragePart):
    """Secrets that open an account without its password. Only their hashes are stored."""

    def email_and_codes(self, player: str) -> tuple[str | None, int]:
        """The confirmed address of an account, and how many codes it has left."""
        codes = select(func.count()).where(account_secrets.c.player == player, account_secrets.c.kind == "code")
        with self._reading.connect() as connection:
            email = connection.scalar(select(players.c.email).where(players.c.id == player))
            return email, connection.scalar(codes) or 0

    def new_codes(self, player: str, now: float) -> list[str]:
        codes = [new_code() for _ in range(CODES)]
        with self._writing.begin() as connection:
            mine = account_secrets.c.player == player, account_secrets.c.kind == "code"
            connection.execute(delete(account_secrets).where(*mine))
            rows = [{"hash": token_hash(code), "player": player, "kind": "code", "created": now} for code in codes]
            connection.execute(insert(account_secrets), rows)
        return codes

    def new_link(self, player: str, kind: Kind, now: float, email: str | None = None) -> str | None:
        """A secret for a message; None if the account has enough of them."""
        secret = secrets.token_urlsafe(32)
        alike = account_secrets.c.player == player, account_secrets.c.kind == kind
        seconds = LINK_SECONDS if kind == "link" else CONFIRMATION_SECONDS
        row = {"hash": token_hash(secret), "player": player, "kind": kind, "email": email}
        with self._writing.begin() as connection:
            # Of every account: an address that nobody confirmed is not kept.
            connection.execute(delete(account_secrets).where(account_secrets.c.expires < now))
            count = connection.scalar(select(func.count()).select_from(account_secrets).where(*alike)) or 0
            if count >= MOST_LINKS:
                return None
            connection.execute(insert(account_secrets).values(**row, created=now, expires=now + seconds))
        return secret

    def accounts(self, name_or_email: str, most: int = 5) -> list[tuple[Person, str]]:
        """The accounts with a confirmed address that have this name or address, with the addresses."""
        name = name_or_email.strip().casefold()
        mine = or_(players.c.folded == name, players.c.email == name)
        query = select(players).where(mine, players.c.email.is_not(None), players.c.kind != "deleted").limit(most)
        return [(Person(row.id, row.name, row.kind, row.username, row.created), row.email) for row in self._rows(query)]

    def opened_by(self, secret: str, now: float) -> tuple[str, str] | None:
        """The id and the username of the account that a code or a link opens."""
        valid = or_(account_secrets.c.expires.is_(None), account_secrets.c.expires >= now)
        query = (
            select(players.c.id, players.c.username)
            .join(account_secrets, account_secrets.c.player == players.c.id)
            .where(account_secrets.c.hash == token_hash(secret), account_secrets.c.kind.in_(("code", "link")), valid)
        )
        row = self._row(query)
        return None if row is None else (row.id, row.username)

    def reset(self, player: str, secret: str, password: str, now: float) -> str | None:
        """A new password by a secret, which is used up; all sessions, tokens and links of the account end, and a
        browser session begins: its secret. None if the secret is used up already."""
        token, session = new_session_row(player, "browser", now)
        mine = account_secrets.c.player == player
        with self._writing.begin() as connection:
            used = connection.execute(delete(account_secrets).where(mine, account_secrets.c.hash == token_hash(secret)))
            if not used.rowcount:
                return None
            connection.execute(update(players).where(players.c.id == player).values(password=password))
            connection.execute(delete(sessions).where(sessions.c.player == player))
            connection.execute(delete(account_secrets).where(mine, account_secrets.c.kind == "link"))
            connection.execute(insert(sessions).values(session))
        return token

    def confirm(self, secret: str, now: float) -> str | None:
        """Take over the address that a confirmation was sent to; None if it is not valid any more."""
        this = account_secrets.c.hash == token_hash(secret), account_secrets.c.kind == "confirmation"
        with self._writing.begin() as connection:
            row = connection.execute(select(account_secrets).where(*this)).one_or_none()
            if row is None or row.expires < now:
                return None
            pending = account_secrets.c.player == row.player, account_secrets.c.kind != "code"
            connection.execute(delete(account_secrets).where(*pending))
            connection.execute(update(players).where(players.c.id == row.player).values(email=row.email))
            return str(row.email)

    def remove_email(self, player: str) -> None:
        pending = account_secrets.c.player == player, account_secrets.c.kind != "code"
        with self._writing.begin() as connection:
            connection.execute(delete(account_secrets).where(*pending))
            connection.execute(update(players).where(players.c.id == player).values(email=None))
