"""A game on the screen: the board, who plays, the moves, and everything that can be done."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from quintet.core.game import LineMode, find_move
from quintet.core.scene import Button, Scene
from quintet.core.types import Player
from quintet.engine import HUMAN, Analysis, Engine
from quintet.render.marks import find_marks, last_of
from quintet.render.sized import Pointers
from quintet.terminal import saves, screen
from quintet.terminal.app import dialogs, settings
from quintet.terminal.app.board_view import BoardView
from quintet.terminal.app.narrowing import Narrowing, stages
from quintet.terminal.app.panel import Beside, Panel
from quintet.terminal.app.places import neighbour, places
from quintet.terminal.app.sitting import MEMORY_MB, Sitting
from quintet.terminal.app.thinking import Analyst
from quintet.terminal.app.worker import Wanted, Worker
from quintet.terminal.study import hint_words

PANEL = 26
"""Columns of the narrowest panel; where the window has fewer beside the board the panel goes under it."""
WIDEST = 44
UNDER = 4
"""Lines of a panel under the board."""
LINES = 2
"""Lines at the bottom of the screen."""
FEWEST = 40, 15
"""Columns and lines of the smallest window to play in."""
PAUSE = 0.4
"""Seconds that a move of two engines is seen."""
SIGNS = {1: ("▲", "#5cc2b8"), 0: ("=", "#fff4d6"), -1: ("▼", "#e39d93")}
"""A move that wins, draws or loses, where that is proved."""


class GameScreen(Screen[None]):
    """One game at a time; a rematch takes the place of the game before."""

    CSS = """
    GameScreen { layout: vertical; }
    #table { layout: horizontal; height: 1fr; }
    #table.narrow { layout: vertical; }
    #table.narrow Panel { width: 1fr; }
    #say, #keys { height: 1; padding: 0 1; }
    #keys { color: $text-muted; }
    #small { display: none; height: 1fr; content-align: center middle; }
    """

    BINDINGS = [
        Binding("left", "move(-1, 0)", "Cursor left", show=False),
        Binding("right", "move(1, 0)", "Cursor right", show=False),
        Binding("up", "move(0, -1)", "Cursor up", show=False),
        Binding("down", "move(0, 1)", "Cursor down", show=False),
        Binding("enter,space", "press", "Press"),
        Binding("tab", "next(1)", "Next possible", show=False),
        Binding("shift+tab", "next(-1)", "The one before", show=False),
        Binding("escape", "back", "Back"),
        Binding("comma,pageup", "step(-1)", "Board before"),
        Binding("full_stop,pagedown", "step(1)", "Board after"),
        Binding("home", "go(0)", "First board", show=False),
        Binding("end", "live", "Last board", show=False),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("h", "hint", "Hint"),
        Binding("l", "lines", "Analysis"),
        Binding("t", "truth", "Truth of every move"),
        Binding("p", "pause", "Pause"),
        Binding("x", "switch", "Switch sides"),
        Binding("s", "save", "Save to a file"),
        Binding("n", "again", "New game, same players"),
        Binding("colon,slash", "type", "Type a move"),
        Binding("R", "resign", "Resign"),
        Binding("D", "draw", "Agree to a draw"),
        Binding("i", "rules", "Rules"),
        Binding("q", "leave", "To the shelf"),
    ]
    KEYS = "? help  q shelf  ↵ play  u undo  h hint  l lines  t truth  , . replay  n new"

    class Chosen(Message):
        """An engine has chosen its move."""

        def __init__(self, sitting: Sitting, ply: int, move: Any) -> None:
            super().__init__()
            self.sitting, self.ply, self.move = sitting, ply, move

    class Judged(Message):
        """Something is known about a position."""

        def __init__(self, position: Any, analysis: Analysis, hint: bool, truth: bool) -> None:
            super().__init__()
            self.position, self.analysis, self.hint, self.truth = position, analysis, hint, truth

    class Failed(Message):
        """A search went wrong."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, sitting: Sitting, settings: settings.Settings, color: bool) -> None:
        super().__init__()
        self.sitting, self.settings, self.color = sitting, settings, color
        self.players, self.analysts = Worker(), Worker()
        self._sit_down(sitting)

    def _sit_down(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.match = sitting.match
        self.game = self.match.game
        self.board_layout = self.game.layout()
        self.places = places(self.board_layout)
        self.is_choosy = screen.is_choosy(self.game)
        self.viewed: int | None = None
        self.narrowing = Narrowing(self.game, self.match.position)
        self.cursor: str | None = None
        self.steps: list[Scene] = []
        self.seen: Scene = self.game.scene(self.match.position)
        self.changed: frozenset[str] = frozenset()
        self.refused: frozenset[str] = frozenset()
        self.paused = False
        self.thinking: Player | None = None
        self.analysis: tuple[Any, Analysis, bool] | None = None
        self.analyst = Analyst(self.analysts, Engine(self.game, memory_mb=MEMORY_MB, seed=sitting.save.seed))

    # What is on the screen.

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            yield BoardView(self.board_layout, self.color)
            yield Panel()
        yield Static(id="say", markup=False)
        yield Static(self.KEYS, id="keys", markup=False)
        yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        self.board.focus()
        self._fit()
        self._go_on()

    def on_unmount(self) -> None:
        self.players.close()
        self.analysts.close()

    def on_resize(self, event: events.Resize) -> None:
        self._fit()
        self._draw()

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    @property
    def ply(self) -> int:
        """The position that is looked at."""
        return self.match.ply if self.viewed is None else min(self.viewed, self.match.ply)

    @property
    def is_live(self) -> bool:
        return self.ply == self.match.ply

    def _fit(self) -> None:
        """The largest board for the window, and the panel where there is room for it."""
        width, height = self.size
        is_small = width < FEWEST[0] or height < FEWEST[1]
        small = self.query_one("#small", Static)
        small.display = is_small
        for part in ("#table", "#say", "#keys"):
            self.query_one(part).display = not is_small
        if is_small:
            small.update(f"{width} x {height} is too small:\nmake it at least {FEWEST[0]} x {FEWEST[1]}.")
            return
        board, panel, table = self.board, self.query_one(Panel), self.query_one("#table")
        tall = height - LINES
        board.fit(self.settings.size, width - PANEL, tall)
        beside = width - board.sized.width
        is_narrow = beside < PANEL
        table.set_class(is_narrow, "narrow")
        if is_narrow:
            board.fit(self.settings.size, width, tall - UNDER)
            board.styles.height = min(board.sized.height, max(1, tall - 2))
            panel.styles.width, panel.styles.height = "1fr", "1fr"
        else:
            board.styles.height = "1fr"
            panel.styles.width, panel.styles.height = min(WIDEST, beside), "1fr"

    def _draw(self) -> None:
        """Everything as it stands now."""
        if not self.is_mounted:
            return
        self.board.show(self._scene(), self._pointers())
        self._draw_panel()

    def _draw_panel(self) -> None:
        position = self.match.positions[self.ply]
        known = self.analysis[1] if self.analysis and self.analysis[0] == position else None
        shows = self.settings.lines or self.settings.truth
        self.query_one(Panel).show(Beside(self.match, self.ply, self.sitting.near, self.thinking, known, shows))

    def _scene(self) -> Scene:
        if self.steps:
            return self.steps[0]
        if not self.is_live:
            return self.game.scene(self.match.positions[self.ply])
        return self.narrowing.seen(self.cursor)

    def _pointers(self) -> Pointers:
        scene, layout = self._scene(), self.board_layout
        is_choosing = self.is_live and not self.steps and self.sitting.is_turn_of_person
        last = () if self.steps else last_of(self.match, self.ply)
        if is_choosing and self.narrowing.pressed:  # what was pressed, where the part to come would carry it
            last = (*self.narrowing.pressed, *((self.cursor,) if self.cursor else ()))
        legal = self.narrowing.targets if is_choosing and self.is_choosy else ()
        return Pointers(
            marks=find_marks(layout, scene, last, legal),
            cursor=self._cursor_spots() if is_choosing else frozenset(),
            changed=self.changed | self.refused,
            buttons=self._buttons() if is_choosing else (),
            signs=self._signs() if not self.steps else {},
        )

    def _buttons(self) -> tuple[Button, ...]:
        return tuple(button for button in self.board_layout.buttons if button.id in self.narrowing.targets)

    def _cursor_spots(self) -> frozenset[str]:
        """Where the piece would come to be, else the first spot of the target."""
        if self.cursor is None:
            return frozenset()
        spots = [spot.id for spot in self.board_layout.spots if spot.target == self.cursor]
        if len(spots) > 1:
            return frozenset(self.narrowing.landing(self.cursor) or spots[:1])
        return frozenset(spots or [self.cursor])

    def _signs(self) -> dict[str, tuple[str, str]]:
        """What is proved about the moves that can be pressed now."""
        position = self.match.positions[self.ply]
        if not self.settings.truth or self.analysis is None or self.analysis[0] != position or not self.analysis[2]:
            return {}
        depth, best = len(self.narrowing.pressed), dict[str, float]()
        for line in self.analysis[1].lines:
            clicks = self.game.clicks(line.moves[0])
            if line.exact and len(clicks) > depth and clicks[:depth] == self.narrowing.pressed:
                best[clicks[depth]] = max(line.value, best.get(clicks[depth], -1.0))
        here = Narrowing(self.game, position)
        signs: dict[str, tuple[str, str]] = {}
        for target, value in best.items():
            spots = [spot.id for spot in self.board_layout.spots if spot.target == target]
            for spot in here.landing(target) if len(spots) > 1 else spots:
                signs[spot] = SIGNS[int(value)]
        return signs

    def say(self, words: str) -> None:
        self.query_one("#say", Static).update(words)

    def _say_turn(self) -> None:
        """Whose turn it is, or how the game ended."""
        match = self.match
        if not self.is_live:
            self.say(f"Board {self.ply} of {match.ply}: . goes on, End goes back to the game")
        elif match.outcome:
            self.say(_ending(self.sitting))
        elif self.narrowing.pressed:
            self.say(f"{' '.join(self.narrowing.pressed)}: now choose {self._choices()}")
        else:
            paused = "paused, p goes on" if self.paused else ""
            whose = "is thinking" if self.thinking is not None else "to move"
            buttons = "".join(f"  Tab: {button.label}" for button in self._buttons() if button.x is None)
            said = f"{screen.label(match, match.to_move)} {paused or whose}"
            self.say(said + (buttons if self.sitting.is_turn_of_person else ""))

    def _choices(self) -> str:
        labels = {button.id: button.label for button in self.board_layout.buttons}
        if self.cursor in self.narrowing.targets:
            return f"{labels.get(self.cursor, self.cursor)} ({self.cursor})"
        return " ".join(self.narrowing.targets)

    # The course of the game.

    def _go_on(self) -> None:
        """After any change: show it, let an engine move, follow with the analysis."""
        match = self.match
        self.narrowing = Narrowing(self.game, match.position)
        self.thinking = None
        if match.outcome is None and not self.sitting.is_by_hand(match.to_move) and not self.paused:
            self._let_engine_choose()
        else:
            self.players.cancel()
        reachable = {spot.target for spot in self.board_layout.spots} | set(self.narrowing.targets)
        if self.sitting.is_turn_of_person and self.cursor not in reachable:
            self.cursor = self._middle()
        self._say_turn()
        self._follow()
        self._draw()

    def _middle(self) -> str | None:
        """The legal target nearest to the middle of the board."""
        layout, targets = self.board_layout, self.narrowing.targets
        from_middle = lambda place: abs(place.x - layout.width / 2) + abs(place.y - layout.height / 2)
        found = [self.places[target] for target in targets if target in self.places]
        return min(found, key=from_middle).target if found else None

    def _let_engine_choose(self) -> None:
        sitting, match = self.sitting, self.match
        player, ply, position = match.to_move, match.ply, match.position
        engine = sitting.engine(player)
        self.thinking = player

        def work(wanted: Wanted) -> None:
            try:
                move = engine.choose(position)
            except Exception as error:  # somebody else's game may do anything
                self.post_message(self.Failed(f"The engine gave up: {error}"))
                return
            if wanted():
                self.post_message(self.Chosen(sitting, ply, move))

        self.players.ask(work, engine.stop)

    def on_game_screen_chosen(self, message: Chosen) -> None:
        if message.sitting is not self.sitting or message.ply != self.match.ply or self.paused:
            return
        if self.steps:  # the move before is still to be seen
            self.set_timer(0.05, lambda: self.on_game_screen_chosen(message))
            return
        if HUMAN not in self.sitting.whos and settings.SPEEDS[self.settings.speed]:
            self.set_timer(PAUSE, lambda: self._play_if(message))
        else:
            self._play(message.move)

    def _play_if(self, message: Chosen) -> None:
        if message.sitting is self.sitting and message.ply == self.match.ply and not self.paused:
            self._play(message.move)

    def on_game_screen_failed(self, message: Failed) -> None:
        self.thinking = None
        self.say(message.reason)
        self._draw()

    def _play(self, move: Any) -> None:
        """Play a move and show it step by step."""
        position = self.match.position
        before = self.game.scene(position)
        seen = stages(self.game, position, move)
        mover, colors = self.match.to_move, [screen.label(self.match, player) for player in Player]
        self.match.play(move)
        trouble = self.sitting.keep()
        self.viewed = None
        self.seen = before
        self.steps = seen if settings.SPEEDS[self.settings.speed] else []
        self.changed = frozenset() if self.steps else _differences(before, seen[-1])
        self._go_on()
        if self.steps:
            self._show_step()
        if trouble:
            self.say(trouble)
        elif colors != [screen.label(self.match, player) for player in Player]:
            self.say(f"The colours change: {' against '.join(screen.label(self.match, player) for player in Player)}")
        elif self.match.outcome is None and self.match.to_move is mover:
            self.say(f"{screen.label(self.match, mover.other)} misses a turn")

    def _show_step(self) -> None:
        """Show the next step for its time."""
        if not self.steps:
            self.changed = frozenset()
            self._draw()
            return
        self.changed = _differences(self.seen, self.steps[0])
        self.seen = self.steps[0]
        self._draw()
        seconds = settings.SPEEDS[self.settings.speed] * (1.5 if self.steps[0].turn else 1)
        steps = self.steps
        self.set_timer(seconds, lambda: self._next_step(steps))

    def _next_step(self, steps: list[Scene]) -> None:
        if steps is self.steps and steps:
            steps.pop(0)
            self._show_step()

    def _skip(self) -> None:
        """A key ends what is being shown."""
        self.steps, self.refused = [], frozenset()
        self.changed = frozenset()

    def _follow(self) -> None:
        """Let the analysis look at what is looked at."""
        position = self.match.positions[self.ply]
        is_over = self.match.game.outcome(position) is not None
        if not (self.settings.lines or self.settings.truth) or is_over:
            self.analysts.cancel()
            return
        truth = self.settings.truth
        tell = lambda analysis: self.post_message(self.Judged(position, analysis, hint=False, truth=truth))
        self.analyst.follow(position, truth, tell)  # type: ignore[arg-type]

    def on_game_screen_judged(self, message: Judged) -> None:
        position = self.match.positions[self.ply]
        if message.position != position:
            return
        if message.hint:
            move = message.analysis.move
            self.say(f"You could play {hint_words(self.game, position, message.analysis)}")
            self.cursor = self.game.clicks(move)[0]
            self._follow()
        else:
            self.analysis = message.position, message.analysis, message.truth
            if not message.truth:  # nothing of it is seen on the board
                self._draw_panel()
                return
        self._draw()

    # What a person does.

    def on_board_view_pointed(self, message: BoardView.Pointed) -> None:
        if self.is_live and self.sitting.is_turn_of_person and not self.steps:
            if self.narrowing.pressed and message.target not in self.narrowing.targets:
                return
            self.cursor = message.target
            self._say_turn()
            self._draw()

    def on_board_view_pressed(self, message: BoardView.Pressed) -> None:
        self.cursor = message.target
        self.action_press()

    def action_move(self, dx: int, dy: int) -> None:
        self._skip()
        if not self.is_live or not self.sitting.is_turn_of_person:
            self.action_step(dx or dy)
            return
        here = self.places.get(self.cursor or "")
        targets = set(self.narrowing.targets)
        if self.narrowing.pressed:
            among = [place for target, place in self.places.items() if target in targets]
        else:
            spots = {spot.target for spot in self.board_layout.spots}
            among = [place for target, place in self.places.items() if target in targets | spots]
        if (found := neighbour(here, dx, dy, among)) is not None:
            self.cursor = found.target
        self._say_turn()
        self._draw()

    def action_next(self, by: int) -> None:
        """From one button to the next and then back to the board; without buttons from spot to spot."""
        self._skip()
        if self.is_live and self.sitting.is_turn_of_person and self.narrowing.targets:
            buttons = [button.id for button in self._buttons()]
            spots = [target for target in self.narrowing.targets if target not in buttons]
            stops = [*buttons, *spots[:1]] if buttons else spots
            at = stops.index(self.cursor) + by if self.cursor in stops else 0
            self.cursor = stops[at % len(stops)]
            self._say_turn()
        self._draw()

    def action_press(self) -> None:
        if self.steps:
            self._skip()
        if not self.is_live:
            self.action_live()
            return
        if not self.sitting.is_turn_of_person or self.cursor is None:
            self._say_turn()
            self._draw()
            return
        target = self.cursor
        if (move := self.narrowing.find_move(target)) is not None:
            self._play(move)
        elif target in self.narrowing.targets:
            self.narrowing = self.narrowing.pressing(target)
            self.cursor = self.narrowing.targets[0]
            self._say_turn()
            self._draw()
        elif self.narrowing.pressed:
            self.action_back()
        else:
            refusal = self.narrowing.why_not(target)
            self.refused = frozenset(refusal.spots)
            self.say(f"{refusal.reason}.")
            self._draw()

    def action_back(self) -> None:
        """One part of a move back; else out of the replay."""
        self._skip()
        if self.narrowing.pressed:
            self.cursor = self.narrowing.pressed[-1]
            self.narrowing = Narrowing(self.game, self.match.position, self.narrowing.pressed[:-1])
        self.viewed = None
        self._say_turn()
        self._follow()
        self._draw()

    def action_step(self, by: int) -> None:
        self.action_go(self.ply + by)

    def action_go(self, ply: int) -> None:
        """Look at the board after so many moves."""
        self._skip()
        ply = max(0, min(ply, self.match.ply))
        self.viewed = None if ply == self.match.ply else ply
        self.narrowing = Narrowing(self.game, self.match.position)
        self._say_turn()
        self._follow()
        self._draw()

    def action_live(self) -> None:
        self.action_go(self.match.ply)

    def action_undo(self) -> None:
        self._skip()
        if self.match.resigned is not None or (self.match.outcome and not self.game.outcome(self.match.position)):
            self.match.undo()  # first what was agreed or given up
            self.sitting.keep()
            done = True
        else:
            done = self.sitting.undo()
        self.viewed = None
        if HUMAN not in self.sitting.whos:
            self.paused = True
        self._go_on()
        if not done:
            self.say("There is no move of yours to take back.")

    def action_redo(self) -> None:
        self._skip()
        done = self.sitting.redo()
        self.viewed = None
        self._go_on()
        if not done:
            self.say("There is no move to play again.")

    def action_hint(self) -> None:
        self._skip()
        if self.match.outcome is None and self.is_live:
            position = self.match.position
            tell = lambda analysis: self.post_message(self.Judged(position, analysis, hint=True, truth=False))
            self.say("Thinking about a hint")
            self.analyst.hint(position, tell)  # type: ignore[arg-type]

    def action_lines(self) -> None:
        self.settings.lines = not (self.settings.lines or self.settings.truth)
        self.settings.truth = False
        self._change_analysis()

    def action_truth(self) -> None:
        self.settings.truth = not self.settings.truth
        self._change_analysis()

    def _change_analysis(self) -> None:
        self.settings.keep()
        self.analysis = None
        self._follow()
        self._draw()

    def action_pause(self) -> None:
        self.paused = not self.paused
        self._go_on()

    def action_switch(self) -> None:
        self._skip()
        if self.match.outcome is None:
            self.sitting.switch_sides()
            self._go_on()

    def action_again(self) -> None:
        if self.match.outcome is None and self.match.ply:
            self.app.push_screen(dialogs.Sure("Leave this game, which is saved, for a new one?"), self._again)
        else:
            self._again(True)

    def _again(self, sure: bool | None) -> None:
        if sure:
            self.players.cancel()
            self.analysts.cancel()
            self._sit_down(self.sitting.again())
            self._go_on()

    def action_resign(self) -> None:
        if self.match.outcome is None:
            self.app.push_screen(dialogs.Sure("Resign this game?"), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.sitting.resign()
            self._go_on()

    def action_draw(self) -> None:
        if self.match.outcome is None and all(who == HUMAN for who in self.sitting.whos):
            self.app.push_screen(dialogs.Sure("Do both agree to a draw?"), self._agree)
        else:
            self.say("A draw is agreed between two people.")

    def _agree(self, sure: bool | None) -> None:
        if sure and self.match.outcome is None:
            self.match.agree_draw()
            self.sitting.keep()
            self._go_on()

    def action_save(self) -> None:
        self.app.push_screen(dialogs.Line("Save the game in which file?", f"{self.game.id}.quintet"), self._save)

    def _save(self, name: str | None) -> None:
        if name and name.strip():
            self.say(saves.export(self.match, name.strip()))

    def action_type(self) -> None:
        example = f", for example {self.match.legal()[0]}" if self.match.legal() else ""
        self.app.push_screen(dialogs.Line(f"Your move{example}:"), self._typed)

    def _typed(self, typed: str | None) -> None:
        """A move as line mode reads it."""
        if not typed or not self.sitting.is_turn_of_person:
            return
        self._skip()
        position = self.match.position
        meant = self.game.read(position, typed) if isinstance(self.game, LineMode) else None
        meant = find_move(self.game, typed) if meant is None else meant
        try:
            self._play(self.match.legal_move(typed[:60] if meant is None else meant))
        except ValueError as error:
            self.say(f"{error}.")

    def action_rules(self) -> None:
        self.app.push_screen(dialogs.Page(rules_text(self.game, self.color)))

    def action_leave(self) -> None:
        self.dismiss(None)


def _differences(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that changed."""
    spots = before.pieces.keys() | after.pieces.keys()
    return frozenset(spot for spot in spots if before.pieces.get(spot) != after.pieces.get(spot))


def _ending(sitting: Sitting) -> str:
    match, outcome = sitting.match, sitting.match.outcome
    assert outcome is not None
    scores = f", {outcome.scores[0]}:{outcome.scores[1]}" if outcome.scores else ""
    who = "A draw" if outcome.winner is None else f"{screen.label(match, outcome.winner)} has won"
    return f"{who}: {outcome.reason}{scores}. n for a new game"


def rules_text(game: Any, color: bool) -> Text:
    """The rules with their worked examples."""
    from io import StringIO

    from quintet.terminal import rules

    out = StringIO()
    rules.show(game, out, color)
    return Text.from_ansi(out.getvalue()) if color else Text(out.getvalue())
