"""Who plays, from its text."""

import pytest

from quintet.engine.levels import LevelSettings
from quintet.players.arena_who import EXPECTED, level_text, named, parse_who
from quintet.players.move_limits import Limit, parse_clock


@pytest.mark.parametrize(
    ("text", "kind", "limit"),
    [
        ("level:3", "level", Limit()),
        ("random", "random", Limit()),
        (" random ", "random", Limit()),
        ("engine", "engine", Limit()),
        ("solver", "solver", Limit()),
        ("mcts:nodes=1000", "mcts", Limit(nodes=1000)),
        ("mcts:cpu=0.5,threads=2", "mcts", Limit(cpu=0.5)),
        ("alphabeta:depth=6", "alphabeta", Limit(depth=6)),
        ("alphabeta:seconds=.1,rules=true", "alphabeta", Limit(seconds=0.1)),
        ("my.bots:choose", "function", Limit()),
    ],
)
def test_players(text: str, kind: str, limit: Limit) -> None:
    who = parse_who(text)
    assert (who.kind, who.limit) == (kind, limit)
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
    assert (who.kind, who.settings) == ("level", settings)
    assert parse_who(str(who)) == who
    assert parse_who("level:3").settings is None


@pytest.mark.parametrize(
    "rest",
    ["lines=4", "nodes=0", "nodes=x", "nodes=5,depth=3", "nodes=5,careful=no", "nodes=5,method=auto2", "nodes=5,"],
)
def test_other_settings_of_a_level_are_refused(rest: str) -> None:
    with pytest.raises(ValueError, match=r"a level has no settings|must be a whole number"):
        parse_who(f"level:{rest}")


def test_a_program_has_a_command() -> None:
    who = parse_who('ugi:"edax -l 3"')
    assert (who.kind, who.command) == ("ugi", ("edax", "-l", "3"))
    assert parse_who(str(who)) == who


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "human",
            "level",
            "level:",
            "level:0",
            "level:11",
            "level:x",
            "random:1",
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
    assert str(error.value) == f"a player must be {EXPECTED}, got {text.strip()!r}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mcts:nodes", "expected settings such as nodes=1000,threads=2 after mcts:, got 'nodes'"),
        ("mcts:nodes=1,nodes=2", "expected settings such as nodes=1000,threads=2 after mcts:, got 'nodes=1,nodes=2'"),
        ("mcts:nodes=0", "nodes must be a whole number from 1 to 1000000000000000, got '0'"),
        ("mcts:nodes=1e3", "nodes must be a whole number from 1 to 1000000000000000, got '1e3'"),
        ("alphabeta:depth=200", "depth must be a whole number from 1 to 100, got '200'"),
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
    assert named(players) == ["random", "level:1", "random#2", "random#3"]


def test_clocks() -> None:
    assert parse_clock("60+0.5") == Limit(clock=60, increment=0.5)
    assert parse_clock("3") == parse_clock("3+0") == Limit(clock=3)
    for text in ("", "x", "60+", "+1", "-1", "1+x", "inf"):
        with pytest.raises(ValueError) as error:
            parse_clock(text)
        assert str(error.value) == f"--clock must be SECONDS or SECONDS+INCREMENT such as 60+0.5, got {text!r}"
    for text, what, got in (("0", "SECONDS", "0"), ("1e9", "SECONDS", "1e9"), ("60+1e9", "INCREMENT", "1e9")):
        with pytest.raises(ValueError) as error:
            parse_clock(text)
        assert str(error.value) == f"{what} of --clock must be a number above 0 and at most 1e+06, got {got!r}"
