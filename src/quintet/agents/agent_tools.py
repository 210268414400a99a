"""What an agent can do here, as tools: methods with plain arguments that answer in words, in data and in pictures.

It knows no protocol; `mcp.py` serves it. Whatever a caller gets wrong is a ValueError of one sentence.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from quintet.agents import prompts
from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.record import checked_name
from quintet.core.registry import game_class, game_ids, load
from quintet.core.types import Player
from quintet.engine import Engine
from quintet.engine.levels import LEVELS
from quintet.engine.limits import Limits
from quintet.engine.verdict import verdict
from quintet.environments.oracle import Oracle
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import BOUNDED, Who, parse_who
from quintet.render.marks import last_of
from quintet.render.svg.png import png
from quintet.render.svg.position import svg

MOST_MATCHES = 200
"""Matches that are kept; the oldest that are over go first."""
LONGEST = 2000
"""Moves after which a match that nobody wins is called a draw."""
WIDTH = 640
"""Pixels of a picture."""
AGENT = "agent"

Number = Annotated[int, "the number of the match, as new_match gave it"]
Spec = Annotated[str, "a game of list_games, with or without options: name or name(option=value,...)"]
Seat = Literal["first", "second"]
WhoseTurn = Annotated[Literal["first", "second", ""], "who does it, where agents play both sides: first or second"]


@dataclass(frozen=True)
class Answer:
    """What a tool says."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    """The same for programs."""
    picture: bytes = b""
    kind: str = ""
    """What the picture is: ``image/png`` or ``image/svg+xml``."""


@dataclass
class Sitting:
    """A match and who plays it."""

    number: int
    match: Match
    engines: dict[Player, SeatedPlayer]
    """By the seats that engines have; agents have the others."""
    note: str = ""
    """Why it was ended, where neither the rules nor a player did."""
    busy: threading.Lock = field(default_factory=threading.Lock)
    """Held while something is done to it: calls may come side by side."""


class Tools:
    """Matches of agents against engines and against each other.

    `hints`, `truth` and `undo` allow the tools that would spoil an exam.
    """

    def __init__(
        self,
        *,
        hints: bool = False,
        truth: bool = False,
        undo: bool = False,
        seed: int = 0,
        think: Limits = Limits(seconds=1.0),
        proof: int = 200_000,
    ) -> None:
        self._allowed = {"hint": hints, "exact_value": truth, "take_back": undo}
        self._seed = seed
        self._think = think
        """What a hint may cost."""
        self._proof = proof
        """Nodes that an exact value may cost."""
        self._sittings: dict[int, Sitting] = {}
        self._oracles: dict[str, Oracle] = {}
        self._begun = 0
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The tools that may be used."""
        public = [name for name in vars(Tools) if not name.startswith("_") and name != "names"]
        return [name for name in public if self._allowed.get(name, True)]

    # Games

    def list_games(self) -> Answer:
        """List the games that can be played, with their options."""
        classes = [game_class(game_id) for game_id in game_ids()]
        lines = [
            "\n".join([f"{game.id}: {game.title}", *(f"    {line}" for line in prompts.choices(game))])
            for game in classes
        ]
        data = [{"id": game.id, "title": game.title, "options": prompts.choices(game)} for game in classes]
        return Answer("\n".join(lines), {"games": data})

    def read_rules(self, game: Spec) -> Answer:
        """Read the rules of a game, with worked examples. Do this before you play a game for the first time."""
        return Answer(prompts.rules(load(game)))

    # Matches

    def new_match(
        self,
        game: Spec,
        opponent: Annotated[str, "level:1 (weak) to level:10 (strong), random, or agent: agents play both sides"],
        seat: Annotated[Seat, "whether you move first or second; against agent it does not matter"] = "first",
        name: Annotated[str, "what you are called in the record"] = "Agent",
        position: Annotated[str, "the position to begin from, as text; empty for the start"] = "",
    ) -> Answer:
        """Begin a match. The answer has its number, the board and the legal moves."""
        loaded, who, other = load(game), _opponent(opponent), Player[seat.upper()].other
        start = loaded.parse(position) if position else None
        names = [f"{checked_name(name)} {number}" for number in (1, 2)] if who is None else [checked_name(name)] * 2
        if who is not None:
            names[other] = str(who)
        match = Match(loaded, start, names)
        with self._lock:
            self._make_room()
            self._begun += 1
            engines = {} if who is None else {other: player_for(who, loaded, self._seed + self._begun)}
            sitting = self._sittings[self._begun] = Sitting(self._begun, match, engines)
        with sitting.busy:
            return self._told(sitting, f"Match {sitting.number} has begun.", self._reply(sitting))

    def list_matches(self) -> Answer:
        """List the matches that were begun here: who plays, how many moves were played, who won."""
        told_ = [self._data(sitting) for sitting in self._sittings.values()]
        lines = [
            f"{one['match']}. {one['game']}: {' against '.join(one['names'])}, {one['ply']} moves, {_ending(one)}"
            for one in told_
        ]
        return Answer("\n".join(lines) or "There is no match: new_match begins one.", {"matches": told_})

    def show_board(
        self, match: Number, picture: Annotated[Literal["none", "png", "svg"], "a picture beside the text"] = "none"
    ) -> Answer:
        """Show where a match stands: the board, whose turn it is, the legal moves."""
        sitting = self._sitting(match)
        with sitting.busy:
            answer = self._told(sitting)
            if picture == "none":
                return answer
            game, position = sitting.match.game, sitting.match.position
            last = last_of(sitting.match)
            drawn = svg(game.layout(), game.scene(position), last=last, title=game.title, dark=False, width=WIDTH)
        try:
            dots = png(drawn, WIDTH) if picture == "png" else drawn.encode()
        except ModuleNotFoundError as missing:
            raise ValueError(f"{missing}; or ask for svg") from None
        return Answer(answer.text, answer.data, dots, "image/png" if picture == "png" else "image/svg+xml")

    def legal_moves(self, match: Number) -> Answer:
        """List every legal move of whoever is to move."""
        sitting = self._sitting(match)
        with sitting.busy:
            legal = sitting.match.legal()
        return Answer(", ".join(legal) or "There is none: the match is over.", {"match": match, "legal_moves": legal})

    def play(
        self, match: Number, move: Annotated[str, "a legal move in the notation of the game"], player: WhoseTurn = ""
    ) -> Answer:
        """Play a move. If an engine is your opponent, the answer comes after its reply."""
        sitting = self._sitting(match)
        with sitting.busy:
            self._check_turn(sitting, player)
            sitting.match.play(move)
            return self._told(sitting, self._reply(sitting))

    def take_back(self, match: Number) -> Answer:
        """Take back your last move, and what was played after it."""
        sitting = self._sitting(match)
        with sitting.busy:
            game, played = sitting.match, sitting.match.ply
            if all(game.game.to_move(position) in sitting.engines for position in game.positions[:-1]):
                raise ValueError("there is no move of yours to take back")
            sitting.note = ""
            game.undo()
            while game.to_move in sitting.engines:
                game.undo()
            return self._told(sitting, f"Moves taken back: {played - game.ply}.")

    def resign(self, match: Number, player: WhoseTurn = "") -> Answer:
        """Give a match up; the other player wins."""
        sitting = self._sitting(match)
        with sitting.busy:
            seats = [seat for seat in Player if seat not in sitting.engines]
            who = Player[player.upper()] if player else seats[0] if len(seats) == 1 else sitting.match.to_move
            if who not in seats:
                raise ValueError(f"player must be {_seat(who.other)}, got {player!r}: an engine has the other seat")
            sitting.match.resign(who)
            return self._told(sitting)

    def read_record(self, match: Number) -> Answer:
        """Read a match as text: who played, every move, the result. Quintet's other tools can load it."""
        sitting = self._sitting(match)
        with sitting.busy:
            return Answer(sitting.match.record())

    # Help, where it is allowed

    def hint(self, match: Number) -> Answer:
        """Ask a strong engine which move it would play and how it sees the position."""
        sitting = self._sitting(match)
        with sitting.busy:
            game, position = sitting.match.game, self._unfinished(sitting)
        limits = self._think
        found = Engine(game).analyze(position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth)
        sure = "proved" if found.exact else "a guess"
        words = f"{found.move}: value {found.value:+.2f} for whoever is to move, from -1 lost to 1 won; {sure}."
        return Answer(words, {"match": match, **found.as_json()})

    def exact_value(self, match: Number) -> Answer:
        """Ask for the proved value of the position and every move that keeps it; it may not be known."""
        sitting = self._sitting(match)
        with sitting.busy:
            game, position = sitting.match.game, self._unfinished(sitting)
        with self._lock:
            truth = self._oracles.setdefault(spec(game), Oracle(game, nodes=self._proof)).ask(position)
        if truth is None:
            return Answer("It is not known.", {"match": match, "value": None, "margin": None, "best": None})
        best = [str(move) for move in truth.best]
        words = f"{verdict(game, position, truth.value, truth.margin)}; best: {', '.join(best)}."
        return Answer(words, {"match": match, "value": truth.value, "margin": truth.margin, "best": best})

    # Inside

    def _sitting(self, number: int) -> Sitting:
        sitting = self._sittings.get(number)
        if sitting is None:
            known = f"one of {min(self._sittings)} to {max(self._sittings)}" if self._sittings else "new_match first"
            raise ValueError(f"there is no match {number}: expected {known}")
        return sitting

    def _unfinished(self, sitting: Sitting) -> Any:
        if sitting.match.outcome:
            raise ValueError("the game is over")
        return sitting.match.position

    def _make_room(self) -> None:
        """Forget the oldest match that is over, where there are too many."""
        if len(self._sittings) < MOST_MATCHES:
            return
        over = next((number for number, one in self._sittings.items() if one.match.outcome), None)
        if over is None:
            raise ValueError(f"at most {MOST_MATCHES} matches may be open: finish or resign one first")
        del self._sittings[over]

    def _check_turn(self, sitting: Sitting, player: str) -> None:
        turn = sitting.match.to_move
        if player and player != _seat(turn) and not sitting.match.outcome:
            raise ValueError(f"it is the turn of the {_seat(turn)} player, not of the {player}")

    def _reply(self, sitting: Sitting) -> str:
        """Let the engine move as long as it is its turn; what it played, in words."""
        match, played = sitting.match, []
        while not match.outcome and match.to_move in sitting.engines:
            if match.ply >= LONGEST:
                break
            move = sitting.engines[match.to_move].choose(match)
            match.play(move)
            played.append(str(move))
        if match.ply >= LONGEST and not match.outcome:
            match.agree_draw()
            sitting.note = f"It was stopped after {LONGEST} moves: a draw."
        name = next((match.names[seat] for seat in sitting.engines), "")
        return f"{name} played {', '.join(played)}." if played else ""

    def _told(self, sitting: Sitting, *before: str) -> Answer:
        heading = f"Match {sitting.number}, {prompts.heading(sitting.match)}"
        lines = [*before, heading, prompts.standing(sitting.match), sitting.note]
        return Answer("\n\n".join(line for line in lines if line), self._data(sitting))

    def _data(self, sitting: Sitting) -> dict[str, Any]:
        match, outcome = sitting.match, sitting.match.outcome
        winner = outcome.winner if outcome else None
        return {
            "match": sitting.number,
            "game": spec(match.game),
            "names": list(match.names),
            "agents": [_seat(seat) for seat in Player if seat not in sitting.engines],
            "ply": match.ply,
            "moves": [str(move) for move in match.moves],
            "position": match.game.text(match.position),
            "to_move": None if outcome else _seat(match.to_move),
            "legal_moves": match.legal(),
            "outcome": outcome
            and {
                "winner": None if winner is None else _seat(winner),
                "reason": outcome.reason,
                "scores": outcome.scores,
            },
        }


def _opponent(text: str) -> Who | None:
    """An engine, or ``None`` for another agent."""
    if text.strip().lower() == AGENT:
        return None
    try:
        return parse_who(text, BOUNDED)
    except ValueError:
        expected = f"agent, random or level:N with N from 1 to {len(LEVELS)}"
        raise ValueError(f"opponent must be {expected}, got {text!r}") from None


def _seat(player: Player) -> str:
    return player.name.lower()


def _ending(data: dict[str, Any]) -> str:
    outcome = data["outcome"]
    if outcome is None:
        return f"{data['to_move']} is to move"
    return f"{outcome['winner'] + ' won' if outcome['winner'] else 'a draw'}: {outcome['reason']}"
