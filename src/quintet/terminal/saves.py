"""Unfinished games: a record each in the user's data folder, so that the last one can be continued.

A save is an ordinary record; who sits where and the seed stand in comment lines at its top.
"""

from __future__ import annotations

import itertools
import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path

from quintet.core import files
from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.record import HEADER
from quintet.core.registry import load
from quintet.core.types import BadRecord, Player
from quintet.engine.bounds import MOST_SEED
from quintet.formats.game_files import FORMATS, Played, format_of
from quintet.players.who import HUMAN, OWN_ENGINES, Who, engine_called, parse_who
from quintet.terminal import open_game_file

KEPT = 100
"""The most unfinished games, and the most finished ones; the oldest are deleted."""
KEPT_KINDS = OWN_ENGINES | {"human"}
"""The players that a save names."""
UNFINISHED, FINISHED = "saves", "finished"
"""Their folders."""


def home() -> Path:
    """The data folder of this user."""
    if chosen := os.environ.get("QUINTET_HOME"):
        return Path(chosen)
    import platformdirs

    return platformdirs.user_data_path("quintet", appauthor=False)


@dataclass
class Save:
    """One unfinished game on disk."""

    path: Path
    seats: tuple[Who, Who]
    """Who plays FIRST and SECOND."""
    seed: int
    last: str | None = None
    """What was read from its file or written to it last."""

    def keep(self, match: Match) -> None:
        """Write the match as it stands, unless it has no moves; OSError if that is not possible."""
        if match.ply:
            self._write(self.path, match)
        else:
            self.path.unlink(missing_ok=True)
        self.finished.unlink(missing_ok=True)

    def finish(self, match: Match) -> None:
        """Move a game that is over to the finished ones; OSError if that is not possible."""
        self._write(self.finished, match)
        self.path.unlink(missing_ok=True)
        for old in _newest_first(self.finished.parent)[KEPT:]:
            old.unlink(missing_ok=True)

    def step_aside(self) -> bool:
        """Take another file if another program has written to this one meanwhile, so that neither loses moves; whether
        that was so."""
        own = (self.last or "").encode()
        is_changed = any(path.exists() and path.read_bytes() != own for path in (self.path, self.finished))
        if is_changed:
            self.path = _unused(self.path.stem)
        return is_changed

    @property
    def finished(self) -> Path:
        """The file of the game once it is over."""
        return self.path.parent.parent / FINISHED / self.path.name

    def _write(self, path: Path, match: Match) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A file must not start a program, so it has to be named again.
        seats = shlex.join(str(who if who.kind in KEPT_KINDS else HUMAN) for who in self.seats)
        self.last = f"# seats: {seats}\n# seed: {self.seed}\n{match.record()}"
        files.replace(path, self.last)


def new(game_id: str, seats: tuple[Who, Who], seed: int, now: datetime) -> Save:
    """A save for a new game; the oldest saves beyond the limit are deleted."""
    folder = home() / UNFINISHED
    for old in _newest_first(folder)[KEPT - 1 :]:
        old.unlink(missing_ok=True)
    return Save(_unused(f"{now:%Y%m%d-%H%M%S}-{os.getpid()}-{game_id}"), seats, seed)


def _unused(stem: str) -> Path:
    """A file for an unfinished game, with a number behind the stem if there is such a game already."""
    names = (f"{stem}{number}.quintet" for number in itertools.chain([""], itertools.count(2)))
    folders = [home() / folder for folder in (UNFINISHED, FINISHED)]
    return folders[0] / next(name for name in names if not any((folder / name).exists() for folder in folders))


Saved = tuple[Match, Save]
"""A game that can be continued, and its save."""


def last(wanted: str | None = None) -> Saved:
    """The unfinished game played last, of any game or of the `wanted` spec or id."""
    for path in paths():
        text = files.read_text(path, "the saved game")
        if wanted is None or f"\ngame: {wanted}\n" in text or f"\ngame: {wanted}(" in text:
            return read(path)
    raise ValueError(f"there is no unfinished game{f' of {wanted}' if wanted else ''} to continue")


def choose(wanted: str | None, which: int | None) -> Saved:
    """An unfinished game by its number in the list; else the one played last, of any game or of the `wanted` one."""
    if which is None:
        return last(None if wanted is None else spec(load(wanted)))
    return read(_numbered(which, "--which", "continue"))


