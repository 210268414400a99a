"""A game from a file of any format that Quintet reads."""

from __future__ import annotations

from pathlib import Path

from quintet.core import files
from quintet.core.match import Match
from quintet.core.record import HEADER
from quintet.core.registry import load
from quintet.formats.game_files import FORMATS, Bad, Played, format_of


def is_file(name: str) -> bool:
    """Whether this names a file rather than a game."""
    return "(" not in name and (Path(name).suffix.lower() in FORMATS or "/" in name or Path(name).is_file())


def read(path: Path, which: int | None = None) -> Match:
    """The game of a file, or one of its games by its number; ValueError says what is wrong with it."""
    if _is_record(path):
        text = files.read_text(path, "the record")
        if text.count(HEADER) <= 1:
            _check_which(path, which, 1)
            return Match.from_record(text)
    games = _games(path)
    if which is None and len(games) > 1:
        raise ValueError(f"{str(path)!r} has {len(games)} games: say which with --which 1 to --which {len(games)}")
    _check_which(path, which, len(games))
    chosen = games[(which or 1) - 1]
    if isinstance(chosen, Bad):
        raise ValueError(f"{str(path)!r}, {chosen.place}: {chosen.reason}")
    return chosen.match


def listed(path: Path) -> list[str]:
    """The games of a file in a line each, where there are several."""
    from quintet.terminal.listing import match_line

    if _is_record(path) and files.read_text(path, "the record").count(HEADER) <= 1:
        return []
    games = _games(path)
    lines = [game.reason if isinstance(game, Bad) else match_line(game.match) for game in games]
    return [f"{number:3}  {line}" for number, line in enumerate(lines, 1)] if len(games) > 1 else []


def _check_which(path: Path, which: int | None, most: int) -> None:
    if which is not None and not 1 <= which <= most:
        raise ValueError(f"--which must be 1 to {most}, the number of games in {str(path)!r}, got {which}")


def _is_record(path: Path) -> bool:
    """Whether a file is one of our records, by its first line rather than its name."""
    if path.suffix.lower() not in (".quintet", ".txt") and path.suffix.lower() in FORMATS:
        return False
    lines = (line.strip() for line in files.read_text(path, "the record").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first in (HEADER, "") or path.suffix.lower() not in FORMATS


def _games(path: Path) -> list[Played | Bad]:
    try:
        with path.open("rb") as source:
            games = list(format_of(path).read(source, path, load))
    except OSError as error:
        raise ValueError(f"the file {str(path)!r} cannot be read: {files.reason(error)}") from None
    if not games:
        raise ValueError(f"there is no game in {str(path)!r}")
    return games
