"""The widget: a match that is played or replayed on the site's board; Python has the match."""

from __future__ import annotations

import threading
import time
from copy import copy
from typing import Any, Literal, SupportsIndex, TypedDict, Unpack

from quintet.core.game import AnyGame, refusal
from quintet.core.match import Match
from quintet.core.types import IllegalMove, Player
from quintet.engine import Analysis, Engine, bounds
from quintet.engine.limits import limits_of
from quintet.notebook.modules import script, styles
from quintet.notebook.shown import layout_of, marks_of, view_of, words_of
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import OWN_ENGINES, parse_who
from quintet.render.marks import last_of
from quintet.render.svg.position import svg

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("boards in notebooks need anywidget: pip install 'quintet-games[notebook]'") from missing

BETWEEN = 0.2
"""Seconds between two reports of an analysis."""
SMALLEST, LARGEST = 160, 2000
"""Pixels of a board."""


class BoardSettings(TypedDict, total=False):
    """The settings of a `Board` by name, for those that hand them on."""

    size: SupportsIndex
    seconds: float
    nodes: SupportsIndex | None
    seed: SupportsIndex


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A board in a notebook; `match` is what is played on it.

    With `opponent` an engine has the other seat; without one both sides are yours, and you may go another way from any
    position of the match. `seconds` is what an analysis of one position may take.
    """

    _esm = script()
    _css = styles()
    board = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    marks = traitlets.List().tag(sync=True)
    """The value of each move, while an analysis is shown."""
    size = traitlets.Int(420).tag(sync=True)
    flipped = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        match: Match,
        opponent: str | None = None,
        seat: Literal["first", "second"] = "first",
        *,
        size: SupportsIndex = 420,
        seconds: float = 3.0,
        nodes: SupportsIndex | None = None,
        seed: SupportsIndex = 0,
    ) -> None:
        if not isinstance(match, Match):
            raise ValueError(f"match must be a quintet.Match, got {match!r}")
        pixels = bounds.whole("size", size, SMALLEST, LARGEST)
        you = Player[bounds.one_of("seat", seat, ("first", "second")).upper()]
        self.match = match
        self.analysis: Analysis | None = None
        """The analysis of the position that is shown."""
        self._limits = limits_of(nodes, seconds=None if nodes else seconds)
        self._engines: dict[Player, SeatedPlayer] = {}
        if opponent is not None:
            self._engines[you.other] = player_for(
                parse_who(opponent, OWN_ENGINES, "opponent"), match.game, bounds.seed_of(seed)
            )
        self._analyst = Engine(match.game, memory_mb=64)
        self._analysing = False
        self._ply = match.ply
        self._lock = threading.RLock()
        self._turn = 0
        """Counts the changes of the board, so that a late analysis of an older position is dropped."""
        super().__init__(
            board=layout_of(match.game),
            view=self._view(moving=False),
            size=pixels,
            flipped=bool(self._engines) and you is Player.SECOND,
            label=match.game.title,
        )
        self.on_msg(self._hear)
        self._reply()

    def _repr_mimebundle_(self, **settings: Any) -> Any:
        """The widget, and a picture for places that cannot show widgets."""
        bundle = super()._repr_mimebundle_(**settings)
        if isinstance(bundle, tuple):
            bundle[0]["image/svg+xml"] = self.picture()
        return bundle

    def picture(self) -> str:
        """The position that is shown, as SVG."""
        game, part = self.match.game, self._ply
        last = last_of(self.match, part)
        return svg(game.layout(), game.scene(self.match.positions[part]), last=last, title=game.title)

    # Actions, by hand or from Python

    def play(self, move: object) -> None:
        """Play a move at the position that is shown; IllegalMove says why it is refused."""
        with self._lock:
            if self._ply < self.match.ply and self._engines:
                raise IllegalMove("go to the last move to play on")
            if self.match.to_move in self._engines and not self.match.outcome:
                raise IllegalMove(f"it is the turn of {self.match.names[self.match.to_move]}")
            while self.match.ply > self._ply:
                self.match.undo()
            self.match.play(move)
            self._show(self.match.ply, moving=True)
        self._reply()

    def go(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        with self._lock:
            was, self._ply = self._ply, max(0, min(int(ply), self.match.ply))
            self._show(self._ply, moving=self._ply == was + 1)

    def undo(self) -> None:
        """Take back your last move and the moves after it."""
        with self._lock:
            self._turn += 1
            self.match.undo()
            while self.match.ply and self.match.to_move in self._engines:
                self.match.undo()
            self._show(self.match.ply, moving=False)
        self._reply()

    def analyse(self, on: bool = True) -> None:
        """Show the value of every move of the position, or stop showing it."""
        with self._lock:
            self._analysing = bool(on)
            self._show(self._ply, moving=False)

    # Inside

    def _view(self, moving: bool) -> dict[str, Any]:
        match, is_last = self.match, self._ply == self.match.ply
        is_engines_turn = is_last and not match.outcome and match.to_move in self._engines
        free = not self._engines or (is_last and not is_engines_turn)
        view = view_of(match, self._ply, with_moves=(free or self._analysing) and not (is_last and match.outcome))
        return {
            **view,
            "words": words_of(match, self._ply, thinking=is_engines_turn, analysis=self.analysis),
            "moving": moving,
            "playing": bool(self._engines),
            "undo": match.ply > (1 if Player.FIRST in self._engines else 0),
            "analysing": self._analysing,
        }

    def _show(self, ply: int, *, moving: bool) -> None:
        self._ply = ply
        self._turn += 1
        self._analyst.stop()
        self.analysis = None
        self.marks = []
        self.view = self._view(moving)
        over = self.match.outcome and ply == self.match.ply
        if self._analysing and not over:
            self._beside(self._look, self._turn, self.match.positions[ply])

    def _hear(self, widget: object, message: Any, buffers: object) -> None:
        """Handle a message of the widget; the widget shows why one is refused."""
        kind, value = message.get("kind"), message.get("value")
        try:
            if kind in ("move", "refuse"):
                self.play(str(value))
            elif kind == "go" and isinstance(value, int):
                self.go(value)
            elif kind == "undo":
                self.undo()
            elif kind == "analyse":
                self.analyse(bool(value))
        except ValueError as error:
            spots = refusal(self.match.game, self.match.position, value).spots if kind in ("move", "refuse") else ()
            self.send({"kind": "refused", "reason": str(error), "spots": list(spots)})

    def _reply(self) -> None:
        """Let the engine move, in a thread of its own."""
        with self._lock:
            if not self.match.outcome and self.match.to_move in self._engines:
                self._beside(self._answer, copy(self.match))

    def _answer(self, match: Match) -> None:
        while not match.outcome and match.to_move in self._engines:
            move = self._engines[match.to_move].choose(match)
            with self._lock:
                if self.match.moves != match.moves:  # taken back meanwhile
                    return
                match.play(move)
                self.match.play(move)
                self._show(self.match.ply, moving=True)

    def _look(self, turn: int, position: Any) -> None:
        reported = 0.0

        def report(analysis: Analysis, now: bool = False) -> None:
            nonlocal reported
            with self._lock:
                if turn == self._turn and (now or time.monotonic() - reported > BETWEEN):
                    reported = time.monotonic()
                    self.analysis = analysis
                    self.view = {**self.view, "words": self._view(moving=False)["words"], "moving": False}
                    self.marks = marks_of(analysis)
                elif turn != self._turn:
                    self._analyst.stop()

        nodes, seconds = self._limits.nodes, self._limits.seconds
        report(self._analyst.every_move(position, nodes=nodes, seconds=seconds, progress=report), now=True)

    def _beside(self, work: Any, *arguments: Any) -> None:
        threading.Thread(target=work, args=arguments, name="quintet board", daemon=True).start()


def play(
    game: AnyGame | str,
    opponent: str | None = "level:3",
    seat: Literal["first", "second"] = "first",
    **settings: Unpack[BoardSettings],
) -> Board:
    """A board to play on, against an engine or, with ``None``, against somebody beside you."""
    names = ["You", "You"] if opponent else ["Player 1", "Player 2"]
    if opponent:
        names[1 if seat == "first" else 0] = opponent
    return Board(Match(game, names=names), opponent, seat, **settings)


def replay(match: Match, **settings: Unpack[BoardSettings]) -> Board:
    """A board to look through a match, from its start; the match itself stays as it is."""
    shown = Board(copy(match), **settings)
    shown.go(0)
    return shown