def delete(which: str) -> list[Path]:
    """Delete an unfinished game by its number in the list, or ``all`` of them; the files that are gone."""
    if which != "all" and not (which.isascii() and which.isdecimal() and len(which) < 4):
        raise ValueError(f"--delete must be a number of the list or all, got {which!r}")
    chosen = paths() if which == "all" else [_numbered(int(which), "--delete", "delete")]
    for path in chosen:
        path.unlink(missing_ok=True)
    return chosen


def _numbered(which: int, flag: str, verb: str) -> Path:
    """The file of an unfinished game by its number in the list."""
    saved = paths()
    if not saved:
        raise ValueError(f"there is no unfinished game to {verb}")
    if not 1 <= which <= len(saved):
        raise ValueError(f"{flag} must be 1 to {len(saved)}, as `quintet games saved` lists them, got {which}")
    return saved[which - 1]


def paths(folder: str = UNFINISHED) -> list[Path]:
    """The games of a folder, the one played last first."""
    return _newest_first(home() / folder)


def read(path: Path) -> Saved:
    """A game from its file; BadRecord says why it cannot be continued."""
    text = files.read_text(path, "the saved game")
    try:
        match, whos = Match.from_record(text), _seats(text)
    except ValueError as error:
        raise BadRecord(f"the saved game {path} cannot be continued: {error}") from None
    return match, Save(home() / UNFINISHED / path.name, whos, _seed(text), text)


def export(match: Match, name: str, seats: Sequence[Who] = ()) -> str:
    """Write a game to a file, in the format of its extension; the sentence to show, which says how `seats` go on."""
    path = Path(name).expanduser()
    try:
        if path.exists() and not _ours(path.read_bytes()):
            return f"{name} exists and is not a saved game: pick another name."
        if path.exists() and not _holds(path, match):
            return f"{name} holds another game: pick another name."
        files.replace(path, _exported(match, path))
    except (OSError, ValueError) as error:
        return f"{name} cannot be written: {files.reason(error)}."
    return f"Saved in {name}. To continue it: quintet play --from {shlex.quote(str(path))}{_flags(match, seats)}"


def _flags(match: Match, seats: Sequence[Who]) -> str:
    """The flags for those who are not known by the names in the file: `` --white 'ugi:engine'``."""
    return "".join(
        f" --{match.game.color(match.start, player).title.lower()} {shlex.quote(str(who))}"
        for player, who in zip(Player, seats, strict=False)
        if who != (engine_called(match.names[player]) or HUMAN)
    )


def _ours(raw: bytes) -> bool:
    """Whether a file holds what `export` writes."""
    return raw.lstrip(b"# ").startswith(HEADER.encode()) or (raw.startswith(b"(;") and b"[quintet" in raw[:200])


def _holds(path: Path, match: Match) -> bool:
    """Whether a file holds this very game, now or at an earlier or later move."""
    try:
        saved = open_game_file.read(path)
    except ValueError:  # a game that cannot be read is another one
        return False
    if (saved.game, saved.start, saved.names) != (match.game, match.start, match.names):
        return False
    return all(one_move == other for one_move, other in zip(saved.moves, match.moves, strict=False))


def _exported(match: Match, path: Path) -> str:
    """The text of the file; ValueError if its extension is of a format that is not written here."""
    known = FORMATS.get(path.suffix.lower(), "quintet_records")
    if known in ("quintet_records", "transcripts"):
        return match.record()
    if known not in ("sgf", "ggf"):
        raise ValueError("a game is saved as .quintet, .txt, .sgf or .ggf, and quintet convert makes the others")
    writer = format_of(path).Writer(out := BytesIO(), path)
    writer.add(Played(match, site="quintet"))
    writer.close()
    return out.getvalue().decode()


def _newest_first(folder: Path) -> list[Path]:
    saves: list[tuple[int, str, Path]] = []
    for path in folder.glob("*.quintet"):
        try:
            saves.append((path.stat().st_mtime_ns, path.name, path))
        except OSError:  # gone in the meantime
            continue
    return [path for _, _, path in sorted(saves, reverse=True)]


def _comment(text: str, key: str) -> str:
    """The value of a ``# key: value`` line."""
    start = f"# {key}: "
    return next((line.removeprefix(start) for line in text.splitlines() if line.startswith(start)), "")


def _seats(text: str) -> tuple[Who, Who]:
    first, second, *_ = [*shlex.split(_comment(text, "seats")), "human", "human"]
    return parse_who(first, KEPT_KINDS), parse_who(second, KEPT_KINDS)


def _seed(text: str) -> int:
    seed = _comment(text, "seed")
    return min(int(seed), MOST_SEED) if seed.isdecimal() and len(seed) < 20 else 0
