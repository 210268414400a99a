"""Installs the release in dist/ as people do, tries it, and prints a table: Pythons by ways by installers.

On each Python the tests of the rules run on the wheel, too.

python tools/installs.py [--only TEXT]     rows whose name has this text
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
UV = str(ROOT / ".venv/bin/uv")
PATH = os.pathsep.join([*map(str, Path.home().glob(".pyenv/versions/*/bin")), os.environ.get("PATH", "")])
"""Where interpreters are, also behind the shims of pyenv, which refuse versions that are not switched on."""
PYTHONS = ("3.11", "3.12", "3.13")
WAYS = ("wheel", "offline", "compiled", "pure")
INSTALLERS = ("pip", "pipx", "uv")
TRIED = (["--version"], ["perft", "othello", "4"], ["arena", "bestgame", "level:1", "random", "--games", "2"])
"""What has to work in each."""
RULES = ("tests/test_cases.py", "tests/core", "tests/games")
TESTERS = ("hypothesis", "pytest", "pytest-timeout")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="rows whose name has this text")
    only = parser.parse_args().only
    print("| Python | way | typed | seconds | engines | first command | import | tests of the rules |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    failed = 0
    for python in PYTHONS:
        for way in WAYS:
            for installer in INSTALLERS:
                if only not in f"{python} {way} {installer}":
                    continue
                try:
                    print(row(python, way, installer), flush=True)
                except subprocess.CalledProcessError as error:
                    failed += 1
                    said = (error.stderr or error.stdout or "no reason given").strip().splitlines()
                    print(f"| {python} | {way} | {installer} | failed: {said[-1]} | | | | |", flush=True)
    return int(failed > 0)


def row(python: str, way: str, installer: str) -> str:
    (sources,) = DIST.glob("*.tar.gz")
    (wheel,) = DIST.glob("*-cp311-cp311-*.whl" if python == "3.11" else "*-abi3-*.whl")
    package = str(wheel if way in ("wheel", "offline") else sources)
    interpreter = run([UV, "python", "find", "--no-project", "--system", python], {**os.environ, "PATH": PATH}).strip()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = {**os.environ, "QUINTET_HOME": folder, "PIPX_HOME": folder, "PIPX_BIN_DIR": f"{folder}/bin"}
        environment |= {"UV_TOOL_DIR": f"{folder}/tools", "UV_TOOL_BIN_DIR": f"{folder}/bin"}
        if way in ("compiled", "pure"):  # uv keeps what it built of the same source distribution
            environment["UV_NO_CACHE"] = "1"
        if way == "pure":  # as on a machine without a compiler
            environment |= {"CXX": "/nowhere/c++", "CC": "/nowhere/cc"}
        if way == "offline":  # as on a machine without a network, with a folder of wheels
            wheels = f"{folder}/wheels"
            run(
                [interpreter, "-m", "pip", "download", "--quiet", "--dest", wheels, package, "pip", "pipx"], environment
            )
            environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels, "UV_NO_INDEX": "1", "UV_FIND_LINKS": wheels}
            package = "quintet-games"
        typed = list(commands(installer, interpreter, package, home))
        for command in typed[:-1]:
            run(command, environment)
        began = time.monotonic()
        run(typed[-1], environment)
        seconds = time.monotonic() - began
        program = f"{folder}/bin/quintet"
        said, first = timed([program, "--version"], environment)
        for arguments in TRIED[1:]:
            run([program, *arguments], environment, home)
        engines = said.splitlines()[1].partition(": ")[2]
        if engines.startswith("in Python") != (way == "pure"):
            raise subprocess.CalledProcessError(1, typed[-1], f"the engines are {engines}")
        used = Path(program).resolve().parent / "python"
        _, imported = timed([str(used), "-c", "import quintet"], environment)
        tested = tests_of_the_rules(str(used), package, environment) if (way, installer) == ("wheel", "pip") else ""
        shown = " ".join(Path(part).name if part.startswith("/") else part for part in typed[-1])
        figures = f"{seconds:.1f} | {engines} | {first:.2f} s | {imported:.2f} s | {tested}"
        return f"| {python} | {way} | `{shown}` | {figures} |"


def tests_of_the_rules(python: str, wheel: str, environment: dict[str, str]) -> str:
    """How many of them pass on what is installed; any that fails is an error."""
    run([python, "-m", "pip", "install", "--quiet", f"{wheel}[pettingzoo,pictures]", *TESTERS], environment)
    said = run([python, "-m", "pytest", "-p", "no:cacheprovider", *RULES], environment, ROOT)
    passed = re.search(r"^\d+ passed", said, re.MULTILINE)
    return passed[0] if passed else "none"


def commands(installer: str, interpreter: str, package: str, home: Path) -> Iterator[list[str]]:
    """What is typed; the last one installs."""
    if installer == "pip":
        yield [interpreter, "-m", "venv", str(home)]
        yield [f"{home}/bin/pip", "install", "--quiet", package]
    elif installer == "pipx":
        yield [UV, "venv", "--quiet", "--python", interpreter, f"{home}/pipx"]
        yield [UV, "pip", "install", "--quiet", "--python", f"{home}/pipx/bin/python", "pipx"]
        yield [f"{home}/pipx/bin/pipx", "install", "--quiet", "--python", interpreter, package]
    else:
        yield [UV, "tool", "install", "--quiet", "--python", interpreter, package]


def timed(command: list[str], environment: dict[str, str]) -> tuple[str, float]:
    began = time.monotonic()
    return run(command, environment), time.monotonic() - began


def run(command: list[str], environment: dict[str, str] | None = None, folder: Path | None = None) -> str:
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
