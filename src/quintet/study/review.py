"""The review of a match: winning chances ply by ply, what each move lost, and which moves were mistakes.

A review does not search. It says which position to analyse next, so that any front end can run the searches;
`review_by` does it with an engine of this process.

First every position is searched once. Then the moves are judged from the last to the first, because what came of a
position is the best evidence about it. A move that seems to have lost `LEAST` or more is searched again, `DEEPER` times
as long, beside the move that seems better, and compared at equal depth. It is a mistake only if the loss is proved, or
is `CONFIRMED` or more and changes who is likely to win.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from quintet.core.game import AnyGame
from quintet.core.narration import named, narrate, owned
from quintet.core.sentences import sentence
from quintet.core.types import Outcome, Player
from quintet.engine import Engine
from quintet.engine.analysis import Analysis, Line, verdict
from quintet.engine.book import listed_text

Mistake = Literal["blunder", "mistake", "inaccuracy"]
MISTAKES: tuple[tuple[float, Mistake], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
"""The least winning chance that a move of each kind loses."""
LEAST = MISTAKES[-1][0]
DEEPER = 5
"""How many times longer than the first search the searches of a second look are."""
CONFIRMED = 0.15
"""What a move must have lost by the second look to be blamed, where nothing is proved."""
HOPE = 0.45
"""Where nothing is proved, a better move must keep this winning chance, and the move that was played leave the opponent
as much: guesses about a game that is as good as over are too uncertain to blame anybody."""
SURE = 0.75
"""The same where one of the two is proved: a guess must say the opposite of the proof, not only differ from it."""
NOISE = 0.03
"""A loss of less, unless it is proved, is within the error of a search and does not count."""
LEAST_SCORE = 0.1
"""What a move that loses half of the winning chance, or more, counts in the accuracy of its player."""

Answers: TypeAlias = "Sequence[Analysis]"
"""Everything that a search reports about a position, in order."""


@dataclass(frozen=True, slots=True)
class PositionSearch:
    """A position to analyse."""

    position: Any
    patience: int
    """How many times the usual time to spend."""


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """A position of the match, and the move that led to it."""

    ply: int
    move: str | None
    """The move that led here; ``None`` at the start."""
    player: Player | None
    """Who made that move."""
    chance: float
    """The winning chance of FIRST here, 0 to 1."""
    exact: bool
    verdict: str | None
    """Where exact: ``Black wins by 12``, or at the end ``White won by 2``, ``a draw``."""
    best: str | None
    """The engine's move here."""
    line: tuple[str, ...]
    """Best play from here: after a mistake, why it was one."""
    loss: float | None = None
    """How much winning chance the move lost its player, 0 to 1; ``None`` until it is judged."""
    mistake: Mistake | None = None
    better: str | None = None
    """The engine's move instead of a mistake."""
    why: str | None = None
    """Why the move is a mistake, in sentences."""


@dataclass(slots=True)
class _Known:
    """What is known of one position."""

    chance: float
    """The winning chance of FIRST."""
    exact: bool = False
    verdict: str | None = None
    best: str | None = None
    line: tuple[str, ...] = ()
    by_depth: dict[int, float] = field(default_factory=dict)
    """The winning chance of FIRST by the depth of the search that said so."""

    def of(self, player: Player) -> float:
        return self.chance if player is Player.FIRST else 1 - self.chance


