"""Base screen of a match: a board sized to the window, moves animated step by step, replay of earlier positions."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from typing import Any, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from quintet.core.match import Match
from quintet.core.narration import narrate
from quintet.core.scene import Scene
from quintet.render.marks import find_marks, last_of
from quintet.render.text.color_board import Pointers
from quintet.terminal.app import move_entry
from quintet.terminal.app.arrangement import WIDEST, Arrangement
from quintet.terminal.app.board_widget import BoardWidget
from quintet.terminal.app.dialogs import TooSmall, has_room
from quintet.terminal.app.move_entry import stages
from quintet.terminal.app.settings import SPEEDS, AppSettings

T = TypeVar("T")
A = TypeVar("A")
SHORTEST = 20
"""The fewest columns for the beginning of a sentence."""


class BoardScreen(Screen[T]):
    """Shows one position of a match. Subclasses say what stands beside and below the board."""

    CSS = """
    BoardScreen { layout: vertical; }
    #table { layout: horizontal; height: 1fr; }
    #table.narrow { layout: vertical; }
    #table.narrow .panel { width: 1fr; }
    #say, #keys { height: 1; padding: 0 1; text-overflow: ellipsis; content-align: left bottom; }
    #keys { color: $text-muted; text-wrap: nowrap; }
    """
    BINDINGS = [
        Binding("comma,pageup", "step(-1)", "Board before"),
        Binding("full_stop,pagedown", "step(1)", "Board after"),
        Binding("home", "go(0)", "First board", show=False),
        Binding("end", "live", "Last board", show=False),
        Binding("i", "rules", "Rules"),
        Binding("q", "leave", "Leave"),
    ]
    HELP_LINES = {"arrows or mouse": "go over the board; Enter or a click presses"}
    """What several keys do together."""
    BEHIND = "shelf"
    """The screen that `q` leads to, unless the app was opened on this one."""

    def __init__(self, match: Match, settings: AppSettings, color: bool) -> None:
        super().__init__()
        self.settings, self.color = settings, color
        self.status_lines = 1
        self.message = ""
        """What is shown until the next key in place of whose turn it is."""
        self.put(match)

    def put(self, match: Match) -> None:
        """Show another match."""
        self.match, self.game = match, match.game
        self.board_layout = self.game.layout()
        self.viewed: int | None = None
        self.steps: list[Scene] = []
        """The scenes still to be shown of the move that is being animated."""
        self.seen: Scene = self.game.scene(match.position)
        self.changed: frozenset[str] = frozenset()
        self.narrated: tuple[tuple[Any, Any], str] | None = None
        """A position with a move, and what the move did."""
        self.status_size: tuple[int, int] | None = None
        """Columns and lines that the status had when it was said."""
        self.untold = ""
        """What the last move did, where the status has no room for all of it: the panel tells it."""

    # What subclasses define.

    def begin(self) -> None:
        """Called once the screen is mounted."""
        raise NotImplementedError

    def panel(self) -> Widget:
        """What stands beside the board."""
        raise NotImplementedError

    def draw_panel(self) -> None:
        raise NotImplementedError

    def turn_words(self) -> str:
        """Whose turn it is, or how the game ended."""
        raise NotImplementedError

    def keys(self) -> str:
        """The keys that do something now besides `?` and `q`, for the line at the bottom."""
        raise NotImplementedError

    def look(self) -> None:
        """Called when another position is shown."""

    # What is on the screen.

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield BoardWidget(self.board_layout, self.color)
            panel = self.panel()
            panel.add_class("panel")
            yield panel
        yield Static(id="say", markup=False)
        yield Static(id="keys", classes="keys", markup=False)
        yield TooSmall(markup=False)

    def on_mount(self) -> None:
        self.board.focus()
        self.fit()
        self.begin()

    def on_resize(self, event: events.Resize) -> None:
        self.fit()
        self.draw()
        if self.status_size not in (None, self._status_size) and not self.message:
            self.say_turn()

    @property
    def board(self) -> BoardWidget:
        return self.query_one(BoardWidget)

    @property
    def ply(self) -> int:
        """The number of moves before the position that is shown."""
        return self.match.ply if self.viewed is None else min(self.viewed, self.match.ply)

    @property
    def is_live(self) -> bool:
        return self.ply == self.match.ply

    def fit(self) -> None:
        """The largest board for the window, and the panel where there is room for it."""
        width, height = self.size
        if not has_room(self, "#table", "#say", "#keys"):
            return
        board, panel, table = self.board, self.query_one(".panel"), self.query_one("#table")
        arranged = Arrangement.of(self.board_layout, self.settings.size, width, height)
        self.status_lines = arranged.status_lines
        self.query_one("#say").styles.height = arranged.status_lines
        board.lay(self.board_layout)
        board.resize_board(arranged.board.size)
        table.set_class(arranged.is_narrow, "narrow")
        if arranged.is_narrow:
            board.styles.height = min(board.color_board.height, max(1, height - arranged.status_lines - 3))
            panel.styles.width, panel.styles.height = "1fr", "1fr"
        else:
            board.styles.height = "1fr"
            panel.styles.width, panel.styles.height = min(WIDEST, width - board.color_board.width), "1fr"

    def draw(self) -> None:
        """Redraw everything."""
        if self.is_mounted:
            self.draw_board()
            self.draw_panel()
            self.query_one("#keys", Static).update(f"? help  q {self.behind}  {self.keys()}", layout=False)

    @property
    def behind(self) -> str:
        """What `q` does, in a word."""
        return self.BEHIND if self.app.screen_stack[0] is not self else "quit"

    def draw_board(self) -> None:
        """Redraw the board alone."""
        scene = self.scene()
        self.board.show(scene, self.pointers(scene))

    def scene(self) -> Scene:
        return self.steps[0] if self.steps else self.game.scene(self.match.positions[self.ply])

    def pointers(self, scene: Scene) -> Pointers:
        """The marks on the board."""
        return Pointers(find_marks(self.board_layout, scene, self.last()), changed=self.changed)

    def last(self) -> tuple[str, ...]:
        """The targets of the last move."""
        return () if self.steps else last_of(self.match, self.ply)

    def say(self, words: str | Text) -> None:
        """Show a message until the next key."""
        self.query_one("#say", Static).update(words, layout=False)
        self.message = str(words)

    def on_key(self, event: events.Key) -> None:
        """A message is about the key before this one; this runs before what the key does."""
        if self.message:
            self.say_turn()

    def say_turn(self) -> None:
        """Show what the last move did and whose turn it is."""
        self.say_status(Text(self.turn_words() if self.is_live else self.replay_words()))

    def replay_words(self) -> str:
        return f"Board {self.ply} of {self.match.ply}: . goes on, End goes back to the game"

    def narration(self) -> list[str]:
        """Sentences about what happened, told above whose turn it is: what the move to the shown position did."""
        if not self.ply:
            return []
        step = self.match.positions[self.ply - 1], self.match.moves[self.ply - 1]
        if self.narrated is None or self.narrated[0] != step:
            self.narrated = step, narrate(self.game, *step)
        return [self.narrated[1]]

    def say_status(self, words: Text) -> None:
        """Show these words, and before them the last sentences of the narration that fit, or the beginning of the very
        last; sentences that are not whole there are `untold`."""
        sentences, (width, height) = self.narration(), self._status_size
        room = height - math.ceil(len(words.plain) / width)
        columns = width if room > 0 else width - len(words.plain) - 2
        lines, untold = list[str](), sentences
        for first in range(len(sentences) if columns > SHORTEST else 0):
            whole = " ".join(sentences[first:])
            lines = textwrap.wrap(whole, columns, max_lines=max(1, room), placeholder=" …")
            if " ".join(lines) == whole:
                untold = sentences[:first]
                break
        self.say(Text(("\n" if room > 0 else "  ").join([*lines, ""])).append_text(words))
        self.message, self.status_size = "", self._status_size
        if " ".join(untold) != self.untold:
            self.untold = " ".join(untold)
            self.draw_panel()

    @property
    def _status_size(self) -> tuple[int, int]:
        return max(20, self.size.width - 2), self.status_lines

    # A move step by step.

    def play(self, move: Any) -> None:
        """Play a move; `show_step` shows it."""
        position = self.match.position
        before = self.game.scene(position)
        seen = stages(self.game, position, move)
        self.match.play(move)
        self.viewed = None
        self.seen = before
        self.steps = seen if SPEEDS[self.settings.speed] else []
        self.changed = frozenset() if self.steps else move_entry.differences(before, seen[-1])

    def show_step(self) -> None:
        """Show the next step for its time, where there is one."""
        if not self.steps:
            return
        self.changed = move_entry.differences(self.seen, self.steps[0])
        self.seen = self.steps[0]
        self.draw()
        seconds = SPEEDS[self.settings.speed] * (1.5 if self.steps[0].turn else 1)
        steps = self.steps
        self.set_timer(seconds, lambda: self._next_step(steps))

    def _next_step(self, steps: list[Scene]) -> None:
        if steps is self.steps and steps:
            steps.pop(0)
            self.changed = frozenset()
            self.show_step() if steps else self.draw()

    def skip(self) -> None:
        """End the animation."""
        self.steps, self.changed = [], frozenset()

    # Looking at earlier boards.

    def action_step(self, by: int) -> None:
        self.action_go(self.ply + by)

    def action_go(self, ply: int) -> None:
        """Look at the board after so many moves."""
        self.skip()
        ply = max(0, min(ply, self.match.ply))
        self.viewed = None if ply == self.match.ply else ply
        self.say_turn()
        self.look()
        self.draw()

    def action_live(self) -> None:
        self.action_go(self.match.ply)

    def action_rules(self) -> None:
        from quintet.terminal.app.teaching_screen import Rules

        self.app.push_screen(Rules(self.game, self.settings, self.color))  # also over a question

    def ask(self, question: Screen[A], then: Callable[[A | None], None] | None = None) -> None:
        """Open a screen over this one, unless a key before has opened one already."""
        if self.app.screen is self:
            self.app.push_screen(question, then)

    def action_leave(self) -> None:
        if self.app.screen_stack[0] is self:
            self.app.exit()
        elif self.app.screen is self:
            self.dismiss(None)
