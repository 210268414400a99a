"""The rules of a game for people: its Markdown, with the worked examples played out on boards."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterator
from typing import TextIO

from quintet.core.game import AnyGame, refusal
from quintet.core.match import Match
from quintet.core.story import FENCE, Story, stories, tell
from quintet.core.types import Player
from quintet.terminal import screen

WIDEST = 100
"""Lines of prose are not longer than this, however wide the window."""


def show(game: AnyGame, out: TextIO, color: bool) -> None:
    """Print the rules: set in colour for a terminal, as plain text elsewhere."""
    parts = FENCE.split(game.rules)
    for at, part in enumerate(parts):
        if at % 2:  # what a fence held
            for story in stories(part):
                out.write(textwrap.indent("\n".join(told(story, color)), "  ") + "\n\n")
        elif part.strip():
            _rich(part, out) if color else out.write(plain(part) + "\n\n")
    out.flush()


def _rich(markdown: str, out: TextIO) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    columns = min(shutil.get_terminal_size().columns, WIDEST)
    Console(file=out, width=columns, highlight=False).print(Markdown(markdown))
    out.write("\n")


def plain(markdown: str) -> str:
    """Markdown without its marks: headings underlined, no stars, no back quotes."""
    lines: list[str] = []
    for line in markdown.strip().splitlines():
        text = re.sub(r"\*\*(.+?)\*\*|`(.+?)`|\*(\S.*?)\*", lambda m: m[1] or m[2] or m[3], line)
        heading = re.match(r"(#+) (.*)", text)
        lines += [heading[2], ("=" if heading[1] == "#" else "-") * len(heading[2])] if heading else [text]
    return "\n".join(lines)


def told(story: Story, color: bool) -> Iterator[str]:
    """A worked example step by step, with the boards it leads to."""
    yield f"Example: {story.title}"
    for step, match in tell(story):
        verb, _, rest = step.partition(" ")
        if line := _words(verb, rest, match):
            yield line
        if verb in ("play", "position", "undo"):
            yield f"\n{textwrap.indent(screen.board(match, color), '  ')}\n"


def _words(verb: str, rest: str, match: Match) -> str:
    """One step as a sentence; empty where the board says it already."""
    if verb == "game":
        return f"A game of {rest}." if "(" in rest else ""
    if verb == "play":
        moves = rest.split()
        player = match.game.to_move(match.positions[-1 - len(moves)])
        color = match.game.color(match.positions[-1 - len(moves)], player).title
        return f"{color} plays {moves[0]}." if len(moves) == 1 else f"They play {' '.join(moves)}."
    if verb == "undo":
        return "That move is taken back."
    if verb == "legal":
        return "There is no legal move." if rest == "none" else f"Legal moves: {rest}"
    if verb == "refuse":
        move = rest.partition(", ")[0]
        return f"{move} is refused: {refusal(match.game, match.position, move).reason}."
    if verb == "scores":
        return f"Score: {rest.replace(' ', ':')}"
    if verb == "turn":
        return f"{rest.split()[-1].title()} is to move."
    if verb == "outcome":
        return _ending(match)
    return ""


def _ending(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return "The game goes on."
    if outcome.winner is None:
        return f"A draw: {outcome.reason}."
    color = match.game.color(match.position, Player(outcome.winner)).title
    return f"{color} wins: {outcome.reason}."
