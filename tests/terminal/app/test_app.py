"""The app, driven by its keys and by the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from amounts import some
from arena.bouts import fake
from quintet.core.game import parse_move
from quintet.core.match import Match
from quintet.core.registry import load
from quintet.engine.book import listed_text
from quintet.render.text.color_board import ColorBoard
from quintet.terminal import saves
from quintet.terminal.app import settings
from quintet.terminal.app.board_widget import BoardWidget
from quintet.terminal.app.dialogs import TextQuestion
from quintet.terminal.app.game_screen import GameScreen
from quintet.terminal.app.panel import Panel
from quintet.terminal.app.shelf import Shelf
from terminal.app.driver import begin, drive, game_of, shown, status, until
from terminal.driver import Desk

SPECS = ["othello", "pentago", "quentin(size=3)", "bestgame", "magnetize"]


def late(spec: str) -> str:
    """A position that is four moves before the end of a game of random moves."""
    game, random = load(spec), Random(1)
    match = Match(game)
    while match.outcome is None:
        match.play(random.choice(match.legal_moves))
    return game.text(match.positions[-5])


@pytest.mark.long
@pytest.mark.parametrize("spec", some(SPECS, 2))
def test_a_game_by_keys_alone(desk: Desk, spec: str) -> None:
    """Arrows, Tab and Enter play any game to its end."""

    async def story(pilot: Pilot[None]) -> None:
        game, key = game_of(pilot), "right"
        for _ in range(60):
            if game.match.outcome:
                break
            was = game.cursor
            await pilot.press("enter")
            if game.cursor == was and not game.match.outcome:
                await pilot.press(key)
                if game.cursor == was:
                    key = {"right": "down", "down": "left", "left": "up", "up": "tab", "tab": "right"}[key]
        assert game.match.outcome
        assert "n for a new game" in shown(pilot)
        await pilot.press("n")
        assert game.match.ply == 0
        assert game.match.names == ("Ada", "Ben")

    drive(story, begin(spec, position=late(spec)))
    assert not desk.saves
    (path,) = saves.paths(saves.FINISHED)
    assert saves.read(path)[0].outcome


def test_a_game_by_the_mouse_alone(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)

        async def press(target: str) -> None:
            view, sized = game.board, game.board.color_board
            top, left = view._corner
            offset = next(
                (left + column, top + line)
                for line in range(sized.height)
                for column in range(sized.width)
                if sized.target_at(line, column) == target
            )
            assert await pilot.click(BoardWidget, offset=offset)

        await press("a0")
        assert "Turn which sub-board? 1 clockwise" in shown(pilot)
        assert list(game.scene().pieces) == ["a0"], "the marble stays where it was put"
        await pilot.press("tab")
        assert "Turn which sub-board? 1 anti-clockwise" in shown(pilot)
        assert list(game.scene().pieces) == ["a0"]
        await press("c3")  # no part of this move: back to the beginning
        assert "to move" in shown(pilot)
        await press("a0")
        await press("1C")
        assert [str(move) for move in game.match.moves] == ["a0-1C"]
        assert game.cursor in game.entry.targets, "a handle that was pressed is no place for the cursor"
        await press("a2")
        assert status(pilot) == "a2 is occupied."
        assert game.match.ply == 1

    drive(story, begin("pentago"))


def test_a_refused_spot_says_why_and_the_game_goes_on(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("up", "enter")
        assert game.match.ply == 0
        assert status(pilot) == "d2 turns no disc."
        await pilot.press("down", "enter")
        assert [str(move) for move in game.match.moves] == ["d3"]

    drive(story, begin("othello"))


def test_undo_redo_replay_and_switching_sides_against_an_engine(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: game.match.ply == 2)
        first = game.match.moves
        await pilot.press("u")
        assert game.match.ply == 0
        await pilot.press("u")
        assert "There is no move of yours to take back." in shown(pilot)
        await pilot.press("r")
        assert game.match.moves == first
        await pilot.press("comma")
        assert game.ply == 1
        assert "Board 1 of 2" in shown(pilot)
        await pilot.press("home", "full_stop", "end")
        assert game.is_live
        await pilot.press("x")
        assert game.match.names == ("level:1", "Ada")
        await until(pilot, lambda: game.match.ply == 3)
        assert game.local.near == 1

    drive(story, begin("othello", second="level:1"))


@pytest.mark.parametrize(("board", "agrees"), [("w", False), ("b", True)])
def test_an_engine_answers_a_draw_offer(desk: Desk, board: str, agrees: bool) -> None:
    won = "wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwww../wwwwwwb."
    position = won if board == "w" else won.translate(str.maketrans("bw", "wb"))

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("D")
        answer = "A draw: both agreed" if agrees else "Beginner (level 1) does not agree, and the game goes on."
        await until(pilot, lambda: answer in shown(pilot))
        assert (game_of(pilot).match.outcome is not None) is agrees

    drive(story, begin("othello", second="level:1", position=f"{position} b"))


def test_two_engines_pause_and_go_on(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await until(pilot, lambda: game.match.ply >= 1)
        await pilot.press("p")
        ply = game.match.ply
        await pilot.pause(0.05)
        assert game.match.ply == ply
        assert "paused" in shown(pilot)
        game.settings.speed = "none"
        await pilot.press("p")
        await until(pilot, lambda: game.match.outcome is not None)

    drive(story, begin("quentin(size=3)", first="random", second="random"), speed="fast")


def test_a_program_plays_more_than_one_move(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        for ply in (2, 4):
            await pilot.press("right", "enter")
            await until(pilot, lambda ply=ply: game.match.ply == ply)  # type: ignore[misc]
            assert game.match.moves[-1] == game.game.legal_moves(game.match.positions[-2])[0]

    drive(story, begin("quentin(size=5,pie=false)", second=fake("ugi", "good", "quentin(size=5,pie=false)")))


def test_a_program_that_ends_loses(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: game_of(pilot).match.outcome is not None)
        assert game_of(pilot).match.resigned == 1
        await until(pilot, lambda: "ended in the middle of the game, with status 1" in shown(pilot))

    drive(story, begin("othello", second="ugi:false"), size=(120, 40))


def test_a_search_with_settings_plays(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: game_of(pilot).match.ply == 2)
        assert game_of(pilot).match.names == ("Ada", "mcts:nodes=20")

    drive(story, begin("othello", second="mcts:nodes=20"))


def test_lines_lead_to_different_positions(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot).game

        def first_moves() -> list[str]:
            return re.findall(r"(\w\d-\d[CA]) [+-]", shown(pilot))

        await pilot.press("l")
        await until(pilot, lambda: len(first_moves()) == 3)
        after = [game.play(game.start(), parse_move(game, game.start(), move)) for move in first_moves()]
        assert len({listed_text(game, position) for position in after}) == 3, "every move has its mirror images"

    drive(story, begin("pentago"))


def test_truth_lines_and_hints_follow_the_position(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("t")
        assert status(pilot).startswith("▲ wins, = draws, ▼ loses. Proved so far: ")
        await until(pilot, lambda: bool(game.signs()))
        await until(pilot, lambda: "Proved so far: 0 " not in status(pilot))
        await pilot.press("right")
        assert "exact" not in shown(pilot), "t marks moves and shows no lines"
        await pilot.press("l")
        await until(pilot, lambda: "exact" in shown(pilot))
        await pilot.press("enter")
        assert game.match.ply == 1
        await until(pilot, lambda: "exact" in shown(pilot) and bool(game.signs()))
        await pilot.press("l")
        assert "exact" not in shown(pilot)
        assert game.settings.truth, "l hides the lines alone"
        await pilot.press("t", "h")
        assert not game.signs()
        await until(pilot, lambda: "You could play" in status(pilot))
        await pilot.press("left")
        assert "You could play" not in shown(pilot), "a message goes with the next key"

    drive(story, begin("bestgame(columns=4,rows=4)"))


def test_steps_of_a_move_are_seen_and_a_key_skips_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.SPEEDS, "slow", 60.0)

    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("enter")
        assert game.steps
        assert "::" not in shown(pilot)
        assert ":" in shown(pilot)
        await pilot.press("left")
        assert not game.steps

    drive(story, begin("othello"), speed="slow")


def test_typing_saving_resigning_and_taking_that_back(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("colon", *"3d", "enter")
        assert game.match.ply == 0
        await pilot.press("colon", *"d3", "enter")
        assert [str(move) for move in game.match.moves] == ["d3"]
        await pilot.press("s", "enter")
        assert "Saved in othello.quintet" in shown(pilot)
        await pilot.press("R", "n")
        assert game.match.outcome is None
        await pilot.press("R", "y")
        assert game.match.resigned == 1
        await pilot.press("u")
        assert game.match.outcome is None
        await pilot.press("D", "y")
        assert game.match.outcome is not None

    drive(story, begin("othello"))
    assert Match.from_record(desk.read("othello.quintet")).ply == 1


def test_moves_typed_without_a_pause_reach_the_box(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        match, moves = game_of(pilot).match, ["b0-4C", "a1-4A", "c5-1C"]

        async def at_once(move: str, ply: int) -> None:
            for key in [*move, "\r"]:
                pilot.app.post_message(events.Key({"\r": "enter", "-": "minus"}.get(key, key), key))
            await until(pilot, lambda: match.ply == ply)

        for ply, move in enumerate(moves, 1):
            await at_once(move, ply)
        assert [str(move) for move in match.moves] == moves

    drive(story, begin("pentago"))


def test_enter_is_enter_where_the_terminal_sends_a_line_feed(desk: Desk) -> None:
    """As it does for what is typed while the app starts."""

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press(*"d3", "ctrl+j")
        assert list(map(str, game_of(pilot).match.moves)) == ["d3"]

    drive(story, begin("othello"))


def test_a_move_is_typed_on_the_board_as_it_is_written(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("f")
        assert "Your move, for example d3: f" in shown(pilot)
        await pilot.press("escape")
        await pilot.press(*"F5", "enter", *"f6", "enter")
        assert [str(move) for move in game.match.moves] == ["f5", "f6"]
        await pilot.press(*"3d", "enter")
        assert "'3d' is not a move" in shown(pilot)
        await pilot.press("comma", "f")
        assert "Board 1 of 2" in shown(pilot), "nothing is typed on a board of the past"
        await pilot.press("question_mark")
        assert "letters and digits" in shown(pilot)

    drive(story, begin("othello"))


def test_a_letter_that_is_a_key_is_part_of_a_move_if_a_digit_follows(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press(*"l2")
        assert ": l2" in shown(pilot)
        await pilot.press("enter")
        assert [str(move) for move in game.match.moves] == ["l2"]
        await pilot.press("l", "right", *"2")
        assert ": 2" in shown(pilot), "only right after it"

    drive(story, begin("quentin"))


def test_the_palette_knows_every_command(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("ctrl+p", *"resign")
        await until(pilot, lambda: "key R" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "Resign this game?" in shown(pilot))
        await pilot.press("y")
        await until(pilot, lambda: game.match.resigned == 0)

    drive(story, begin("othello"))


def test_a_pass_and_a_change_of_sides_can_be_clicked(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        await pilot.press("enter")
        row, line = next((row, line) for row, line in enumerate(shown(pilot).splitlines()) if "[Swap" in line)
        assert await pilot.click(offset=(line.index("[Swap") + 1, row))
        assert [str(move) for move in game.match.moves][1:] == ["swap"]

    drive(story, begin("quentin(size=3)"))


def test_keys_that_come_before_a_question_is_open_or_closed(desk: Desk) -> None:
    """On a busy machine two keys are handled at once."""

    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        game.action_type()
        game.action_type()
        await pilot.press(*"d3")
        question = pilot.app.screen
        assert isinstance(question, TextQuestion)
        question.answer("d3")
        question.answer("d3")
        await pilot.pause()
        assert game.is_current
        assert game.match.ply == 1

    drive(story, begin("othello"))


def test_q_twice_at_once_goes_to_the_shelf(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        shelf = pilot.app.screen.query_one(Shelf)
        shelf.post_message(Shelf.Taken())
        shelf.post_message(Shelf.Taken())
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        game = game_of(pilot)
        await until(pilot, lambda: "to move" in shown(pilot))
        game.action_leave()
        game.action_leave()
        await until(pilot, lambda: pilot.app.screen is not game)
        assert pilot.app.screen.query_one(Shelf) is shelf

    drive(story)


def test_the_status_tells_what_the_shown_move_did(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        assert status(pilot) == "Ada (Black) to move"
        await pilot.press("enter")
        assert status(pilot) == "Black plays d3 and turns 1 disc. Ben (White) to move"
        await pilot.press("colon", *"c3", "enter")
        assert status(pilot) == "White plays c3 and turns 1 disc. Ada (Black) to move"
        await pilot.press("comma")
        assert status(pilot).startswith("Black plays d3 and turns 1 disc. Board 1 of 2")
        await pilot.press("home")
        assert status(pilot).startswith("Board 0 of 2")
        await pilot.press("end", "u")
        assert status(pilot) == "Black plays d3 and turns 1 disc. Ben (White) to move"
        await pilot.press("r")
        assert status(pilot) == "White plays c3 and turns 1 disc. Ada (Black) to move"

    drive(story, begin("othello"))


@pytest.mark.parametrize("size", [(40, 24), (60, 16), (80, 24), (100, 30)])
def test_a_long_sentence_leaves_room_for_whose_turn_it_is(desk: Desk, size: tuple[int, int]) -> None:
    """The longest of Magnetize has 130 characters."""

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("colon", "m", "enter", "colon", "m", "enter")
        lines = shown(pilot).splitlines()[:-1]
        assert any("Ada (Black) to move" in line for line in lines), shown(pilot)
        assert any("White's magnet is on" in line for line in lines), shown(pilot)

    drive(story, begin("magnetize(height=8,width=8)"), size)


def test_what_a_large_board_leaves_no_room_for_below_it_is_told_beside_it(desk: Desk) -> None:
    """The status has one line here, and the end of the game comes first."""
    board = "/".join(["..w..........", "bw...........", *["b............"] * 11])

    async def story(pilot: Pilot[None]) -> None:
        def beside() -> str:
            return " ".join(pilot.app.screen.query_one(Panel).render().plain.split())

        assert "Black plays" not in beside()
        await pilot.press(*"a1", "enter")
        assert status(pilot).startswith("Ada (Black) wins: edges connected.")
        assert "Black plays a1; b1 fills white: 2 white stones around it, 1 black. Black connects" in beside()
        await pilot.press("u")
        assert "Black plays" not in beside()

    drive(story, begin("quentin", position=f"{board} b -"), size=(100, 30))


def test_the_status_follows_the_size_of_the_window(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert "Black places a stone on g7.\n" in f"{pilot.app.screen.query_one('#say', Static).content}"
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Black places a stone on g7.  Ben" in f"{pilot.app.screen.query_one('#say', Static).content}"

    drive(story, begin("quentin"))


def test_the_shelf_leads_to_a_game_and_back(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        shelf = pilot.app.screen.query_one(Shelf)
        assert "Othello" in shown(pilot)
        await pilot.resize_terminal(60, 14)
        await until(pilot, lambda: "60 x 14 is too small" in shown(pilot))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Othello" in shown(pilot))
        await pilot.press("right", "right", "down", "up", "right", "left")
        assert shelf.game_id == "othello"
        await pilot.press("w", "home", "enter")
        assert "White: a person" in shown(pilot)
        await pilot.press("e", *"Ada", "tab", *"Ben", "enter", "o", *["backspace"] * 8, *"x", "enter")
        assert "Size must be a whole number" in shown(pilot)
        await pilot.press("escape", "enter")
        assert "Othello for two" in shown(pilot)
        await pilot.press("enter")
        assert status(pilot) == "Ada (Black) to move"
        await pilot.press("enter", "q")
        assert "Continue Othello: Ada against Ben, 1 move played" in shown(pilot)
        await pilot.press("c")
        assert game_of(pilot).match.ply == 1
        await pilot.press("q", "g")
        assert ", 1 move played, unfinished" in shown(pilot)
        await pilot.press("enter", "question_mark")
        assert "What you can press" in shown(pilot)
        await pilot.press("escape", "i")
        assert "Othello" in shown(pilot)

    drive(story)


def asked_for_more(pilot: Pilot[None], is_so: bool) -> Callable[[], bool]:
    return lambda: ("make it at least 40 x 15" in shown(pilot)) == is_so


@pytest.mark.parametrize(
    ("spec", "size"), [("quentin(size=19)", (80, 24)), ("othello", (80, 24)), ("othello", (40, 24))]
)
def test_boards_fit_their_windows(desk: Desk, spec: str, size: tuple[int, int]) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        sized: ColorBoard = game.board.color_board
        assert game.board.size.height >= sized.height
        assert game.board.size.width >= sized.width
        assert "to move" in shown(pilot)
        for resized in ((39, 24), (200, 60), size, (40, 14), (120, 40)):
            await pilot.resize_terminal(*resized)
            await until(pilot, asked_for_more(pilot, resized[0] < 40 or resized[1] < 15))
        assert sized.size == "small" or sized.width < game.board.color_board.width

    drive(story, begin(spec), size)


def test_without_colours_shapes_are_left(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def story(pilot: Pilot[None]) -> None:
        assert "▐" not in shown(pilot)
        assert "[◦]" in shown(pilot)
        styles = {style for strip in game_of(pilot)._compositor.render_strips() for _, style, _ in strip if style}
        assert all(style.color is None or style.color.is_default for style in styles)

    drive(story, begin("othello"))


def test_settings_and_unreadable_ones(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("C", "S")
        assert pilot.app.theme == "paper"

    drive(story, begin("othello"))
    assert (settings.load().theme, settings.load().size) == ("paper", "small")
    for text in ("", "[]", '{"theme": "pink", "lines": 1}', "\ufffe"):
        Path(desk.home / "app.json").write_text(text, "utf-8")
        assert settings.load() == settings.AppSettings()
