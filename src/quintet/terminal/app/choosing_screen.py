"""A board on which moves are chosen by cursor or mouse, or typed. Subclasses say what happens to a move."""

from __future__ import annotations

from typing import Any

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding

from quintet.core.game import LONGEST_MOVE
from quintet.core.match import Match
from quintet.core.scene import Button, Scene
from quintet.render.marks import find_marks
from quintet.render.text.color_board import Pointers
from quintet.terminal.app import dialogs, move_entry
from quintet.terminal.app.board_screen import BoardScreen, T
from quintet.terminal.app.board_widget import BoardWidget
from quintet.terminal.app.move_entry import MoveEntry, neighbour, places
from quintet.terminal.line import screen
from quintet.terminal.line.instructions import read_typed


class ChoosingScreen(BoardScreen[T]):
    """A move is entered part by part until it is complete."""

    BINDINGS = [
        Binding("left", "move(-1, 0)", "Cursor left", show=False),
        Binding("right", "move(1, 0)", "Cursor right", show=False),
        Binding("up", "move(0, -1)", "Cursor up", show=False),
        Binding("down", "move(0, 1)", "Cursor down", show=False),
        Binding("enter,space", "press", "Play where the cursor is"),
        Binding("tab", "next(1)", "Next place or button", show=False),
        Binding("shift+tab", "next(-1)", "Place or button before", show=False),
        Binding("escape", "back", "One part of a move back; to the last board"),
        Binding("colon,slash", "type", "Type a move"),
    ]
    HELP_LINES = BoardScreen.HELP_LINES | {
        "letters and digits": "a move, as it is written; : first if its letter is a key below"
    }

    def put(self, match: Match) -> None:
        super().put(match)
        self.places = places(self.board_layout)
        self.is_choosy = screen.is_choosy(self.game)
        self.entry = MoveEntry(self.game, match.position)
        self.cursor: str | None = None
        self.refused: frozenset[str] = frozenset()
        self.letter_key = ""
        """The key before this one, if it was a letter that does something: with a digit after it, it was a move."""

    # What subclasses define.

    @property
    def is_turn_of_person(self) -> bool:
        """Whether somebody at this keyboard is to move."""
        raise NotImplementedError

    def choose(self, move: Any) -> None:
        """Called with a legal move that was pressed or typed."""
        raise NotImplementedError

    def signs(self) -> dict[str, tuple[str, str]]:
        """Signs of spots and buttons, with their colours."""
        return {}

    # What is on the screen.

    @property
    def has_cursor(self) -> bool:
        """Whether the cursor is on the board: with it the arrows move it, without it they go through the boards."""
        return self.is_choosing

    @property
    def is_choosing(self) -> bool:
        return self.is_live and self.is_turn_of_person

    def scene(self) -> Scene:
        return self.entry.seen() if self.is_live and not self.steps else super().scene()

    def pointers(self, scene: Scene) -> Pointers:
        layout, entry = self.board_layout, self.entry
        is_choosing = self.is_choosing and not self.steps
        legal = entry.targets if is_choosing and self.is_choosy else ()
        return Pointers(
            marks=find_marks(layout, scene, self.last(), legal),
            cursor=move_entry.cursor_spots(layout, entry, self.cursor) if self.has_cursor else frozenset(),
            changed=self.changed | self.refused,
            buttons=move_entry.buttons(layout, entry) if is_choosing else (),
            signs={} if self.steps else self.signs(),
        )

    def last(self) -> tuple[str, ...]:
        """The parts pressed so far; else the last move."""
        if self.entry.pressed and self.is_choosing and not self.steps:
            return self.entry.pressed
        return super().last()

    def say_turn(self) -> None:
        if not self.is_choosing:
            super().say_turn()
            return
        buttons = move_entry.buttons(self.board_layout, self.entry)
        below = [button for button in buttons if self.board.color_board.handle(button) is None]
        words = self.turn_words()
        if self.entry.pressed:
            words = move_entry.question(self.board_layout, self.entry, None if below else self.cursor)
        self.say_status(self._with_buttons(words, below))

    def narration(self) -> list[str]:
        return [f"{' '.join(self.entry.pressed)}: Esc takes it back"] if self.entry.pressed else super().narration()

    def _with_buttons(self, words: str, below: list[Button]) -> Text:
        """The message and the buttons that have no place on the board: a click, or Tab and Enter, press them."""
        text, signs = Text(words), self.signs()
        for button in below:
            label = f"{move_entry.short_label(button)} {signs.get(button.id, ('',))[0]}".rstrip()
            pressed = {"@click": f"screen.button({button.id!r})"}
            is_here = button.id == self.cursor
            text.append(" ▸" if is_here else " ").append(f"[{label}]", Style(bold=True, reverse=is_here, meta=pressed))
        return text

    def action_button(self, target: str) -> None:
        self.cursor = target
        self.action_press()

    def begin(self) -> None:
        self.go_on()

    def go_on(self) -> None:
        """After any change: show it, and put the cursor where something can be pressed."""
        self.entry = MoveEntry(self.game, self.match.position)
        if self.has_cursor and self.cursor not in {spot.target for spot in self.board_layout.spots}:
            self.cursor = move_entry.middle(self.board_layout, self.entry, self.places)
        self.say_turn()
        self.look()
        self.draw()

    def skip(self) -> None:
        super().skip()
        self.refused = frozenset()

    # What a person does.

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        if self.is_choosing and not self.steps:
            if self.entry.pressed and message.target not in self.entry.targets:
                return
            self.cursor = message.target
            self.say_turn()
            self.draw_board()

    def on_board_widget_pressed(self, message: BoardWidget.Pressed) -> None:
        self.cursor = message.target
        self.action_press()

    def action_move(self, dx: int, dy: int) -> None:
        self.skip()
        if not self.has_cursor:
            self.action_step(dx or dy)
            return
        here = self.places.get(self.cursor or "")
        targets = set(self.entry.targets)
        if not self.entry.pressed:
            targets |= {spot.target for spot in self.board_layout.spots}
        among = [place for target, place in self.places.items() if target in targets]
        if (nearest := neighbour(here, dx, dy, among)) is not None:
            self.cursor = nearest.target
        self.say_turn()
        self.draw_board()

    def action_next(self, by: int) -> None:
        """From one button to the next and then back to the board; without buttons from spot to spot."""
        self.skip()
        if self.is_choosing and self.entry.targets:
            buttons = [button.id for button in move_entry.buttons(self.board_layout, self.entry)]
            spots = [target for target in self.entry.targets if target not in buttons]
            stops = [*buttons, *spots[:1]] if buttons else spots
            number = stops.index(self.cursor) + by if self.cursor in stops else 0
            self.cursor = stops[number % len(stops)]
            self.say_turn()
        self.draw_board()

    def action_press(self) -> None:
        if self.steps:
            self.skip()
        if not self.is_live:
            self.action_live()
            return
        if not self.is_turn_of_person or self.cursor is None:
            self.say_turn()
            self.draw()
            return
        target = self.cursor
        if (move := self.entry.find_move(target)) is not None:
            self.choose(move)
        elif target in self.entry.targets:
            self.entry = self.entry.pressing(target)
            self.cursor = self.entry.targets[0]
            self.say_turn()
            self.draw()
        elif self.entry.pressed:
            self.action_back()
        else:
            refusal = self.entry.why_not(target)
            self.refused = frozenset(refusal.spots)
            self.say(f"{refusal.reason}.")
            self.draw()

    def action_back(self) -> None:
        """One part of a move back; else out of the replay."""
        self.skip()
        if self.entry.pressed:
            self.cursor = self.entry.pressed[-1]
            self.entry = MoveEntry(self.game, self.match.position, self.entry.pressed[:-1])
        self.viewed = None
        self.say_turn()
        self.look()
        self.draw()

    def action_go(self, ply: int) -> None:
        self.entry = MoveEntry(self.game, self.match.position)
        super().action_go(ply)

    def on_key(self, event: events.Key) -> None:
        """A letter or digit without a meaning of its own begins a move, and so does a letter before it."""
        letter = event.character if event.character and event.character.isalnum() else ""
        is_bound = event.key in self.active_bindings
        before, self.letter_key = self.letter_key, letter if is_bound else ""
        if letter and not is_bound and self.is_choosing and self.app.screen is self:
            both = before + letter
            self.action_type(both if before and move_entry.begins_a_move(self.game, both) else letter)
            event.stop()

    def action_type(self, begun: str = "") -> None:
        example = f", for example {self.match.legal()[0]}" if self.match.legal() else ""
        self.ask(dialogs.TextQuestion(f"Your move{example}:", begun, is_begun=True), self._typed)

    def _typed(self, typed: str | None) -> None:
        """Play what was typed, as line mode reads it, or say why not."""
        if not typed or not self.is_turn_of_person:
            return
        self.skip()
        meant = read_typed(self.game, self.match.position, typed)
        try:
            move = self.match.legal_move(typed[:LONGEST_MOVE] if meant is None else meant)
        except ValueError as error:
            self.say(f"{error}.")
        else:
            self.choose(move)
