"""Small questions over the screen, a page to read, and the notice that a window is too small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static

BOX = """
align: center middle;
& > VerticalScroll { width: 64; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
  scrollbar-gutter: stable; }
& OptionList, & OptionList:focus { height: auto; max-height: 20; border: none; padding: 0;
  background: transparent; background-tint: transparent; }
& Static { height: auto; }
"""
WIDEST = 96
"""Columns of a page."""
FRAME = 6
"""Columns of its frame and its scroll bar."""
FEWEST = 40, 15
"""Columns and lines of the smallest window to play in."""
T = TypeVar("T")
ESCAPE = Binding("escape", "leave", "Back")


class Question(ModalScreen[T | None]):
    """A box in the middle; Escape answers with nothing."""

    DEFAULT_CSS = "Question { " + BOX + " }"
    AUTO_FOCUS = "Input"
    BINDINGS = [ESCAPE]
    is_answered = False

    def on_mount(self) -> None:
        """Hide the keys of the screen under this one, which do nothing now."""
        self.below = self.app.screen_stack[-2]
        self.below.add_class("under")

    def on_unmount(self) -> None:
        self.below.remove_class("under")

    def answer(self, value: T | None) -> None:
        """Close with an answer; one more Enter that was already on its way does nothing."""
        if not self.is_answered:
            self.is_answered = True
            self.dismiss(value)

    def action_leave(self) -> None:
        self.answer(None)


class Sure(Question[bool]):
    """Yes or no."""

    BINDINGS = [Binding("y,enter", "yes", "Yes"), Binding("n", "leave", "No")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.question, markup=False)
            yield Static("[@click=screen.yes]y  Yes[/]    [@click=screen.leave]n  No[/]")

    def action_yes(self) -> None:
        self.answer(True)


class TextQuestion(Question[str]):
    """A line of text, asked for on the last two lines of the screen: a board stays in sight."""

    DEFAULT_CSS = """
    TextQuestion { align: left bottom; background: transparent; }
    TextQuestion > Vertical { width: 100%; height: auto; padding: 0 1; background: $background; }
    TextQuestion Horizontal { height: 1; }
    TextQuestion Horizontal > Static { width: auto; max-width: 75%; text-style: bold; padding: 0 1 0 0; }
    TextQuestion Input { width: 1fr; }
    """

    def __init__(self, question: str, text: str = "", *, is_begun: bool = False) -> None:
        super().__init__()
        self.question, self.text = question, text
        self.is_begun = is_begun
        """Whether `text` is the beginning of an answer: what is typed is added to it, and does not replace it."""

    def compose(self) -> ComposeResult:
        with Vertical():
            with Horizontal():
                yield Static(self.question, markup=False)
                yield Input(self.text, compact=True, max_length=4096, select_on_focus=not self.is_begun)
            yield Static("Enter takes it, Esc goes back", classes="quiet")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.answer(event.value)


class OneOf(Question[int]):
    """A choice from a list; the answer is its index."""

    def __init__(self, question: str, entries: Sequence[str], chosen: int = 0) -> None:
        super().__init__()
        self.question, self.entries, self.chosen = question, entries, chosen

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.question, markup=False)
            yield OptionList(*self.entries, markup=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self.chosen
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.answer(event.option_index)


class TextPage(Question[None]):
    """A text to read."""

    DEFAULT_CSS = f"TextPage > VerticalScroll {{ width: 100%; max-width: {WIDEST}; height: 100%; }}"
    BINDINGS = [Binding("q,question_mark", "leave", "Back", show=False)]

    def __init__(self, text: object) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self.text, markup=False)  # type: ignore[arg-type]

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class TooSmall(Static):
    """The notice in place of everything else."""

    DEFAULT_CSS = "TooSmall { display: none; height: 1fr; content-align: center middle; text-align: center; }"


def has_room(screen: Screen[Any], *parts: str) -> bool:
    """Show the parts of a screen, or the notice in their place."""
    width, height = screen.size
    fits = width >= FEWEST[0] and height >= FEWEST[1]
    notice = screen.query_one(TooSmall)
    notice.display = not fits
    if not fits:
        notice.update(f"{width} x {height} is too small:\nmake it at least {FEWEST[0]} x {FEWEST[1]}.")
    for part in parts:
        screen.query_one(part).display = fits
    if fits and screen.focused is None:  # a hidden widget loses the focus
        screen.focus_next()
    return fits
