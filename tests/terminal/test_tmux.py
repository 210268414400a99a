"""The main stories in a real terminal: games by keys alone and by the mouse alone, every kind of terminal, a crash, a
window that changes, and what nobody typed on purpose."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from amounts import LONG, some, whole
from needs import need
from quintet.core.match import Match
from quintet.core.narration import move_name, press_names
from quintet.core.registry import load
from quintet.terminal import saves
from quintet.terminal.app import settings
from terminal.driver import Desk
from terminal.tmux import DOWN, ENDED, ENTER, LEFT, PATIENCE, RIGHT, TAB, UP, Window, window

need("tmux")

SPECS = ["othello", "magnetize", "quentin(size=5)", "bestgame", "pentago"]
OVER = "n for a new game"
LEAVING = b"\x03\x11q"
"""Keys that leave."""
SIZES = ["40x24", "80x24", "120x40"]


@pytest.fixture(autouse=True)
def quick(desk: Desk) -> None:
    """Moves are shown at once."""
    kept = settings.AppSettings(speed="none")
    kept.keep()


def late(spec: str) -> list[str]:
    """A position three moves before the end of a game of random moves; the start, where all is run."""
    game, random = load(spec), Random(2)
    match = Match(game)
    while match.outcome is None:
        match.play(random.choice(match.legal_moves))
    return [] if LONG else ["--position", game.text(match.positions[-4])]


def finished() -> Match:
    (path,) = saves.paths(saves.FINISHED)
    return saves.read(path)[0]


def playing(spec: str) -> list[str]:
    return ["play", spec, "--app", "--names", "Ada,Ben", *late(spec)]


@pytest.mark.parametrize("spec", some(SPECS, of=5))
def test_a_whole_game_by_keys_alone(desk: Desk, spec: str) -> None:
    random = Random(1)
    with window(desk, *playing(spec)) as at:
        at.until("to move")
        while OVER not in at.shown():
            at.type(random.choice((UP, DOWN, LEFT, RIGHT)) + TAB * random.randrange(1, 5) + ENTER)
            _settled(at)
        at.type("q")
        at.until(f"{ENDED} 0")
    assert finished().outcome


@pytest.mark.parametrize("spec", some(reversed(SPECS), of=5))
def test_a_whole_game_by_the_mouse_alone(desk: Desk, spec: str) -> None:
    random = Random(3)
    words = playing(spec)
    game = load(spec)
    names = press_names(game.layout())
    match = Match(game, position=game.parse(words[-1]) if "--position" in words else None)
    with window(desk, *words, size=(100, 36)) as at:
        at.until("to move")
        while match.outcome is None:
            move = random.choice(match.legal_moves)
            for target in game.clicks(move):
                at.press(match, target)
            match.play(move)
            at.until(OVER if match.outcome else f"{match.ply}. {move_name(game, move, names)}")
        at.type("q")
        at.until(f"{ENDED} 0")
    assert [str(move) for move in finished().moves] == [str(move) for move in match.moves]


@pytest.mark.parametrize("size", some(SIZES))
def test_the_shelf_a_game_and_back_in_every_window(desk: Desk, size: str) -> None:
    width, height = map(int, size.split("x"))
    with window(desk, size=(width, height)) as at:
        at.until("Othello")
        at.type(RIGHT + RIGHT + ENTER)
        screen = at.until("to move")
        assert all(len(line) <= width for line in screen.splitlines())
        at.type(ENTER + "q")
        at.until("Continue Othello")
        at.type("q")
        at.until(f"{ENDED} 0")


@pytest.mark.parametrize("term", some(["linux", "xterm", "screen-256color", "xterm-256color"]))
def test_every_kind_of_terminal(desk: Desk, term: str) -> None:
    """What is drawn has no more colours than the terminal, and keys work."""
    with window(desk, "play", "othello", "--app", "--names", "Ada,Ben", TERM=term) as at:
        at.until("Ada (Black) to move")
        styled = at.tmux("capture-pane", "-p", "-e", "-t", "0")
        assert "38;2;" not in styled
        assert ("48;5;" in styled) == ("256" in term)
        at.type(ENTER)
        at.until("1. d3")
        at.type("q")
        at.until(f"{ENDED} 0")


def test_a_terminal_that_cannot_be_drawn_on_gets_line_mode(desk: Desk) -> None:
    with window(desk, TERM="dumb") as at:
        at.until("A number from 1 to")
        at.type("\x04")
        at.until("No game was started.")


@whole
def test_nothing_is_coloured_where_nothing_should_be(desk: Desk) -> None:
    with window(desk, "play", "othello", "--app", "--names", "Ada,Ben", TERM="screen-256color", NO_COLOR="1") as at:
        at.until("to move")
        styled = at.tmux("capture-pane", "-p", "-e", "-t", "0")
        assert "38;" not in styled
        assert "48;" not in styled
        assert "[◦]" in styled


def test_after_kill_9_every_move_is_offered(desk: Desk) -> None:
    with window(desk, "play", "othello", "--app", "--names", "Ada,Ben") as at:
        at.until("to move")
        for number, move in enumerate(("d3", "c5", "d6", "e3"), 1):
            at.type(":")
            at.until("Your move")
            at.type(move + ENTER)
            at.until(f"{number}. {move}")
        for pid in _processes(desk):
            os.kill(pid, signal.SIGKILL)
        while _processes(desk):
            time.sleep(0.02)
    with window(desk) as at:
        at.until("Continue Othello: Ada against Ben, 4 moves played")
        at.type("c")
        at.until("4. e3")
    assert "1 d3 c5\n2 d6 e3\n" in desk.saves[0].read_text() or "1 d3 c5 d6 e3\n" in desk.saves[0].read_text()


def _processes(desk: Desk) -> list[int]:
    """The commands of this desk."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_ours = f"QUINTET_HOME={desk.home}\0".encode() in (folder / "environ").read_bytes()
        except OSError:
            continue
        if is_ours:
            found.append(int(folder.name))
    return found


