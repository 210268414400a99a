"""The conversation: what is read, what is echoed, and when it ends."""

import io

import pytest

from quintet.terminal.console import LIMIT, Console, Leave


def console(typed: bytes, keyboard: bool = False, screen: bool = False) -> Console:
    return Console(io.BytesIO(typed), io.StringIO(), keyboard, screen)


def said(at: Console) -> str:
    assert isinstance(at.out, io.StringIO)
    return at.out.getvalue()


@pytest.mark.parametrize(
    ("keyboard", "screen", "shown"),
    [(False, False, "? d3\n"), (False, True, "? d3\n"), (True, False, "? \n"), (True, True, "? ")],
)
def test_a_line_is_shown_once_whoever_shows_it(keyboard: bool, screen: bool, shown: str) -> None:
    at = console(b"d3\n", keyboard, screen)
    assert at.ask("? ") == "d3"
    assert said(at) == shown


def test_the_last_line_needs_no_end() -> None:
    at = console(b"one\ntwo")
    assert [at.ask(""), at.ask("")] == ["one", "two"]
    with pytest.raises(Leave):
        at.ask("")


def test_the_longest_line_and_one_that_is_longer() -> None:
    at = console(b"x" * LIMIT + b"\n" + b"y" * (3 * LIMIT) + b"\nz\n")
    assert at.ask("") == "x" * LIMIT
    assert at.ask("") == "z"
    assert f"longer than {LIMIT} bytes" in said(at)


def test_no_input_at_all_is_the_end() -> None:
    with pytest.raises(Leave):
        Console(None, io.StringIO()).ask("? ")


def test_what_cannot_be_printed_is_not_echoed() -> None:
    at = console(b"\x1b[31md3\x07\n")
    assert at.ask("? ") == "\x1b[31md3\x07"
    assert said(at) == "? [31md3\n"


def test_prose_is_not_cut_within_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    at = console(b"", screen=True)
    at.tell("12. Black drops into column 4, and pieces of both colours fall.")
    at.tell("")
    assert said(at) == "12. Black drops into column\n4, and pieces of both colours\nfall.\n"
    pipe = console(b"")
    pipe.tell("12. Black drops into column 4, and pieces of both colours fall.")
    assert said(pipe) == "12. Black drops into column 4, and pieces of both colours fall.\n"
    monkeypatch.setenv("COLUMNS", "1")
    at.tell("a window that is no window")