class Review:
    """Takes the answers to one search after the other; `plies` has what is known so far."""

    def __init__(self, game: AnyGame, positions: Sequence[Any], moves: Sequence[Any]) -> None:
        self.game, self.positions, self.moves = game, positions, moves
        self.plies: list[ReviewedPly] = []
        self._known: list[_Known] = []
        self._changed: dict[int, None] = {}
        """The plies that `changes` has not told of yet."""
        self._work = self._review()
        self.next_search: PositionSearch | None = next(self._work, None)
        """The position to analyse next; ``None`` when the review is complete."""

    def add(self, answers: Answers) -> None:
        """Take all that the search of `next_search` has reported, the final answer last."""
        try:
            self.next_search = self._work.send(answers)
        except StopIteration:
            self.next_search = None

    def changes(self) -> list[ReviewedPly]:
        """The plies that are new or changed since this was last asked for."""
        changed, self._changed = [self.plies[ply] for ply in self._changed], {}
        return changed

    @property
    def mistakes(self) -> tuple[int, int]:
        """How many mistakes FIRST and SECOND made."""
        first, second = (sum(ply.mistake is not None for ply in self._made_by(player)) for player in Player)
        return first, second

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """How well FIRST and SECOND kept their winning chances, 0 to 1; ``None`` where there was nothing to lose.

        A move scores 1 if it lost nothing, less the more it lost. The accuracy is the harmonic mean, in which one bad
        move weighs as much as many good ones, and a move counts by the winning chance that it could lose.
        """
        first, second = map(self._accuracy, Player)
        return first, second

    def _accuracy(self, player: Player) -> float | None:
        judged = [(self._known[ply.ply - 1].of(player), ply.loss or 0.0) for ply in self._made_by(player)]
        stakes = sum(stake for stake, _ in judged)
        return stakes / sum(stake / max(LEAST_SCORE, 1 - 2 * loss) for stake, loss in judged) if stakes else None

    def _made_by(self, player: Player) -> list[ReviewedPly]:
        return [ply for ply in self.plies if ply.player is player]

    # The work, as a generator of searches

    def _review(self) -> Generator[PositionSearch, Answers, None]:
        for ply, position in enumerate(self.positions):
            self._known.append((yield from self._look(position, 1)))
            move = str(self.moves[ply - 1]) if ply else None
            player = self.game.to_move(self.positions[ply - 1]) if ply else None
            self.plies.append(ReviewedPly(ply, move, player, 0.5, False, None, None, ()))
            self._tell(ply)
        for ply in range(len(self.moves), 0, -1):
            yield from self._judge(ply)

    def _look(self, position: Any, patience: int) -> Generator[PositionSearch, Answers, _Known]:
        if outcome := self.game.outcome(position):
            won = {Player.FIRST: 1.0, Player.SECOND: 0.0, None: 0.5}[outcome.winner]
            return _Known(won, True, _ending(self.game, position, outcome))
        answers = yield PositionSearch(position, patience)
        return _known(self.game, position, answers)

    def _judge(self, ply: int) -> Generator[PositionSearch, Answers, None]:
        """Find what the move before `ply` lost; the position before it is then worth what came of it, and the loss."""
        mover = self.game.to_move(self.positions[ply - 1])
        after = self._known[ply]
        loss = self._known[ply - 1].of(mover) - after.of(mover)
        unforeseen = after.exact and after.of(mover) == 0 and not self._known[ply - 1].exact
        sure = self._known[ply - 1].exact and after.exact
        if (loss >= LEAST or unforeseen) and not sure:
            loss, sure = yield from self._second_look(ply, mover, unforeseen)
            after = self._known[ply]
        before = self._known[ply - 1]
        if loss < NOISE:
            loss = 0.0
        if after.exact and after.of(mover) == 1 and not before.exact:
            before = self._known[ply - 1] = self._won(ply)
        if not before.exact:
            before.chance = min(1.0, max(0.0, after.chance + (loss if mover is Player.FIRST else -loss)))
        kind = next((kind for least, kind in MISTAKES if sure and loss >= least - 1e-9), None)
        better = before.best if kind else None
        self.plies[ply] = replace(self.plies[ply], loss=loss, mistake=kind, better=better)
        if kind:
            self.plies[ply] = replace(self.plies[ply], why=self._why(ply))
        self._tell(ply)
        self._tell(ply - 1)

    def _second_look(
        self, ply: int, mover: Player, unforeseen: bool
    ) -> Generator[PositionSearch, Answers, tuple[float, bool]]:
        """What the move before `ply` has lost by a deeper look at it and at the move that seems better, and whether
        that is enough to blame it."""
        start, played = self.positions[ply - 1], self.positions[ply]
        before = self._known[ply - 1]
        better = self._after(start, before.best)
        if unforeseen or self._alike(better, played):
            before = self._known[ply - 1] = yield from self._look(start, DEEPER)
            better = self._after(start, before.best)
        if self._alike(better, played):
            return 0.0, False
        other = yield from self._look(better, DEEPER)
        own = self._known[ply]
        if not own.exact:
            own = yield from self._look(played, DEEPER)
            if own.exact:
                self._known[ply] = own
                if ply < len(self.moves):
                    yield from self._judge(ply + 1)
        assert before.best is not None
        before.line = (before.best, *other.line)
        error = abs(own.of(mover) - self._known[ply].of(mover))
        return _confirmed(other, own, mover, error)

    def _after(self, position: Any, move: str | None) -> Any:
        return next(self.game.play(position, legal) for legal in self.game.legal_moves(position) if str(legal) == move)

    def _alike(self, position: Any, other: Any) -> bool:
        """Whether two positions are the same, or mirror images."""
        return listed_text(self.game, position) == listed_text(self.game, other)

    def _won(self, ply: int) -> _Known:
        """A position from which the move that was played is proved to win."""
        after, move = self._known[ply], self.plies[ply].move
        words = verdict(self.game, self.positions[ply - 1], 1, None)
        return _Known(after.chance, True, words, move, (str(move), *after.line))

    def _tell(self, ply: int) -> None:
        known = self._known[ply]
        self.plies[ply] = replace(
            self.plies[ply],
            chance=known.chance,
            exact=known.exact,
            verdict=known.verdict,
            best=known.best,
            line=known.line,
        )
        self._changed[ply] = None

    # In words

    def _why(self, ply: int) -> str:
        """The answer that makes a move a mistake, where it leads, and where the better move does."""
        game, judged, before, after = self.game, self.plies[ply], self._known[ply - 1], self._known[ply]
        answer = self._answer(ply)
        assert judged.move
        assert judged.better
        start, played = self.positions[ply - 1], self.positions[ply]
        move, better = named(game, judged.move), named(game, judged.better)
        sentences = []
        if answer is not None:
            sentences.append(f"{sentence(move)} allows {owned(game, played, answer)}.")
            sentences.append(narrate(game, played, answer))
        now = f"{'with best play' if answer and after.verdict else 'now'} {_worth(game, played, after)}"
        sentences.append(f"{sentence(now)}; with {better} instead of {move}, {_worth(game, start, before)}.")
        return " ".join(sentences)

    def _answer(self, ply: int) -> Any | None:
        """The first move of best play after `ply`."""
        line = self._known[ply].line
        moves = self.game.legal_moves(self.positions[ply]) if line else ()
        return next((move for move in moves if str(move) == line[0]), None)


