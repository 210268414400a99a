"""The tools of an agent: methods with plain arguments that answer in words, data and pictures.

They know no protocol; `mcp.py` serves them. A caller's mistake is a ValueError of one sentence.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from quintet.agents import prompts
from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.record import checked_name
from quintet.core.registry import game_class, game_ids, load
from quintet.core.types import Player
from quintet.engine import Engine
from quintet.engine.analysis import verdict
from quintet.engine.levels import LEVELS
from quintet.engine.limits import Limits
from quintet.environments.oracle import Oracle
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import BOUNDED, Who, parse_who
from quintet.render.marks import last_of
from quintet.render.picture import png
from quintet.render.svg.position import svg

MOST_MATCHES = 200
"""The most matches at a time; the oldest finished ones are dropped first."""
LONGEST = 2000
"""Moves after which a match without a winner is declared a draw."""
WIDTH = 640
"""Pixels of a picture."""
AGENT = "agent"

Number = Annotated[int, "the number of the match, as new_match gave it"]
Spec = Annotated[str, "a game of list_games, with or without options: name or name(option=value,...)"]
Seat = Literal["first", "second"]
WhoseTurn = Annotated[Literal["first", "second", ""], "who does it, where agents play both sides: first or second"]


@dataclass(frozen=True)
class Answer:
    """The answer of a tool."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)
    """The same for programs."""
    picture: bytes = b""
    kind: str = ""
    """Media type of the picture: ``image/png`` or ``image/svg+xml``."""


