"""Kernels outside the repository, in the module of browsers."""

from __future__ import annotations

import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from amounts import whole
from needs import need
from wasm.conftest import ROOT, opened

KERNEL = ROOT / "examples/breakthrough/breakthrough.cpp"
SPEC = spec_from_file_location("build_wasm", ROOT / "tools/build_wasm.py")
assert SPEC is not None


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The builder of the module, which leaves the built one alone."""
    assert SPEC is not None
    assert SPEC.loader is not None
    builder = module_from_spec(SPEC)
    SPEC.loader.exec_module(builder)
    monkeypatch.setattr(builder, "BUILT", tmp_path / "wasm")
    return builder


@whole
def test_one_is_linked_in(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(need("WebAssembly").parent, tool.BUILT)
    monkeypatch.setattr(tool, "is_newer", lambda file, _: file.suffix == ".o" and file.exists())  # all others are built
    assert tool.main([str(KERNEL)]) == 0
    with opened(tmp_path, module=tool.BUILT / "quintet.wasm") as module:
        assert "breakthrough" in module.ask(ask="ids")
        start = module.ask(ask="start", game="breakthrough")
        assert module.ask(ask="perft", game="breakthrough", position=start, depth=3) == 11132


def test_what_is_no_kernel_is_told(tool: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["nothing.cpp"]) == 1
    assert capsys.readouterr().err == "expected plain or kernels (.cpp), got 'nothing.cpp', which is no such file\n"
