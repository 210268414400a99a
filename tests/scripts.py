"""The programs of `tools` as modules; they are no package."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).parents[1] / "tools"


def script(name: str) -> Any:
    spec = spec_from_file_location(f"tools_{name}", TOOLS / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
