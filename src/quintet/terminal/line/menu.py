"""The questions of `quintet` without arguments: which game, with which options, who plays."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.core.game import AnyGame
from quintet.core.options import ranges
from quintet.core.registry import game_class, game_ids, load
from quintet.core.types import Color, Player
from quintet.engine import LEVELS
from quintet.players.who import HUMAN, RANDOM, Who, parse_who
from quintet.terminal import listing, saves
from quintet.terminal.console import Console, Leave
from quintet.terminal.listing import match_line, option_lines
from quintet.terminal.local_game import LocalGame, new_game

MARK = """\
●   ○
  ●    Quintet
○   ●"""
WHO = ("a person", f"an engine, from level 1 to level {len(LEVELS)}", "random moves")
WORDS = {"person": "1", "human": "1", "engine": "2", "computer": "2", "ai": "2", "random": "3"}
"""What people type instead of a number."""


def choose(
    console: Console, black: Who | None, white: Who | None, seed: int | None, people: Sequence[str] = ()
) -> LocalGame:
    """Ask for everything about a game that is not known yet; Leave if the person leaves."""
    chosen = choose_game(console)
    if isinstance(chosen, int):
        resumed = LocalGame(*saves.choose(None, chosen))
        resumed.reseat(black, white)
        return resumed
    return choose_players(console, choose_options(console, chosen), black, white, seed, people)


def choose_players(
    console: Console,
    game: AnyGame,
    black: Who | None = None,
    white: Who | None = None,
    seed: int | None = None,
    people: Sequence[str] = (),
) -> LocalGame:
    """A new game; ask who plays each colour that nobody has yet."""
    colors = [game.color(game.start(), player) for player in Player]
    whos = {Color.BLACK: black, Color.WHITE: white}
    for color in colors:
        whos[color] = whos[color] or choose_who(console, color, first=color is colors[0])
    return new_game(game, whos[Color.BLACK], whos[Color.WHITE], None, seed, people)


def choose_saved(console: Console) -> int:
    """The number of an unfinished game in their list, where others can be deleted; Leave if none is left."""
    last, most = listing.saved(), len(saves.paths())
    while most:
        enter = f", Enter for {last}, the last" if last else ""
        answer = ask(console, f"Which one, 1 to {most}{enter}, delete and a number, or quit: ")
        word, _, which = answer.lower().partition(" ")
        if word == "delete" and number(which.strip(), most) is not None:
            saves.delete(which.strip())
            last, most = listing.saved(), len(saves.paths())
        elif not answer and last:
            return last
        elif (chosen := number(answer, most)) is not None:
            return chosen
        else:
            console.tell(f"Sorry, expected a number from 1 to {most}, delete and a number, or quit.")
    raise Leave


def choose_game(console: Console) -> str | int:
    """The id of a game, or the number of an unfinished one."""
    ids = game_ids()
    console.say(f"{MARK}\n\nWhat would you like to play?")
    entries = [game_class(game_id).title for game_id in ids]
    if unfinished := _unfinished():
        entries.append(unfinished)
    if (saved := len(saves.paths())) > bool(unfinished):
        entries.append(f"Your unfinished games: {saved}, to continue or to delete")
    _list(console, entries)
    names = {name.lower(): game_id for game_id in ids for name in (game_id, game_class(game_id).title)}
    while True:
        answer = ask(console, f"A number from 1 to {len(entries)}: ")
        if answer.lower() in names:
            return names[answer.lower()]
        if (chosen := number(answer, len(entries))) is not None:
            if chosen <= len(ids):
                return ids[chosen - 1]
            return 1 if entries[chosen - 1] == unfinished else choose_saved(console)
        console.tell(f"Sorry, expected a number from 1 to {len(entries)}.")


def _unfinished() -> str | None:
    """The last unfinished game as an entry; ``None`` if there is none that can be continued."""
    try:
        return f"Continue {match_line(saves.last()[0])}"
    except ValueError:
        return None


def choose_options(console: Console, game_id: str) -> AnyGame:
    """The game with its options; a value alone is the first option's."""
    Options = game_class(game_id).Options
    if not ranges(Options):
        return load(game_id)
    console.say("\nOptions:\n  " + "\n  ".join(option_lines(Options)))
    example = _example(Options)
    while True:
        answer = ask(console, f"What to change, for example {example}, or Enter to play like this: ")
        if answer and "=" not in answer:
            answer = f"{next(iter(ranges(Options)))}={answer}"
        try:
            return load(f"{game_id}({answer})")
        except ValueError as error:
            console.tell(f"Sorry, {error}.")


def _example(Options: type) -> str:
    """Another value for the first option: ``size=14``."""
    name, range = next(iter(ranges(Options).items()))
    default = getattr(Options(), name)
    if range.kind == "integer":
        return f"{name}={default + range.step if default < range.high else default - range.step}"
    return f"{name}={next(word for word in range.words if word != str(default).lower())}"


def choose_who(console: Console, color: Color, first: bool) -> Who:
    """Who plays a colour."""
    console.say(f"\nWho plays {color.title} and moves {'first' if first else 'second'}?")
    _list(console, WHO)
    while True:
        answer = ask(console, "A number from 1 to 3, or Enter for a person: ") or "1"
        chosen = number(WORDS.get(answer.lower(), answer), len(WHO))
        if chosen == 1:
            return HUMAN
        if chosen == 2:
            return _choose_level(console)
        if chosen == 3:
            return RANDOM
        try:
            return parse_who(answer)
        except ValueError:
            console.tell("Sorry, expected a number from 1 to 3.")


def _choose_level(console: Console) -> Who:
    while True:
        answer = ask(console, f"Which level, from 1 to {len(LEVELS)}: ")
        try:
            return parse_who(answer if ":" in answer else f"level:{answer}")
        except ValueError:
            console.tell(f"Sorry, expected a number from 1 to {len(LEVELS)}.")


def _list(console: Console, entries: tuple[str, ...] | list[str]) -> None:
    console.say("\n".join(f"  {number}  {entry}" for number, entry in enumerate(entries, 1)))


def ask(console: Console, prompt: str) -> str:
    answer = console.ask(prompt).strip()
    if answer.lower() in ("q", "quit"):
        raise Leave
    return answer


def number(answer: str, most: int) -> int | None:
    """A number of a list, or ``None``."""
    if answer.isascii() and answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= most:
        return int(answer)
    return None
