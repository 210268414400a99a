"""Files of games for the tests: written and read in memory, random games, and files with something wrong in them."""

import io
from collections.abc import Iterable
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from quintet import Match, Player, spec
from quintet.formats import kernel_rules
from quintet.formats.game_files import Bad, Format, Played, format_of

EXTENSIONS = [".quintet", ".sgf", ".ggf", ".wtb", ".txt", ".obf"]
"""The formats that can be read."""
HARMFUL = [b"[", b"]", b"(;", b")", b"\\", b"\n", b"\0", b"\xff", b"9" * 400, b"(" * 900]
NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=80).filter(
    lambda name: name.isprintable() and bool(name.strip()) and name == " ".join(name.split())
)
CHOICES = st.lists(st.integers(0, 9999), max_size=90)
"""Which of the legal moves are played."""
ENDINGS = st.sampled_from(["", "first resigns", "second resigns", "draw"])


def written(extension: str, games: Iterable[Played], folder: Path) -> Path:
    """A file with these games."""
    path = folder / f"games{extension}"
    with path.open("w+b") as out:
        writer = format_of(path).Writer(out, path)
        for game in games:
            writer.add(game)
        writer.close()
    return path


def read(path: Path) -> list[Played | Bad]:
    with path.open("rb") as source:
        return list(format_of(path).read(source, path, kernel_rules.load))


def read_bytes(extension: str, raw: bytes, folder: Path) -> list[Played | Bad]:
    """What is found in a file of these bytes that was never on disk."""
    path = folder / f"games{extension}"
    format: Format = format_of(path)
    return list(format.read(io.BytesIO(raw), path, kernel_rules.load))


def random_match(spec: str, random: Random, moves: int | None = None) -> Match:
    """A match of random moves, to the end or of so many."""
    match = Match(kernel_rules.load(spec))
    while (moves is None or match.ply < moves) and (legal := match.game.legal_moves(match.position)):
        match.play(random.choice(legal))
    return match


def ended(match: Match, random: Random) -> Match:
    """The same match with an end, if it has none: somebody resigns, or both agree."""
    if match.outcome is None and random.random() < 0.3:
        match.agree_draw()
    elif match.outcome is None:
        match.resign(random.choice(list(Player)))
    return match


def mutated(raw: bytes, random: Random) -> bytes:
    """A file as it should not be: bytes changed, lost, doubled, moved, or simply another file."""
    changed = bytearray(raw)
    for _ in range(random.choice([1, 1, 2, 5, 20])):
        at = random.randrange(len(changed) + 1)
        span = random.choice([1, 1, 2, 8, 64, 500])
        kind = random.randrange(6)
        if kind == 0:
            changed[at : at + span] = random.randbytes(span)
        elif kind == 1:
            del changed[at : at + span]
        elif kind == 2:
            changed[at:at] = changed[at : at + span] * random.choice([1, 2, 50])
        elif kind == 3:
            changed[at:at] = random.choice(
                [b"[", b"]", b"(;", b")", b"\\", b"\n", b"\0", b"\xff", b"9" * 400, b"(" * 900]
            )
        elif kind == 4:
            del changed[at:]
        elif kind == 5 and changed:
            changed[at % len(changed)] ^= 1 << random.randrange(8)
    return bytes(changed)


def end(match: Match, how: str) -> Match:
    if how and match.outcome is None:
        if how == "draw":
            match.agree_draw()
        else:
            match.resign(Player.FIRST if how.startswith("first") else Player.SECOND)
    return match


def content(match: Match) -> tuple[object, ...]:
    """Everything that a format should keep of a match."""
    outcome = match.outcome
    ending = None if outcome is None else (outcome.winner, outcome.reason)
    return (spec(match.game), match.game.text(match.start), [*map(str, match.moves)], match.names, ending)


def only_match(path: Path) -> Match:
    (played,) = read(path)
    assert isinstance(played, Played), played
    return played.match
