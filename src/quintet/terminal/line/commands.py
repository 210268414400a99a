"""What a person can type in line mode besides a move."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from quintet.core.game import LineMode, find_move
from quintet.core.match import Match
from quintet.terminal import saves, undo, waiting
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import screen
from quintet.terminal.line.session import Session
from quintet.terminal.notices import slower_engines
from quintet.terminal.programs import Program

HINT_LEVEL = 10
"""The level that asks the solver first."""
DRAW_NODES = 1000
"""How much an engine searches before it answers an offer."""
CLEARLY = 0.5
"""The value from which an engine that stands worse is glad of a draw, however early."""
LONGEST_MOVE = 60
"""What is longer than this is no move of any game."""


def obey_or_read(session: Session, typed: str) -> Any | None:
    """The move that was typed, or its text; ``None`` when it was a command, which is then done.

    What a game reads as a move is a move, even if there is a command of that name.
    """
    game, pos = session.match.game, session.match.position
    if len(typed) <= LONGEST_MOVE:
        meant = game.read(pos, typed) if isinstance(game, LineMode) else None
        meant = find_move(game, typed) if meant is None else meant
        if meant is not None and meant not in game.all_moves():
            session.console.say(f"Sorry, {typed!r} is not a move here: expected one like {session.match.legal()[0]}.")
            return None
        if meant is not None:
            return meant
    word, _, rest = typed.partition(" ")
    command = COMMANDS.get(word.lower())
    if command is not None and (not rest or word.lower() in WITH_FILE):
        command(session, rest.strip())
    elif not typed:
        session.console.say(f"Type a move like {session.match.legal()[0]}, or help.")
    elif len(typed) > LONGEST_MOVE:
        session.console.say(f"Sorry, that is too long: expected a move like {session.match.legal()[0]}, or help.")
    else:
        return typed
    return None


def _undo(session: Session, rest: str) -> None:
    """take a move back; against an engine, back to your own last turn"""
    if undo.take_back(session.match, session.is_by_hand):
        _changed(session)
    else:
        session.console.say("There is no move of yours to take back.")


def _redo(session: Session, rest: str) -> None:
    """play the move that was taken back"""
    if undo.play_again(session.match, session.is_by_hand):
        _changed(session)
    else:
        session.console.say("There is no move to play again.")


def _changed(session: Session) -> None:
    session.keep()
    session.show()
    session.say_choices()


def _hint(session: Session, rest: str) -> None:
    """a move that an engine would play"""
    say_hint(session.console, session.match, session.save.seed)


def say_hint(console: Console, match: Match, seed: int = 0) -> None:
    """What an engine would play, and why."""
    from quintet.engine import Engine
    from quintet.terminal.analysis_text import hint_words

    slower_engines()
    engine = Engine(match.game, level=HINT_LEVEL, seed=seed)
    out = console.out if console.screen else None
    analysis = waiting.wait(lambda: engine.analyze(match.position), "Thinking", out, engine.stop)
    console.say(f"You could play {hint_words(match.game, match.position, analysis)}.")


def _moves(session: Session, rest: str) -> None:
    """every legal move"""
    session.console.say(textwrap.fill(" ".join(session.match.legal()), 78, break_on_hyphens=False))


def _save(session: Session, rest: str) -> None:
    """write the game as it stands to a file, for example save game.txt"""
    if rest:
        session.console.say(saves.export(session.match, rest))
    else:
        session.console.say("Type save and a file name, for example save game.txt.")


def _board(session: Session, rest: str) -> None:
    """show the board again"""
    session.show()


def _help(session: Session, rest: str) -> None:
    """this list"""
    legal = session.match.legal()
    some = ", ".join(legal[:3]) + (" and so on" if len(legal) > 3 else "")
    lines = [f"Your moves are typed like this: {some}.", "You can also type:"]
    for word, command in COMMANDS.items():
        shown = f"{word} FILE" if word in WITH_FILE else word
        lines.append(f"  {shown:10} {command.__doc__}")
    session.console.say("\n".join([*lines, f"All the rules: quintet rules {session.match.game.id}"]))


def _resign(session: Session, rest: str) -> None:
    """give up: the other player wins"""
    session.match.resign(session.match.to_move)
    session.show()


def _draw(session: Session, rest: str) -> None:
    """offer a draw"""
    match = session.match
    player = match.to_move
    other = screen.label(match, player.other)
    opponent = session.seats[player.other].engine
    if opponent is None:
        agreed = session.console.ask(f"{other}, do you agree to a draw? [y/N] ").strip().lower() in ("y", "yes")
    elif isinstance(opponent, Program):
        agreed = False  # no protocol has a word for it
    else:
        think = lambda pos: opponent.analyze(pos, nodes=DRAW_NODES).value
        value = session.wait(think, opponent.stop, f"{other} is thinking")
        agreed = value >= CLEARLY or (value >= 0 and _is_late(match))
    if agreed:
        match.agree_draw()
        session.show()
    else:
        session.console.say(f"{other} does not agree, and the game goes on.")


def _is_late(match: Match) -> bool:
    """Whether the board is half full: before that an engine that stands no worse plays on."""
    return 2 * len(match.game.scene(match.position).pieces) >= len(match.game.layout().spots)


def _quit(session: Session, rest: str) -> None:
    """leave; the game is saved and can be continued"""
    raise Leave


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "moves": _moves,
    "board": _board,
    "save": _save,
    "help": _help,
    "draw?": _draw,
    "resign": _resign,
    "quit": _quit,
}
WITH_FILE = frozenset({"save"})


def words() -> list[str]:
    """The commands as they are typed; a blank behind those that go on."""
    return [f"{word} " if word in WITH_FILE else word for word in COMMANDS]
