"""The Game protocol: what a game is. Start reading here.

A **Game** is a set of rules with its options fixed; it holds no match. A **Position** is everything
needed to go on and a **Move** is one whole turn; both are frozen values. `str(move)` is its notation.
All else (move parsing, action numbers, front ends, engines) is derived from these few methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, runtime_checkable

from quintet.core import options
from quintet.core.scene import Layout, Scene
from quintet.core.types import Color, IllegalMove, Outcome, Player, Refusal

if TYPE_CHECKING:
    import typing_extensions  # typing's own TypeVar has defaults only from Python 3.13 on

    P = typing_extensions.TypeVar("P", default=Any)
    """Positions of a game."""
    M = typing_extensions.TypeVar("M", default=Any)
    """Moves of a game."""
else:
    P, M = TypeVar("P"), TypeVar("M")
C = TypeVar("C", bound=type)


class Game(Protocol[P, M]):
    """The rules of one game."""

    id: ClassVar[str]
    """The name of its module and of the game in every spec."""
    title: ClassVar[str]
    """The name that people read."""
    rules: ClassVar[str]
    """The rules as Markdown, with worked examples that the tests replay."""
    Options: ClassVar[type]
    """A frozen dataclass of options; its defaults are the standard game."""
    options: Any
    """Those of this game, an instance of `Options`."""

    # Rules

    def start(self) -> P:
        """The first position; all positions of a game are of its class."""
        ...

    def to_move(self, pos: P) -> Player:
        """Whose turn it is; players need not alternate."""
        ...

    def color(self, pos: P, player: Player) -> Color:
        """The colour a player has now; a pie rule can change it."""
        ...

    def all_moves(self) -> Sequence[M]:
        """The action space, in its fixed order."""
        ...

    def legal_moves(self, pos: P) -> Sequence[M]:
        """A sub-sequence of `all_moves`; empty exactly when the game is over."""
        ...

    def play(self, pos: P, move: M) -> P:
        """The position after a move; trusts that the move is legal."""
        ...

    def outcome(self, pos: P) -> Outcome | None:
        """``None`` while the game goes on."""
        ...

    # Notation

    def text(self, pos: P) -> str:
        """The position as text, on one line."""
        ...

    def parse(self, text: str) -> P:
        """The inverse of `text`; ValueError says what was expected."""
        ...

    # Picture

    def layout(self) -> Layout:
        """What stays the same on the board for a whole match."""
        ...

    def scene(self, pos: P) -> Scene:
        """What is on the board in a position."""
        ...

    def clicks(self, move: M) -> tuple[str, ...]:
        """The targets to press for a move, in order."""
        ...


AnyGame = Game[Any, Any]
"""A game whose positions and moves may be of any class."""


# Optional abilities: tested with isinstance, never stubs that raise.


@runtime_checkable
class Scores(Protocol):
    """A game with scores."""

    def scores(self, pos: Any) -> tuple[int, int]:
        """Scores of FIRST and SECOND at any time."""
        ...


@runtime_checkable
class Symmetries(Protocol):
    """A game whose board looks the same when it is turned or mirrored."""

    def symmetries(self, pos: Any) -> Sequence[Any]:
        """The positions equivalent to this one, itself first; same player to move, same value."""
        ...


@runtime_checkable
class Heuristic(Protocol):
    """A game that can guess who is ahead."""

    def heuristic(self, pos: Any, player: Player) -> float:
        """From -1 (surely lost for `player`) to 1 (surely won), for positions that are not over."""
        ...


@runtime_checkable
class Stages(Protocol):
    """A game whose moves happen in visible steps."""

    def stages(self, pos: Any, move: Any) -> Sequence[Scene]:
        """What is seen after each step; the last equals the scene after the move."""
        ...


@runtime_checkable
class Refuses(Protocol):
    """A game that can say why a move is not legal."""

    def refusal(self, pos: Any, move: Any) -> Refusal:
        """The reason for a move of `all_moves` that is not legal in a position that is not over."""
        ...


@runtime_checkable
class WritesMoves(Protocol):
    """A game whose moves have parts, and that says how they are written."""

    move_form: ClassVar[str]
    """What stands after "expected": ``a space, a dash, ... as in a0-1C``."""


@runtime_checkable
class Narrates(Protocol):
    """A game that can say what a move did."""

    def narrate(self, pos: Any, move: Any) -> str:
        """What this legal move does, in one plain sentence or two short ones on one line, as `narrate` hands it on."""
        ...


@runtime_checkable
class LineMode(Protocol):
    """A game with words of its own in line mode: what its players type, and what they are told and asked."""

    def read(self, pos: Any, typed: str) -> Any | None:
        """The move meant by what was typed, legal or not; ``None`` if it is none of the game's own forms."""
        ...

    def heading(self, pos: Any, names: tuple[str, str]) -> str:
        """What stands above the board, with its line ends; the board itself is drawn from the scene."""
        ...

    def prompt(self, pos: Any, names: tuple[str, str]) -> str:
        """What asks for the next move."""
        ...


