"""Players from their texts: every kind, what reads back, and what is refused where."""

import pytest

from quintet.engine.levels import LevelSettings
from quintet.engine.limits import TimeControl
from quintet.players.who import (
    AUTOMATIC,
    BOUNDED,
    HUMAN,
    OWN_ENGINES,
    RANDOM,
    Who,
    level_text,
    parse_who,
    unique_names,
)


@pytest.mark.parametrize("text", ["human", "random", "level:1", "level:7", "level:10"])
def test_a_text_reads_back_as_itself(text: str) -> None:
    assert str(parse_who(text)) == text


def test_case_and_blanks_do_not_matter() -> None:
    assert parse_who(" Level:3 ") == parse_who("level:03") == Who("level", 3)
    assert parse_who("HUMAN") == HUMAN
    assert parse_who("random ") == RANDOM


def test_what_is_no_text_is_refused_too() -> None:
    with pytest.raises(ValueError, match="got 5"):
        parse_who(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kinds", "text", "sentence"),
    [
        (
            AUTOMATIC,
            "human",
            "level:1 to level:10, random, engine, solver, mcts:nodes=N, alphabeta:depth=N, ugi:COMMAND, gtp:COMMAND,"
            " nboard:COMMAND or module:function",
        ),
        (OWN_ENGINES, "ugi:engine", "level:1 to level:10, random, engine, solver, mcts:nodes=N or alphabeta:depth=N"),
        (OWN_ENGINES, "bots:best", "level:1 to level:10, random, engine, solver, mcts:nodes=N or alphabeta:depth=N"),
        (BOUNDED, "level:nodes=100000", "level:1 to level:10 or random"),
        (BOUNDED, "engine", "level:1 to level:10 or random"),
        ({"human"}, "random", "human"),
    ],
)
def test_a_player_that_cannot_sit_there_is_refused(kinds: frozenset[str], text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_who(text, kinds, "opponent")
    assert str(error.value) == f"opponent must be {sentence}, got {text!r}"


@pytest.mark.parametrize(
    ("text", "kind", "limit"),
    [
        ("level:3", "level", TimeControl()),
        ("random", "random", TimeControl()),
        (" random ", "random", TimeControl()),
        ("engine", "engine", TimeControl()),
        ("solver", "solver", TimeControl()),
        ("mcts:nodes=1000", "mcts", TimeControl(nodes=1000)),
        ("mcts:cpu=0.5,threads=2", "mcts", TimeControl(cpu=0.5)),
        ("alphabeta:depth=6", "alphabeta", TimeControl(depth=6)),
        ("alphabeta:seconds=.1,rules=true", "alphabeta", TimeControl(seconds=0.1)),
        ("my.bots:choose", "function", TimeControl()),
    ],
)
def test_every_kind_of_player(text: str, kind: str, limit: TimeControl) -> None:
    who = parse_who(text)
    assert (who.kind, who.limit) == (kind, limit)
    assert str(who) == text.strip()
    assert parse_who(str(who)) == who


@pytest.mark.parametrize(
    "settings",
    [
        LevelSettings(7),
        LevelSettings(100, 4, 0.125, careful=False, method="alphabeta"),
        LevelSettings(50, method="mcts"),
    ],
)
def test_a_level_can_be_tried_out(settings: LevelSettings) -> None:
    who = parse_who(level_text(settings))
    assert (who.kind, who.settings) == ("trial", settings)
    assert parse_who(str(who)) == who
    assert parse_who("level:3").settings is None


@pytest.mark.parametrize(
    "rest",
    ["lines=4", "nodes=0", "nodes=x", "nodes=5,depth=3", "nodes=5,careful=no", "nodes=5,method=auto2", "nodes=5,"],
)
def test_other_settings_of_a_level_are_refused(rest: str) -> None:
    with pytest.raises(ValueError, match=r"a level has no settings|must be a whole number"):
        parse_who(f"level:{rest}")


def test_programs_and_functions_are_somebody_elses() -> None:
    who = parse_who('ugi:"edax -l 3"')
    assert (who.kind, who.is_program) == ("ugi", True)
    assert parse_who(str(who)) == who
    assert parse_who("bots:best").is_program
    assert not parse_who("engine").is_program


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "level",
            "level:",
            "level:0",
            "level:11",
            "level:x",
            "random:1",
            "ada",
            "level:-1",
            "mcts:",
            "ugi",
            "ugi:",
            "ugi:  ",
        ),
        *("a b:c", "1:2", ":f", "m:", "m:f()", "http://x", "é:ü:ö"),
    ],
)
def test_no_player(text: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_who(text)
    wanted = "level:1 to level:10, human or random"
    assert str(error.value) == f"a player must be {wanted}, got {text.strip()!r}; quintet play --help lists more"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mcts:nodes", "expected settings such as nodes=1000,threads=2 after mcts:, got 'nodes'"),
        ("mcts:nodes=1,nodes=2", "expected settings such as nodes=1000,threads=2 after mcts:, got 'nodes=1,nodes=2'"),
        ("mcts:nodes=0", "nodes must be a whole number from 1 to 1000000000000000, got '0'"),
        ("mcts:nodes=1e3", "nodes must be a whole number from 1 to 1000000000000000, got '1e3'"),
        ("alphabeta:depth=200", "depth must be a whole number from 1 to 100, got '200'"),
        ("engine:threads=512", "threads must be a whole number from 1 to 256, got '512'"),
        ("engine:seconds=-1", "seconds must be a number above 0 and at most 1e+06, got '-1'"),
        ("engine:seconds=nan", "seconds must be a number above 0 and at most 1e+06, got 'nan'"),
        ("engine:cpu=0", "cpu must be a number above 0 and at most 1e+06, got '0'"),
        (
            "mcts:depth=3",
            "mcts has no setting 'depth=3': expected some of nodes, seconds, cpu, threads, memory_mb, rules=true,"
            " book=false, weights=none or weights=FILE",
        ),
        (
            "engine:rules=maybe",
            "engine has no setting 'rules=maybe': expected some of depth, nodes, seconds, cpu, threads, memory_mb,"
            " rules=true, book=false, weights=none or weights=FILE",
        ),
        ('ugi:""', "a program must be ugi:COMMAND or gtp:COMMAND or nboard:COMMAND, got 'ugi:\"\"'"),
    ],
)
def test_bad_settings(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_who(text)
    assert str(error.value) == sentence


def test_the_same_player_twice_has_two_names() -> None:
    players = [parse_who(text) for text in ("random", "level:1", "random", "random")]
    assert unique_names(map(str, players)) == ["random", "level:1", "random#2", "random#3"]
