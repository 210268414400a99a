"""The shared parts of the protocols: searches without end are reported as one search, and the end of input ends all."""

import threading
from typing import Any

import pytest

from protocols.peers import Peer, peer
from quintet import Match, load
from quintet.core.types import Player
from quintet.engine import Analysis, Engine, Line
from quintet.engine.analysis import Report
from quintet.protocols.gtp import Gtp
from quintet.protocols.ugi import Ugi

SLICES = [
    [("d3", 1, 5), ("c4", 6, 900), ("f5", 9, 4000)],
    [("d3", 1, 5), ("c4", 6, 900), ("c4", 8, 4100), ("e6", 11, 9000)],
    [("d3", 1, 5), ("c4", 6, 900)],
]
"""Move, depth and nodes of what each search finds; the last is stopped."""

TOLD = [("d3", 1, 5), ("c4", 6, 900), ("f5", 9, 4000), ("c4", 9, 8100), ("e6", 11, 13_000)]
"""What is told of it: depth and nodes since the beginning."""


class Slices:
    """Stands in for the search of an engine, and waits at the end of the last slice until it is stopped."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.last, self._stop = threading.Event(), threading.Event()
        self._left = [list(found) for found in SLICES]
        patch.setattr(Engine, "analyze", self.analyze)
        patch.setattr(Engine, "stop", self._stop.set)

    def analyze(self, position: Any, *, seconds: float, lines: int, progress: Report) -> Analysis:
        for move, depth, nodes in self._left.pop(0):
            line = Line((move,), 0.0, None, False)
            found = Analysis(Player.FIRST, move, 0.0, None, False, depth, nodes, 0.0, (line,))
            progress(found)
        if not self._left:
            self.last.set()
            assert self._stop.wait(60)
        return found


def number(line: str, name: str) -> int:
    """The number after a word of a line."""
    words = line.split()
    return int(words[words.index(name) + 1])


def infos(ugi: Peer) -> list[str]:
    return [line for line in ugi.heard if line.startswith("info depth")]


def test_an_endless_search_of_ugi_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    slices, heard = Slices(monkeypatch), list[str]()
    ugi = Ugi(load("othello"), heard.append)
    ugi.hear("go infinite")
    assert slices.last.wait(60)
    ugi.hear("stop")
    *told, best = heard
    assert [(line.split()[-1], number(line, "depth"), number(line, "nodes")) for line in told] == TOLD
    times = [number(line, "time") for line in told]
    assert times == sorted(times)
    assert best == "bestmove e6"


def test_an_endless_analysis_of_gtp_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    slices, heard = Slices(monkeypatch), list[str]()
    gtp = Gtp(load("othello"), heard.append)
    gtp.hear("lz-analyze b 0")
    assert slices.last.wait(60)
    gtp.hear("name")
    told = [(line.split()[-1], number(line, "visits")) for line in heard if line.startswith("info")]
    expected = [(move.upper(), nodes) for move, _, nodes in TOLD]
    assert told == [*expected, expected[-1]]


def test_what_is_searched_in_slices_is_told_as_one_search() -> None:
    with peer("ugi", "othello") as ugi:
        ugi.say("position startpos", "go infinite")
        while number(ugi.until("info depth"), "time") < 1000:
            pass
        ugi.say("stop")
        best = ugi.until("bestmove")
        told = infos(ugi)
        for name in ("depth", "nodes", "time"):
            numbers = [number(line, name) for line in told]
            assert numbers == sorted(numbers)
        assert best == f"bestmove {told[-1].partition(' pv ')[2].split()[0]}"


def test_a_search_without_end_is_stopped_and_the_next_one_goes_on() -> None:
    with peer("ugi", "othello") as ugi:
        for moves in ("d3", "d3 c3", "d3 c3 c4"):
            ugi.say("setoption name MultiPV value 3", f"position startpos moves {moves}", "go infinite")
            ugi.until("info depth")
            ugi.say("isready")
            ugi.until("readyok")  # while it searches
            ugi.say("stop")
            match = Match(load("othello"))
            for move in moves.split():
                match.play(move)
            assert ugi.until("bestmove ").split()[1] in match.legal()
        assert {f"multipv {number}" in line for line in infos(ugi) for number in (1, 2, 3)} == {True, False}
        ugi.say("go infinite")
        assert ugi.end() == 0


def test_what_is_proved_waits_for_stop() -> None:
    with peer("ugi", "othello") as ugi:
        ugi.say("position fen bw....../......../......../......../......../......../......../........ b", "go infinite")
        ugi.until("info depth")
        ugi.say("isready")
        ugi.until("readyok")
        assert not [line for line in ugi.heard if line.startswith("bestmove")]
        ugi.say("stop")
        assert ugi.until("bestmove") == "bestmove c1"


def test_an_analysis_streams_until_the_next_line() -> None:
    with peer("gtp", "othello") as gtp:
        for _ in range(2):
            gtp.say("9 lz-analyze b 1")
            assert gtp.line() == "=9"
            assert gtp.line().startswith("info move ")
            gtp.say("10 name")
            gtp.until("=10 Quintet Othello")
            assert gtp.line() == ""


def test_the_end_of_input_ends_all_three() -> None:
    for arguments in (["ugi", "othello"], ["gtp", "othello"], ["nboard"]):
        with peer(*arguments) as program:
            program.say("go infinite" if arguments[0] == "ugi" else "name")
            assert program.process.stdin is not None
            program.process.stdin.close()
            program.rest()
            assert program.process.wait(30) == 0
