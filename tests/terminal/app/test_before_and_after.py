"""What the app asks before a game between two people, and what it writes after every game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from quintet.terminal import saves
from quintet.terminal.app import settings
from quintet.terminal.app.form import Form
from quintet.terminal.app.game_screen import GameScreen
from quintet.terminal.app.main import QuintetApp
from quintet.terminal.app.shelf import Shelf
from quintet.terminal.app.teaching_screen import Rules
from quintet.terminal.local_game import LocalGame
from terminal.app.driver import begin, drive, game_of, shown, status, until
from terminal.app.teaching import now, take
from terminal.driver import Desk, lines

NAMED = {"\r": "enter", "\t": "tab", ":": "colon", "/": "slash"}
"""Keys that Textual calls by a name."""


def people(pilot: Pilot[None]) -> list[str]:
    return [field.value for field in now(pilot, Form).query(Input)]


async def two(pilot: Pilot[None], game_id: str) -> None:
    """A game for two from the shelf."""
    await take(pilot, game_id)
    await pilot.press("b", "home", "enter", "w", "home", "enter", "enter")


def test_two_people_are_asked_for_names_and_offered_the_rules(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "othello")
        assert "Othello for two" in shown(pilot)
        assert "Black, your name" in shown(pilot)
        assert "moves second" in shown(pilot)
        await pilot.press(*"Ada", "tab", *"Ben", "tab", "tab", "enter")
        assert isinstance(pilot.app.screen, Rules)
        await pilot.press("escape")
        assert people(pilot) == ["Ada", "Ben"], "the rules are read in between"
        await pilot.press("shift+tab", "enter")
        assert game_of(pilot).match.names == ("Ada", "Ben")
        assert status(pilot) == "Ada (Black) to move"
        await pilot.press("q")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)
    assert settings.load().names == "Ada,Ben"


def test_names_of_last_time_are_filled_in_and_enter_takes_them(desk: Desk) -> None:
    settings.AppSettings(names="Ada,Ben").keep()

    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "bestgame")
        assert "White, your name" in shown(pilot), "White begins this game"
        assert people(pilot) == ["Ada", "Ben"]
        await pilot.press("backspace", *"Eve", "enter")
        assert game_of(pilot).match.names == ("Eve", "Ben")
        await pilot.press("n")
        assert game_of(pilot).match.names == ("Eve", "Ben"), "the same two are not asked again"

    drive(story)
    assert settings.load().names == "Eve,Ben"


def test_an_empty_name_is_a_number_and_escape_starts_no_game(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "othello")
        await pilot.press("tab", *"Ben", "enter")
        assert game_of(pilot).match.names == ("Player 1", "Ben")
        await pilot.press("q", "enter")
        now(pilot, Form)
        await pilot.press("escape")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)


def test_names_typed_without_a_pause_reach_their_fields(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "othello")
        for key in "Ada\tBen\r":
            pilot.app.post_message(events.Key(NAMED.get(key, key), key))
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game_of(pilot).match.names == ("Ada", "Ben")

    drive(story)


def test_keys_that_come_at_once_are_taken_one_after_the_other(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "othello")
        for key in "Ada\tBen\r:d3\rc3\r/c4\r":
            pilot.app.post_message(events.Key(NAMED.get(key, key), key))
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and game_of(pilot).match.ply == 3)
        match = game_of(pilot).match
        assert (match.names, [str(move) for move in match.moves]) == (("Ada", "Ben"), ["d3", "c3", "c4"])

    drive(story)


def test_a_name_that_is_too_long_is_refused_in_the_form(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await two(pilot, "othello")
        now(pilot, Form).query(Input).first().value = "A" * 81
        await pilot.press("enter")
        assert "A name must be 1 to 80 printable characters" in shown(pilot)
        now(pilot, Form).query(Input).first().value = "Ada"
        await pilot.press("enter")
        assert game_of(pilot).match.names == ("Ada", "Player 2")

    drive(story, size=(100, 30))


def test_a_game_from_the_command_line_asks_too_and_escape_leaves(desk: Desk) -> None:
    app = QuintetApp(begin("othello"), questions=True)

    async def story() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert "Esc quit" in shown(pilot)
            assert "? help" not in shown(pilot), "what is typed now is a name"
            await pilot.press("escape")
            await pilot.pause()
            assert app._exit

    asyncio.run(story())


@pytest.mark.parametrize("second", ["level:1", "human"])
def test_nobody_is_asked_against_an_engine_or_in_the_middle_of_a_game(desk: Desk, second: str) -> None:
    game = begin("othello", second=second)
    if second == "human":
        game.match.play("d3")
    app = QuintetApp(game, questions=True)

    async def story() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            assert game_of(pilot).is_current

    asyncio.run(story())


# The results file.


def results(desk: Desk) -> list[str]:
    return sorted(path.name for path in desk.folder.glob("*-results*.txt"))


def test_the_end_is_written_as_line_mode_writes_it(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        for _ in range(2):
            await pilot.press("R", "y")
            assert "The result is in othello-results" in status(pilot)
            await pilot.press("n")
            assert "result" not in status(pilot)

    drive(story, begin("othello"))
    assert results(desk) == ["othello-results-2.txt", "othello-results.txt"]
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "resign"))
    ours, theirs = (desk.read(f"othello-results{number}.txt").splitlines()[5:] for number in ("", "-3"))
    assert ours == theirs
    assert "Player 2 wins! The winner is Ben with score 2." in ours


def test_an_end_that_is_taken_back_takes_its_file_back(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("colon", "1", "enter", "colon", "2", "enter")
        assert "draw" in status(pilot).lower()
        assert "The result is in bestgame-results.txt. n for a new game" in status(pilot)
        await pilot.press("comma", "end")
        assert results(desk) == ["bestgame-results.txt"], "looking back changes nothing"
        await pilot.press("u")
        assert results(desk) == []
        assert "result" not in status(pilot)
        await pilot.press("r")
        assert results(desk) == ["bestgame-results.txt"]
        Path("bestgame-results.txt").unlink()
        await pilot.press("u")
        assert game_of(pilot).match.outcome is None, "somebody has moved the file"

    drive(story, begin("bestgame(columns=3,rows=3,tokens=1)"))


def test_a_finished_game_that_is_opened_again_writes_nothing(desk: Desk) -> None:
    game = begin("othello")
    game.match.play("d3")
    game.resign()

    async def story(pilot: Pilot[None]) -> None:
        assert "n for a new game" in status(pilot)
        await pilot.press("comma", "end")

    (path,) = saves.paths(saves.FINISHED)
    drive(story, LocalGame(*saves.read(path)))
    assert results(desk) == []


def test_two_engines_and_a_folder_that_cannot_be_written(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: game_of(pilot).match.outcome is not None)
        assert "The result is in quentin-results.txt." in status(pilot)
        desk.folder.joinpath("quentin-results.txt").unlink()
        desk.folder.rmdir()
        await pilot.press("n")
        await until(pilot, lambda: "cannot be written to quentin-results.txt: no such file" in status(pilot))

    drive(story, begin("quentin(size=2,pie=false)", first="random", second="random"))
