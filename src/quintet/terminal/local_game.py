"""A game at this keyboard: its match, who sits where, the engines that choose, and its file. No input or output."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from quintet.core import files
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import Color, Player
from quintet.engine.bounds import MOST_SEED
from quintet.players.player import SeatedPlayer, check_playable, player_for
from quintet.players.who import HUMAN, Who, engine_called, person_name
from quintet.terminal import listing, open_game_file, results, saves
from quintet.terminal.line import screen

DRAWN_SEEDS = 2**32
"""A seed that nobody chose is drawn below this: short enough to type."""
DRAW_NODES = 1000
"""How much an engine searches before it answers a draw offer."""
SHARED = "This game was continued in another window, so this one is saved as a game of its own."
CLEARLY = 0.5
"""From this value on an engine that stands worse accepts a draw, however early."""


def now() -> datetime:
    return datetime.now().replace(microsecond=0)


@dataclass
class LocalGame:
    """A match with its two seats and its save."""

    match: Match
    save: saves.Save
    engines: dict[Player, SeatedPlayer] = field(default_factory=dict)
    memory_mb: int | None = None
    """What the search of an engine may hold, where its player does not say."""
    is_saved: bool = True
    """Whether the last attempt to save succeeded."""
    is_reported: bool = field(init=False)
    """Whether the end of the game was reported, here or before it was opened again."""
    results_file: Path | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.is_reported = self.match.outcome is not None
        self.match.started = (self.match.started or now()).replace(tzinfo=None)

    # Who sits where.

    @property
    def whos(self) -> tuple[Who, Who]:
        """Who plays FIRST and SECOND."""
        return self.save.seats

    def is_by_hand(self, player: Player) -> bool:
        return self.whos[player] == HUMAN

    @property
    def is_turn_of_person(self) -> bool:
        return self.match.outcome is None and self.is_by_hand(self.match.to_move)

    @property
    def near(self) -> Player:
        """Who sits at this side of the board: a person if there is only one."""
        return Player.SECOND if self.is_by_hand(Player.SECOND) and not self.is_by_hand(Player.FIRST) else Player.FIRST

    def label(self, player: Player) -> str:
        """A name with the colour it plays now: ``Ada (Black)``."""
        return listing.player_label(self.match, player)

    @property
    def against(self) -> str:
        """``Ada (Black) against Ben (White)``."""
        return " against ".join(self.label(player) for player in Player)

    def name_people(self, names: Sequence[str]) -> None:
        """What FIRST and SECOND are called, in this order; an empty name is the default one. ValueError for a name that
        does not fit on a line."""
        first, second = (
            person_name(name) if name.strip() else default_name(who, player)
            for name, who, player in zip(names, self.whos, Player, strict=True)
        )
        self.match.names = first, second

    def reseat(self, black: Who | None, white: Who | None) -> None:
        """Let somebody else take a seat; an engine's name comes and goes with it."""
        names, whos = list(self.match.names), list(self.whos)
        for player in Player:
            who = black if self.match.game.color(self.match.start, player) is Color.BLACK else white
            if who is not None and who != whos[player]:
                whos[player], names[player] = who, default_name(who, player)
        self.match.names, self.save.seats = (names[0], names[1]), (whos[0], whos[1])

    def switch_sides(self) -> None:
        """Exchange the two seats, with their names."""
        self.save.seats = self.whos[1], self.whos[0]
        self.match.names = self.match.names[1], self.match.names[0]
        self.close()
        self.keep()

    def engine(self, player: Player) -> SeatedPlayer:
        """What chooses the moves of a seat, made when it is first needed; ValueError if it cannot play."""
        if player not in self.engines:
            seat = seated(self.match, self.whos[player], self.save.seed, player, self.memory_mb)
            assert seat is not None
            self.engines[player] = seat
        return self.engines[player]

    def seat_engines(self) -> None:
        """Make the engines of both seats; ValueError if one cannot play."""
        for player in Player:
            if not self.is_by_hand(player):
                self.engine(player)

    def close(self) -> None:
        """End the programs that play."""
        for engine in self.engines.values():
            engine.close()
        self.engines.clear()

    # The course of the game.

    def effect(self, before: str, mover: Player) -> str:
        """What the last move of `mover` changed besides the board, given `against` before it; empty if nothing."""
        if self.against != before:
            return f"The colours change: now it is {self.against}."
        if self.match.outcome is None and self.match.to_move is mover:
            return f"{self.label(mover.other)} misses a turn."
        return ""

    def undo(self) -> bool:
        """Take back a resignation or an agreed draw, else moves to a person's last turn; false if there is none."""
        match = self.match
        if match.outcome and not match.game.outcome(match.position):
            match.undo()
        else:
            before = list(enumerate(reversed(match.positions[:-1]), 1))
            count = next((back for back, pos in before if self._stops_at(match.game.to_move(pos))), 0)
            if not count:
                return False
            for _ in range(count):
                match.undo()
        self._take_results_back()
        self.keep()
        return True

    def redo(self) -> bool:
        """Play again what was taken back, to the next turn of a person; false if there is nothing to play again."""
        match, ply = self.match, self.match.ply
        try:
            match.redo()
            while match.outcome is None and not self._stops_at(match.to_move):
                match.redo()
        except ValueError:
            if match.ply == ply:
                return False
        self.keep()
        return True

    def _stops_at(self, player: Player) -> bool:
        """Undo stops at the turns of people; where two engines play, at every turn."""
        return self.is_by_hand(player) or HUMAN not in self.whos

    def resign(self) -> None:
        """The player to move gives up; against an engine, the person."""
        people = [player for player in Player if self.is_by_hand(player)]
        self.match.resign(people[0] if len(people) == 1 else self.match.to_move)
        self.keep()

    def agree_draw(self) -> None:
        self.match.agree_draw()
        self.keep()

    def accepts_draw(self, player: Player) -> bool:
        """Whether the engine of a seat accepts a draw; it searches a little. Programs refuse: no protocol has it."""
        engine = self.engine(player).engine
        if engine is None:
            return False
        analysis = engine.analyze(self.match.position, nodes=DRAW_NODES)
        worse = -analysis.value if analysis.player is player else analysis.value
        pieces, spots = self.match.game.scene(self.match.position).pieces, self.match.game.layout().spots
        return worse >= CLEARLY or (worse >= 0 and 2 * len(pieces) >= len(spots))

    # Its file.

    def keep(self) -> str | None:
        """Save the game as it stands; a sentence about it, if something is not as expected."""
        try:
            is_shared = self.save.step_aside()
            if self.match.outcome:
                self.match.finished = self.match.finished or now()
                self.save.finish(self.match)
            else:
                self.match.finished = None
                self.save.keep(self.match)
            self.is_saved = True
        except OSError as error:
            self.is_saved = False
            return f"This game cannot be saved in {self.save.path.parent}: {files.reason(error)}."
        return SHARED if is_shared else None

    def report(self) -> str:
        """Write the results file of a game that is over, once; what to say about it, empty if it was written before."""
        if self.is_reported or self.match.outcome is None:
            return ""
        self.is_reported = True
        self.match.finished = self.match.finished or now()
        try:
            self.results_file = results.write(self.match, screen.own_board(self.match))
        except OSError as error:
            return f"The result cannot be written to {self.match.game.id}-results.txt: {files.reason(error)}."
        return f"The result is in {self.results_file.name}."

    def _take_results_back(self) -> None:
        self.is_reported = False
        if self.results_file is not None:
            with contextlib.suppress(OSError):  # somebody has moved it
                self.results_file.unlink()
            self.results_file = None

    def again(self) -> LocalGame:
        """A new game between the same two."""
        return begin(self.match.game, self.match.start, self.whos, self.match.names)