# Derived from the protocol.

LONGEST_MOVE = 60
"""What a person types is no move if it is longer."""
SHOWN = 8
"""The most legal moves that a refusal names."""


def spec(game: AnyGame) -> str:
    """The game with its options as text, ``quentin(size=5)``.

    >>> quintet.spec(quintet.load("magnetize", height=3))
    'magnetize(height=3)'
    """
    return options.join_spec(game.id, game.options)


def find_move(game: AnyGame, text: str) -> Any | None:
    """The move of the action space with this text; case and surrounding blanks do not matter."""
    wanted = text.strip().lower()
    return next((move for move in game.all_moves() if str(move).lower() == wanted), None)


def read_move(game: AnyGame, pos: Any, typed: str) -> Any | None:
    """The move that a person meant, in the game's own forms or as its text, legal or not; ``None`` if it is no move."""
    if len(typed) > LONGEST_MOVE:
        return None
    move = game.read(pos, typed) if isinstance(game, LineMode) else None
    return find_move(game, typed) if move is None else move


def parse_move(game: AnyGame, pos: Any, text: str) -> Any:
    """The legal move with this text; IllegalMove says why there is none."""
    wanted = text.strip().lower()
    for move in game.legal_moves(pos):
        if str(move).lower() == wanted:
            return move
    raise IllegalMove(refusal(game, pos, text).reason)


def refusal(game: AnyGame, pos: Any, move: object) -> Refusal:
    """Why this text or move is not legal here."""
    text = str(move).strip()
    legal = [str(legal) for legal in game.legal_moves(pos)]
    if not legal:
        return Refusal("the game is over")
    left = f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else ""
    expected = f"one of {', '.join(legal[:SHOWN])}{left}"
    listed = find_move(game, text)
    if listed is None:
        form = game.move_form if isinstance(game, WritesMoves) else expected + (_range(game) if left else "")
        return Refusal(f"{text!r} is not a move: expected {form}")
    if isinstance(game, Refuses):
        return game.refusal(pos, listed)
    return Refusal(f"{listed} is not legal here: expected {expected}")


def _range(game: AnyGame) -> str:
    """The first and the last place whose name is a move: `` (places are a1 to h8)``; empty where there are none."""
    spots = {spot.id for spot in game.layout().spots}
    places = [text for text in map(str, game.all_moves()) if text in spots]
    return f" (places are {places[0]} to {places[-1]})" if places else ""


# Games as values.


def equal_by_spec(cls: C) -> C:
    """Makes games of a class equal when their specs are, and lets them show themselves as their specs.

    A class decorator for the games here; the registry does it to every class that it finds and that has no equality
    of its own.
    """
    if not any("__eq__" in vars(base) for base in cls.__mro__[:-1]):
        for name, method in VALUE_METHODS.items():
            setattr(cls, name, method)
    return cls


def _equal(game: AnyGame, other: AnyGame) -> bool:
    return type(game) is type(other) and bool(game.options == other.options)


def _hash(game: AnyGame) -> int:
    return hash((game.id, game.options))


def _repr(game: AnyGame) -> str:
    return f"quintet.load({spec(game)!r})"


VALUE_METHODS = {"__eq__": _equal, "__hash__": _hash, "__repr__": _repr, "__str__": spec}
"""What `equal_by_spec` gives a class."""
