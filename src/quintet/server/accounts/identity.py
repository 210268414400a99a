"""Who sent a request: a signed cookie for visitors, a session cookie for accounts, a bearer token for programs."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from quintet.server.errors import BadInput, Forbidden, NotLoggedIn, TooFast
from quintet.server.storage.accounts import SESSION_DAYS, People, Person
from quintet.server.work.caches import LruCache
from quintet.server.work.rate_limits import MOST_CLIENTS, network

T = TypeVar("T")
VISITOR = "quintet_visitor"
SESSION = "quintet_session"
CACHED = 10.0
"""Seconds for which a session is not looked up in the database again."""
RECENT = 60.0
"""Seconds after their last request in which somebody without an open page still counts as present."""


class LastSeen:
    """When and from which address people were last seen, in memory alone: searches are counted by it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen: LruCache[str, tuple[str, float]] = LruCache(MOST_CLIENTS)
        self._accounts: set[str] = set()
        """Accounts that were seen since they were last taken."""

    def note(self, person: str, address: str, *, account: bool = False) -> None:
        self._seen.put(person, (address, self._now()))
        if account:
            self._accounts.add(person)

    def take_accounts(self) -> set[str]:
        """The accounts that were seen since the last call."""
        accounts, self._accounts = self._accounts, set()
        return accounts

    def address(self, person: str) -> str:
        """The last known address; somebody who was not seen yet counts alone."""
        seen = self._seen.get(person)
        return seen[0] if seen else person

    def recent(self, person: str) -> bool:
        seen = self._seen.get(person)
        return seen is not None and self._now() - seen[1] < RECENT


class Identity:
    """Reads and writes the cookies, and checks passwords."""

    def __init__(self, people: People, secret: bytes) -> None:
        self._people = people
        self._secret = secret
        self._cache: LruCache[str, tuple[float, Person]] = LruCache(10_000)
        self.last_seen = LastSeen()
        self._hasher = PasswordHasher()
        self._busy = asyncio.Semaphore(2)
        self._threads = ThreadPoolExecutor(2, "passwords")
        self._waiting = 0

    # Who

    async def person(self, connection: HTTPConnection) -> Person:
        """The sender of a request; a new visitor if nobody is known. NotLoggedIn for a token that is not valid."""
        person = await self._person(connection)
        if connection.client:
            self.last_seen.note(person.id, network(connection.client.host), account=person.registered)
        return person

    async def _person(self, connection: HTTPConnection) -> Person:
        header = connection.headers.get("authorization")
        if header is not None:
            kind, _, token = header.partition(" ")
            person = await self._session(token.strip(), "token") if kind.lower() == "bearer" else None
            if person is None:
                raise NotLoggedIn("this token is not valid")
            return person
        session = connection.cookies.get(SESSION)
        if session and (person := await self._session(session, "browser")):
            return person
        visitor = self._visitor(connection.cookies.get(VISITOR, ""))
        if visitor is None:
            return Person("v" + secrets.token_urlsafe(12), "", "visitor")
        return await self._known_visitor(visitor)

    async def _known_visitor(self, visitor: str) -> Person:
        cached = self._cache.get(visitor)
        if cached and cached[0] > time.monotonic():
            return cached[1]
        person = await asyncio.to_thread(self._people.by_id, visitor)
        if person is None or person.kind != "visitor":  # a cookie from before its visitor became an account
            person = Person(visitor if person is None else "v" + secrets.token_urlsafe(12), "", "visitor")
        else:
            self._remember(visitor, person)
        return person

    def _remember(self, key: str, person: Person) -> None:
        self._cache.put(key, (time.monotonic() + CACHED, person))

    async def _session(self, token: str, kind: str) -> Person | None:
        if not token or len(token) > 100:
            return None
        key = hashlib.sha256(f"{kind} {token}".encode()).hexdigest()
        cached = self._cache.get(key)
        if cached and cached[0] > time.monotonic():
            return cached[1]
        person = await asyncio.to_thread(self._people.by_token, token, kind, time.time())
        if person:
            self._remember(key, person)
        return person

    def forget(self) -> None:
        """Sessions or names have changed."""
        self._cache.clear()

    # Visitors

    def _visitor(self, cookie: str) -> str | None:
        visitor, _, signature = cookie.rpartition(".")
        if visitor and len(cookie) < 100 and hmac.compare_digest(signature.encode(), self._signature(visitor).encode()):
            return visitor
        return None

    def _signature(self, visitor: str) -> str:
        return hmac.new(self._secret, visitor.encode(), hashlib.sha256).hexdigest()

    def set_visitor(self, connection: HTTPConnection, response: Response, person: Person) -> None:
        """Set the visitor's cookie unless the browser has it."""
        if person.kind == "visitor" and self._visitor(connection.cookies.get(VISITOR, "")) != person.id:
            _set(connection, response, VISITOR, f"{person.id}.{self._signature(person.id)}")

    def set_session(self, connection: HTTPConnection, response: Response, token: str) -> None:
        _set(connection, response, SESSION, token)
        response.delete_cookie(VISITOR, path="/")

    @staticmethod
    def clear(response: Response) -> None:
        response.delete_cookie(SESSION, path="/")
        response.delete_cookie(VISITOR, path="/")

    # Passwords: slow on purpose, so only two at a time and never in the event loop

    async def hashed(self, password: str) -> str:
        return await self._slowly(self._hasher.hash, password)

    async def verified(self, stored: str | None, password: str) -> bool:
        """Whether the password is right; takes equally long for a name that does not exist."""
        return await self._slowly(self._verify, stored or _nobody(), password) and stored is not None

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _slowly(self, work: Callable[..., T], *arguments: str) -> T:
        if self._waiting > 20:
            raise TooFast("too many people are logging in at once: please try again in a moment")
        self._waiting += 1
        try:
            async with self._busy:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        finally:
            self._waiting -= 1


@cache
def _nobody() -> str:
    """The hash of a password that nobody knows."""
    return PasswordHasher().hash(secrets.token_urlsafe(16))


def _set(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=SESSION_DAYS * 86400,
        path="/",
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from the site's own pages, or from a program."""
    if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host", "")


def account_only(person: Person) -> Person:
    if not person.registered:
        raise NotLoggedIn("log in first: this needs an account")
    return person


def owner_only(person: Person) -> Person:
    """Only a login manages the account itself, never a token."""
    if person.scope is not None:
        raise Forbidden("a token cannot do this: log in with the password")
    return account_only(person)


def writing(person: Person) -> Person:
    if not person.may_write:
        raise Forbidden("this token may only read: make one with the scope play")
    return person


def printable(text: str, what: str) -> str:
    """The text, if it has no control characters: some databases cannot store them."""
    if not text.isprintable():
        raise BadInput(f"{what} must be printable characters, got {text[:40]!r}")
    return text
