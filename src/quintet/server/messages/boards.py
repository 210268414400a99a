"""Positions, and the games that there are. `DrawnLayout` and `Scene` are those that pictures are made of."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from quintet.core.scene import Scene
from quintet.core.types import Color, Player
from quintet.render.marks import Move
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.live.events import How
from quintet.server.live.timeline import HistoryMove
from quintet.server.messages.base import Out


class Outcome(Out):
    winner: Player | None
    """None: a draw, or no result at all."""
    reason: str
    scores: tuple[int, int] | None
    kind: How = "rules"
    """By the rules, or how else; `declined`: the invitation was; `unfinished`: an imported record that stops."""


class Frame(Out):
    """One moment of a game, for replay: how the move before it looked, and what is there after it."""

    ply: int
    move: HistoryMove | None
    """That led here; None at the start."""
    position: str
    scene: Scene
    stages: list[Scene]
    """What is seen one after the other while the move is played; the last equals `scene`. Empty at the start."""
    to_move: Player
    colors: tuple[Color, Color]
    """Of FIRST and SECOND here; a pie rule can change them."""
    outcome: Outcome | None


class BoardView(Frame):
    """A moment with what can be done in it."""

    moves: list[Move]
    """None when it is over."""
    history: list[HistoryMove]
    """From the first move; in an Update from its `since` on."""


class Option(TypedDict):
    """One option of a game, as JSON Schema has it."""

    description: str
    default: int | bool | str
    type: Literal["integer", "boolean", "string"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    enum: NotRequired[list[str]]


class OptionsOut(TypedDict):
    """A JSON Schema object: one property an option."""

    type: Literal["object"]
    properties: dict[str, Option]
    additionalProperties: Literal[False]


class LevelOut(Out):
    """How strong an engine plays."""

    number: int
    name: str
    about: str
    """What to expect of it, in a sentence."""
    elo: float | None
    """Above a player who moves at random, on this board; none where it was not measured."""
    error: float | None
    """Half the width of the 95 % interval."""


class GameOut(Out):
    """A game that can be played here."""

    id: str
    title: str
    spec: str
    """With these options; the standard game's is its id."""
    summary: str
    """The first paragraph of the rules, as plain text."""
    options: OptionsOut
    levels: list[LevelOut]
    layout: DrawnLayout
    view: BoardView
    """The start."""


class GamesOut(Out):
    games: list[GameOut]
    left_out: dict[str, str]
    """Games that are installed and cannot be played, by name, and why."""


class StepOut(Out):
    """One board of a worked example: the first, or that after a move."""

    words: str
    """What happened and what is true now; empty where the board says it already."""
    view: BoardView
    """After it."""


class ExampleOut(Out):
    title: str
    spec: str
    layout: DrawnLayout
    steps: list[StepOut]


class RulesPart(Out):
    """A piece of the rules: Markdown, or a worked example in its place."""

    markdown: str | None = None
    example: ExampleOut | None = None


class RulesOut(Out):
    id: str
    title: str
    parts: list[RulesPart]


class PositionOut(Out):
    """A position that was looked at."""

    spec: str
    title: str
    layout: DrawnLayout
    view: BoardView
    frames: list[Frame]
    """From the position given through the moves given, without the first `since`."""
    more: int | None
    """Pass as `since` to see the frames that follow; None: these are the last."""