def review_by(engine: Engine, review: Review, **limits: int) -> Review:
    """Complete a review with an engine; the limits, such as ``nodes``, are those of one search of usual patience."""
    while search := review.next_search:
        heard: list[Analysis] = []
        patient = {name: limit * search.patience for name, limit in limits.items()}
        last = engine.analyze(search.position, progress=heard.append, **patient)
        review.add([*heard, last])
    return review


def _known(game: AnyGame, position: Any, answers: Answers) -> _Known:
    """The last answer; its chance is the mean of the last two depths, because searches of odd and even depth differ."""
    last = answers[-1]
    by_depth = {answer.depth: chance_of_first(answer.player, answer.value) for answer in answers if not answer.exact}
    chance = chance_of_first(last.player, last.value)
    if not last.exact and last.depth - 1 in by_depth:
        chance = (chance + by_depth[last.depth - 1]) / 2
    line = tuple(map(str, last.lines[0].moves))
    return _Known(chance, last.exact, proved_verdict(game, position, last), str(last.move), line, by_depth)


def _difference(better: _Known, worse: _Known, player: Player) -> float:
    """How much more one position is worth to a player than another: at the greatest depths both were searched to."""
    common = sorted(better.by_depth.keys() & worse.by_depth.keys())[-2:]
    if better.exact or worse.exact or not common:
        return better.of(player) - worse.of(player)
    more = sum(better.by_depth[depth] - worse.by_depth[depth] for depth in common) / len(common)
    return more if player is Player.FIRST else -more


def _confirmed(better: _Known, worse: _Known, player: Player, error: float) -> tuple[float, bool]:
    """What a second look shows to be lost, and whether it is enough to blame the move.

    `error` is how far this look at the worse move is from what came of it: a look that is wrong by more than it says
    to be lost blames nobody. Something was lost all the same, but nobody can say that it was here: the move counts for
    no more than the least mistake.
    """
    loss = _difference(better, worse, player)
    if better.exact and worse.exact:
        return loss, True
    hope = SURE if better.exact or worse.exact else HOPE
    contested = (better.exact or better.of(player) >= hope) and (worse.exact or worse.of(player) <= 1 - hope)
    return (loss, True) if loss >= CONFIRMED and loss > error and contested else (min(loss, LEAST), False)


def chance_of_first(player: Player, value: float) -> float:
    """The winning chance of FIRST, 0 to 1, from a value for `player`."""
    own = min(1.0, max(0.0, (1 + value) / 2))
    return own if player is Player.FIRST else 1 - own


def proved_verdict(game: AnyGame, position: Any, known: Analysis | Line) -> str | None:
    """``Black wins by 12``; ``None`` for what is not exact."""
    if not known.exact:
        return None
    return verdict(game, position, round(known.value), None if known.score is None else round(known.score))


def _ending(game: AnyGame, position: Any, outcome: Outcome) -> str:
    """How a game has ended, in words like those of a verdict."""
    if outcome.winner is None:
        return "a draw"
    by = f" by {abs(outcome.scores[0] - outcome.scores[1])}" if outcome.scores else ""
    return f"{game.color(position, outcome.winner).title} won{by}"


def _worth(game: AnyGame, position: Any, known: _Known) -> str:
    """``Black wins by 12``, else the chance of the side that is ahead, as it stands beside a board: ``White 67 %``."""
    ahead = Player.FIRST if known.chance >= 0.5 else Player.SECOND
    return known.verdict or f"{game.color(position, ahead).title} {round(100 * known.of(ahead))} %"
