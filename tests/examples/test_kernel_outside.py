"""A game and its kernel outside the repository: built against our headers, found by entry points, and equal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from amounts import whole
from installed import EXAMPLES, install_example
from needs import need
from quintet.engine.headers import headers

EXAMPLE = EXAMPLES / "breakthrough"
SAME = """
import numpy, quintet
from quintet.engine.native.kernels import kernel_for
for spec, depth in (("breakthrough", 3), ("breakthrough(columns=3,rows=5)", 5), ("breakthrough(columns=5,rows=6)", 3)):
    game = quintet.load(spec)
    assert kernel_for(game) is not None
    print(spec, quintet.perft(game, None, depth), quintet.perft(game, None, depth, rules=True))
    both = [quintet.vector(spec, count=3, seed=1, rules=rules) for rules in (False, True)]
    assert [vector.native for vector in both] == [True, False]
    for _ in range(25):
        actions = both[0].sample()
        arrays = [vector.step(actions).each for vector in both]
        assert all((one == other).all() for one, other in zip(*arrays))
game = quintet.load("breakthrough(columns=3,rows=5)")
position = game.parse("w.w/.b./w.w/.../b.. b")
print(quintet.Engine(game).solve(position, nodes=50_000).value)
"""


def run(folder: Path, environment: dict[str, str], code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, **install_example(tmp_path, EXAMPLE)}


@whole
def test_the_kernel_and_the_rulebook_are_one_game(machine: dict[str, str], tmp_path: Path) -> None:
    need("the engine room")
    cmake = need("a compiler")
    settings = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON"]
    where = [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={tmp_path}"]
    where.append(f"-Dquintet_ROOT={headers()}")
    for command in (
        [cmake, "-S", str(EXAMPLE), "-B", str(tmp_path / "build"), *settings, *where],
        [cmake, "--build", str(tmp_path / "build")],
    ):
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    done = run(tmp_path, machine, SAME)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "breakthrough 11132 11132",
        "breakthrough(columns=3,rows=5) 11860 11860",
        "breakthrough(columns=5,rows=6) 2331 2331",
        "1",
    ]


def test_a_kernel_that_is_missing_leaves_the_rulebook(machine: dict[str, str], tmp_path: Path) -> None:
    code = "import quintet; game = quintet.load('breakthrough'); print(quintet.perft(game, None, 2))"
    done = run(tmp_path, machine, f"import logging; logging.basicConfig(format='%(message)s'); {code}")
    assert done.stdout == "484\n"
    assert done.stderr == (
        "the kernel 'breakthrough' of _breakthrough is left out: ModuleNotFoundError: No module named '_breakthrough'\n"
    )


def test_it_keeps_the_laws(machine: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import quintet, quintet.testing; print(quintet.testing.check(quintet.load('breakthrough(columns=4,rows=5)')))"
    )
    assert run(tmp_path, machine, code).stdout == "[]\n"
