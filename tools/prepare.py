"""Sets up .venv for a make target and says what it does: `server` for the site, `dev` for tests and checks.

What is there already is left alone, so a second call does nothing and needs no network. `upgrade` renews the exact
versions in constraints.txt.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
READY = VENV / "ready.json"
CONSTRAINTS = ROOT / "constraints.txt"
LOG = ROOT / "build/prepare.log"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NAME = PROJECT["project"]["name"]
PURPOSE = {
    "server": "the site",
    "dev": "tests and checks",
    "cluster": "tests on a cluster",
    "docs": "the book",
    "release": "a release",
}
BUILD_TOOLS = {"cmake": "cmake>=3.25", "ninja": "ninja>=1.10"}
"""Taken from the package index where the machine has none."""
UNREACHED = (
    "dns error",
    "error sending request",
    "Connection",
    "NewConnectionError",
    "tunnel error",
    "Temporary failure",
)
NO_COMPILER = (
    "There is no C++ compiler, so the slower engines in Python are used. "
    "For the fast ones install a compiler (Debian: apt install g++) and run make again."
)
NOT_BUILT = (
    "The fast engines could not be built, so the slower ones in Python are used. The reason is in build/prepare.log"
)


class Failed(Exception):
    """A command failed; its output."""


def main(arguments: Sequence[str]) -> int:
    if arguments == ["upgrade"]:
        return _told(upgrade)
    if len(arguments) != 1 or arguments[0] not in PURPOSE:
        return _say(f"expected one of {', '.join([*PURPOSE, 'upgrade'])}, got {' '.join(arguments)!r}")
    return _told(lambda: prepare(arguments[0]))


def _told(work: Callable[[], int]) -> int:
    """Run the work; whatever goes wrong is one sentence."""
    try:
        return work()
    except Failed as failed:
        text = str(failed)
        if any(sign in text for sign in UNREACHED):
            return _say("The package index cannot be reached. Connect to the network and run make again.")
        lines = [line for line in text.splitlines() if line.strip()]
        return _say(f"It failed: {lines[-1].strip() if lines else 'no reason given'} (all of it: build/prepare.log)")
    except KeyboardInterrupt:
        return _say("\nStopped. Run make again to go on from here.")


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 1


# The steps


def prepare(extra: str) -> int:
    """Everything that the extra needs; only what changed since the last call is done again."""
    done = _ready()
    wanted = {"packages": _hash([ROOT / "pyproject.toml", CONSTRAINTS]), "engines": _hash_of_engines()}
    extras = set(done.get("extras", ())) if done.get("packages") == wanted["packages"] else set()
    covered = extra in extras or (extra == "server" and "dev" in extras)
    if covered and done.get("engines") == wanted["engines"]:
        return 0
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text("")
    print("Setting up Quintet in .venv; this is done once.", flush=True)
    if not _is_usable():
        with step(f"a Python {sys.version_info.major}.{sys.version_info.minor} environment"):
            make_environment()
    if not _uv():
        with step("uv, which installs the rest"):
            install_uv()
    if not covered:
        with step(f"packages for {PURPOSE[extra]}"):
            install_packages(extra)
    with step("Quintet and its fast engines, compiled here" if _compiler() else "Quintet") as show:
        built = build_engines(show)
    if not built:
        _say(NOT_BUILT if _compiler() else NO_COMPILER)
        if os.environ.get("CI"):
            return 1
    READY.write_text(json.dumps({**wanted, "extras": sorted(extras | {extra})}))
    return 0


def make_environment() -> None:
    uv = shutil.which("uv")
    if uv:
        _run([uv, "venv", "--clear", "--python", sys.executable, str(VENV)])
        return
    options = ["--without-pip"] if find_spec("pip") else []  # a pip of its own takes longer than all the rest
    try:
        _run([sys.executable, "-m", "venv", "--clear", *options, str(VENV)])
    except Failed as failed:
        raise Failed("Python's own venv is missing: install it (Debian: apt install python3-venv)") from failed


def install_uv() -> None:
    """Where it cannot be had pip does the work, slower."""
    try:
        _pip("uv")
    except Failed as failed:
        if "No matching distribution" not in str(failed):
            raise


def install_packages(extra: str) -> None:
    """The packages of the extra and those that build ours."""
    missing = [requirement for program, requirement in BUILD_TOOLS.items() if not shutil.which(program)]
    _install(*_requirements(extra), *PROJECT["build-system"]["requires"], *missing)


def build_engines(show: Callable[[str], None]) -> bool:
    """Our own package, in place; whether the fast engines are there."""
    command = ["--no-deps", "--no-build-isolation", "--verbose", "--editable", str(ROOT)]
    if not _compiler():
        command += ["--config-settings=wheel.cmake=false", "--config-settings=wheel.platlib=false"]

    def progress(line: str) -> None:
        found = re.search(r"\[(\d+)/(\d+)\] (?!Re-checking)", line)
        if found:
            show(f"{found[1]} of {found[2]}")

    _install(*command, watch=progress)
    show("")
    return subprocess.run([PYTHON, "-c", "import quintet._core"], capture_output=True).returncode == 0


def upgrade() -> int:
    """The newest versions that fit pyproject.toml, for every Python and system; names and numbers alone."""
    prepare("dev")
    tools = ["uv", *BUILD_TOOLS.values(), *PROJECT["build-system"]["requires"]]
    uv = _uv()
    if uv is None:
        raise Failed("uv is needed to renew constraints.txt, and cannot be installed")
    command = [
        uv,
        "pip",
        "compile",
        "--universal",
        "--python-version",
        "3.11",
        "--upgrade",
        "--all-extras",
        "--no-header",
        "--no-annotate",
    ]
    CONSTRAINTS.write_text(_run([*command, "--quiet", "pyproject.toml", "-"], give="\n".join(tools)))
    print("constraints.txt is renewed: run make test, and commit it when that is green.")
    return 0


# What is there


def _ready() -> dict[str, str]:
    """What an earlier call did."""
    try:
        found: dict[str, str] = json.loads(READY.read_text())
    except (OSError, ValueError):
        return {}
    return found if _is_usable() else {}


def _is_usable() -> bool:
    """An environment of this Python's version whose interpreter is still there."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return PYTHON.exists() and (VENV / "lib" / version).exists()


