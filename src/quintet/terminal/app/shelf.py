"""The shelf: a card for every game, with a thumbnail that plays random moves."""

from __future__ import annotations

from random import Random

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.registry import game_ids, load
from quintet.render.text.color_board import little
from quintet.terminal.app.board_widget import style_of

CARDS = ((33, 29, 16), (25, 21, 8), (25, 0, 0))
"""Columns of a card, and of the largest board on it; its lines. The first at which all games fit is taken."""
BEGIN, MOVES = 8, 30
"""Moves on a thumbnail at first, and before it starts again."""
SECONDS = 1.5
"""Seconds between two moves of a thumbnail."""


class LittleGame:
    """A game of random moves to look at."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.layout = game.layout()
        self.random = Random(game.id)
        self.begin()

    def begin(self) -> None:
        self.match = Match(self.game)
        for _ in range(BEGIN):
            self.step()

    def step(self) -> None:
        moves = self.match.legal_moves
        if not moves or self.match.ply >= MOVES:
            self.begin()
        else:
            self.match.play(self.random.choice(moves))


class Shelf(Widget, can_focus=True):
    """Cards in rows; one of them is highlighted."""

    DEFAULT_CSS = "Shelf { height: 1fr; }"

    class Highlighted(Message):
        """Another card is highlighted."""

    class Taken(Message):
        """The chosen game is to be played."""

    def __init__(self, color: bool, alive: bool) -> None:
        super().__init__()
        self.color, self.alive = color, alive
        self.ids = game_ids()
        self.titles = [load(game_id).title for game_id in self.ids]
        self.games: dict[str, LittleGame] = {}
        self.chosen = 0
        self._lines: list[Strip] = []
        self._card_width, *self._board = CARDS[0]
        self._turn = 0

    @property
    def game_id(self) -> str:
        return self.ids[self.chosen]

    def on_mount(self) -> None:
        if self.color:
            self.call_after_refresh(self._lay_out)
            if self.alive:
                self.set_interval(SECONDS / max(1, len(self.ids)), self._live)

    def _lay_out(self) -> None:
        """Make the thumbnails one after the other, so that the first screen is not late."""
        missing = next((game_id for game_id in self.ids if game_id not in self.games), None)
        if missing is not None:
            self.games[missing] = LittleGame(load(missing))
            self.draw()
            self.set_timer(0.001, self._lay_out)

    def _live(self) -> None:
        """Play a move on one of the thumbnails."""
        if self.games and self.is_attached and self.screen.is_current:
            self._turn = (self._turn + 1) % len(self.ids)
            if game := self.games.get(self.ids[self._turn]):
                game.step()
                self.draw()

    @property
    def _across(self) -> int:
        return max(1, self.size.width // self._card_width)

    def draw(self) -> None:
        """Draw the cards of the visible rows."""
        for self._card_width, *self._board in CARDS:
            across = self._across
            rows = [self.ids[start : start + across] for start in range(0, len(self.ids), across)]
            drawn = [self._row(row) for row in rows]
            if sum(map(len, drawn)) - 1 <= self.size.height:
                break
        first = 0
        here = self.chosen // across
        while first < here and sum(map(len, drawn[first : here + 1])) > self.size.height:
            first += 1
        self._lines = [line for row in drawn[first:] for line in row]
        self.refresh()

    def _row(self, ids: list[str]) -> list[Strip]:
        cards = [self._card(game_id) for game_id in ids]
        tall = max(map(len, cards))
        blank = Strip.blank(self._card_width, self.rich_style)
        return [Strip.join([(card + [blank] * tall)[line] for card in cards]) for line in range(tall)]

    def _card(self, game_id: str) -> list[Strip]:
        is_chosen, base = game_id == self.game_id, self.rich_style
        title = self.titles[self.ids.index(game_id)][: self._card_width - 4]
        style = base + Style(bold=True, reverse=is_chosen)
        heading = Strip([Segment("▸ " if is_chosen else "  ", base), Segment(f" {title} ", style)])
        lines = [heading.adjust_cell_length(self._card_width, base)]
        game = self.games.get(game_id)
        scene = game.game.scene(game.match.position) if game else None
        runs = little(game.layout, scene, *self._board).runs() if game and scene else []
        system = self.app.console.color_system
        for row in runs:
            line = Strip([Segment("   ", base), *(Segment(text, base + style_of(ink, system)) for text, ink in row)])
            lines.append(line.adjust_cell_length(self._card_width, base))
        return [*lines, Strip.blank(self._card_width, base)]

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.rich_style
        if not self._lines:
            self.draw()
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return self._lines[y].adjust_cell_length(width, base)

    def on_resize(self, event: events.Resize) -> None:
        self.draw()

    def choose(self, number: int) -> None:
        self.chosen = max(0, min(number, len(self.ids) - 1))
        self.draw()
        self.post_message(self.Highlighted())

    def on_key(self, event: events.Key) -> None:
        steps = {"left": -1, "right": 1, "up": -self._across, "down": self._across}
        if event.key in steps:
            event.stop()
            if 0 <= self.chosen + steps[event.key] < len(self.ids):
                self.choose(self.chosen + steps[event.key])
        elif event.key == "enter":
            event.stop()
            self.post_message(self.Taken())

    def on_click(self, event: events.Click) -> None:
        across, line = self._across, 0
        rows = [self.ids[start : start + across] for start in range(0, len(self.ids), across)]
        for number, row in enumerate(rows):
            line += len(self._row(row))
            if event.y < line:
                card = number * across + min(event.x // self._card_width, len(row) - 1)
                if card == self.chosen:
                    self.post_message(self.Taken())
                else:
                    self.choose(card)
                return
