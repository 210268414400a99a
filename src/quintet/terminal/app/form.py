"""A form over the screen: framed fields to fill in, and buttons below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from quintet.core.sentences import capitalized
from quintet.terminal.app.dialogs import Question


class Form(Question[dict[str, str]]):
    """Fields with their names and help on their frames. Tab goes from one to the next, Enter takes what was typed.

    `check` may refuse that with a ValueError, which is shown in the form.
    """

    DEFAULT_CSS = """
    Form Input { border: round $foreground 50%; background: transparent; background-tint: transparent; }
    Form Input:focus { border: round $primary; background-tint: transparent; }
    Form Horizontal { height: 1; }
    Form Button { background: transparent; color: $foreground; margin: 0 2 0 0; min-width: 0; }
    Form Button:focus { text-style: bold reverse; background-tint: transparent; }
    Form #trouble { text-style: bold; display: none; }
    """

    def __init__(
        self,
        question: str,
        fields: Mapping[str, tuple[str, str]],
        check: Callable[[dict[str, str]], None],
        *,
        take: str = "Take it",
        back: str = "back",
        other: tuple[str, Callable[[], None]] | None = None,
    ) -> None:
        super().__init__()
        self.question, self.check = question, check
        self.fields = fields
        """Name to value and help."""
        self.take_words, self.back_words = take, back
        self.other = other
        """One more button and what it does."""

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(self.question, markup=False)
            for name, (value, help) in self.fields.items():
                field = Input(value, max_length=200)
                field.border_title = Content(name)
                field.border_subtitle = Content(help)
                yield field
            with Horizontal():
                yield Button(self.take_words, compact=True, id="take")
                if self.other is not None:
                    yield Button(self.other[0], compact=True, id="other")
            yield Static(id="trouble", markup=False)
            hint = f"Tab next   Enter {self.take_words.lower()}   Esc {self.back_words}"
            yield Static(hint, classes="quiet", markup=False)

    def on_input_submitted(self) -> None:
        self._take()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "other" and self.other is not None:
            self.other[1]()
        else:
            self._take()

    def _take(self) -> None:
        if self.is_answered:
            return
        values = [field.value.strip() for field in self.query(Input)]
        answers = dict(zip(self.fields, values, strict=True))
        try:
            self.check(answers)
        except ValueError as error:
            trouble = self.query_one("#trouble", Static)
            trouble.update(f"{capitalized(str(error))}.")
            trouble.display = True
        else:
            self.answer(answers)
