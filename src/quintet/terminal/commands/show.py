"""``quintet show``: a recorded game with its players, moves, boards and result."""

from __future__ import annotations

import json as json_text
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from quintet.core.sentences import ending, plural
from quintet.terminal.commands.shared_flags import Json, Which, flag, switch
from quintet.terminal.listing import player_label

if TYPE_CHECKING:
    from quintet.core.match import Match


def show(
    record: Annotated[Path, flag("the file of a game, in any format that `quintet convert` reads")],
    /,
    *,
    which: Which = None,
    ply: Annotated[int | None, flag("the board after this many moves instead of the last")] = None,
    boards: Annotated[bool, switch("every board of the game")] = False,
    json: Json = False,
) -> None:
    """Show a recorded game: players, moves, board and result."""
    from quintet.core.types import BadRecord
    from quintet.terminal import open_game_file

    if which is None and not json and ply is None and (lines := open_game_file.listed(record)):
        print("\n".join(lines) + f"\nTo see one of them: quintet show {record} --which NUMBER")
        return
    try:
        match = open_game_file.read(record, which)
    except BadRecord as error:
        raise ValueError(f"the record {str(record)!r} cannot be shown: {error}") from None
    if ply is not None and not 0 <= ply <= match.ply:
        raise ValueError(f"--ply must be 0 to {match.ply}, the number of moves in this record, got {ply}")
    last = match.ply if ply is None else ply
    if json:
        print(json_text.dumps(_as_json(match, last)))
    else:
        _print(match, range(match.ply + 1) if boards else range(last, last + 1))


def _print(match: Match, plies: range) -> None:
    """The match, with its boards after these numbers of moves."""
    from quintet.core.game import spec
    from quintet.core.match import Match
    from quintet.core.types import Player
    from quintet.terminal.console import colorful
    from quintet.terminal.line import screen

    print(f"{match.game.title} ({spec(match.game)})")
    starting = [match.game.color(match.start, player).title for player in Player]
    print(" against ".join(f"{match.names[player]} ({starting[player]})" for player in Player))
    for word, date in (("Started", match.started), ("Finished", match.finished)):
        if date:
            print(f"{word} {date.ctime()}")
    if match.moves:
        print("\n" + _move_list(match))
    for ply in plies:
        until = Match(match.game, position=match.start, names=match.names)
        for move in match.moves[:ply]:
            until.play(move)
        heading = f"After {plural(ply, 'move')}, {match.moves[ply - 1]}:" if ply else "The start:"
        print(f"\n{heading}\n\n{screen.whole(until, colorful(sys.stdout))}")
    print(f"\n{_result(match)}")


def _as_json(match: Match, ply: int) -> dict[str, object]:
    from quintet.core.game import spec

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
        "outcome": outcome and outcome.as_json(),
    }


def _move_list(match: Match) -> str:
    words = [f"{number}. {move}" for number, move in enumerate(match.moves, 1)]
    glued = " ".join(word.replace(" ", "\0") for word in words)
    return textwrap.fill(glued, 78, break_on_hyphens=False).replace("\0", " ")


def _result(match: Match) -> str:

    outcome = match.outcome
    if outcome is None:
        return f"The game is not finished: {player_label(match, match.to_move)} is to move."
    winner = "" if outcome.winner is None else player_label(match, outcome.winner)
    return f"{ending(outcome, winner)}."
