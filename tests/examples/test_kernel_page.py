"""The page about kernels: the files that it shows are built and keep the laws, and planted mistakes break them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from amounts import whole
from installed import install_example
from needs import need
from quintet.engine.headers import headers
from quintet.testing import KERNEL_LAWS, LAWS

PAGE = Path(__file__).parents[2] / "docs/tutorials/kernel-of-your-own.md"
BLOCKS = {"python": "coins.py", "cpp": "coins.cpp", "cmake": "CMakeLists.txt", "toml": "pyproject.toml"}
MISTAKES = {
    "another order of moves": (
        "moves.push(position.first);",
        "moves.push(wrong(0) ? position.end - 1 : position.first);",
    ),
    "worth of the wrong coin": ("points + worth_[move]", "points + worth_[wrong(1) ? 0 : move]"),
    "a reason one off": ("std::abs(by))]", "std::abs(by)) + (wrong(2) ? 1 : 0)]"),
    "the row is not checked": ("if (format(position) != text)", "if (format(position) != text && !wrong(3))"),
    "sums are not checked": ("position.white != taken", "position.white != taken && !wrong(4)"),
    "a plane of the wrong player": ("planes.color(is_black)", "planes.color(is_black != wrong(5))"),
    "a coin of the wrong kind": (" - 1, place);", " - 1, wrong(6) ? position.first : place);"),
    "a hash that forgets the coins": (
        "position.first << 8 | position.end",
        "wrong(7) ? 0 : position.first << 8 | position.end",
    ),
    "a winner that is the other one": ("by > 0 ? Player::FIRST", "(by > 0) != wrong(8) ? Player::FIRST"),
    "options that are refused": (
        'options.expect_only({"coins"});',
        'if (wrong(9)) throw OptionError("coins must be 2, got more");',
    ),
    "a crash": (
        "if (move == position.first) ++after.first;",
        "if (wrong(10)) std::abort();\n        if (move == position.first) ++after.first;",
    ),
}
"""What is written in the kernel, and what stands there instead while the variable MISTAKE has its number."""


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    folder = tmp_path / "coins"
    folder.mkdir()
    for language, name in BLOCKS.items():
        fenced = rf"^(```+){language}\n(.*?)^\1$"
        ((_, block),) = re.findall(fenced, PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        (folder / name).write_text(block, "utf-8")
    return folder


def run(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quintet", *arguments]
    environment = {**os.environ, **more}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def test_its_rules_keep_the_laws_and_it_says_how_many_there_are(coins: Path) -> None:
    done = run(coins, "check", "coins.py")
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"coins keeps all {len(LAWS)} laws.",
        "coins: no kernel is installed: the engines search the rulebook.",
    ]
    page = PAGE.read_text("utf-8")
    assert f"coins keeps all {len(LAWS)} laws." in page
    assert f"coins: the kernel of _coins is in use, and keeps all {len(KERNEL_LAWS)} laws with the rulebook." in page


@whole
def test_its_kernel_is_built_and_planted_mistakes_are_told(coins: Path, tmp_path: Path) -> None:
    need("the engine room")
    cmake = need("a compiler")
    machine = install_example(tmp_path, coins)
    source = (coins / "coins.cpp").read_text("utf-8")
    for written, planted in MISTAKES.values():
        assert source.count(written) == 1, written
        source = source.replace(written, planted)
    wrong = 'bool wrong(int number) noexcept {\n    const char* chosen = std::getenv("MISTAKE");\n'
    wrong += "    return chosen != nullptr && std::atoi(chosen) == number;\n}\n\nclass Coins {"
    (coins / "coins.cpp").write_text(source.replace("class Coins {", wrong, 1), "utf-8")
    settings = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON"]
    where = [f"-DPython_EXECUTABLE={sys.executable}", f"-DCMAKE_LIBRARY_OUTPUT_DIRECTORY={tmp_path}"]
    for command in (
        [cmake, "-S", str(coins), "-B", str(tmp_path / "build"), *settings, *where, f"-Dquintet_ROOT={headers()}"],
        [cmake, "--build", str(tmp_path / "build")],
    ):
        subprocess.run(command, check=True, capture_output=True, timeout=600)
    sound = run(tmp_path, "check", "coins", "coins(coins=16)", **machine)
    kept = f"the kernel of _coins is in use, and keeps all {len(KERNEL_LAWS)} laws with the rulebook."
    assert sound.stdout.splitlines()[1::2] == [f"coins: {kept}", f"coins(coins=16): {kept}"]
    told: dict[str, str] = {}
    for number, what in enumerate(MISTAKES):
        done = run(tmp_path, "check", "coins", **machine, MISTAKE=str(number))
        told[what] = done.stdout
        assert kept not in done.stdout, what
    assert "ended with SIGABRT" in told["a crash"]
    assert "is refused (coins must be 2, got more)" in told["options that are refused"]
