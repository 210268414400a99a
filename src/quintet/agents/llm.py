"""Language models at the board: a match as a conversation in plain text, and how good the moves were.

A model is any function from the conversation so far to its next answer. It gets text and nothing else; exact values are
computed after the match, so that there are none to be read during it.

    from quintet.agents.llm import Dialogue, chance
    report = Dialogue("othello", chance(seed=1), "level:3").play()
    print(report.transcript)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, TypedDict, Unpack

from quintet.agents import prompts
from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game, short
from quintet.core.match import Match
from quintet.core.types import IllegalMove, Player
from quintet.engine import bounds
from quintet.environments.oracle import Oracle
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import OWN_ENGINES, parse_who

Model = Callable[[str], str]
"""From the conversation so far to an answer that ends with ``MOVE: `` and a move."""

MARK = "MOVE:"
LEGAL = "Legal moves:"
ENTRY = f"Answer with a line that begins with {MARK} and has one legal move after it. Before it you may think aloud."
LONGEST_ANSWER = 20_000
"""Characters of an answer that are kept: its end, where the move is."""


@dataclass(frozen=True)
class DialogueTurn:
    """A move, and the answers before it."""

    player: Player
    move: str
    answers: tuple[str, ...] = ()
    """The answers of the model; all but the last were refused. Empty if an engine moved."""
    refusals: tuple[str, ...] = ()
    """Why each of the others was refused."""
    chosen: bool = True
    """Whether the model chose the move; otherwise it was drawn at random after too many illegal answers."""
    before: int | None = None
    """The exact value of the position for the player: 1 won, 0 drawn, -1 lost; ``None`` where it is not known."""
    after: int | None = None
    """The same after the move."""

    @property
    def kept(self) -> bool | None:
        """Whether the move kept the value; ``None`` where that is not known."""
        return None if self.before is None or self.after is None else self.after >= self.before


@dataclass(frozen=True)
class ScoreSheet:
    """How one model played."""

    points: float
    """1 for a win, a half for a draw or a match that was cut off."""
    moves: int
    illegal: int
    """Answers that were not legal moves."""
    forfeited: bool
    """Whether it lost because of them."""
    known: int
    """Moves of the model's own choice with an exact value before and after."""
    kept: int
    """How many of these kept the value."""
    lost: int
    """The value that the others lost in total: from a win to a draw is 1, from a win to a loss 2."""

    @property
    def share(self) -> float | None:
        """The share of known moves that kept the value; ``None`` if none is known."""
        return self.kept / self.known if self.known else None


@dataclass(frozen=True)
class Report:
    """A match that was played to its end."""

    match: Match
    turns: tuple[DialogueTurn, ...]
    transcript: str
    sheets: dict[Player, ScoreSheet]
    """By the seats of the models."""

    def as_json(self) -> dict[str, Any]:
        """For a file of results."""
        outcome = self.match.outcome
        return {
            "game": spec(self.match.game),
            "names": list(self.match.names),
            "moves": [str(move) for move in self.match.moves],
            "outcome": outcome and outcome.as_json(),
            "sheets": {
                player.name.lower(): {**vars(sheet), "share": sheet.share} for player, sheet in self.sheets.items()
            },
        }


class DialogueSettings(TypedDict, total=False):
    """The settings of a `Dialogue` by name, for those that hand them on."""

    retries: int
    then: Literal["forfeit", "random"]
    legal: bool
    history: bool
    limit: int
    names: tuple[str, str]


