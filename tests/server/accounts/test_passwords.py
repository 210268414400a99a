"""Passwords that are guessed first are refused, and those who guess are throttled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quintet.server.accounts import passwords
from quintet.server.accounts.passwords import LoginThrottle
from quintet.server.errors import BadInput, TooFast
from quintet.server.site import Site
from server.in_process import on_site


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("aaaaaaaa", "repeats"),
        ("abcabcabc", "repeats"),
        ("12345678", "row of keys"),
        ("87654321", "row of keys"),
        ("qwertzuiop", "row of keys"),
        ("1q2w3e4r", "row of keys"),
        ("abcdefgh1", "row of keys"),
        ("ada_lovelace1", "your name"),
        ("password", "everybody"),
        ("P4ssw0rd!", "everybody"),
        ("iloveyou99", "everybody"),
        ("Sunshine2024", "everybody"),
        ("dragondragon", "repeats"),
    ],
)
def test_a_password_that_is_guessed_first_is_refused(password: str, words: str) -> None:
    with pytest.raises(BadInput) as error:
        passwords.checked(password, "Ada_Lovelace")
    assert words in str(error.value)


@pytest.mark.parametrize("password", ["correct horse", "a very secret word", "tr0ub4dor&3x", "шахматы-и-го"])
def test_other_passwords_are_taken(password: str) -> None:
    assert passwords.checked(password, "Ada_Lovelace") == password


def test_wrong_passwords_make_the_next_try_wait_and_never_keep_the_owner_out() -> None:
    now = [0.0]
    guesses = LoginThrottle(lambda: now[0])
    guesses.right("Ada", "home")
    waits = []
    for _ in range(20):
        try:
            guesses.check("ada", "elsewhere")
        except TooFast as error:
            waits.append(int(str(error).split()[-2]))
            now[0] += waits[-1]
        guesses.check("ADA", "elsewhere")
        guesses.wrong("Ada", "elsewhere" if len(waits) % 2 else "another")
    assert waits[:5] == [1, 2, 4, 8, 16], "from whatever address"
    assert max(waits) == 300
    guesses.check("ada", "home")
    guesses.check("ben", "elsewhere")
    now[0] += 86400
    guesses.check("ada", "elsewhere")


def test_a_guesser_has_to_wait(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        account = {"username": "Ada", "password": "correct horse"}
        assert (await ada.post("/api/accounts", json=account)).status_code == 201
        wrong = [await client().post("/api/login", json={**account, "password": "x" * 9}) for _ in range(7)]
        assert [answer.status_code for answer in wrong] == [401] * 5 + [429] * 2
        assert "too many wrong passwords" in wrong[-1].json()["error"]
        assert (await client().post("/api/login", json=account)).status_code == 429

    on_site(tmp_path, play)
