"""A board beside something to read: what lessons, puzzles and worked examples have in common."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from quintet.terminal.app.choosing_screen import ChoosingScreen


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
