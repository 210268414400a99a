"""A board with an engine's analysis beside it: lines, hints, and the result of every move."""

from __future__ import annotations

from typing import Any

from textual.binding import Binding
from textual.widget import Widget

from quintet.core.match import Match
from quintet.core.narration import press_names
from quintet.core.types import Player
from quintet.engine import Analysis, Engine
from quintet.terminal import saves
from quintet.terminal.analysis_text import NO_STUDY, hint_words
from quintet.terminal.app import dialogs, move_entry
from quintet.terminal.app.board_screen import T
from quintet.terminal.app.choosing_screen import ChoosingScreen
from quintet.terminal.app.move_entry import MoveEntry
from quintet.terminal.app.panel import Beside, Panel
from quintet.terminal.app.search_thread import Analyst, SearchThread
from quintet.terminal.app.settings import AppSettings

RESULTS = "wins", "draws", "loses"
"""What the signs of `move_entry.SIGNS` mean."""
MEMORY_MB = 16
"""Memory of a search: the app stays small."""


class StudyScreen(ChoosingScreen[T]):
    """The analysis follows the position that is shown."""

    BINDINGS = [
        Binding("h", "hint", "Hint"),
        Binding("l", "lines", "Analysis"),
        Binding("t", "truth", "Truth of every move"),
        Binding("s", "save", "Save to a file"),
    ]

    def __init__(self, match: Match, settings: AppSettings, color: bool, seed: int = 0) -> None:
        self.analysts, self.seed = SearchThread(), seed
        self.thinking: Player | None = None
        """Whose engine chooses a move."""
        super().__init__(match, settings, color)

    def put(self, match: Match) -> None:
        super().put(match)
        self.press_names = press_names(self.board_layout)
        self.analysts.cancel()
        self.analysis: tuple[Any, Analysis, bool] | None = None
        """The position, its analysis, and whether that is about every move."""
        self.truth_message = ""
        """The last message about the signs."""
        self.analyst = Analyst(self.analysts, Engine(self.game, memory_mb=MEMORY_MB, seed=self.seed))

    def on_unmount(self) -> None:
        self.analysts.close()

    @property
    def near(self) -> Player:
        """Who sits at this side of the board."""
        raise NotImplementedError

    @property
    def may_study(self) -> bool:
        """Whether an engine may be asked."""
        return True

    def beside(self) -> Beside:
        """What the panel shows."""
        position = self.match.positions[self.ply]
        known = self.analysis[1] if self.analysis and self.analysis[0] == position else None
        shows_lines = self.may_study and self.settings.lines
        return Beside(
            self.match, self.ply, self.near, self.press_names, self.thinking, known, shows_lines, untold=self.untold
        )

    def panel(self) -> Widget:
        return Panel()

    def draw_panel(self) -> None:
        self.query_one(Panel).show(self.beside())

    def signs(self) -> dict[str, tuple[str, str]]:
        position, known = self.match.positions[self.ply], self.analysis
        if not self.settings.truth or not self.may_study or known is None or known[0] != position or not known[2]:
            return {}
        entry = self.entry if self.is_live else MoveEntry(self.game, position)
        return move_entry.signs(entry, self.board_layout, known[1])

    def look(self) -> None:
        """Analyse the position that is shown."""
        position = self.match.positions[self.ply]
        is_over = self.game.outcome(position) is not None
        if not (self.settings.lines or self.settings.truth) or is_over or not self.may_study:
            self.analysts.cancel()
            return
        truth = self.settings.truth
        tell = lambda analysis: self.call_later(self._analysed, position, analysis, truth)
        self.analyst.follow(position, truth, tell)

    def _analysed(self, position: Any, analysis: Analysis, truth: bool) -> None:
        if position != self.match.positions[self.ply]:
            return
        self.analysis = position, analysis, truth
        if not truth:  # it changes nothing on the board
            self.draw_panel()
            return
        if self.message and self.message == self.truth_message:
            self._say_truth(analysis)
        self.draw()

    def _hinted(self, position: Any, analysis: Analysis) -> None:
        if position == self.match.positions[self.ply]:
            self.say(f"You could play {hint_words(self.game, position, analysis)}")
            self.cursor = self.game.clicks(analysis.move)[0]
            self.look()
            self.draw()

    def action_hint(self) -> None:
        self.skip()
        if not self.may_study:
            self.say(NO_STUDY)
        elif self.match.outcome is None and self.is_live:
            position = self.match.position
            self.say("Thinking about a hint")
            self.analyst.hint(position, lambda analysis: self.call_later(self._hinted, position, analysis))

    def action_lines(self) -> None:
        self.settings.lines = not self.settings.lines
        self._change_analysis("The best lines are shown." if self.settings.lines else "The best lines are hidden.")

    def action_truth(self) -> None:
        self.settings.truth = not self.settings.truth
        self._change_analysis("Moves are no longer marked.")
        if self.settings.truth and self.may_study:
            self._say_truth(None)

    def _say_truth(self, analysis: Analysis | None) -> None:
        """Say what the signs mean, and how many moves have one so far."""
        marks = ", ".join(f"{sign} {does}" for (sign, _), does in zip(move_entry.SIGNS.values(), RESULTS, strict=True))
        proved = sum(line.exact for line in analysis.lines) if analysis else 0
        moves = len(self.game.legal_moves(self.match.positions[self.ply]))
        self.truth_message = f"{marks}. Proved so far: {proved} of {moves} moves."
        self.say(self.truth_message)

    def _change_analysis(self, words: str) -> None:
        self.settings.keep()
        self.look()
        self.draw()
        self.say(words if self.may_study else NO_STUDY)

    def action_save(self) -> None:
        self.ask(dialogs.TextQuestion("Save the game in which file?", f"{self.game.id}.quintet"), self._save)

    def _save(self, name: str | None) -> None:
        if name and name.strip():
            self.say(saves.export(self.match, name.strip()))
