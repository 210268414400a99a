"""A real SMTP server on this machine, for tests."""

from __future__ import annotations

import email
import email.policy
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

PATIENCE = 60.0


class Mailbox:
    """What was handed in; `answers` are given before messages are taken."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.answers: list[str] = []
        self.refused = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answers:
            self.refused += 1
            return self.answers.pop(0)
        content = envelope.content
        assert isinstance(content, bytes)
        message = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        return "250 taken"

    def wait(self, number: int = 1) -> list[EmailMessage]:
        """The messages, once there are so many."""
        end = time.monotonic() + PATIENCE
        while len(self.messages) < number:
            assert time.monotonic() < end, f"{len(self.messages)} of {number} messages"
            time.sleep(0.02)
        return self.messages


def link_in(message: EmailMessage) -> str:
    """The path of the one link of a message."""
    (link,) = re.findall(r"https?://[^/\s]+(/\S+)", message.get_content())
    return str(link)


@contextmanager
def smtp_server(*, login: tuple[str, str] | None = None, **settings: Any) -> Iterator[tuple[Mailbox, int]]:
    """A mailbox and the port of its server; with a login it takes nothing without."""

    def check(server: SMTP, session: Session, envelope: Envelope, mechanism: str, given: Any) -> AuthResult:
        right = isinstance(given, LoginPassword) and login == (given.login.decode(), given.password.decode())
        return AuthResult(success=right, handled=False)

    box = Mailbox()
    if login:
        settings |= {"authenticator": check, "auth_required": True}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port, **settings)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()