class Dialogue:
    """A match between a model and an engine, or another model.

    After `retries` illegal answers in a row the model forfeits the match, or a random move is played for it
    (``then="random"``). With `legal` it is given the legal moves; with `history` it sees the whole conversation, else
    only the rules and the board. A model that raises leaves the match as it is: `play` goes on from there.
    """

    def __init__(
        self,
        game: AnyGame | str,
        model: Model,
        opponent: str | Model = "level:3",
        *,
        seat: Literal["first", "second"] = "first",
        retries: int = 3,
        then: Literal["forfeit", "random"] = "forfeit",
        legal: bool = True,
        history: bool = True,
        limit: int = 1000,
        seed: int = 0,
        names: tuple[str, str] = ("Model", "Opponent"),
    ) -> None:
        loaded = checked_game(game)
        you = Player[bounds.one_of("seat", seat, ("first", "second")).upper()]
        self._then = bounds.one_of("then", then, ("forfeit", "random"))
        self._retries = bounds.whole("retries", retries, 0, 1000)
        self._limit = bounds.whole("limit", limit, 1, 10**6)
        self._legal, self._history = legal, history
        self._random = Random(seed)
        self._models: dict[Player, Model] = {you: _checked_model(model)}
        self._engine: SeatedPlayer | None = None
        if isinstance(opponent, str):
            self._engine = player_for(parse_who(opponent, OWN_ENGINES, "opponent"), loaded, seed)
            names = (names[0], opponent)
        else:
            self._models[you.other] = _checked_model(opponent)
        self.match = Match(loaded, names=names if you is Player.FIRST else names[::-1])
        self.turns: list[DialogueTurn] = []
        self._said = {player: [_opening(self.match, player)] for player in self._models}
        self._pending: tuple[list[str], list[str]] | None = None
        """Answers and refusals of the current turn, once the model was asked."""
        self._forfeited: Player | None = None

    def play(self, oracle: Oracle | None = None) -> Report:
        """Play to the end; then evaluate every move."""
        match = self.match
        while not match.outcome and match.ply < self._limit:
            player = match.to_move
            turn = self._ask(player) if player in self._models else DialogueTurn(player, str(self._reply()))
            if turn is None:
                self._forfeited = player
                match.resign(player)
                break
            match.play(turn.move)
            self.turns.append(turn)
            self._pending = None
            for listener, said in self._said.items():
                who = "You" if listener is player else match.names[player]
                said.append(f"{who} played {turn.move}." if turn.chosen else f"A random move was played: {turn.move}.")
        return self.report(oracle)

    def report(self, oracle: Oracle | None = None) -> Report:
        """The match so far; exact values come from `oracle`, or from a modest one."""
        oracle = oracle or modest_oracle(self.match.game)
        turns = [self._judged(oracle, ply, turn) for ply, turn in enumerate(self.turns)]
        sheets = {player: self._sheet(player, turns) for player in self._models}
        return Report(self.match, tuple(turns), self.transcript(), sheets)

    def transcript(self, player: Player | None = None) -> str:
        """The conversation of a model; by default the first model's."""
        return "\n\n".join(self._said[next(iter(self._models)) if player is None else player])

    # Asking

    def _ask(self, player: Player) -> DialogueTurn | None:
        """Ask until there is a legal move; ``None`` when the model has used up its retries and forfeits."""
        said = self._said[player]
        if self._pending is None:
            self._pending = ([], [])
            said.append(self._prompt())
        answers, refusals = self._pending
        while len(refusals) <= self._retries:
            heard = "\n\n".join(said if self._history else [said[0], *said[len(said) - 1 - 2 * len(refusals) :]])
            answer = _checked_answer(self._models[player](heard))
            answers.append(answer)
            said.append(f"> {answer.strip()}")
            try:
                move = self.match.legal_move(move_in(answer))
            except IllegalMove as error:
                refusals.append(str(error))
                left = self._retries - len(refusals) + 1
                again = f"Try again ({left} left)." if left else "That was the last answer."
                why = str(error) if self._legal else str(error).partition(": expected")[0]
                said.append(f"That is no legal move: {why}. {again}")
            else:
                return DialogueTurn(player, str(move), tuple(answers), tuple(refusals))
        if self._then == "forfeit":
            said.append("You forfeit the match.")
            self.turns.append(DialogueTurn(player, "", tuple(answers), tuple(refusals), chosen=False))
            return None
        return DialogueTurn(
            player, self._random.choice(self.match.legal()), tuple(answers), tuple(refusals), chosen=False
        )

    def _prompt(self) -> str:
        where = prompts.standing(self.match, most=10**6 if self._legal else 0)
        shown = where if self._legal else where.rpartition("\n\n")[0]
        return f"{shown}\n\n{ENTRY}"

    def _reply(self) -> Any:
        assert self._engine is not None
        return self._engine.choose(self.match)

    # Judging

    def _judged(self, oracle: Oracle, ply: int, turn: DialogueTurn) -> DialogueTurn:
        """The same turn with its exact values; only a model's own choice is evaluated."""
        if turn.player not in self._models or not turn.chosen:
            return turn
        before, after = self.match.positions[ply : ply + 2]
        player = turn.player
        return replace(turn, before=_value(oracle, before, player), after=_value(oracle, after, player))

    def _sheet(self, player: Player, turns: Iterable[DialogueTurn]) -> ScoreSheet:
        own = [turn for turn in turns if turn.player is player]
        known = [turn for turn in own if turn.kept is not None]
        outcome = self.match.outcome
        winner = outcome.winner if outcome else None
        return ScoreSheet(
            points=0.5 if winner is None else 1.0 if winner is player else 0.0,
            moves=sum(bool(turn.move) for turn in own),
            illegal=sum(len(turn.refusals) for turn in own),
            forfeited=self._forfeited is player,
            known=len(known),
            kept=sum(turn.kept is True for turn in known),
            lost=sum(max(0, (turn.before or 0) - (turn.after or 0)) for turn in known),
        )