def _hash_of_engines() -> str:
    sources = [path for path in (ROOT / "cpp").rglob("*.?pp") if "tests" not in path.parts]
    return _hash([ROOT / "pyproject.toml", ROOT / "CMakeLists.txt", *sorted(sources)], _compiler() or "")


def _hash(paths: Sequence[Path], more: str = "") -> str:
    digest = hashlib.sha256(more.encode())
    for path in paths:
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()


def _compiler() -> str | None:
    named = os.environ.get("CXX")
    return next((path for path in map(shutil.which, [named] if named else ["c++", "g++", "clang++"]) if path), None)


def _uv() -> str | None:
    own = VENV / "bin/uv"
    return str(own) if own.exists() else shutil.which("uv")


def _requirements(extra: str) -> Iterator[str]:
    """The dependencies, and those of the extra with the extras that it names."""
    extras = PROJECT["project"]["optional-dependencies"]
    yield from PROJECT["project"]["dependencies"]
    todo = [extra]
    for name in todo:
        for requirement in extras[name]:
            own = re.fullmatch(rf"{NAME}\[(.+)\]", requirement)
            if own:
                todo += [other for other in own[1].split(",") if other not in todo]
            else:
                yield requirement


# Commands


def _install(*arguments: str, watch: Callable[[str], None] | None = None) -> None:
    """By uv, and by pip where there is no uv."""
    uv = _uv()
    if uv is None:
        _pip(*arguments, watch=watch)
        return
    ours = ["--reinstall-package", NAME] if "--editable" in arguments else []
    _run([uv, "pip", "install", "--python", str(PYTHON), *_constraints(), *ours, *arguments], watch)


def _pip(*arguments: str, watch: Callable[[str], None] | None = None) -> None:
    """This Python's pip, working on .venv; where it has none, .venv has."""
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)] if find_spec("pip") else [str(PYTHON), "-m", "pip"]
    options = ["--disable-pip-version-check", "--retries", "1", *_constraints()]
    _run([*pip, "install", *options, *arguments], watch)


def _constraints() -> list[str]:
    return ["--constraint", str(CONSTRAINTS)] if CONSTRAINTS.exists() else []


def _run(command: Sequence[str], watch: Callable[[str], None] | None = None, give: str | None = None) -> str:
    """The output, which also goes to the log; each line is shown to `watch` as it comes."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE if give is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if process.stdin:
        process.stdin.write(give or "")
        process.stdin.close()
    lines: list[str] = []
    assert process.stdout
    with LOG.open("a", encoding="utf-8") as log:
        for line in process.stdout:
            lines.append(line)
            log.write(line)
            if watch:
                watch(line)
    if process.wait() != 0:
        raise Failed("".join(lines))
    return "".join(lines)


@contextmanager
def step(what: str) -> Iterator[Callable[[str], None]]:
    """One line: what is done, how far it is, and how long it took."""
    began = shown = time.monotonic()
    last = ""
    terminal = sys.stdout.isatty()

    def show(progress: str) -> None:
        nonlocal shown, last
        last = progress
        if terminal:
            print(f"\r  {what:48}{progress:>12}", end="", flush=True)
        elif progress and time.monotonic() - shown > 5:
            shown = time.monotonic()
            print(f"  {what:48}{progress:>12}", flush=True)

    if terminal:
        show("")
    try:
        yield show
    except BaseException:
        if terminal:
            print()
        raise
    start = "\r" if terminal else ""
    print(f"{start}  {what:48}{last:>12}{time.monotonic() - began:7.1f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
