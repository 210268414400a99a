"""What can be looked at without playing: the list of games, and a recorded game."""

from __future__ import annotations

import json as json_text
import textwrap
from pathlib import Path

from quintet.core import options, registry, sentences
from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.types import BadRecord, Player
from quintet.terminal import open_game_file, saves
from quintet.terminal.console import colorful
from quintet.terminal.line import screen


def games(*, json: bool = False) -> None:
    """One block a game: id, title and options."""
    ids = registry.game_ids()
    if json:
        classes = [registry.game_class(game_id) for game_id in ids]
        told = [{"id": game.id, "title": game.title, "options": options.json_schema(game.Options)} for game in classes]
        print(json_text.dumps({"games": told, "left_out": registry.left_out()}))
        return
    wide = max(map(len, ids))
    for game_id in ids:
        game = registry.game_class(game_id)
        print(f"{game_id:{wide}}  {game.title}")
        for line in option_lines(game.Options):
            print(f"{'':{wide}}    {line}")
    for name, reason in registry.left_out().items():
        print(f"Left out: {name}: {reason}")


def saved(*, json: bool = False) -> None:
    """The unfinished games, the one played last first."""
    found: list[dict[str, object]] = []
    lines: list[str] = []
    for number, path in enumerate(saves.paths(), 1):
        try:
            match = saves.read(path)[0]
            lines.append(f"{number:3}  {told(match)}")
            found.append({"number": number, "file": str(path), "game": spec(match.game), "names": list(match.names)})
        except ValueError as error:
            lines.append(f"{number:3}  {error}")
            found.append({"number": number, "file": str(path), "error": str(error)})
    if json:
        print(json_text.dumps({"saved": found}))
    elif lines:
        print("\n".join(lines) + "\nTo continue one: quintet play --resume --which NUMBER")
    else:
        print("There is no unfinished game.")


def option_lines(Options: type) -> list[str]:
    """``size=13   2 to 26   points along each side``, in columns."""
    defaults = Options()
    rows = [
        (f"{name}={str(getattr(defaults, name)).lower()}", range.expected, range.help)
        for name, range in options.ranges(Options).items()
    ]
    wide = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    return [f"{name:{wide[0]}}  {expected:{wide[1]}}  {help}" for name, expected, help in rows]


def told(match: Match) -> str:
    """A game in a line: ``Othello: Ada against Ben, 12 moves played``."""
    moves = sentences.plural(match.ply, "move")
    return f"{match.game.title}: {match.names[0]} against {match.names[1]}, {moves} played"


def show(path: Path, which: int | None, ply: int | None, every: bool, *, json: bool = False) -> None:
    """A recorded game: who, when, the moves, a board, the result."""
    import sys

    color = colorful(sys.stdout)
    if which is None and not json and ply is None and (lines := open_game_file.listed(path)):
        print("\n".join(lines) + f"\nTo see one of them: quintet show {path} --which NUMBER")
        return
    try:
        match = open_game_file.read(path, which)
    except BadRecord as error:
        raise ValueError(f"the record {str(path)!r} cannot be shown: {error}") from None
    if ply is not None and not 0 <= ply <= match.ply:
        raise ValueError(f"--ply must be 0 to {match.ply}, the number of moves in this record, got {ply}")
    if json:
        print(json_text.dumps(_as_json(match, match.ply if ply is None else ply)))
        return
    print(f"{match.game.title} ({spec(match.game)})")
    print(" against ".join(f"{match.names[player]} ({_starting_color(match, player)})" for player in Player))
    for word, date in (("Started", match.started), ("Finished", match.finished)):
        if date:
            print(f"{word} {date.ctime()}")
    if match.moves:
        print("\n" + _move_list(match))
    for shown in range(match.ply + 1) if every else [match.ply if ply is None else ply]:
        part = until(match, shown)
        print(f"\n{_where(match, shown)}\n\n{screen.whole(part, color)}")
    print(f"\n{_result(match)}")


def _as_json(match: Match, ply: int) -> dict[str, object]:
    outcome, game = match.outcome, match.game
    position = match.positions[ply]
    return {
        "game": spec(game),
        "names": list(match.names),
        "started": match.started and match.started.isoformat(),
        "finished": match.finished and match.finished.isoformat(),
        "start": game.text(match.start),
        "moves": [str(move) for move in match.moves],
        "ply": ply,
        "position": game.text(position),
        "to_move": game.to_move(position).name.lower(),
        "outcome": outcome
        and {
            "winner": None if outcome.winner is None else outcome.winner.name.lower(),
            "reason": outcome.reason,
            "scores": outcome.scores,
        },
    }


def _starting_color(match: Match, player: Player) -> str:
    return match.game.color(match.start, player).title


def until(match: Match, ply: int) -> Match:
    """The same match after its first moves."""
    part = Match(match.game, position=match.start, names=match.names)
    for move in match.moves[:ply]:
        part.play(move)
    return part


def _move_list(match: Match) -> str:
    words = [f"{number}. {move}" for number, move in enumerate(match.moves, 1)]
    glued = " ".join(word.replace(" ", "\0") for word in words)
    return textwrap.fill(glued, 78, break_on_hyphens=False).replace("\0", " ")


def _where(match: Match, ply: int) -> str:
    return f"After {sentences.plural(ply, 'move')}, {match.moves[ply - 1]}:" if ply else "The start:"


def _result(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return f"The game is not finished: {screen.label(match, match.to_move)} is to move."
    winner = "" if outcome.winner is None else screen.label(match, outcome.winner)
    return f"{sentences.ending(outcome, winner, 'won', outcome.scores)}."
