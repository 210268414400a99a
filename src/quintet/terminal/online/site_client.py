"""HTTP client for a Quintet site, as a visitor or with a token; every failure is one sentence."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from http.client import HTTPException
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from quintet.core import files
from quintet.terminal import saves

PATIENCE = 15.0
"""Seconds for an answer."""
MATCH = re.compile(r"/game/([\w-]{1,40})/?")
LARGEST = 20_000_000
"""The most bytes of an answer that are read."""


class SiteError(ValueError):
    """The site cannot be reached, or it refuses."""


@dataclass(frozen=True)
class Address:
    """What was typed: a site, or a match on it."""

    origin: str
    """``https://host:port``, without a slash at its end."""
    match: str | None = None
    invite: str | None = None

    @property
    def url(self) -> str:
        secret = f"?invite={self.invite}" if self.invite else ""
        return f"{self.origin}/game/{self.match}{secret}" if self.match else self.origin

    @property
    def socket(self) -> str:
        return "ws" + self.origin.removeprefix("http")


def read_address(text: str) -> Address:
    """``http://host:port``, or what stands in a browser's address line; ValueError says what was expected."""
    wanted = f"expected the address of a site or of a match, like http://127.0.0.1:8017/game/ID, got {text[:80]!r}"
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        _ = parts.port
    except ValueError:
        raise ValueError(wanted) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or not text.isprintable():
        raise ValueError(wanted)
    origin = f"{parts.scheme}://{parts.netloc}"
    if match := MATCH.fullmatch(parts.path):
        return Address(origin, match[1], parse_qs(parts.query).get("invite", [None])[0])
    if parts.path not in ("", "/"):
        raise ValueError(wanted)
    return Address(origin)


class SiteClient:
    """A client of one site: with a token an account, else a visitor, recognised by a stored cookie."""

    def __init__(self, origin: str, token: str | None = None) -> None:
        self.origin = origin
        self._token = token
        self._cookies = {} if token else _known().get(origin, {})

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify us."""
        if self._token:
            return {"Authorization": f"Bearer {self._token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def check(self) -> None:
        """Check that this is a Quintet site; SiteError says what is wrong."""
        me = self.get("/api/me")
        if not isinstance(me, dict) or "kind" not in me:
            raise self._foreign()

    def get(self, path: str) -> Any:
        return self._ask(Request(self.origin + path))

    def post(self, path: str, body: object) -> Any:
        return self._ask(Request(self.origin + path, json.dumps(body).encode(), method="POST"))

    def text(self, path: str) -> str:
        return self._read(Request(self.origin + path)).decode("utf-8", "replace")

    def _ask(self, request: Request) -> Any:
        raw = self._read(request)
        try:
            return json.loads(raw)
        except ValueError:
            raise self._foreign() from None

    def _read(self, request: Request) -> bytes:
        for name, value in {"Content-Type": "application/json", **self.headers}.items():
            request.add_header(name, value)
        try:
            with urlopen(request, timeout=PATIENCE) as answer:
                self._remember(answer.headers.get_all("Set-Cookie") or [])
                raw: bytes = answer.read(LARGEST)
                return raw
        except HTTPError as error:
            with error:
                raise self._refusal(error) from None
        except (OSError, HTTPException, ValueError) as error:  # ValueError: an invalid host name
            reason = error.reason if isinstance(error, URLError) else error
            sentence = files.reason(reason) if isinstance(reason, Exception) else str(reason)
            raise SiteError(f"{self.origin} does not answer: {sentence}") from None

    def _refusal(self, error: HTTPError) -> SiteError:
        try:
            sentence = str(json.loads(error.read(LARGEST))["error"])
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            return self._foreign()
        if error.code == 401 and self._token:
            return SiteError(f"{self.origin} does not know this token: make one on its account page")
        return SiteError(sentence.rstrip("."))

    def _foreign(self) -> SiteError:
        return SiteError(f"{self.origin} is no Quintet site: it answers with something else")

    def _remember(self, cookies: list[str]) -> None:
        """Store the cookies, so that a seat is still ours after a crash."""
        given: dict[str, str] = {}
        with contextlib.suppress(CookieError):
            for text in cookies:
                given |= {name: morsel.value for name, morsel in SimpleCookie(text).items()}
        if self._token or not given or given.items() <= self._cookies.items():
            return
        self._cookies |= given
        with contextlib.suppress(OSError):
            path = saves.home() / "visitor.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            files.replace(path, json.dumps(_known() | {self.origin: self._cookies}))


def _known() -> dict[str, dict[str, str]]:
    """The cookies of every site; a file that cannot be read counts as none."""
    try:
        sites = json.loads((saves.home() / "visitor.json").read_text(encoding="utf-8"))
        return {str(site): {str(name): str(value) for name, value in jar.items()} for site, jar in sites.items()}
    except (OSError, ValueError, AttributeError):
        return {}
