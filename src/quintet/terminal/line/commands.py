"""What a person can type in line mode besides a move."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from quintet.core.game import LONGEST_MOVE, AnyGame
from quintet.core.match import Match
from quintet.terminal import saves, waiting
from quintet.terminal.console import YES, Console, Leave
from quintet.terminal.line import instructions

if TYPE_CHECKING:
    from quintet.terminal.line.play import LineGame

HINT_LEVEL = 10
"""The level that asks the solver first: a hint should be right."""


def obey_or_read(line: LineGame, typed: str) -> Any | None:
    """The move that was typed, or its text; ``None`` if it was a command, which is then obeyed.

    A word that is both a move and a command is the move.
    """
    game, pos = line.match.game, line.match.position
    move = instructions.read_typed(game, pos, typed)
    if move is not None and move in game.all_moves():  # not a column that another board would have
        return move
    word, _, rest = typed.partition(" ")
    word = ALIASES.get(word.lower(), word.lower())
    command = COMMANDS.get(word)
    if not typed.isprintable():
        line.console.tell(
            f"Sorry, that was a key that is no text: expected a move like {line.match.legal()[0]}, or help."
        )
    elif command is not None and (not rest or word in WITH_FILE or (word == "resign" and rest.lower() in YES)):
        command(line, rest.strip())
    elif not typed:
        line.console.tell(f"Type a move like {line.match.legal()[0]}, or help.")
    elif len(typed) > LONGEST_MOVE:
        line.console.tell(f"Sorry, that is too long: expected a move like {line.match.legal()[0]}, or help.")
    elif (near := word if command else _near_command(typed)) is not None:
        line.console.tell(f"Sorry, {typed!r} is not a move: did you mean {near}?")
    else:
        return typed
    return None


def _near_command(typed: str) -> str | None:
    """The command that was probably meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(typed.lower(), COMMANDS, 1, cutoff=0.7)), None)


def _undo(line: LineGame, rest: str) -> None:
    """take a move back; against an engine, back to your own last turn"""
    if line.game.undo():
        _changed(line)
    else:
        line.console.tell("There is no move of yours to take back.")


def _redo(line: LineGame, rest: str) -> None:
    """play the move that was taken back"""
    if line.game.redo():
        _changed(line)
    else:
        line.console.tell("There is no move to play again.")


def _changed(line: LineGame) -> None:
    line.keep()
    line.show()
    line.say_choices()


def _hint(line: LineGame, rest: str) -> None:
    """a move that an engine would play"""
    say_hint(line.console, line.match, line.game.save.seed)


def say_hint(console: Console, match: Match, seed: int = 0) -> None:
    """What an engine would play, and why."""
    from quintet.engine import Engine
    from quintet.terminal.analysis_text import hint_words

    waiting.tell_slower_engines()
    engine = Engine(match.game, level=HINT_LEVEL, seed=seed)
    out = console.out if console.screen else None
    try:
        analysis = waiting.wait(lambda: engine.analyze(match.position), "Thinking", out, engine.stop)
    except KeyboardInterrupt:
        console.tell("The hint was stopped.")
        return
    console.tell(f"You could play {hint_words(match.game, match.position, analysis)}.")


def _moves(line: LineGame, rest: str) -> None:
    """every legal move"""
    say_moves(line.console, line.match)


def say_moves(console: Console, match: Match) -> None:
    console.say(textwrap.fill(" ".join(match.legal()), console.columns, break_on_hyphens=False))


def _save(line: LineGame, rest: str) -> None:
    """write the game as it stands to a file, for example save game.txt"""
    if rest:
        line.console.tell(saves.export(line.match, rest, line.game.whos))
    else:
        line.console.tell("Type save and a file name, for example save game.txt.")


def _board(line: LineGame, rest: str) -> None:
    """show the board again"""
    line.show()


def _rules(line: LineGame, rest: str) -> None:
    """the rules of this game"""
    show_rules(line.console, line.match.game)
    line.show()


def show_rules(console: Console, game: AnyGame) -> None:
    """The rules, a page at a time at a terminal; where it has no pager, without their examples."""
    from quintet.terminal import rules_text

    if not rules_text.show_paged(game, console.color):
        at_terminal = console.keyboard and console.screen
        columns = shutil.get_terminal_size().columns if at_terminal else None
        rules_text.show(game, console.out, console.color, columns, with_examples=not at_terminal)


def _help(line: LineGame, rest: str) -> None:
    """this list"""
    about = {f"{word} FILE" if word in WITH_FILE else word: command.__doc__ for word, command in COMMANDS.items()}
    say_help(line.console, line.match, about)
    line.console.tell(instructions.engine_hint(line.match.game))


def say_help(console: Console, match: Match, about: Mapping[str, str | None]) -> None:
    """How moves are typed, and what can be typed besides."""
    game, color, columns = match.game, console.color, console.columns
    shown = instructions.typing_section(game, columns), instructions.signs(game, color, columns)
    moves = ["Your moves:", *instructions.move_lines(game, match.position, columns), *filter(None, shown)]
    console.say("\n".join(moves))
    console.tell(instructions.marks(game, color))
    also = (instructions.row(word, words or "", columns) for word, words in about.items())
    console.say("\n".join(["You can also type:", *also]))


def _switch(line: LineGame, rest: str) -> None:
    """change places with the other player, names and all"""
    line.game.switch_sides()
    line.console.tell(f"Now it is {line.game.against}.")
    _changed(line)


def _resign(line: LineGame, rest: str) -> None:
    """give up: the other player wins; resign yes asks nothing"""
    if line.console.is_sure("Resign this game?", rest):
        line.match.resign(line.match.to_move)
        line.show()


def _draw(line: LineGame, rest: str) -> None:
    """offer a draw"""
    game = line.game
    other = line.match.to_move.other
    label = game.label(other)
    if game.is_by_hand(other):
        agreed = line.console.agrees(f"{label}, do you agree to a draw?")
    else:
        agreed = line.wait(lambda: game.accepts_draw(other), game.engine(other).stop, f"{label} is thinking")
    if agreed:
        line.match.agree_draw()
        line.show()
    else:
        line.console.tell(f"{label} does not agree, and the game goes on.")


def _quit(line: LineGame, rest: str) -> None:
    """leave; the game is saved and can be continued"""
    raise Leave


COMMANDS: dict[str, Callable[[LineGame, str], None]] = {
    "undo": _undo,
    "redo": _redo,
    "hint": _hint,
    "moves": _moves,
    "board": _board,
    "save": _save,
    "rules": _rules,
    "help": _help,
    "draw?": _draw,
    "switch": _switch,
    "resign": _resign,
    "quit": _quit,
}
WITH_FILE = frozenset({"save"})
ALIASES = {"?": "help", "h": "help", "u": "undo", "draw": "draw?", "exit": "quit", "q": "quit"}
"""What people also type."""


def words() -> list[str]:
    """The commands as they are typed; those that take a file end with a blank."""
    return [f"{word} " if word in WITH_FILE else word for word in COMMANDS]
