"""Every format: what is written reads back, and what is broken is named and harms nothing else."""

import string
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import part
from contract.specs import SPECS, game_of
from contract.walks import walk
from formats.shelf import EXTENSIONS, ended, mutated, random_match, read, read_bytes, written
from quintet import Match, Player, spec
from quintet.formats import kernel_rules
from quintet.formats.game_files import Bad, Played, format_of

NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=80).filter(
    lambda name: name.isprintable() and bool(name.strip()) and name == " ".join(name.split())
)
CHOICES = st.lists(st.integers(0, 9999), max_size=90)
"""Which of the legal moves are played."""
SHORT_NAMES = st.text(string.ascii_letters, min_size=1, max_size=19)
ENDINGS = st.sampled_from(["", "first resigns", "second resigns", "draw"])
ANY_GAME = [".quintet", ".sgf"]
"""The formats that hold every game."""
BRACKETS = str.maketrans("[]\\", "()/")


def end(match: Match, how: str) -> Match:
    if how and match.outcome is None:
        if how == "draw":
            match.agree_draw()
        else:
            match.resign(Player.FIRST if how.startswith("first") else Player.SECOND)
    return match


def told(match: Match) -> tuple[object, ...]:
    """Everything that a format should keep of a match."""
    outcome = match.outcome
    ending = None if outcome is None else (outcome.winner, outcome.reason)
    return (spec(match.game), match.game.text(match.start), [*map(str, match.moves)], match.names, ending)


def one(path: Path) -> Match:
    (found,) = read(path)
    assert isinstance(found, Played), found
    return found.match


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
    assert told(one(written(extension, [Played(match)], tmp_path_factory.mktemp("shelf")))) == told(match)


@pytest.mark.parametrize("extension", ANY_GAME)
@pytest.mark.parametrize("game", SPECS)
def test_a_game_from_elsewhere_reads_back(tmp_path: Path, extension: str, game: str) -> None:
    before = random_match(game, Random(3), 4)
    match = Match(before.game, position=before.position)
    while match.ply < 5 and match.legal():
        match.play(match.legal()[-1])
    assert told(one(written(extension, [Played(match)], tmp_path))) == told(match)


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES, names=st.tuples(NAMES, NAMES), ending=ENDINGS)
def test_ggf_reads_back(
    tmp_path_factory: pytest.TempPathFactory, choices: list[int], names: tuple[str, str], ending: str
) -> None:
    match = walk(game_of("othello"), choices)
    match.names = (names[0].translate(BRACKETS), names[1].translate(BRACKETS))
    end(match, ending)
    kept = Match(match.game, position=walk(match.game, choices[:3]).position, names=match.names)
    for played in (match, kept):
        assert told(one(written(".ggf", [Played(played)], tmp_path_factory.mktemp("shelf")))) == told(played)


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES, names=st.tuples(SHORT_NAMES, SHORT_NAMES), event=st.text(string.ascii_letters, max_size=25))
def test_wthor_reads_back(
    tmp_path_factory: pytest.TempPathFactory, choices: list[int], names: tuple[str, str], event: str
) -> None:
    match = ended(walk(game_of("othello"), choices), Random(len(choices)))
    match.names = names
    path = written(".wtb", [Played(match, event=event, date="1999-05-13")], tmp_path_factory.mktemp("shelf"))
    (found,) = read(path)
    assert isinstance(found, Played), found
    assert (found.event, found.date) == (event, "1999")
    kept = [move for move in map(str, match.moves) if move != "pass"]
    assert [move for move in map(str, found.match.moves) if move != "pass"] == kept
    assert found.match.names == names
    assert found.match.outcome is not None
    assert match.outcome is not None
    assert found.match.outcome.winner is match.outcome.winner


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES.filter(bool))
def test_transcripts_read_back(tmp_path_factory: pytest.TempPathFactory, choices: list[int]) -> None:
    match = walk(game_of("othello"), choices)
    assert told(one(written(".txt", [Played(match)], tmp_path_factory.mktemp("shelf")))) == told(match)


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES)
def test_positions_read_back(tmp_path_factory: pytest.TempPathFactory, choices: list[int]) -> None:
    match = Match(game_of("othello"), position=walk(game_of("othello"), choices).position)
    assert told(one(written(".obf", [Played(match)], tmp_path_factory.mktemp("shelf")))) == told(match)


@pytest.mark.long
def test_thousands_of_games_as_wthor_read_back_move_for_move(tmp_path: Path) -> None:
    random = Random(15)
    games = [random_match("othello", random) for _ in range(part(1000))]
    found = read(written(".wtb", map(Played, games), tmp_path))
    assert [told(entry.match) for entry in found if isinstance(entry, Played)] == [told(match) for match in games]


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


@pytest.mark.parametrize("game", SPECS)
@settings(max_examples=15, deadline=None)
@given(choices=CHOICES)
def test_the_swift_game_answers_as_the_rulebook_does(game: str, choices: list[int]) -> None:
    rules, quick = walk(game_of(game), choices), walk(kernel_rules.load(game), choices)
    assert told(quick) == told(rules)
    assert quick.legal() == rules.legal()
    assert quick.to_move is rules.to_move
    assert [quick.game.color(quick.position, player) for player in Player] == [
        rules.game.color(rules.position, player) for player in Player
    ]


def test_the_extension_names_the_format() -> None:
    with pytest.raises(ValueError) as error:
        format_of(Path("games.doc"))
    expected = ".quintet, .sgf, .ggf, .wtb, .txt, .obf, .pgn"
    assert str(error.value) == f"the name of a file of games must end with {expected}, got 'games.doc'"
    assert format_of(Path("GAMES.SGF")) is format_of(Path("games.sgf"))
