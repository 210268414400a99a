"""A board beside something to read, for lessons and puzzles; and the rules with their worked examples."""

from __future__ import annotations

from copy import copy
from io import StringIO
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from quintet.core.game import AnyGame
from quintet.core.story import worked_examples
from quintet.render.match_text import boards
from quintet.terminal.app.choosing_screen import ChoosingScreen
from quintet.terminal.app.dialogs import FRAME, WIDEST, TextPage
from quintet.terminal.app.settings import AppSettings


class Prose(VerticalScroll, can_focus=False):
    """Paragraphs, the first of them a heading."""

    DEFAULT_CSS = "Prose { padding: 0 1; } Prose Static { height: auto; }"

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def show(self, heading: str, paragraphs: list[str]) -> None:
        text = Text(heading, "bold")
        for paragraph in paragraphs:
            text.append(f"\n\n{paragraph}", "not bold")
        self.query_one(Static).update(text)
        self.call_after_refresh(self.scroll_end, animate=False)


class TeachingScreen(ChoosingScreen[None]):
    """Shows prose beside the board, with a scroll bar where it is longer than the window."""

    BINDINGS = [
        Binding("pageup", "scroll(-1)", "Text up", show=False),
        Binding("pagedown", "scroll(1)", "Text down", show=False),
    ]

    def panel(self) -> Widget:
        return Prose()

    def draw_panel(self) -> None:
        return

    def tell(self, heading: str, *paragraphs: str) -> None:
        self.query_one(Prose).show(heading, [paragraph for paragraph in paragraphs if paragraph])

    def action_scroll(self, by: int) -> None:
        self.query_one(Prose).scroll_relative(y=by * 5, animate=False)


class ExampleScreen(TeachingScreen):
    """Every example board by board; the reader may try a move before going on with the example."""

    BINDINGS = [
        Binding("u", "undo", "Take your move back"),
        Binding("n", "example(1)", "Next example"),
        Binding("b", "example(-1)", "Example before"),
    ]
    BEHIND = "rules"

    def __init__(self, game: AnyGame, settings: AppSettings, color: bool) -> None:
        stories = worked_examples(game.rules)
        self.examples = [(story.title, boards(story)) for story in stories]
        self.number = self.board_number = 0
        super().__init__(copy(self.examples[0][1][0][1]), settings, color)
        self.said = ""

    @property
    def is_turn_of_person(self) -> bool:
        return self.match.outcome is None

    def begin(self) -> None:
        self._show()

    def turn_words(self) -> str:
        count = len(self.examples[self.number][1])
        return f"Board {self.board_number + 1} of {count}: . goes on, or try a move" if not self.said else self.said

    def keys(self) -> str:
        return ", . boards  ↵ try a move  u undo  n next example"

    def _show(self) -> None:
        title, steps = self.examples[self.number]
        words = [sentence for sentence, _ in steps[: self.board_number + 1]]
        self.tell(f"Example {self.number + 1} of {len(self.examples)}: {title}", *words)
        self.go_on()

    def _put_board(self) -> None:
        self.said = ""
        self.put(copy(self.examples[self.number][1][self.board_number][1]))
        self.fit()
        self._show()

    def choose(self, move: Any) -> None:
        self.play(move)
        self.said = "You tried a move: u takes it back, . goes on with the example"
        self.go_on()
        self.show_step()

    def action_step(self, by: int) -> None:
        boards = self.examples[self.number][1]
        before = self.board_number
        self.board_number = max(0, min(before + by, len(boards) - 1))
        match = boards[self.board_number][1]
        if self.board_number <= before or self.said or match.ply != self.match.ply + 1:
            self._put_board()
            return
        self.play(match.moves[-1])  # the next board is one move away: it is shown step by step
        self._show()
        self.show_step()

    def action_go(self, ply: int) -> None:
        self.board_number = ply
        self._put_board()

    def action_live(self) -> None:
        self.action_go(len(self.examples[self.number][1]) - 1)

    def action_undo(self) -> None:
        self.skip()
        if self.match.ply > self.examples[self.number][1][self.board_number][1].ply:
            self.match.undo()
            self.said = ""
        self.go_on()

    def action_example(self, by: int) -> None:
        self.number, self.board_number = (self.number + by) % len(self.examples), 0
        self._put_board()


class Rules(TextPage):
    """The rules of a game, set for the width of the window."""

    BINDINGS = [Binding("x", "examples", "The examples on a board")]

    def __init__(self, game: AnyGame, settings: AppSettings, color: bool) -> None:
        super().__init__("One moment")  # the first page of Markdown takes a second to load what it needs
        self.game, self.settings, self.color = game, settings, color
        self.has_examples = bool(worked_examples(game.rules))

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._set_text)

    def _set_text(self) -> None:
        columns = min(self.size.width, WIDEST) - FRAME
        hint = "x shows the examples on a board; Esc goes back\n\n" if self.has_examples else ""
        self.query_one(Static).update(Text(hint, "dim").append_text(_rules(self.game, self.color, columns)))

    def action_examples(self) -> None:
        if self.has_examples:
            self.app.push_screen(ExampleScreen(self.game, self.settings, self.color))


def _rules(game: AnyGame, color: bool, columns: int) -> Text:
    """The rules with their worked examples."""
    from quintet.terminal import rules_text

    out = StringIO()
    rules_text.show(game, out, color, columns)
    return Text.from_ansi(out.getvalue()) if color else Text(out.getvalue())
