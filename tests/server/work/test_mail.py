"""E-mail is handed to a real SMTP server, in its time, and bad luck is tried again."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quintet.server.errors import BadInput
from quintet.server.work import mail
from quintet.server.work.mail import Mail, MailServer, checked_address
from server.smtp import smtp_server

SOON = (0.01, 0.01, 0.01)


def plain(port: int, login: str = "") -> MailServer:
    return MailServer.parse(f"smtp+plain://{login}127.0.0.1:{port}", "play@quintet.example")


async def until(counts: Counter[str], key: str, number: int = 1) -> None:
    async with asyncio.timeout(60):
        while counts[key] < number:
            await asyncio.sleep(0.01)


def sending(server: MailServer | None, *letters: tuple[str, str, str], key: str, number: int = 1) -> Counter[str]:
    """Send letters until an outcome was counted so many times; all outcomes."""
    counts: Counter[str] = Counter()

    async def run() -> None:
        post = Mail(server, pauses=SOON, counted=lambda outcome: counts.update([outcome]))
        for to, subject, text in letters:
            assert post.send(to, subject, text, unsubscribe="https://quintet.example/account")
        await until(counts, key, number)
        await post.close()

    asyncio.run(run())
    return counts


LETTER = ("ada@example.org", "Your turn", "Grüße: f6 was played.\n")


def test_a_letter_arrives_with_all_it_needs() -> None:
    with smtp_server() as (box, port):
        assert sending(plain(port), LETTER, key="sent") == {"sent": 1}
    (letter,) = box.messages
    assert letter["From"] == "Quintet <play@quintet.example>"
    assert letter["To"] == "ada@example.org"
    assert letter["Subject"] == "Your turn"
    assert letter["Date"]
    assert letter["Message-ID"].endswith("@quintet.example>")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe"] == "<https://quintet.example/account>"
    assert letter.get_content().splitlines() == ["Grüße: f6 was played."]


def test_bad_luck_is_tried_again_and_a_final_no_is_not() -> None:
    with smtp_server() as (box, port):
        box.answers = ["451 later", "421 busy"]
        assert sending(plain(port), LETTER, key="sent") == {"retried": 2, "sent": 1}
        box.answers = ["550 nobody lives here"]
        assert sending(plain(port), LETTER, key="failed") == {"failed": 1}
        assert len(box.messages) == 1


def test_a_server_that_is_away_is_given_up_after_the_last_pause() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert sending(plain(port), LETTER, key="failed") == {"retried": len(SOON), "failed": 1}


def test_a_letter_that_fails_does_not_hold_up_the_next() -> None:
    with smtp_server() as (box, port):
        box.answers = ["550 no"]
        second = ("ben@example.org", "Second", "text\n")
        assert sending(plain(port), LETTER, second, key="sent") == {"failed": 1, "sent": 1}
        assert [letter["To"] for letter in box.messages] == ["ben@example.org"]


@pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")
def test_the_login_is_used_and_a_wrong_one_is_tried_again() -> None:
    with smtp_server(login=("ada", "a:b@c"), auth_require_tls=False) as (box, port):
        assert sending(plain(port, "ada:a%3Ab%40c@"), LETTER, key="sent") == {"sent": 1}
        assert sending(plain(port, "ada:wrong@"), LETTER, key="failed")["retried"] == len(SOON)
        assert len(box.messages) == 1


def test_an_encrypted_connection_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*request, *names, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    for scheme, setting in (("smtp", "tls_context"), ("smtps", "ssl_context")):
        settings: Any = {setting: context}
        with smtp_server(**settings) as (box, port):
            server = MailServer.parse(f"{scheme}://localhost:{port}", "play@quintet.example")
            assert sending(server, LETTER, key="failed")["retried"] == len(SOON), "a certificate that nobody signed"
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            assert sending(server, LETTER, key="sent") == {"sent": 1}
            monkeypatch.delenv("SSL_CERT_FILE")
            assert len(box.messages) == 1
    with smtp_server() as (box, port):
        server = MailServer.parse(f"smtp://127.0.0.1:{port}", "play@quintet.example")
        assert sending(server, LETTER, key="failed") == {"failed": 1}, "it offers no encryption"
        assert not box.messages


def test_the_queue_is_bounded_and_what_waits_at_the_end_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "MOST_WAITING", 3)
    counts: Counter[str] = Counter()

    async def run(port: int) -> None:
        post = Mail(plain(port), counted=lambda outcome: counts.update([outcome]))
        assert [post.send(*LETTER) for _ in range(4)] == [True, True, True, False]
        await post.close()
        assert not post.send(*LETTER)

    with smtp_server() as (box, port):
        asyncio.run(run(port))
        assert len(box.messages) == 3
    assert counts == {"sent": 3, "refused": 2}


def test_without_a_server_nothing_is_sent() -> None:
    async def run() -> None:
        post = Mail(None)
        assert not post.available
        assert not post.send(*LETTER)
        await post.close()

    asyncio.run(run())


def test_addresses() -> None:
    assert checked_address(" ada.lovelace+go@mail.example.org ") == "ada.lovelace+go@mail.example.org"
    for wrong in ("ada", "ada@", "ada@localhost", "a b@example.org", "a@b.c\nBcc: d@e.f", "ä@example.org", "<a@b.cd>"):
        with pytest.raises(BadInput) as refusal:
            checked_address(wrong)
        assert str(refusal.value).startswith("expected an e-mail address such as ada@example.org, got ")


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail", "smtp://", "smtp://mail:port", "smtp://mail/path"])
def test_a_setting_that_is_wrong_is_one_sentence(url: str) -> None:
    with pytest.raises(ValueError) as refusal:
        MailServer.parse(url, "play@quintet.example")
    assert str(refusal.value).startswith("QUINTET_SMTP must be smtp://NAME:PASSWORD@HOST:PORT")
    with pytest.raises(ValueError) as refusal:
        MailServer.parse("smtp://mail", "nobody")
    assert str(refusal.value) == "QUINTET_MAIL_FROM must be an e-mail address, got 'nobody'"
