"""The types of the engine room: what is checked in is what nanobind writes for the module that was built."""

import subprocess
import sys
from pathlib import Path

import quintet
from needs import need

need("the engine room")
need("a compiler")  # and nanobind with it

STUB = Path(quintet.__file__).with_name("_core.pyi")


def test_the_stub_is_that_of_the_module(tmp_path: Path) -> None:
    written = tmp_path / STUB.name
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-m", "quintet._core", "-o", written, "-q"], check=True)
    renew = f"{sys.executable} -m nanobind.stubgen -m quintet._core -o {STUB}"
    assert STUB.read_text("utf-8") == written.read_text("utf-8"), f"to renew it: {renew}"
