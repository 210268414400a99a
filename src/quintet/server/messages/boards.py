"""Positions and games. `DrawnLayout` and `Scene` are the classes that pictures are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from quintet.core.scene import Scene
from quintet.core.types import Color, Player
from quintet.render.marks import Move
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.live.events import How
from quintet.server.live.timeline import HistoryMove
from quintet.server.messages.base import Out


@dataclass(frozen=True, slots=True)
class Outcome:
    winner: Player | None
    """None: a draw, or no result at all."""
    reason: str
    scores: tuple[int, int] | None
    kind: How = "rules"
    """How it ended; `declined`: the invitation was declined; `unfinished`: an imported record that stops."""


class Frame(Out):
    """One ply of a game, for replay: the animation of the move that led here, and the position after it."""

    ply: int
    move: HistoryMove | None
    """The move that led here; None at the start."""
    position: str
    scene: Scene
    stages: list[Scene]
    """The scenes of the move's animation; the last equals `scene`. Empty at the start."""
    narration: str
    """What the move did, in a sentence or a few; empty at the start."""
    to_move: Player
    colors: tuple[Color, Color]
    """Of FIRST and SECOND in this position; a pie rule can change them."""
    outcome: Outcome | None


class BoardView(Frame):
    """A position with its legal moves."""

    moves: list[Move]
    """Empty when the game is over."""
    history: list[HistoryMove]
    """From the first move; in an Update from its `since` on."""


class Option(TypedDict):
    """One option of a game, as JSON Schema has it."""

    description: str
    default: int | bool | str
    type: Literal["integer", "boolean", "string"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    multipleOf: NotRequired[int]
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
    """Above a player who moves at random, on this board; None if it was not measured."""
    error: float | None
    """Half the width of the 95 % interval."""


class GameOut(Out):
    """A game that can be played here."""

    id: str
    title: str
    spec: str
    """The game with its options; of the standard game its id."""
    summary: str
    """The first paragraph of the rules, as plain text."""
    options: OptionsOut
    levels: list[LevelOut]
    layout: DrawnLayout
    view: BoardView
    """The start position."""


class GamesOut(Out):
    games: list[GameOut]
    left_out: dict[str, str]
    """Games that are installed but cannot be played, by name, with the reason."""


class StepOut(Out):
    """One position of a worked example: the first, or the one after a move."""

    words: str
    """What happened and what is true now; empty if the board shows it."""
    view: BoardView
    """The position after it."""


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
    """From the given position through the given moves, without the first `since`."""
    more: int | None
    """Pass as `since` to see the frames that follow; None: these are the last."""