@dataclass
class AgentMatch:
    """A match and who plays it."""

    number: int
    match: Match
    engines: dict[Player, SeatedPlayer]
    """By seat; agents have the other seats."""
    note: str = ""
    """Why it was ended, where neither the rules nor a player did."""
    busy: threading.Lock = field(default_factory=threading.Lock)
    """Held by each call: calls may be concurrent."""


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
        """Limits of a hint."""
        self._proof = proof
        """Nodes for an exact value."""
        self._agent_matches: dict[int, AgentMatch] = {}
        self._oracles: dict[str, Oracle] = {}
        self._begun = 0
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The tools that are allowed."""
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
            agent_match = self._agent_matches[self._begun] = AgentMatch(self._begun, match, engines)
        with self._held(agent_match.number):
            return self._answer(agent_match, f"Match {agent_match.number} has begun.", self._reply(agent_match))

    def list_matches(self) -> Answer:
        """List the matches that were begun here: who plays, how many moves were played, who won."""
        matches = [self._data(agent_match) for agent_match in self._agent_matches.values()]
        lines = [
            f"{data['match']}. {data['game']}: {' against '.join(data['names'])}, {data['ply']} moves, {_ending(data)}"
            for data in matches
        ]
        return Answer("\n".join(lines) or "There is no match: new_match begins one.", {"matches": matches})

    def show_board(
        self, match: Number, picture: Annotated[Literal["none", "png", "svg"], "a picture beside the text"] = "none"
    ) -> Answer:
        """Show where a match stands: the board, whose turn it is, the legal moves."""
        with self._held(match) as agent_match:
            answer = self._answer(agent_match)
            if picture == "none":
                return answer
            game, position = agent_match.match.game, agent_match.match.position
            last = last_of(agent_match.match)
            drawn = svg(game.layout(), game.scene(position), last=last, title=game.title, dark=False, width=WIDTH)
        try:
            dots = png(drawn, WIDTH) if picture == "png" else drawn.encode()
        except ModuleNotFoundError as missing:
            raise ValueError(f"{missing}; or ask for svg") from None
        return Answer(answer.text, answer.data, dots, "image/png" if picture == "png" else "image/svg+xml")

    def legal_moves(self, match: Number) -> Answer:
        """List every legal move of the player to move."""
        with self._held(match) as agent_match:
            legal = agent_match.match.legal()
        return Answer(", ".join(legal) or "There is none: the match is over.", {"match": match, "legal_moves": legal})

    def play(
        self, match: Number, move: Annotated[str, "a legal move in the notation of the game"], player: WhoseTurn = ""
    ) -> Answer:
        """Play a move. If an engine is your opponent, the answer comes after its reply."""
        with self._held(match) as agent_match:
            self._check_turn(agent_match, player)
            agent_match.match.play(move)
            return self._answer(agent_match, self._reply(agent_match))

    def take_back(self, match: Number) -> Answer:
        """Take back your last move, and what was played after it."""
        with self._held(match) as agent_match:
            game, played = agent_match.match, agent_match.match.ply
            if all(game.game.to_move(position) in agent_match.engines for position in game.positions[:-1]):
                raise ValueError("there is no move of yours to take back")
            agent_match.note = ""
            game.undo()
            while game.to_move in agent_match.engines:
                game.undo()
            return self._answer(agent_match, f"Moves taken back: {played - game.ply}.")

    def resign(self, match: Number, player: WhoseTurn = "") -> Answer:
        """Give a match up; the other player wins."""
        with self._held(match) as agent_match:
            seats = [seat for seat in Player if seat not in agent_match.engines]
            who = Player[player.upper()] if player else seats[0] if len(seats) == 1 else agent_match.match.to_move
            if who not in seats:
                raise ValueError(f"player must be {_seat(who.other)}, got {player!r}: an engine has the other seat")
            agent_match.match.resign(who)
            return self._answer(agent_match)

    def read_record(self, match: Number) -> Answer:
        """Read a match as text: who played, every move, the result. Quintet's other tools can load it."""
        with self._held(match) as agent_match:
            return Answer(agent_match.match.record())

    # Help, where it is allowed

    def hint(self, match: Number) -> Answer:
        """Ask a strong engine which move it would play and how it sees the position."""
        with self._held(match) as agent_match:
            game, position = agent_match.match.game, self._unfinished(agent_match)
        limits = self._think
        analysis = Engine(game).analyze(position, seconds=limits.seconds, nodes=limits.nodes, depth=limits.depth)
        sure = "proved" if analysis.exact else "a guess"
        words = f"{analysis.move}: value {analysis.value:+.2f} for the player to move, from -1 lost to 1 won; {sure}."
        return Answer(words, {"match": match, **analysis.as_json()})

    def exact_value(self, match: Number) -> Answer:
        """Ask for the proved value of the position and every move that keeps it; it may not be known."""
        with self._held(match) as agent_match:
            game, position = agent_match.match.game, self._unfinished(agent_match)
        with self._lock:
            truth = self._oracles.setdefault(spec(game), Oracle(game, nodes=self._proof)).ask(position)
        if truth is None:
            return Answer("It is not known.", {"match": match, "value": None, "margin": None, "best": None})
        best = [str(move) for move in truth.best]
        words = f"{verdict(game, position, truth.value, truth.margin)}; best: {', '.join(best)}."
        return Answer(words, {"match": match, "value": truth.value, "margin": truth.margin, "best": best})

    # Inside

    @contextmanager
    def _held(self, number: int) -> Iterator[AgentMatch]:
        """A match for one call alone; ValueError where there is none with this number."""
        agent_match = self._agent_matches.get(number)
        if agent_match is None:
            known = (
                f"one of {min(self._agent_matches)} to {max(self._agent_matches)}"
                if self._agent_matches
                else "new_match first"
            )
            raise ValueError(f"there is no match {number}: expected {known}")
        with agent_match.busy:
            yield agent_match

    def _unfinished(self, agent_match: AgentMatch) -> Any:
        if agent_match.match.outcome:
            raise ValueError("the game is over")
        return agent_match.match.position

    def _make_room(self) -> None:
        """Drop the oldest finished match, if there are too many."""
        if len(self._agent_matches) < MOST_MATCHES:
            return
        over = next((number for number, agent_match in self._agent_matches.items() if agent_match.match.outcome), None)
        if over is None:
            raise ValueError(f"at most {MOST_MATCHES} matches may be open: finish or resign one first")
        del self._agent_matches[over]

    def _check_turn(self, agent_match: AgentMatch, player: str) -> None:
        turn = agent_match.match.to_move
        if player and player != _seat(turn) and not agent_match.match.outcome:
            raise ValueError(f"it is the turn of the {_seat(turn)} player, not of the {player}")

    def _reply(self, agent_match: AgentMatch) -> str:
        """Let the engine play while it is its turn; returns its moves in words."""
        match, played = agent_match.match, []
        while not match.outcome and match.to_move in agent_match.engines:
            if match.ply >= LONGEST:
                break
            move = agent_match.engines[match.to_move].choose(match)
            match.play(move)
            played.append(str(move))
        if match.ply >= LONGEST and not match.outcome:
            match.agree_draw()
            agent_match.note = f"It was stopped after {LONGEST} moves: a draw."
        name = next((match.names[seat] for seat in agent_match.engines), "")
        return f"{name} played {', '.join(played)}." if played else ""

    def _answer(self, agent_match: AgentMatch, *before: str) -> Answer:
        heading = f"Match {agent_match.number}, {prompts.heading(agent_match.match)}"
        lines = [*before, heading, prompts.standing(agent_match.match), agent_match.note]
        return Answer("\n\n".join(line for line in lines if line), self._data(agent_match))

    def _data(self, agent_match: AgentMatch) -> dict[str, Any]:
        match, outcome = agent_match.match, agent_match.match.outcome
        return {
            "match": agent_match.number,
            "game": spec(match.game),
            "names": list(match.names),
            "agents": [_seat(seat) for seat in Player if seat not in agent_match.engines],
            "ply": match.ply,
            "moves": [str(move) for move in match.moves],
            "position": match.game.text(match.position),
            "to_move": None if outcome else _seat(match.to_move),
            "legal_moves": match.legal(),
            "outcome": outcome and outcome.as_json(),
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
