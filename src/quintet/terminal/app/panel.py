"""The panel beside the board: players, moves, analysis and chat."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.narration import move_name
from quintet.core.scene import Scene
from quintet.core.types import Color, Player
from quintet.engine import Analysis, Line, exact_verdict
from quintet.engine.book import listed_text
from quintet.players.who import display_name
from quintet.render.words import counters_by_color, without_scores
from quintet.terminal.analysis_text import value_words
from quintet.terminal.app.search_thread import LINES

TALK = 6
"""The most lines of chat; fewer where there is no room."""
DIM, BOLD, HERE = Style(dim=True), Style(bold=True), Style(reverse=True)


@dataclass
class Beside:
    """All that the panel shows."""

    match: Match
    ply: int
    """The number of moves before the position that is shown."""
    near: Player
    """Who sits at this side of the board."""
    press_names: Mapping[str, str]
    """What presses are called where that is not their id."""
    thinking: Player | None = None
    analysis: Analysis | None = None
    """The analysis of that position."""
    shows_lines: bool = False
    clocks: tuple[str, str] = "", ""
    """What FIRST and SECOND have left."""
    words: str = ""
    """Something to read in place of the moves."""
    untold: str = ""
    """What happened last, where the status has no room for it."""
    talk: Sequence[str] = ()
    """The chat, the newest line last."""


class Panel(Widget):
    """Players above and below the moves, the analysis under them."""

    DEFAULT_CSS = "Panel { width: 34; height: 1fr; padding: 0 1; link-style: none; link-color: $foreground; }"

    def __init__(self) -> None:
        super().__init__()
        self.beside: Beside | None = None
        self.shows_talk = False
        """Whether there was room for the chat."""

    def show(self, beside: Beside) -> None:
        self.beside = beside
        self.refresh()

    def render(self) -> Text:
        if self.beside is None:
            return Text()
        width, height = self.size.width, self.size.height
        near = self.beside.near
        seats = [_seat(self.beside, player, width) for player in (near, near.other)]
        analysis = _analysis(self.beside, width) if self.beside.shows_lines else []
        if height < 9 + len(analysis):  # a small window has both players on top
            above, below = [*seats[0], *seats[1]], []
        else:
            above, below = [*seats[1], Text("─" * width, DIM)], [Text("─" * width, DIM), *seats[0]]
        room = height - len(above) - len(below) - len(analysis)
        talk = _talk(self.beside, width, min(TALK, room // 2))
        self.shows_talk = bool(talk)
        untold = list(map(Text, textwrap.wrap(self.beside.untold, width)[: max(0, room - len(talk))]))
        moves = _moves(self.beside, width, max(0, room - len(talk) - len(untold)))
        blank = [Text()] * (room - len(moves) - len(talk) - len(untold))
        lines = [*above, *moves, *blank, *untold, *talk, *below, *analysis]
        return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def _seat(beside: Beside, player: Player, width: int) -> list[Text]:
    match, pos = beside.match, beside.match.positions[beside.ply]
    color = match.game.color(pos, player)
    is_next = match.game.to_move(pos) is player and not match.game.outcome(pos)
    line = Text(f"{'▸' if is_next else ' '} {'●' if color is Color.BLACK else '○'} ", BOLD)
    line.append(f"{display_name(match.names[player])}, {color.title}", BOLD if is_next else "")
    if beside.thinking is player:
        line.append(" thinks", DIM)
    if clock := beside.clocks[player]:
        line.append(f"  {clock}", BOLD if is_next else DIM)
    line.truncate(width)
    counted = counters_by_color(_without_final_score(beside, match.game.scene(pos))).get(color, [])
    return [line, Text(f"    {', '.join(counted)}", DIM)] if counted else [line]


def _without_final_score(beside: Beside, scene: Scene) -> Scene:
    """At the end of a game the sentence about it has the score: a counter does not repeat it."""
    match = beside.match
    if match.outcome is None or match.outcome.scores is None or beside.ply != match.ply:
        return scene
    pos = match.position
    scores = {match.game.color(pos, player): match.outcome.scores[player] for player in Player}
    return without_scores(scene, scores)


def _moves(beside: Beside, width: int, room: int) -> list[Text]:
    """As many moves as fit, around the one that is shown; a click shows its position."""
    if beside.words:
        return [Text(line) for line in textwrap.wrap(beside.words, width, break_long_words=True)][:room]
    names = (move_name(beside.match.game, move, beside.press_names) for move in beside.match.moves)
    texts = ["start", *(f"{number}. {name}" for number, name in enumerate(names, 1))]
    wide = max(map(len, texts)) + 2
    across = max(1, width // wide)
    rows = (len(texts) + across - 1) // across
    first = max(0, min(beside.ply // across - room // 2, rows - room))
    lines: list[Text] = []
    for row in range(first, min(rows, first + room)):
        line = Text()
        for ply in range(row * across, min(len(texts), (row + 1) * across)):
            style = (HERE if ply == beside.ply else Style()) + Style(meta={"@click": f"screen.go({ply})"})
            line.append(texts[ply], style).append(" " * (wide - len(texts[ply])))
        lines.append(line)
    return lines


def _talk(beside: Beside, width: int, room: int) -> list[Text]:
    """The last lines of chat; a long one is cut."""
    lines: list[str] = []
    for words in reversed(beside.talk[-TALK:]):
        if (left := room - 1 - len(lines)) > 0:
            lines[:0] = textwrap.wrap(words, width, subsequent_indent="  ", max_lines=left, placeholder=" ...")
    return [Text("─" * width, DIM), *map(Text, lines)] if lines else []


def _analysis(beside: Beside, width: int) -> list[Text]:
    analysis = beside.analysis
    lines = [Text("─" * width, DIM)]
    if analysis is None:
        return [*lines, Text("..." if beside.match.outcome is None else "", DIM), *[Text()] * LINES]
    game, pos = beside.match.game, beside.match.positions[beside.ply]
    lines.append(bar(game, pos, analysis, width))
    different = _different(game, pos, analysis.lines)
    for line in different:
        words = value_words(line.value, line.score, line.exact)
        shown = (
            Text(f"{move_name(game, line.moves[0], beside.press_names)} ", BOLD)
            .append(words)
            .append(_line_of(line.moves[1:]), DIM)
        )
        shown.truncate(width, overflow="ellipsis")
        lines.append(shown)
    return lines + [Text()] * (LINES - len(different))


def _different(game: AnyGame, pos: Any, lines: Sequence[Line]) -> list[Line]:
    """The first lines that lead to different positions, mirror images aside."""
    images: dict[str, Line] = {}
    for line in lines:
        images.setdefault(listed_text(game, game.play(pos, line.moves[0])), line)
        if len(images) == LINES:
            break
    return list(images.values())


def _line_of(moves: Sequence[Any]) -> str:
    return f": {' '.join(map(str, moves))}" if moves else ""


def bar(game: AnyGame, pos: Any, analysis: Analysis, width: int) -> Text:
    """Black's share from the left, White's from the right, and the result or the estimate in words."""
    black = game.color(pos, analysis.player) is Color.BLACK
    value = analysis.value if black else -analysis.value
    words = exact_verdict(game, pos, analysis) or _guess(value)
    room = max(4, width - len(words) - 1)
    share = round((value + 1) / 2 * room)
    return Text("█" * share, BOLD).append("░" * (room - share), DIM).append(f" {words}")


def _guess(value: float) -> str:
    if abs(value) < 0.05:
        return "about even"
    return f"{(Color.BLACK if value > 0 else Color.WHITE).title} is better"
