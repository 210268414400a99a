"""``quintet convert``: games from one file format to another, one at a time, so that files may be of any size."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

from cyclopts import Parameter

if TYPE_CHECKING:
    from quintet.formats.game_files import Bad, Format, GameWriter, Played

STEP = 200
"""Games between two updates of the progress bar."""


def convert(
    source: Annotated[Path, Parameter(name="IN", help="a file of games: .sgf, .ggf, .wtb, .txt, .obf or .quintet")],
    target: Annotated[Path, Parameter(name="OUT", help="the file to write: one of these, or .pgn for results")],
    /,
) -> int:
    """Convert games from one file format to another."""
    from quintet.formats.game_files import format_of

    reads, writes = format_of(source), format_of(target)
    if source.resolve() == target.resolve():
        raise ValueError(f"IN and OUT must be two files, got {str(source)!r} twice")
    tally = ConversionTally(source)
    try:
        with source.open("rb") as opened, _bar(opened, tally) as advance, _whole_file(target, tally) as out:
            writer = writes.Writer(out, Path(out.name))
            for entry in _games(reads, opened, source, advance):
                tally.take(entry, writer)
            writer.close()
    except OSError as error:
        named = str(error.filename or source)
        named = str(target) if f".{target.name}." in named else named  # the temporary file
        raise ValueError(f"{named!r} cannot be used: {error.strerror or error}") from None
    print(tally.words(target))
    return int(tally.bad > 0 or tally.good == 0)


class ConversionTally:
    """Counts the games that were converted, refused, and written with losses."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.good = self.bad = 0
        self.unkept: Counter[str] = Counter()

    def take(self, entry: Played | Bad, writer: GameWriter) -> None:
        from quintet.formats.game_files import Bad

        if isinstance(entry, Bad):
            self._refuse(entry.place, entry.reason)
            return
        try:
            lost = writer.add(entry)
        except ValueError as error:
            self._refuse(entry.place, str(error))
            return
        self.good += 1
        self.unkept.update(lost | entry.unkept)

    def _refuse(self, place: str, reason: str) -> None:
        self.bad += 1
        print(f"quintet: {self.source.name}, {place}: {reason}.", file=sys.stderr)

    @property
    def so_far(self) -> str:
        return f"{_games_text(self.good)}, {self.bad:,} refused"

    def words(self, target: Path) -> str:
        if not self.good:
            return f"{target} was not written: there is no game in {self.source.name} that could be converted."
        parts = [f"{_games_text(self.good)} converted"]
        if self.bad:
            parts.append(f"{self.bad:,} not")
        dropped = ", ".join(f"{what} ({_games_text(count)})" for what, count in _most(self.unkept))
        return ", ".join(parts) + (f"; {target.suffix} cannot hold {dropped}" if dropped else "") + "."


def _games_text(count: int) -> str:
    return f"{count:,} {'game' if count == 1 else 'games'}"


def _most(unkept: Counter[str]) -> list[tuple[str, int]]:
    return sorted(unkept.items(), key=lambda item: (-item[1], item[0]))


def _games(reads: Format, opened: BinaryIO, source: Path, advance: Callable[[], None]) -> Iterator[Played | Bad]:
    from quintet.formats import kernel_rules

    for number, entry in enumerate(reads.read(opened, source, kernel_rules.load)):
        if number % STEP == 0:
            advance()
        yield entry


@contextlib.contextmanager
def _whole_file(target: Path, tally: ConversionTally) -> Iterator[BinaryIO]:
    """A temporary file that gets its name, as do files beside it, only if it is complete and has a game."""
    with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
        with (Path(folder) / target.name).open("wb") as out:
            yield out
        if tally.good:
            for written in sorted(Path(folder).iterdir()):
                os.replace(written, target.parent / written.name)  # noqa: PTH105


@contextlib.contextmanager
def _bar(opened: BinaryIO, tally: ConversionTally) -> Iterator[Callable[[], None]]:
    """Shows on a terminal how much of a file is read."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("left  {task.description}")
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=os.fstat(opened.fileno()).st_size)
        yield lambda: progress.update(task, completed=opened.tell(), description=tally.so_far)
