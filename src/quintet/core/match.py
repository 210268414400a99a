"""A match: a start, the moves so far, undo and redo, names and result. The only mutable thing in core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Generic

from quintet.core import record
from quintet.core.game import Game, M, P, refusal, spec
from quintet.core.inputs import checked_game, checked_position
from quintet.core.types import BadRecord, IllegalMove, Outcome, Player

NAMES = ("Player 1", "Player 2")


class Match(Generic[P, M]):
    """One game between two players. `play` checks what it is given; `Game.play` trusts.

    Two matches are equal when they are of the same game and their records are the same text. Moves that were taken
    back do not count: a record does not tell them.

    >>> match = quintet.Match("othello", names=("Ada", "Ben"))
    >>> match.play("d3")
    >>> match.legal()
    ['c3', 'e3', 'c5']
    >>> match.undo()
    >>> match.moves
    ()
    """

    game: Game[P, M]
    """The rules, with their options."""
    start: P
    """The position before the first move."""
    names: tuple[str, str]
    """Of FIRST and SECOND."""
    started: datetime | None
    """When it began, if somebody said so."""
    finished: datetime | None
    """When it ended, if somebody said so."""

    def __init__(
        self,
        game: Game[P, M] | str,
        position: P | str | None = None,
        names: Sequence[str] = NAMES,
        started: datetime | None = None,
    ) -> None:
        if started is not None and not isinstance(started, datetime):
            raise ValueError(f"started must be a datetime, got {started!r}")
        self.game = checked_game(game)
        self.start = self.game.start() if position is None else checked_position(self.game, position)
        self.names = _checked_names(names)
        self.started = started
        self.finished = None
        self._plies = [PositionFacts(self.game, self.start)]
        self._moves: list[M] = []
        self._undone: list[M] = []
        self._resigned: Player | None = None
        self._agreed = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.game == other.game and self.record() == other.record()

    def __copy__(self) -> Match[P, M]:
        """A match that goes its own way from here."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._plies, other._moves, other._undone = list(self._plies), list(self._moves), list(self._undone)
        return other

    def __deepcopy__(self, memo: object) -> Match[P, M]:
        """The same: all that a match holds beside its own lists is frozen."""
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<Match {spec(self.game)} ply {self.ply}: {self.game.text(self.position)}>"

    @classmethod
    def retold(cls, game: Game[P, M], start: P, moves: Iterable[M], names: Sequence[str] = NAMES) -> Match[P, M]:
        """A match whose moves were found to be legal before: they are played, but not looked for again."""
        match = cls(game, start, names)
        for move in moves:
            match._go_on(move)
        return match

    @property
    def position(self) -> P:
        """Where the match stands."""
        return self._plies[-1].position

    @property
    def positions(self) -> tuple[P, ...]:
        """From the start to now: one more than there are moves."""
        return tuple(facts.position for facts in self._plies)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves from the start to now."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self._moves)

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        return self.game.to_move(self.position)

    @property
    def resigned(self) -> Player | None:
        """Who gave up, if somebody did."""
        return self._resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended: by the rules, by resignation or by agreement."""
        if self._resigned is not None:
            return Outcome(self._resigned.other, f"{self.names[self._resigned]} resigned")
        return Outcome(None, "agreed") if self._agreed else self._plies[-1].outcome

    @property
    def legal_moves(self) -> tuple[M, ...]:
        """The legal moves; none when the match is over."""
        return () if self._is_ended else tuple(self._plies[-1].legal.values())

    def legal(self) -> list[str]:
        """The texts of the legal moves; none when the match is over."""
        return [] if self._is_ended else list(self._plies[-1].legal)

    def legal_move(self, text: M | str) -> M:
        """The legal move with this text, or this move if it is legal; IllegalMove says why it is not."""
        if self._is_ended:
            raise IllegalMove("the game is over")
        move = self._plies[-1].find(str(text))
        if move is None:
            raise IllegalMove(refusal(self.game, self.position, text).reason)
        return move

    def play(self, move: M | str) -> None:
        """Play a move or its text; IllegalMove says why it is refused, and nothing changes."""
        self._go_on(self.legal_move(move))
        self._undone.clear()

    def undo(self) -> None:
        """Take back the resignation or agreement if there is one, else the last move."""
        if self._is_ended:
            self._resigned, self._agreed = None, False
        elif self._moves:
            self._undone.append(self._moves.pop())
            self._plies.pop()
        else:
            raise ValueError("there is no move to take back")

    def redo(self) -> None:
        """Play the move that was taken back last."""
        if not self._undone or self._is_ended:
            raise ValueError("there is no move to play again")
        self._go_on(self._undone.pop())

    def resign(self, player: Player) -> None:
        """`player` gives up and the other wins."""
        self._check_going_on()
        self._resigned = Player(player)

    def agree_draw(self) -> None:
        """Both players call it a draw."""
        self._check_going_on()
        self._agreed = True

    def record(self) -> str:
        """The match as text; `from_record` reads it back."""
        return record.write(self)

    @classmethod
    def from_record(cls, text: str) -> Match:
        """The match that a record tells; BadRecord names the line that is wrong."""
        if not isinstance(text, str):
            raise BadRecord(f"expected the text of a record, got {text!r}")
        return record.read(text, cls)

    @property
    def _is_ended(self) -> bool:
        """Whether the players, not the rules, have ended it."""
        return self._agreed or self._resigned is not None

    def _check_going_on(self) -> None:
        if self.outcome:
            raise ValueError("the game is over")

    def _go_on(self, move: M) -> None:
        self._plies.append(self._plies[-1].after(move))
        self._moves.append(move)


def _checked_names(names: Sequence[str]) -> tuple[str, str]:
    if not isinstance(names, list | tuple) or len(names) != 2:
        raise ValueError(f"expected two names, got {names!r}")
    return record.checked_name(names[0]), record.checked_name(names[1])


class PositionFacts(Generic[P, M]):
    """A position that remembers its legal moves, its outcome and the position after the move played last.

    Copies of a match share these, so that a move tried on a copy costs nothing when it is played for good.
    """

    __slots__ = ("_after", "_legal", "_outcome", "game", "position")

    def __init__(self, game: Game[P, M], position: P) -> None:
        self.game = game
        self.position = position
        self._legal: dict[str, M] | None = None
        self._outcome: tuple[Outcome | None] | None = None
        self._after: tuple[M, PositionFacts[P, M]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """What is remembered can be asked again, so it is not pickled."""
        return PositionFacts, (self.game, self.position)

    @property
    def legal(self) -> dict[str, M]:
        """The legal moves in their order, by their texts."""
        if self._legal is None:
            self._legal = {str(move): move for move in self.game.legal_moves(self.position)}
        return self._legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended here, by the rules alone."""
        if self._outcome is None:
            self._outcome = (None if self._legal else self.game.outcome(self.position),)
        return self._outcome[0]

    def find(self, text: str) -> M | None:
        """The legal move with this text; case and surrounding blanks do not matter."""
        wanted = text.strip()
        if wanted in self.legal:
            return self.legal[wanted]
        return next((move for written, move in self.legal.items() if written.lower() == wanted.lower()), None)

    def after(self, move: M) -> PositionFacts[P, M]:
        """The facts after a legal move."""
        if self._after is None or self._after[0] != move:
            self._after = move, PositionFacts(self.game, self.game.play(self.position, move))
        return self._after[1]
