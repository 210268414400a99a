"""Learned weights of a kernel, as a file beside the game's module. docs/learning.md describes the format."""

from __future__ import annotations

import hashlib
import logging
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from quintet.core import files
from quintet.core.game import AnyGame
from quintet.core.registry import data_file

VERSION = 1
MAGIC = "quintet weights"
LARGEST = 1 << 23
"""Size limit of a file of weights, in bytes."""
MOST_NUMBERS = 1 << 23
NONE = "none"
"""In place of a file: the hand-written evaluation."""
FIELDS = ("game", "layout", "numbers", "sha256", "made")
log = logging.getLogger(__name__)


class File(NamedTuple):
    """The content of a file of weights."""

    game: str
    layout: int
    """Hash of the patterns that the numbers belong to."""
    numbers: bytes
    """16-bit numbers, low byte first."""
    made: str
    """How they were made, for people."""


def learned(game: AnyGame, kernel: Any, chosen: str | None) -> Any | None:
    """The weights for a kernel's searches: from the chosen file, else from the one that came with the game. A chosen
    file must fit; if the game's own is damaged, the hand-written evaluation takes its place."""
    if chosen == NONE:
        return None
    if chosen is not None:
        learner = _learner(kernel)
        if learner is None:
            raise ValueError(f"{game.id} has no patterns to learn: expected no weights, got {chosen!r}")
        return _ready(Path(chosen), game.id, learner)
    path = data_file(type(game), "weights")
    if path is None or (learner := _learner(kernel)) is None:
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
    """The learner of a kernel: of an evaluation by patterns, or of a prior."""
    return kernel.learner() or kernel.prior_learner()


_shipped: dict[tuple[Path, int], Any] = {}
"""Weights that came with games, by file and layout: engines share them."""


def _ready(path: Path, game_id: str, learner: Any) -> Any:
    file = read_for(path, game_id, learner)
    try:
        return learner.weights(file.numbers)
    except ValueError as error:
        raise ValueError(f"{error} ({str(path)!r})") from None


def read_for(path: Path, game_id: str, learner: Any) -> File:
    """A file of weights for this game and its patterns; ValueError says what is wrong with it."""
    file = read(path)
    if file.game != game_id:
        raise ValueError(f"the weights {str(path)!r} are for {file.game}, expected {game_id}")
    if file.layout != learner.layout:
        raise ValueError(
            f"the weights {str(path)!r} are for other patterns: expected layout {learner.layout:016x},"
            f" got {file.layout:016x}"
        )
    return file


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
    """Write the file whole or not at all."""
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
