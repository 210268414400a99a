"""`tools/prepare.py` does what is needed, once, and says it; a stand-in for the installer writes down its calls."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALLER = """#!{python}
import os, pathlib, sys
with open({calls!r}, "a") as calls:
    print(*sys.argv[1:], file=calls)
if os.environ.get("FAIL") and os.environ["FAIL"] in " ".join(sys.argv):
    sys.exit(os.environ["REASON"])
if sys.argv[1] == "venv":
    folder = pathlib.Path(sys.argv[-1])
    (folder / "lib" / "python{version}").mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").write_text("#!/bin/sh\\nexit ${{IMPORT_FAILS:-0}}\\n")
    (folder / "bin" / "python").chmod(0o755)
else:
    print("[1/2] one.cpp", "[2/2] two.cpp", sep="\\n")
"""


class Checkout:
    """A small copy of the tree with the stand-in first on the path."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        for name in ("tools/prepare.py", "pyproject.toml", "constraints.txt", "CMakeLists.txt"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        (self.root / "cpp").mkdir()
        self.kernel = self.root / "cpp" / "kernel.hpp"
        self.kernel.write_text("// one\n")
        self._calls = folder / "calls"
        self._path = folder / "bin"
        self._path.mkdir()
        for program in ("uv", "c++"):
            (self._path / program).write_text(
                INSTALLER.format(
                    python=sys.executable,
                    calls=str(self._calls),
                    version=f"{sys.version_info.major}.{sys.version_info.minor}",
                )
            )
            (self._path / program).chmod(0o755)

    def prepare(self, *arguments: str, status: int = 0, **environment: str) -> str:
        clean = {name: value for name, value in os.environ.items() if name not in ("CI", "CXX")}
        done = subprocess.run(
            [sys.executable, str(self.root / "tools/prepare.py"), *arguments],
            env={**clean, "PATH": f"{self._path}:{os.environ['PATH']}", **environment},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def calls(self) -> list[str]:
        """What the installer was asked to do since the last time."""
        lines = self._calls.read_text().splitlines() if self._calls.exists() else []
        self._calls.unlink(missing_ok=True)
        return [" ".join(line.split()[:2]) + (" --editable" if "--editable" in line else "") for line in lines]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_every_step_is_a_line_and_the_second_call_is_silent(checkout: Checkout) -> None:
    said = checkout.prepare("server")
    steps = [line for line in said.splitlines() if line.rstrip().endswith(" s")]
    assert [line.split("  ")[1] for line in steps] == [
        f"a Python {sys.version_info.major}.{sys.version_info.minor} environment",
        "packages for the site",
        "Quintet and its fast engines, compiled here",
    ]
    assert "[2/2] two.cpp" in (checkout.root / "build/prepare.log").read_text()
    assert len(checkout.calls()) == 3
    assert checkout.prepare("server") == ""
    assert checkout.calls() == []


def test_only_what_changed_is_done_again(checkout: Checkout) -> None:
    checkout.prepare("server")
    checkout.calls()
    checkout.kernel.write_text("// two\n")
    checkout.prepare("server")
    assert checkout.calls() == ["pip install --editable"]
    checkout.prepare("dev")
    assert checkout.calls() == ["pip install", "pip install --editable"]
    assert checkout.prepare("server") == ""
    (checkout.root / "constraints.txt").write_text("rich==15.0.0\n")
    checkout.prepare("server")
    assert checkout.calls() == ["pip install", "pip install --editable"]


def test_without_a_network_it_is_one_sentence_and_the_next_call_goes_on(checkout: Checkout) -> None:
    said = checkout.prepare("server", status=1, FAIL="httptools", REASON="error sending request for a page")
    assert said.splitlines()[-1] == "The package index cannot be reached. Connect to the network and run make again."
    assert checkout.calls() == ["venv --clear", "pip install"]
    checkout.prepare("server")
    assert checkout.calls() == ["pip install", "pip install --editable"]


def test_another_failure_names_its_reason(checkout: Checkout) -> None:
    said = checkout.prepare("server", status=1, FAIL="httptools", REASON="no space left on device")
    assert said.splitlines()[-1] == "It failed: no space left on device (all of it: build/prepare.log)"


def test_without_a_compiler_the_slower_engines_are_announced(checkout: Checkout) -> None:
    said = checkout.prepare("server", CXX="/no/compiler", IMPORT_FAILS="1")
    assert "compiled here" not in said
    assert said.splitlines()[-1].startswith("There is no C++ compiler, so the slower engines in Python are used.")
    assert checkout.prepare("server", CXX="/no/compiler", IMPORT_FAILS="1") == ""
    assert "compiled here" in checkout.prepare("server")


def test_a_build_that_fails_is_told_and_fails_only_where_nothing_may_be_missing(checkout: Checkout) -> None:
    said = checkout.prepare("server", IMPORT_FAILS="1")
    assert said.splitlines()[-1].startswith("The fast engines could not be built")
    checkout.kernel.write_text("// two\n")
    checkout.prepare("server", status=1, IMPORT_FAILS="1", CI="true")


@pytest.mark.parametrize("arguments", [(), ("nonsense",), ("server", "dev")])
def test_nonsense_is_one_sentence(checkout: Checkout, arguments: tuple[str, ...]) -> None:
    said = checkout.prepare(*arguments, status=1)
    assert said == f"expected one of server, dev, cluster, docs, release, upgrade, got {' '.join(arguments)!r}\n"
