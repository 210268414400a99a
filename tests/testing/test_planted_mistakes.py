"""Every planted mistake is found, by the law that is named for it."""

import logging
import os
import signal
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import quintet.terminal.commands.checks as command
from installed import EXAMPLES
from needs import need
from quintet import load
from quintet.core import registry
from quintet.engine.native import kernels
from quintet.engine.native.kernels import KernelStatus, find_kernel
from quintet.testing import KERNEL_LAWS, LAWS, check
from quintet.testing.subject import check_kernel_apart
from testing.planted import KERNEL_MISTAKES, MISTAKES, Mistake, WrongKernel, example, wrong_game

TEXTS = {str(law): law.text for law in (*LAWS, *KERNEL_LAWS)}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test enlists is unknown again afterwards."""
    before = dict(registry._third_party())
    yield
    registry._third_party().clear()
    registry._third_party().update(before)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_a_wrong_game_is_found(mistake: Mistake) -> None:
    broken = check(wrong_game(mistake))
    assert any(TEXTS[mistake.law] in sentence for sentence in broken), broken


def test_at_least_twenty_mistakes_and_nearly_every_law() -> None:
    assert len(MISTAKES) + len(KERNEL_MISTAKES) >= 40
    found_by = {mistake.law for mistake in MISTAKES} | {law for _, _, law, _ in KERNEL_MISTAKES}
    assert set(TEXTS) - found_by == {"records_replay"}  # what breaks it breaks another law first


@pytest.mark.parametrize(("what", "method", "law", "change"), KERNEL_MISTAKES, ids=[row[0] for row in KERNEL_MISTAKES])
def test_a_wrong_kernel_is_found(
    what: str, method: str, law: str, change: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    need("the engine room")
    game = load("othello(size=4)")
    wrong: Any = WrongKernel(find_kernel(game).kernel, method, change)
    monkeypatch.setattr("quintet.testing.subject.find_kernel", lambda game: KernelStatus(wrong, "_wrong"))
    broken = check(game)
    assert any(TEXTS[law] in sentence for sentence in broken), broken


def test_a_kernel_that_crashes_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    need("the engine room")
    game = load("othello(size=4)")

    def crash(sound: Any, text: str) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)

    wrong: Any = WrongKernel(find_kernel(game).kernel, "legal_moves", crash)
    monkeypatch.setattr("quintet.testing.subject.find_kernel", lambda game: KernelStatus(wrong, "_wrong"))
    (sentence,) = check_kernel_apart(game)
    assert sentence.startswith(
        "othello(size=4) breaks a law. A kernel never ends the process. But it ended with SIGKILL"
    )


def test_a_kernel_that_crashes_while_it_is_loaded_is_a_sentence_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deadly.py").write_text(
        "import multiprocessing, os\nassert multiprocessing.parent_process()\nos.kill(os.getpid(), 9)"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [EntryPoint("hex", "deadly", kernels.GROUP)])
    kernels._outside.cache_clear()
    try:
        assert command.check(str(EXAMPLES / "hex/hex.py"), "hex(size=3)") == 1
    finally:
        kernels._outside.cache_clear()
    assert "A kernel never ends the process. But it ended with SIGKILL" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("_nothing_of_the_kind", "ModuleNotFoundError: No module named '_nothing_of_the_kind'"),
        ("quintet._core", "ValueError: it has kernels for bestgame, magnetize, othello, pentago, quentin"),
    ],
)
def test_a_kernel_that_is_refused_says_why(
    value: str, said: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    need("the engine room")
    caplog.set_level(logging.CRITICAL)
    entry = EntryPoint("hex", value, kernels.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [entry])
    kernels._outside.cache_clear()
    try:
        search = find_kernel(example("Hex")())
    finally:
        kernels._outside.cache_clear()
    assert search.cannot_load
    assert str(search) == f"the kernel of {value} is refused ({said}): the engines search the rulebook"


def test_a_kernel_may_refuse_options() -> None:
    need("the engine room")
    search = find_kernel(load("quentin(size=21)"))
    assert (search.kernel, search.cannot_load) == (None, False)
    assert "(size must be 2 to 19, got 21)" in str(search)