@whole
def test_a_storm_of_sizes(desk: Desk) -> None:
    random = Random(1)
    with window(desk, "play", "quentin(size=19)", "--app", "--names", "Ada,Ben") as at:
        at.until("to move")
        for _ in range(30):
            at.resize(random.randrange(1, 200), random.randrange(1, 60))
            at.type(random.choice((UP, DOWN, LEFT, RIGHT)))
        at.resize(39, 20)
        at.until("too small")
        at.resize(80, 24)
        screen = at.until("to move")
        assert "19 ○" in screen
        assert "a b c d e f g h i j k l m n o p q r s" in screen
        at.type("q")
        at.until(f"{ENDED} 0")


@whole
def test_a_megabyte_of_pasted_text_and_garbage(desk: Desk) -> None:
    text = desk.folder / "text.txt"
    text.write_text("Lorem ipsum, dolor sit amet: 12345 [x] {y}\n" * 24_000)
    assert text.stat().st_size > 1_000_000
    with window(desk, "play", "othello", "--app", "--names", "Ada,Ben") as at:
        at.until("to move")
        at.paste(text)  # as terminals do it, with marks around it: nothing of it is a key
        at.type(ENTER)
        at.until("1. d3")
        at.type(":")
        at.until("Your move")
        at.paste(text)
        at.type(ENTER)
        at.until("is not a move")
        at.tmux(
            "send-keys",
            "-H",
            "-t",
            "0",
            *(f"{byte:02x}" for byte in Random(1).randbytes(3000) if byte not in (3, 17, 113)),
        )
        for _ in range(20):  # whatever questions the garbage has opened
            if not _settled(at):
                break
            at.type("\x1b")
        at.type("?")
        at.until("What you can press")
        at.type("\x11")
        at.until(f"{ENDED} 0")
    assert desk.saves or saves.paths(saves.FINISHED)


def _settled(at: Window) -> bool:
    """Wait until the screen stays as it is; whether a question is on it then."""
    before, deadline = "", time.monotonic() + PATIENCE
    while (screen := at.shown()) != before:
        assert time.monotonic() < deadline, f"it never rests\n{screen}"
        before = screen
        time.sleep(0.3)
    return "╭" in screen
