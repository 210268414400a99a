"""Every format: what is written reads back, and what is broken is named and harms nothing else."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.specs import SPECS, game_of
from contract.walks import walk
from formats.shelf import (
    CHOICES,
    ENDINGS,
    EXTENSIONS,
    NAMES,
    content,
    end,
    ended,
    mutated,
    only_match,
    random_match,
    read_bytes,
    written,
)
from quintet import Match
from quintet.formats.game_files import Bad, Played, format_of

ANY_GAME = [".quintet", ".sgf"]
"""The formats that hold every game."""


@pytest.mark.parametrize("extension", ANY_GAME)
@pytest.mark.parametrize("game", SPECS)
@settings(max_examples=8, deadline=None)
@given(choices=CHOICES, names=st.tuples(NAMES, NAMES), ending=ENDINGS)
def test_any_game_reads_back(
    tmp_path_factory: pytest.TempPathFactory,
    extension: str,
    game: str,
    choices: list[int],
    names: tuple[str, str],
    ending: str,
) -> None:
    match = walk(game_of(game), choices)
    match.names = names
    end(match, ending)
    assert content(only_match(written(extension, [Played(match)], tmp_path_factory.mktemp("shelf")))) == content(match)


@pytest.mark.parametrize("extension", ANY_GAME)
@pytest.mark.parametrize("game", SPECS)
def test_a_game_from_elsewhere_reads_back(tmp_path: Path, extension: str, game: str) -> None:
    before = random_match(game, Random(3), 4)
    match = Match(before.game, position=before.position)
    while match.ply < 5 and match.legal():
        match.play(match.legal()[-1])
    assert content(only_match(written(extension, [Played(match)], tmp_path))) == content(match)


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_a_broken_file_is_read_to_its_end(tmp_path: Path, extension: str) -> None:
    """Whatever is in it, each game is read or named; nothing is raised but for a file that is none of the format."""
    random = Random(extension)
    games = [ended(random_match("othello", random, moves), random) for moves in (0, 5, 20, None, None)]
    if extension in ANY_GAME:
        games += [random_match(game, random, 8) for game in SPECS if "(" in game]
    raw = written(extension, map(Played, games if extension != ".txt" else games[1:]), tmp_path).read_bytes()
    bad = good = 0
    for _ in range(400):
        try:
            found = read_bytes(extension, mutated(raw, random), tmp_path)
        except ValueError as error:
            assert extension == ".wtb"
            assert str(error).startswith("a WTHOR file must")
            continue
        bad += sum(isinstance(entry, Bad) and bool(entry.place and entry.reason) for entry in found)
        good += sum(isinstance(entry, Played) for entry in found)
    assert bad > 50
    assert good > 50


@pytest.mark.parametrize("extension", [".quintet", ".sgf", ".ggf", ".txt"])
def test_a_bad_game_hides_no_other(tmp_path: Path, extension: str) -> None:
    random = Random(1)
    games = [random_match("othello", random, 10) for _ in range(3)]
    lines = written(extension, map(Played, games), tmp_path).read_bytes()
    second = written(extension, [Played(games[1])], tmp_path).read_bytes()
    at = lines.index(second)
    broken = lines[:at] + second[: len(second) // 2] + b"\n" + lines[at + len(second) :]
    kinds = [type(entry) for entry in read_bytes(extension, broken, tmp_path)]
    good = 3 if extension == ".txt" else 2  # half a transcript is a shorter one
    assert kinds.count(Played) == good
    assert kinds.count(Bad) == 3 - good


@pytest.mark.parametrize("extension", EXTENSIONS)
@pytest.mark.parametrize("filler", [b"(;C[" + b"x" * 1_200_000, b"f5 " * 400_000, b"(" * 1_200_000])
def test_a_file_without_end_is_no_game(tmp_path: Path, extension: str, filler: bytes) -> None:
    """A million letters that never come to a point, behind a header that promises as many games as can be."""
    header = b"\0" * 4 + b"\xff" * 4 + b"\0" * 8 if extension == ".wtb" else b""
    assert all(isinstance(entry, Bad) for entry in read_bytes(extension, header + filler, tmp_path))


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_a_file_with_nothing_in_it_has_no_game(tmp_path: Path, extension: str) -> None:
    assert read_bytes(extension, bytes(16) if extension == ".wtb" else b" \n" * 1000, tmp_path) == []


def test_the_extension_names_the_format() -> None:
    with pytest.raises(ValueError) as error:
        format_of(Path("games.doc"))
    expected = ".quintet, .sgf, .ggf, .wtb, .txt, .obf, .pgn"
    assert str(error.value) == f"the name of a file of games must end with {expected}, got 'games.doc'"
    assert format_of(Path("GAMES.SGF")) is format_of(Path("games.sgf"))
