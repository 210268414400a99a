"""What is built beside the package, and served where it is there: the engine for browsers and the documentation.

``make wasm`` builds the modules of the engine, ``make docs`` the book below ``/docs``; a wheel carries both.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import quintet
from quintet.core import registry
from quintet.engine import levels

PACKAGE = Path(quintet.__file__).parent
ENGINE = "engine"
"""The folder of the engine's files among the static ones."""
MODULES = ("quintet.wasm", "quintet-plain.wasm")
"""With SIMD, and for browsers without it."""
ENGINE_PLACES = (PACKAGE / "wasm", PACKAGE.parents[1] / "build/wasm")
"""Where the modules are: in the installed package, or in a checkout where they were built."""
BOOK_PLACES = (PACKAGE / "book", PACKAGE.parents[1] / "build/docs")
FOR_SPHINX = (".doctrees/", ".buildinfo", "objects.inv")
"""What Sphinx leaves beside the pages of the book."""
NO_ENGINE = {f"{ENGINE}/manifest.json": b'{"modules": [], "games": {}, "levels": []}'}
"""What browsers are told where no module is built: the server thinks for them."""
log = logging.getLogger(__name__)


def engine_files() -> dict[str, bytes]:
    """What the engine of a browser fetches, by paths below the static folder: modules, a manifest, weights and books
    of the games; none where no module is built."""
    place = next((place for place in ENGINE_PLACES if (place / MODULES[0]).is_file()), None)
    return {} if place is None else _files(place, _built(place))


def _built(place: Path) -> tuple[int, ...]:
    return tuple((place / name).stat().st_mtime_ns for name in MODULES if (place / name).is_file())


@cache
def _files(place: Path, built: tuple[int, ...]) -> dict[str, bytes]:
    """The same, read once for each build."""
    names = [name for module in MODULES for name in (module, f"{module}.br") if (place / name).is_file()]
    files = {name: (place / name).read_bytes() for name in names}
    games = {}
    for game_id in registry.game_ids():
        try:
            games[game_id] = _game(game_id, files)
        except Exception as error:  # whatever a stranger's game raises, the others are served
            log.warning("%s is left out of the engine of browsers: %s: %s", game_id, type(error).__name__, error)
    usual = [asdict(settings) for settings in (*levels.BY_KERNEL, levels.HIGHEST)]
    manifest = {"modules": [name for name in MODULES if name in files], "games": games, "levels": usual}
    files["manifest.json"] = json.dumps(manifest).encode()
    return {f"{ENGINE}/{name}": body for name, body in files.items()}


def _game(game_id: str, files: dict[str, bytes]) -> dict[str, Any]:
    """What the manifest says of a game; its book and weights are added to the files."""
    game = registry.load(game_id)
    beside = {kind: registry.data_file(type(game), kind) for kind in ("book", "weights")}
    files |= {f"{game_id}.{kind}": path.read_bytes() for kind, path in beside.items() if path is not None}
    boards = {
        spec: [asdict(levels.settings(registry.load(spec), level.number, kernel=True)) for level in levels.LEVELS]
        for spec in levels.measured_boards(game)
    }
    return {kind: path is not None for kind, path in beside.items()} | {"levels": boards}


def book_files() -> dict[str, Path]:
    """The files of the book by their paths in it; none where no book is built."""
    place = next((place for place in BOOK_PLACES if (place / "index.html").is_file()), None)
    if place is None:
        return {}
    paths = {path.relative_to(place).as_posix(): path for path in sorted(place.rglob("*")) if path.is_file()}
    return {name: path for name, path in paths.items() if not name.startswith(FOR_SPHINX)}
