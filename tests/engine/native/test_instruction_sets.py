"""Which module is loaded: the one that suits the processor, or the one that QUINTET_ISA asks for."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from quintet.engine.bench import positions
from quintet.engine.native import kernels


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pretends that these modules are built (their instruction sets by name), on a processor with v3 or without."""

    def pretend(built: dict[str, str], *, v3: bool, asked: str | None = None) -> None:
        def load(name: str) -> Any:
            if name not in built:
                raise ImportError(name)
            return SimpleNamespace(instruction_set=lambda: built[name], runs_v3=lambda: v3, ids=list)

        monkeypatch.setattr(kernels, "import_module", load)
        monkeypatch.setattr(kernels, "find_spec", built.get)
        if asked is None:
            monkeypatch.delenv("QUINTET_ISA", raising=False)
        else:
            monkeypatch.setenv("QUINTET_ISA", asked)
        kernels._extension.cache_clear()

    yield pretend
    monkeypatch.undo()
    kernels._extension.cache_clear()


PORTABLE = {"quintet._core": "baseline", "quintet._core_v3": "v3"}
LOCAL = {"quintet._core": "v3"}
OLD = {"quintet._core": "baseline"}


@pytest.mark.parametrize(
    ("built", "v3", "asked", "expected"),
    [
        (PORTABLE, True, None, "v3"),
        (PORTABLE, False, None, "baseline"),
        (PORTABLE, True, "", "v3"),
        (PORTABLE, True, "v3", "v3"),
        (PORTABLE, True, "baseline", "baseline"),
        (LOCAL, True, None, "v3"),
        (LOCAL, True, "v3", "v3"),
        (OLD, False, "baseline", "baseline"),
        (OLD, True, None, "baseline"),
        ({}, True, None, None),
    ],
)
def test_the_best_that_runs_or_the_one_asked_for(
    build: Any, built: dict[str, str], v3: bool, asked: str | None, expected: str | None
) -> None:
    build(built, v3=v3, asked=asked)
    assert kernels.instruction_set() == expected


@pytest.mark.parametrize(
    ("built", "v3", "asked", "sentence"),
    [
        (PORTABLE, True, "avx9", "QUINTET_ISA must be baseline or v3, got avx9"),
        ({}, True, "avx9", "QUINTET_ISA must be baseline or v3, got avx9"),
        (PORTABLE, False, "v3", "QUINTET_ISA=v3 is not available here, only baseline"),
        (LOCAL, True, "baseline", "QUINTET_ISA=baseline is not available here, only v3"),
        ({}, True, "v3", "QUINTET_ISA=v3 is not available here: the engine room is not built"),
    ],
)
def test_what_is_not_available_is_refused_in_one_sentence(
    build: Any, built: dict[str, str], v3: bool, asked: str, sentence: str
) -> None:
    build(built, v3=v3, asked=asked)
    for _ in range(2):
        with pytest.raises(ValueError) as refused:
            kernels.instruction_set()
        assert str(refused.value) == sentence


def test_the_command_refuses_nonsense_with_status_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_ISA", "fast")
    done = subprocess.run([sys.executable, "-m", "quintet", "bench", "othello"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == ["quintet: QUINTET_ISA must be baseline or v3, got fast."]


def test_both_modules_side_by_side_do_the_same() -> None:
    if find_spec("quintet._core_v3") is None:
        pytest.skip("only a portable build has two modules")
    from quintet import load

    old, new = import_module("quintet._core"), import_module("quintet._core_v3")
    if not old.runs_v3():
        pytest.skip("this processor runs one of the modules only")
    assert (old.instruction_set(), new.instruction_set()) == ("baseline", "v3")
    assert old.ids() == new.ids()
    for name in old.ids():
        texts = positions(load(name))
        kernels = [old.Kernel(name), new.Kernel(name)]
        first, second = (kernel.searcher(16).bench(texts, "alphabeta", 5_000) for kernel in kernels)
        assert (first.nodes, first.signature) == (second.nodes, second.signature), name
        first, second = (kernel.playouts(200, 3) for kernel in kernels)
        assert (first.wins, first.losses, first.moves) == (second.wins, second.losses, second.moves), name
