"""How to type the moves of a game, and what the signs on its board mean: derived from its moves and its layout."""

from __future__ import annotations

import re
import shlex
import textwrap
from dataclasses import dataclass
from typing import Any

from quintet.core.game import AnyGame, read_move, spec
from quintet.core.narration import move_name, press_names
from quintet.core.scene import Layout
from quintet.render.marks import own_and_columns
from quintet.terminal.line import screen

WIDEST = 78
"""Columns of what is said about typing."""
RARE = "when the rules allow it"
GOAL = re.compile(r"^- \*\*Goal\.\*\* (.*?)(?=^- |^$)", re.MULTILINE | re.DOTALL)
"""The item of the rules that says what to play for."""


def read_typed(game: AnyGame, pos: Any, typed: str) -> Any | None:
    """The move that a person meant: in the game's own forms, with blanks within it, or by the name that it has in
    sentences, ``column 3``; ``None`` if it is no move."""
    names, words = press_names(game.layout()), typed.split()
    kinds = {name.rpartition(" ")[0] for name in names.values()}
    behind = words[1:] if words and words[0].lower() in kinds else words
    for text in (typed, "".join(words), "".join(behind)):
        if (move := read_move(game, pos, text)) is not None:
            return move
    wanted = " ".join(words).lower()
    return next((move for move in game.all_moves() if move_name(game, move, names) == wanted), None)


@dataclass(frozen=True, slots=True)
class MoveKind:
    """Moves that press the same kinds of things: the first of them, and what it does."""

    example: str
    meaning: str
    is_legal: bool
    """Whether there is a legal move of this kind now."""


def move_kinds(game: AnyGame, pos: Any) -> list[MoveKind]:
    """Every kind of move of a game, those that are legal now first; the example is a legal one where there is one."""
    layout = game.layout()
    own, shared = own_and_columns(layout)
    quarters = {button.id: button.quarter for button in layout.buttons}

    def kind(target: str) -> str | int:
        """A spot and a column are like any other, and so are the handles that turn one way; other buttons differ."""
        return "spot" if target in own else "column" if target in shared else quarters.get(target) or target

    legal = game.legal_moves(pos)
    examples: dict[tuple[str | int, ...], Any] = {}
    for move in (*legal, *game.all_moves()):
        examples.setdefault(tuple(map(kind, game.clicks(move))), move)
    possible = set(map(str, legal))
    meanings = _press_meanings(layout)
    return [
        MoveKind(
            str(move),
            ", then ".join(meanings.get(target, target) for target in game.clicks(move)),
            str(move) in possible,
        )
        for move in examples.values()
    ]


def _press_meanings(layout: Layout) -> dict[str, str]:
    """What each target does when it is pressed: ``a disc on d3``, ``a piece in column 0``, ``turn sub-board 1``."""
    piece = f"{'an' if layout.piece[:1] in 'aeiou' else 'a'} {layout.piece}"
    meanings = {spot.target: f"{piece} on {spot.label}" for spot in layout.spots if spot.target == spot.id}
    lines = press_names(layout)
    meanings |= {spot.target: f"{piece} in {lines[spot.target]}" for spot in layout.spots if spot.target in lines}
    return meanings | {button.id: button.label[:1].lower() + button.label[1:] for button in layout.buttons}


def move_lines(game: AnyGame, pos: Any, columns: int = WIDEST) -> list[str]:
    """A line for each kind of move, with what is typed in front."""
    return [
        row(kind.example, kind.meaning if kind.is_legal else f"{kind.meaning}, {RARE}", columns)
        for kind in move_kinds(game, pos)
    ]


def row(typed: str, meaning: str, columns: int = WIDEST) -> str:
    """A line of a list of what can be typed."""
    return textwrap.fill(f"  {typed:10} {meaning}", columns, subsequent_indent=" " * min(13, columns // 3))


def engine_hint(game: AnyGame) -> str:
    """How to play this game against an engine."""
    return f"To play against an engine: quintet play {shlex.quote(spec(game))} --white level:3"


def greeting(game: AnyGame, pos: Any, color: bool, columns: int = WIDEST) -> str:
    """What a person needs to know before the first move: what to play for, the signs, and what can be typed."""
    from quintet.terminal.listing import chosen_options

    return "\n".join(
        [
            *(textwrap.fill(f"Goal. {' '.join(goal.split())}", columns) for goal in GOAL.findall(game.rules)[:1]),
            *(textwrap.fill(words, columns) for words in chosen_options(game)),
            signs(game, color, columns),
            "You can type:",
            *move_lines(game, pos, columns),
            row("help", "the list of everything else, such as rules, hint, undo and quit", columns),
        ]
    )


def typing_section(game: AnyGame, columns: int = WIDEST) -> str:
    """What the rules say about typing moves, with the game's short forms; empty if they say nothing."""
    from quintet.terminal import rules_text

    return rules_text.plain(rules_text.section(game, "Typing moves")[1], columns)


def signs(game: AnyGame, color: bool, columns: int = WIDEST) -> str:
    """What the signs on the board stand for, as they are drawn in colour or without."""
    from quintet.render.words import legend

    return textwrap.fill(legend(game.layout(), color), columns)


def marks(game: AnyGame, color: bool) -> str:
    """What the signs around the pieces of a board in colour mean; lines are not put in brackets."""
    if not color or any(spot.line for spot in game.layout().spots):
        return ""
    legal = ", ◦ a place where you may play" if screen.is_choosy(game) else ""
    return f"( ) marks the last move, < > what wins{legal}."
