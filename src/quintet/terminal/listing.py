"""Lines for lists: a game's options, a match, a player, the unfinished games."""

from __future__ import annotations

import json as json_text
import sys

from quintet.core import options
from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.sentences import enumerated, plural
from quintet.core.types import Player
from quintet.players.who import display_name
from quintet.terminal.console import wrapped


def option_lines(Options: type) -> list[str]:
    """``size=13   2 to 26   points along each side``, in columns."""
    defaults = Options()
    rows = [
        (f"{name}={str(getattr(defaults, name)).lower()}", range.expected, range.help)
        for name, range in options.ranges(Options).items()
    ]
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    return [f"{name:{widths[0]}}  {expected:{widths[1]}}  {help}" for name, expected, help in rows]


def chosen_options(game: AnyGame) -> list[str]:
    """Where options are not the usual ones, what they are: ``Here size is 5 and pie is false.``"""
    usual = type(game.options)()
    chosen = [
        f"{name} is {str(getattr(game.options, name)).lower()}"
        for name in options.ranges(type(usual))
        if getattr(game.options, name) != getattr(usual, name)
    ]
    return [f"Here {enumerated(chosen, len(chosen))}."] if chosen else []


def match_line(match: Match) -> str:
    """A match in a line: ``Othello: Ada against Ben, 12 moves played``."""
    names = " against ".join(map(display_name, match.names))
    return f"{match.game.title}: {names}, {plural(match.ply, 'move')} played"


def player_label(match: Match, player: Player) -> str:
    """A name with the colour it plays now: ``Ada (Black)``, ``Learner (level 3, White)``; a player who is called by the
    colour: ``Black``."""
    name, color = display_name(match.names[player]), match.game.color(match.position, player).title
    if name != match.names[player]:
        return f"{name.removesuffix(')')}, {color})"
    return name if name == color else f"{name} ({color})"


def saved(*, json: bool = False) -> int:
    """Print the unfinished games, the one played last first and marked; its number, 0 if none can be continued."""
    from quintet.terminal import saves

    rows: list[dict[str, object]] = []
    lines: list[str] = []
    last = 0
    for number, path in enumerate(saves.paths(), 1):
        try:
            match = saves.read(path)[0]
            begun = f", begun {match.started:%Y-%m-%d %H:%M}" if match.started else ""
            lines.append(f"{number:3}  {match_line(match)}{begun}{'' if last else ' (the last)'}")
            last = last or number
            rows.append({"number": number, "file": str(path), "game": spec(match.game), "names": list(match.names)})
        except ValueError as error:
            lines.append(f"{number:3}  {error}")
            rows.append({"number": number, "file": str(path), "error": str(error)})
    if json:
        print(json_text.dumps({"saved": rows}))
    else:
        lines = [wrapped(line, " " * 5) for line in lines] if sys.stdout.isatty() else lines
        print("\n".join(lines) or "There is no unfinished game.")
    return last