def new_game(
    game: AnyGame,
    black: Who | None = None,
    white: Who | None = None,
    position: str | None = None,
    seed: int | None = None,
    people: Sequence[str] = (),
) -> LocalGame:
    """A new game, from its start or from a position; a seat that is left out is a person's."""
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise ValueError(f"--seed must be 0 to {MOST_SEED}, got {seed}")
    start = game.start() if position is None else game.parse(position)
    if game.outcome(start):
        raise ValueError(f"--position must be one where the game goes on, got one where it is over: {position!r}")
    whos = by_color(game, start, black or HUMAN, white or HUMAN)
    return begin(game, start, whos, names_for(whos, people), seed)


def begin(game: AnyGame, start: Any, whos: tuple[Who, Who], names: Sequence[str], seed: int | None = None) -> LocalGame:
    """A new game between FIRST and SECOND; nothing is written before the first move."""
    match = Match(game, position=start, names=names, started=now())
    seed = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    return LocalGame(match, saves.new(game.id, whos, seed, match.started or now()))


def from_file(path: Path, which: int | None) -> LocalGame:
    """The game in a file, to be continued by people and the engines that it names; the file stays as it is."""
    match = open_game_file.read(path, which)
    if match.outcome:
        raise ValueError(f"the game in {str(path)!r} is over: {match.outcome.reason}")
    first, second = (engine_called(name) or HUMAN for name in match.names)
    return LocalGame(match, saves.new(match.game.id, (first, second), secrets.randbelow(DRAWN_SEEDS), now()))


LONGEST_NAME = 80


def read_names(text: str) -> tuple[str, ...]:
    """One name or two, with a comma between; ValueError says what was expected."""
    names = [name.strip() for name in text.split(",")]
    if len(names) > 2:
        raise ValueError(f"--names must be one name or two with a comma between, got {text!r}")
    return tuple(map(person_name, names))


def default_name(who: Who, player: Player) -> str:
    """What a seat is called before anybody gave a name."""
    return f"Player {player + 1}" if who == HUMAN else str(who)[:LONGEST_NAME].strip()


def names_for(whos: tuple[Who, Who], people: Sequence[str]) -> tuple[str, str]:
    """What the seats are called: people by the names given, in order, engines by what they are."""
    left = [name.strip() for name in people if name.strip()]
    first, second = (
        left.pop(0) if who == HUMAN and left else default_name(who, Player(seat)) for seat, who in enumerate(whos)
    )
    return first, second


def by_color(game: AnyGame, start: object, black: Who, white: Who) -> tuple[Who, Who]:
    """Who is FIRST and who is SECOND, given who starts as which colour."""
    whos = {Color.BLACK: black, Color.WHITE: white}
    return whos[game.color(start, Player.FIRST)], whos[game.color(start, Player.SECOND)]


def seated(match: Match, who: Who, seed: int, player: Player, memory_mb: int | None = None) -> SeatedPlayer | None:
    """What chooses the moves of a seat, ``None`` for a person; the two sides have different seeds."""
    if who == HUMAN:
        return None
    check_playable(who, match)
    return player_for(who, match.game, (seed + player) % (MOST_SEED + 1), memory_mb=memory_mb)
