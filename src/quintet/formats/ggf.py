"""GGF, the Generic Game Format of the Othello server GGS.

    (;GM[Othello]PC[GGS]PB[Ada]PW[Ben]RE[+12.00]TY[8]BO[8 ---...--- *]B[F5//1.5]W[D6/-2.00];)

``*`` is Black and ``O`` White; a move may be followed by its value and its time; a pass is ``PA``. The result is
Black's margin; ``:r`` after it says that the loser resigned, ``:t`` that time ran out, ``:s`` that both agreed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import PASS, Color, Player
from quintet.formats import game_files, othello_notation
from quintet.formats.game_files import Bad, Load, PlainWriter, Played
from quintet.formats.sgf_syntax import GameTree, games, trees

MOVERS = {"B": Color.BLACK, "W": Color.WHITE}
SAFE = str.maketrans("[]\\\r\n\t", "()/   ")
"""Characters that a value cannot hold."""


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    return games(source, False, lambda tree, place: _played(tree, place, load(othello_notation.GAME)))


def match_from(text: str, game: AnyGame) -> Match:
    """The match in a text that holds one game."""
    tree = next(trees(io.BytesIO(text.encode()), nested=False), None)
    if not isinstance(tree, GameTree):
        raise ValueError(
            tree.reason if tree else f"expected a game like (;GM[Othello]...;), got {game_files.shown(text)}"
        )
    return _played(tree, "", game).match


def _played(tree: GameTree, place: str, game: AnyGame) -> Played:
    if tree.first("GM").strip().lower() != othello_notation.GAME:
        raise ValueError(f"expected GM[Othello], got {game_files.shown(tree.first('GM'))}")
    match = Match(game, position=_start(tree, game))
    names = (game_files.name_from(tree.first(key), name) for key, name in zip(("PB", "PW"), match.names, strict=True))
    match.names = next(names), next(names)
    for key, values in tree.properties:
        if key in MOVERS:
            _play(match, MOVERS[key], values[0].partition("/")[0])
    _conclude(match, tree.first("RE"))
    return Played(
        match, place, site=game_files.name_from(tree.first("PC"), ""), date=game_files.date_from(tree.first("DT"))
    )


def _start(tree: GameTree, game: AnyGame) -> Any | None:
    board = tree.first("BO")
    if not board:
        return None
    size, _, squares = board.strip().partition(" ")
    if size != str(othello_notation.WIDTH):
        raise ValueError(f"the board must begin with {othello_notation.WIDTH}, got {game_files.shown(board)}")
    return game_files.position_from(game, othello_notation.position_text(squares))


def _play(match: Match, color: Color, text: str) -> None:
    othello_notation.pass_to(match, color)
    game_files.play_as(match, color, othello_notation.move_from(text))


def _conclude(match: Match, result: str) -> None:
    """Apply the result of the file; an unknown or impossible one leaves the match as it is."""
    margin_text = re.fullmatch(r"\s*([+-]?\d{1,3}(?:\.\d{1,6})?)\s*(?::\s*[a-z]+\s*)?", result)
    if margin_text and abs(margin := float(margin_text[1])) <= othello_notation.SQUARES:
        game_files.conclude(match, None if margin == 0 else Player.FIRST if margin > 0 else Player.SECOND, result)
    elif not margin_text and result.strip() not in ("", "?"):
        raise ValueError(f"expected a result like +12.00 or -64.00:r, got {game_files.shown(result)}")


class Writer(PlainWriter):
    """Writes one game a line."""

    def add(self, played: Played) -> frozenset[str]:
        othello_notation.check(played.match, "GGF")
        self._out.write(f"{text_of(played)}\n".encode())
        names = (*played.match.names, played.site)
        unkept = {"events": bool(played.event), "brackets in names": any(_safe(name) != name for name in names)}
        return frozenset(what for what, lost in unkept.items() if lost) | othello_notation.unkept(played.match)


def text_of(played: Played) -> str:
    """A game as one line."""
    match, game = played.match, played.match.game
    squares, turn = othello_notation.letters_of(game.text(match.start), "*O-")
    head = {"GM": "Othello", "PC": _safe(played.site), "DT": played.day.replace("-", ".")}
    head |= {"PB": _safe(match.names[0]), "PW": _safe(match.names[1]), "RE": _result(match)}
    head |= {"TY": "8", "BO": f"8 {squares} {turn}"}
    text = "".join(f"{key}[{value}]" for key, value in head.items() if value)
    for before, move in zip(match.positions, match.moves, strict=False):
        text += f"{game.color(before, game.to_move(before)).upper()}[{'PA' if move == PASS else str(move).upper()}]"
    return f"(;{text};)"


def _safe(name: str) -> str:
    return name.translate(SAFE)


def _result(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return "?"
    if not game_files.ended_early(match):
        return f"{othello_notation.margin(match):+.2f}"
    if outcome.winner is None:
        return "0.00:s"
    return f"{'+' if outcome.winner is Player.FIRST else '-'}64.00:r"
