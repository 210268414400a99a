"""Ways back into an account: by e-mail through a real SMTP server, and by codes; nobody else gets in by them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest

from server.servers import Client, Server
from server.smtp import Mailbox, link_in, smtp_server

PASSWORD, NEW = "correct horse", "battery staple"
SITE = "https://quintet.example"


@pytest.fixture
def mailing(another: Callable[..., Server]) -> Iterator[tuple[Server, Mailbox]]:
    """A server with an SMTP server beside it."""
    with smtp_server() as (box, port):
        yield another(QUINTET_SMTP=f"smtp+plain://127.0.0.1:{port}", QUINTET_URL=SITE), box


def secret_in(box: Mailbox, number: int) -> tuple[str, str]:
    """The page and the secret of the last of so many messages."""
    page, _, secret = link_in(box.wait(number)[-1]).partition("#")
    return page, secret


def confirmed(server: Server, box: Mailbox, name: str, email: str) -> Client:
    owner = server.client().register(name)
    owner.post("/api/account/email", {"email": email, "password": PASSWORD})
    page, secret = secret_in(box, len(box.messages) + 1)
    assert page == "/account/confirm"
    assert server.client().post("/api/account/email/confirm", {"secret": secret}) == {"email": email.lower()}
    return owner


def test_an_address_counts_once_it_is_confirmed(mailing: tuple[Server, Mailbox]) -> None:
    server, box = mailing
    ada = server.client().register("Ada")
    assert ada.get("/api/account/security") == {"email": None, "mail": True, "codes": 0}
    ada.post("/api/account/email", {"email": "ada@example.org", "password": "wrong"}, 401)
    assert "e-mail address" in ada.post("/api/account/email", {"email": "ada", "password": PASSWORD}, 422)["error"]
    ada.post("/api/account/email", {"email": "Ada@Example.org", "password": PASSWORD})
    (letter,) = box.wait()
    assert letter["To"] == "ada@example.org"
    assert f"the account Ada at {SITE}" in letter.get_content()
    assert ada.get("/api/account/security")["email"] is None, "nobody has opened the link"
    server.client().post("/api/recovery/mail", {"account": "Ada"})
    _, secret = secret_in(box, 1)
    ada.post("/api/account/email/confirm", {"secret": secret + "x"}, 409)
    ada.post("/api/account/email/confirm", {"secret": secret})
    assert ada.get("/api/account/security")["email"] == "ada@example.org"
    ada.post("/api/account/email/confirm", {"secret": secret}, 409)
    ada.post("/api/account/email", {"email": None, "password": PASSWORD})
    assert ada.get("/api/account/security")["email"] is None
    assert len(box.messages) == 1, "without a confirmed address no link was sent"


def test_a_forgotten_password_is_replaced_by_e_mail(mailing: tuple[Server, Mailbox]) -> None:
    server, box = mailing
    owner = confirmed(server, box, "Ada", "ada@example.org")
    token = owner.token()
    lost = server.client()
    for account in ("ada", "ADA@example.org"):
        assert lost.post("/api/recovery/mail", {"account": account}) == {"done": True}
    box.wait(3)
    assert lost.post("/api/recovery/mail", {"account": "nobody"}) == {"done": True}, "the answer reveals nothing"
    page, secret = secret_in(box, 3)
    assert page == "/account/recover"
    weak = lost.post("/api/recovery", {"secret": secret, "new": "password1"}, 422)["error"]
    assert "everybody tries first" in weak
    assert lost.post("/api/recovery", {"secret": secret, "new": NEW})["username"] == "Ada"
    assert lost.get("/api/me")["username"] == "Ada"
    assert owner.get("/api/me")["kind"] == "visitor", "every session has ended"
    server.client(token=token).get("/api/account", 401)
    server.client().post("/api/login", {"username": "Ada", "password": PASSWORD}, 401)
    server.client().post("/api/login", {"username": "Ada", "password": NEW})
    other = link_in(box.messages[1]).partition("#")[2]
    for used in (secret, other):
        server.client().post("/api/recovery", {"secret": used, "new": NEW + "2"}, 401)
    box.wait(4)
    assert box.messages[3]["Subject"] == "Your password was changed"


def test_a_mailbox_is_not_filled(mailing: tuple[Server, Mailbox]) -> None:
    server, box = mailing
    confirmed(server, box, "Ada", "ada@example.org")
    for _ in range(6):
        server.client().post("/api/recovery/mail", {"account": "Ada"})
    box.wait(4)
    ben = server.client().register("Ben")
    said = [
        ben.http.post("/api/account/email", json={"email": f"ben{number}@example.org", "password": PASSWORD})
        for number in range(5)
    ]
    assert [answer.status_code for answer in said] == [200, 200, 200, 429, 429]
    assert len(box.wait(7)) == 7


def test_a_strangers_mailbox_is_not_filled_by_many_accounts(mailing: tuple[Server, Mailbox]) -> None:
    """Each account could send three confirmations to it, and accounts cost nothing."""
    server, box = mailing
    statuses = []
    for number in range(5):
        account = server.client().register(f"sender{number}")
        body = {"email": "Victim@Example.org", "password": PASSWORD}
        statuses.append(account.http.post("/api/account/email", json=body).status_code)
        account.post("/api/account/email", {"email": None, "password": PASSWORD})
    assert statuses == [200, 200, 200, 429, 429]
    assert len(box.wait(3)) == 3


def test_an_smtp_server_that_does_not_answer_holds_nobody_up(another: Callable[..., Server]) -> None:
    with smtp_server() as (box, port):
        box.answers = ["451 later"]
        server = another(QUINTET_SMTP=f"smtp+plain://127.0.0.1:{port}", QUINTET_URL=SITE)
        ada = server.client().register("Ada")
        ada.post("/api/account/email", {"email": "ada@example.org", "password": PASSWORD})
        while not box.refused:
            ada.get("/api/me")
        metrics = ada.http.get("/metrics").text
        assert 'quintet_mail_total{outcome="sent"}' not in metrics
        assert server.stop() == 0
        assert len(box.messages) == 1, "what waits is tried once more at the end"


def test_codes_open_an_account_once_each(ada: Client, server: Server) -> None:
    ada.register("Ada_Codes")
    ada.post("/api/account/codes", {"password": "wrong"}, 401)
    old = ada.post("/api/account/codes", {"password": PASSWORD}, 201)["codes"]
    codes = ada.post("/api/account/codes", {"password": PASSWORD}, 201)["codes"]
    assert len({*old, *codes}) == 20
    assert all(re.fullmatch("[a-z2-7]{4}(-[a-z2-7]{4}){3}", code) for code in codes)
    assert ada.get("/api/account/security") == {"email": None, "mail": False, "codes": 10}
    lost = server.client()
    lost.post("/api/recovery", {"secret": old[0], "new": NEW}, 401)
    typed = f"  {codes[0].upper().replace('-', ' ')} "
    assert lost.post("/api/recovery", {"secret": typed, "new": NEW})["username"] == "Ada_Codes"
    assert ada.get("/api/me")["kind"] == "visitor"
    lost.post("/api/recovery", {"secret": codes[0], "new": NEW}, 401)
    assert lost.get("/api/account/security")["codes"] == 9
    assert server.client().post("/api/login", {"username": "Ada_Codes", "password": NEW})
    with sqlite3.connect(server.home / "site.sqlite") as database:
        kept = "\n".join(database.iterdump())
    database.close()
    assert not [code for code in codes if code in kept]


def test_without_smtp_no_link_is_promised(ada: Client) -> None:
    ada.register("Ada_Mailless")
    assert "sends no e-mail" in ada.post("/api/recovery/mail", {"account": "Ada_Mailless"}, 409)["error"]
    wish = {"email": "ada@example.org", "password": PASSWORD}
    assert "sends no e-mail" in ada.post("/api/account/email", wish, 409)["error"]


def test_a_token_does_not_manage_recovery(ada: Client, server: Server) -> None:
    program = server.client(token=ada.register("Ada_Program").token())
    program.get("/api/account/security", 403)
    program.post("/api/account/codes", {"password": PASSWORD}, 403)
    program.post("/api/account/email", {"email": None, "password": PASSWORD}, 403)


def test_a_deleted_account_takes_address_and_codes_along(mailing: tuple[Server, Mailbox]) -> None:
    server, box = mailing
    owner = confirmed(server, box, "Ada", "ada@example.org")
    codes = owner.post("/api/account/codes", {"password": PASSWORD}, 201)["codes"]
    owner.post("/api/account/delete", {"password": PASSWORD})
    server.client().post("/api/recovery", {"secret": codes[0], "new": NEW}, 401)
    with sqlite3.connect(server.home / "site.sqlite") as database:
        assert "ada@example.org" not in "\n".join(database.iterdump())
        assert database.execute("select count(*) from account_secrets").fetchone() == (0,)
    database.close()
