"""E-mail by an SMTP server of the operator: a bounded queue, sent by a thread of its own, tried again with pauses."""

from __future__ import annotations

import asyncio
import email.policy
import heapq
import re
import smtplib
import ssl
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid, parseaddr
from itertools import count
from typing import Literal
from urllib.parse import unquote, urlsplit

import structlog

from quintet.server.errors import BadInput

Encryption = Literal["tls", "starttls", "none"]
SCHEMES: dict[str, tuple[Encryption, int]] = {
    "smtps": ("tls", 465),
    "smtp": ("starttls", 587),
    "smtp+plain": ("none", 25),
}
"""How a connection is encrypted, and the usual port."""
MOST_WAITING = 1000
"""Messages that may wait; any more are refused."""
PAUSES = (15.0, 60.0, 300.0, 1800.0, 7200.0)
"""Seconds before each further try; after the last one the message is given up."""
PATIENCE = 10.0
"""Seconds for each answer of the SMTP server."""
LAST_TRIES = 5.0
"""Seconds in which a server that stops tries to send what waits."""
POLICY = email.policy.SMTP.clone(cte_type="7bit")
"""Texts that every SMTP server can take."""
ADDRESS = re.compile(r"[^@\s<>(),;:\\\"\[\]]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
log = structlog.get_logger("quintet.mail")


def checked_address(text: str) -> str:
    """An e-mail address as it is stored; BadInput if it cannot be one."""
    address = text.strip()
    if len(address) > 254 or not address.isascii() or not address.isprintable() or not ADDRESS.fullmatch(address):
        raise BadInput(f"expected an e-mail address such as ada@example.org, got {text[:80]!r}")
    return address


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where messages are handed in, and who they are from."""

    host: str
    port: int
    encryption: Encryption
    sender: str
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    @classmethod
    def parse(cls, url: str, sender: str) -> MailServer:
        """From ``smtp://NAME:PASSWORD@HOST:PORT``; ValueError says what was expected."""
        expected = "QUINTET_SMTP must be smtp://NAME:PASSWORD@HOST:PORT, smtps://... or smtp+plain://..."
        try:
            parts = urlsplit(url)
            port, host = parts.port, parts.hostname
        except ValueError:
            raise ValueError(expected) from None
        if parts.scheme not in SCHEMES or not host or parts.path.strip("/"):
            raise ValueError(expected)
        name, address = parseaddr(sender)
        if not ADDRESS.fullmatch(address):
            raise ValueError(f"QUINTET_MAIL_FROM must be an e-mail address, got {sender!r}")
        encryption, usual = SCHEMES[parts.scheme]
        username = unquote(parts.username) if parts.username else None
        password = unquote(parts.password) if parts.password else None
        return cls(host, port or usual, encryption, formataddr((name or "Quintet", address)), username, password)

    def deliver(self, message: EmailMessage) -> None:
        """Hand one message in; OSError (SMTPException is one) if that fails."""
        context = ssl.create_default_context()
        connect = (
            smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
            if self.encryption == "tls"
            else smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        )
        with connect as smtp:
            if self.encryption == "starttls":
                smtp.starttls(context=context)
            if self.username and self.password:
                smtp.login(self.username, self.password)
            smtp.send_message(message)


@dataclass(order=True, slots=True)
class QueuedMessage:
    """A message in the queue; the next due comes first."""

    due: float
    number: int
    message: EmailMessage = field(compare=False)
    tries: int = field(default=0, compare=False)


class Mail:
    """Sends messages in the background. What waits when the server ends is tried once more and then lost."""

    def __init__(
        self,
        server: MailServer | None,
        *,
        pauses: tuple[float, ...] = PAUSES,
        counted: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        """`counted` is called with ``sent``, ``retried``, ``failed`` or ``refused`` for every message."""
        self._server = server
        self._pauses = pauses
        self._counted = counted
        self._queue: list[QueuedMessage] = []
        self._numbers = count()
        self._thread = ThreadPoolExecutor(1, "mail")
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def available(self) -> bool:
        """Whether the operator has set an SMTP server."""
        return self._server is not None

    def send(self, to: str, subject: str, text: str, *, unsubscribe: str | None = None) -> bool:
        """Queue a message in plain text; False if there is no SMTP server, or too many messages wait.

        To be called in the event loop. `to` comes from `checked_address`; `unsubscribe` is an address of the site
        where such messages are switched off.
        """
        if self._server is None:
            return False
        if len(self._queue) >= MOST_WAITING or self._closing:
            self._counted("refused")
            log.warning("mail", error="too many messages wait")
            return False
        message = EmailMessage(POLICY)
        message["From"] = self._server.sender
        message["To"] = to
        message["Subject"] = " ".join(subject.split())
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self._server.sender)[1].partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message.set_content(text)
        heapq.heappush(self._queue, QueuedMessage(time.monotonic(), next(self._numbers), message))
        self._more.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return True

    async def _run(self) -> None:
        while self._queue or not self._closing:
            pause = self._queue[0].due - time.monotonic() if self._queue else None
            if self._closing or (pause is not None and pause <= 0):
                await self._try(heapq.heappop(self._queue))
                continue
            self._more.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), pause)

    async def _try(self, waiting: QueuedMessage) -> None:
        assert self._server is not None
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._server.deliver, waiting.message)
        except (OSError, ValueError) as error:
            tried = waiting.tries + 1
            given_up = self._closing or _is_final(error) or tried > len(self._pauses)
            self._counted("failed" if given_up else "retried")
            (log.error if given_up else log.warning)("mail", error=_without_addresses(error), tries=tried)
            if not given_up:
                due = time.monotonic() + self._pauses[waiting.tries]
                heapq.heappush(self._queue, QueuedMessage(due, waiting.number, waiting.message, tried))
        except Exception:  # one message must not hold up the others
            self._counted("failed")
            log.exception("mail")
        else:
            self._counted("sent")

    async def close(self) -> None:
        """Try what waits once more, for a few seconds."""
        self._closing = True
        self._more.set()
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, LAST_TRIES)
        self._thread.shutdown(wait=False, cancel_futures=True)


def _is_final(error: Exception) -> bool:
    """Whether the SMTP server will never take this message. A refused login may be mended by the operator."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return False
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code >= 500
    if isinstance(error, ssl.SSLError):  # some of which are ValueErrors
        return False
    return isinstance(error, ValueError | smtplib.SMTPNotSupportedError)


def _without_addresses(error: Exception) -> str:
    return re.sub(r"\S+@\S+", "[address]", repr(error))[:300]
