"""The widget of a board: redrawn in place, pressed with the mouse."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quintet.core.scene import Layout, Scene
from quintet.render.svg.palette import EIGHT_BIT, SIXTEEN
from quintet.render.text.canvas import Ink
from quintet.render.text.color_board import SIZES, ColorBoard, Pointers


class BoardWidget(Widget, can_focus=True):
    """Shows a scene in the middle, as large as fits."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    class Pressed(Message):
        """A target was pressed."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    class Pointed(Message):
        """The mouse is over a target."""

        def __init__(self, target: str) -> None:
            super().__init__()
            self.target = target

    def __init__(self, layout: Layout, color: bool) -> None:
        super().__init__()
        self.board_layout = layout
        self.color = color
        self.color_board = ColorBoard(layout, SIZES[0], color)
        self._drawn: ColorBoard | None = None
        self._runs: list[list[tuple[str, Ink]]] = []
        self._lines: list[Strip] = []
        self._under_mouse: str | None = None

    def lay(self, layout: Layout) -> None:
        """Show a board of another layout."""
        if layout is not self.board_layout:
            self.board_layout = layout
            self.color_board = ColorBoard(layout, SIZES[0], self.color)

    def resize_board(self, size: str) -> None:
        """Draw the board at one of the sizes."""
        if size != self.color_board.size:
            self.color_board = ColorBoard(self.board_layout, size, self.color)

    def show(self, scene: Scene, pointers: Pointers) -> None:
        """Draw a scene; of the same board only the lines that changed."""
        runs = self.color_board.draw(scene, pointers).runs()
        if (self.color_board, len(runs)) != (self._drawn, len(self._runs)):
            self._drawn = self.color_board
            self._runs = runs
            self._lines = [self._line(row) for row in runs]
            self.refresh()
            return
        top, _ = self._corner
        changed = [number for number, row in enumerate(runs) if row != self._runs[number]]
        self._runs = runs
        for number in changed:
            self._lines[number] = self._line(runs[number])
        if changed:
            self.refresh(*(Region(0, top + number, self.size.width, 1) for number in changed))

    def _line(self, row: list[tuple[str, Ink]]) -> Strip:
        return Strip([Segment(text, style_of(ink, self.app.console.color_system)) for text, ink in row])

    def render_line(self, y: int) -> Strip:
        top, left = self._corner
        width, base = self.size.width, self.rich_style
        if not 0 <= y - top < len(self._lines):
            return Strip.blank(width, base)
        line = self._lines[y - top].apply_style(base)
        return Strip.join([Strip.blank(left, base), line]).adjust_cell_length(width, base)

    @property
    def _corner(self) -> tuple[int, int]:
        """Where the board begins: its line and column."""
        return max(0, (self.size.height - self.color_board.height) // 2), max(
            0, (self.size.width - self.color_board.width) // 2
        )

    def _target(self, event: events.MouseEvent) -> str | None:
        top, left = self._corner
        return self.color_board.target_at(event.y - top, event.x - left)

    def on_click(self, event: events.Click) -> None:
        if target := self._target(event):
            self.post_message(self.Pressed(target))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        target = self._target(event)
        if target and target != self._under_mouse:
            self.post_message(self.Pointed(target))
        self._under_mouse = target


FEWER: dict[str | None, dict[str, str]] = {
    "standard": SIXTEEN,
    "256": {color: f"color({number})" for color, number in EIGHT_BIT.items()},
}
"""Replacements for colours, by Rich's name of the terminal's colour system."""


@lru_cache(maxsize=1024)
def style_of(ink: Ink, system: str | None) -> Style:
    """The style of an ink under a colour system."""
    shown = FEWER.get(system, {})
    fg, bg = (shown.get(color or "", color) for color in (ink.fg, ink.bg))
    return Style(color=fg, bgcolor=bg, bold=ink.bold or None)
