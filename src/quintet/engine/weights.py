"""Weights: what a game's kernel has learned, as a file beside the game's module. docs/learning.md has its form."""

from __future__ import annotations

import hashlib
import logging
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from quintet.core import files
from quintet.core.game import AnyGame
from quintet.core.registry import beside

VERSION = 1
MAGIC = "quintet weights"
LARGEST = 1 << 23
"""Bytes that a file of weights may have."""
MOST_NUMBERS = 1 << 23
NONE = "none"
"""Instead of a file: the evaluation that was written by hand."""
FIELDS = ("game", "layout", "numbers", "sha256", "made")
log = logging.getLogger(__name__)


class File(NamedTuple):
    """What a file of weights holds."""

    game: str
    layout: int
    """Of the patterns that the numbers belong to."""
    numbers: bytes
    """Of 16 bits, the low byte first."""
    made: str
    """Where they come from, for people."""


def path_of(game: AnyGame) -> Path | None:
    """Where the game's weights are or would be; ``None`` where its module is no file."""
    return beside(type(game), "weights")


def learned(game: AnyGame, kernel: Any, wanted: str | None) -> Any | None:
    """The weights that a kernel's searches are to use: of the file that is wanted, else of the one that came with the
    game. One that is wanted must fit; without a good one that came with the game the written evaluation serves."""
    if wanted == NONE:
        return None
    if wanted is not None:
        learner = _learner(kernel)
        if learner is None:
            raise ValueError(f"{game.id} has no patterns to learn: expected no weights, got {wanted!r}")
        return _ready(Path(wanted), game.id, learner)
    path = path_of(game)
    if path is None or not path.is_file() or (learner := _learner(kernel)) is None:
        return None
    key = path, learner.layout
    if key not in _shipped:
        try:
            _shipped[key] = _ready(path, game.id, learner)
        except ValueError as error:
            log.warning("%s: the engine plays without it", error)
            _shipped[key] = None
    return _shipped[key]


def _learner(kernel: Any) -> Any | None:
    """What a kernel can learn: about positions from patterns, or about moves."""
    return kernel.learner() or kernel.prior_learner()


_shipped: dict[tuple[Path, int], Any] = {}
"""Weights that came with games, by file and layout: several engines share the megabytes."""


def _ready(path: Path, game_id: str, learner: Any) -> Any:
    file = read(path)
    if file.game != game_id:
        raise ValueError(f"the weights {str(path)!r} are for {file.game}, expected {game_id}")
    if file.layout != learner.layout:
        raise ValueError(
            f"the weights {str(path)!r} are for other patterns: expected layout {learner.layout:016x},"
            f" got {file.layout:016x}"
        )
    try:
        return learner.weights(file.numbers)
    except ValueError as error:
        raise ValueError(f"{error} ({str(path)!r})") from None


def read(path: Path) -> File:
    """A file of weights, checked; ValueError says what is wrong with it."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"the weights {str(path)!r} must be at most {LARGEST} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"the weights {str(path)!r} cannot be read: {files.reason(error)}") from None
    head, gap, body = content.partition(b"\n\n")
    lines = head.decode("utf-8", "replace").split("\n")
    if not gap or not lines[0].startswith(MAGIC):
        raise ValueError(f"{str(path)!r} is no file of weights: expected it to begin with '{MAGIC} {VERSION}'")
    if lines[0] != f"{MAGIC} {VERSION}":
        raise ValueError(f"the weights {str(path)!r} are of another version: expected {VERSION}, got {lines[0]!r}")
    fields = dict(line.partition(" ")[::2] for line in lines[1:])
    damaged = ValueError(f"the weights {str(path)!r} are damaged: make them anew or install the package again")
    if any(name not in fields for name in FIELDS):
        raise damaged
    unpacking = zlib.decompressobj()
    try:
        count, layout = int(fields["numbers"]), int(fields["layout"], 16)
        if not 0 < count <= MOST_NUMBERS:
            raise damaged
        planes = unpacking.decompress(body, 2 * count + 1)
    except (ValueError, zlib.error):
        raise damaged from None
    if not unpacking.eof or len(planes) != 2 * count or hashlib.sha256(planes).hexdigest() != fields["sha256"]:
        raise damaged
    numbers = bytearray(2 * count)
    numbers[0::2], numbers[1::2] = planes[:count], planes[count:]
    return File(fields["game"], layout, bytes(numbers), fields["made"])


def write(path: Path, file: File) -> None:
    """Whole or not at all: a reader never sees half a file."""
    planes = file.numbers[0::2] + file.numbers[1::2]
    fields = {
        "game": file.game,
        "layout": f"{file.layout:016x}",
        "numbers": f"{len(file.numbers) // 2}",
        "sha256": hashlib.sha256(planes).hexdigest(),
        "made": file.made.replace("\n", " "),
    }
    head = "\n".join([f"{MAGIC} {VERSION}", *(f"{name} {fields[name]}" for name in FIELDS)])
    files.save(path, head.encode() + b"\n\n" + zlib.compress(planes, 9), "the weights")