@dataclass(frozen=True)
class ExamResult:
    """Several matches of one model."""

    reports: tuple[Report, ...]
    sheets: tuple[ScoreSheet, ...]
    """The model's sheet of each report."""

    def __str__(self) -> str:
        """A line for a table."""
        points, games = sum(sheet.points for sheet in self.sheets), len(self.sheets)
        known, keeping = sum(sheet.known for sheet in self.sheets), sum(sheet.kept for sheet in self.sheets)
        illegal, moves = sum(sheet.illegal for sheet in self.sheets), sum(sheet.moves for sheet in self.sheets)
        forfeits = sum(sheet.forfeited for sheet in self.sheets)
        share = (
            f"{keeping} of {known} moves kept the value ({keeping / known:.0%})" if known else "no exact value is known"
        )
        return (
            f"{points:g} points of {games}, {forfeits} forfeited; {illegal} illegal answers for {moves} moves; {share}"
        )


def examine(
    game: AnyGame | str,
    model: Model,
    opponent: str | Model = "level:3",
    games: int = 10,
    *,
    oracle: Oracle | None = None,
    seed: int = 0,
    **settings: Unpack[DialogueSettings],
) -> ExamResult:
    """Several matches with the seats changed each time; `settings` are those of `Dialogue`."""
    bounds.whole("games", games, 1, 10**6)
    reports, sheets = [], []
    for number in range(games):
        seat: Literal["first", "second"] = "second" if number % 2 else "first"
        dialogue = Dialogue(game, model, opponent, seat=seat, seed=seed + number, **settings)
        oracle = oracle or modest_oracle(dialogue.match.game)
        report = dialogue.play(oracle)
        reports.append(report)
        sheets.append(report.sheets[Player[seat.upper()]])
    return ExamResult(tuple(reports), tuple(sheets))


def modest_oracle(game: AnyGame) -> Oracle:
    """An oracle that gives up soon, for long matches in which most positions cannot be solved."""
    return Oracle(game, nodes=20_000, memory_mb=64)


# Models to begin with


def scripted(answers: Iterable[str]) -> Model:
    """A model that gives these answers one after the other; ValueError when they end."""
    rest = iter(answers)

    def say(asked: str) -> str:
        answer = next(rest, None)
        if answer is None:
            raise ValueError("the script has no further answer")
        return answer

    return say


def chance(seed: int = 0) -> Model:
    """A model that plays any of the legal moves in the last prompt."""
    random = Random(seed)

    def say(asked: str) -> str:
        legal = asked.rpartition(LEGAL)[2].partition("\n")[0].strip()
        return f"{MARK} {random.choice(legal.split(', '))}"

    return say


# Inside


def _opening(match: Match, player: Player) -> str:
    game, other = match.game, match.names[player.other]
    order = "first" if player is Player.FIRST else "second"
    return (
        f"{prompts.rules(game)}\nYou play {spec(game)} against {other}. You are {match.names[player]} and move {order}."
    )


def _checked_model(model: object) -> Model:
    if not callable(model):
        raise ValueError(f"a model must be a function from text to text, got {short(model)}")
    return model


def _checked_answer(answer: object) -> str:
    if not isinstance(answer, str):
        raise ValueError(f"a model must answer with text, got {short(answer)}")
    return answer[-LONGEST_ANSWER:]


def move_in(answer: str) -> str:
    """The text after the last mark, or in the last brackets; an answer of one line may be the move alone."""
    marked = re.findall(rf"{MARK}\s*(.*)", answer, re.IGNORECASE) or re.findall(r"\[([^\[\]\n]+)\]", answer)
    lines = answer.strip().splitlines()
    if not marked and len(lines) != 1:
        raise IllegalMove(f"no line begins with {MARK}")
    return (marked[-1] if marked else lines[0]).strip(" \t\r*`'\".[]")[:100]


def _value(oracle: Oracle, position: Any, player: Player) -> int | None:
    truth = oracle.ask(position)
    if truth is None:
        return None
    return truth.value if oracle.game.to_move(position) is player else -truth.value
