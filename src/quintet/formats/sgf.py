"""SGF, the Smart Game Format (FF[4]): games as trees of properties; the main line is read.

    (;FF[4]GM[2]AP[quintet:0.1.0]PB[Ada]PW[Ben]RE[B+12];B[f5];W[d6])

Othello has the number 2 in SGF and squares in the usual notation; ``ef`` as in Go is read, too. Our other games have no
number: ``RU[quintet:quentin(size=5)]`` is their spec, values of B and W are moves in the game's own notation, and
``QP`` is the position where the game began, if not at the start. Black, in names and results, is the player who began
with the black pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from quintet import __version__
from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.types import PASS, Color, Player
from quintet.formats import game_files, othello_notation
from quintet.formats.game_files import Bad, Load, PlainWriter, Played
from quintet.formats.sgf_syntax import GameTree, escape, games

OURS = "quintet:"
"""Prefix of a rule set that is a spec of ours."""
MOVES_A_LINE = 10
COMMENTS = ("C", "GC", "N")
LETTERS = {"B": Color.BLACK, "W": Color.WHITE}


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    return games(source, True, lambda tree, place: _played(tree, place, load))


def _played(tree: GameTree, place: str, load: Load) -> Played:
    game = _game(tree, load)
    match = Match(game, position=_start(tree, game))
    black = game.color(match.start, Player.FIRST) is Color.BLACK
    names = tree.first("PB"), tree.first("PW")
    first, second = names if black else names[::-1]
    match.names = game_files.name_from(first, match.names[0]), game_files.name_from(second, match.names[1])
    for key, values in tree.properties:
        if key in LETTERS:
            _play(match, LETTERS[key], values[0])
    _conclude(match, tree.first("RE"), black)
    unkept = {"comments": any(map(tree.has, COMMENTS)), "variations": tree.branches}
    return Played(
        match,
        place,
        event=game_files.name_from(tree.first("EV"), ""),
        site=game_files.name_from(tree.first("PC"), ""),
        date=game_files.date_from(tree.first("DT")),
        unkept=frozenset(what for what, there in unkept.items() if there),
    )


def _game(tree: GameTree, load: Load) -> AnyGame:
    rules = tree.first("RU")
    if rules.startswith(OURS):
        return load(rules.removeprefix(OURS))
    number = tree.first("GM").strip()
    if number != othello_notation.SGF_NUMBER:
        expected = f"GM[{othello_notation.SGF_NUMBER}] or RU[{OURS}...]"
        raise ValueError(f"expected {expected}, got {f'GM[{number[:20]}]' if number else 'neither'}")
    if tree.first("SZ").strip() not in ("", str(othello_notation.WIDTH)):
        raise ValueError(f"the board must be SZ[{othello_notation.WIDTH}], got {game_files.shown(tree.first('SZ'))}")
    return load(othello_notation.GAME)


def _start(tree: GameTree, game: AnyGame) -> Any | None:
    """The start of the game: a position of ours, or discs one by one."""
    if tree.has("QP"):
        return game.parse(tree.first("QP"))
    if not othello_notation.is_usual(game) or not (tree.has("AB") or tree.has("AW")):
        return None
    squares = ["-"] * othello_notation.SQUARES
    for key, values in tree.properties:
        if key in ("AB", "AW"):
            for point in values:
                squares[_square(point)] = key[1].replace("W", "O")
    turn = "O" if tree.first("PL").strip().upper().startswith("W") else "X"
    return game_files.position_from(game, othello_notation.position_text("".join(squares) + turn))


def _square(point: str) -> int:
    named = _named(point)
    if not othello_notation.is_square(named):
        raise ValueError(f"expected a square like d3, got {game_files.shown(point)}")
    return othello_notation.WIDTH * (int(named[1]) - 1) + ord(named[0]) - ord("a")


def _named(point: str) -> str:
    """The name of a square; Go's two letters are read, too, the second for the row from the top."""
    text = point.strip().lower()
    return f"{text[0]}{ord(text[1]) - ord('a') + 1}" if re.fullmatch(r"[a-h][a-h]", text) else text


def _play(match: Match, color: Color, value: str) -> None:
    move = value
    if othello_notation.is_usual(match.game):
        named = _named(value)
        move = PASS.text if named in ("", "tt") else othello_notation.move_from(named)
        othello_notation.pass_to(match, color)
    game_files.play_as(match, color, move)


def _conclude(match: Match, result: str, black_first: bool) -> None:
    """Apply the result of the file; none, or an unknown one, leaves the match as it is."""
    word = result.strip().upper()
    if word in ("0", "DRAW"):
        game_files.conclude(match, None, result)
    elif side := re.match(r"([BW])\+", word):
        game_files.conclude(match, Player.FIRST if (side[1] == "B") == black_first else Player.SECOND, result)
    elif word not in ("", "?", "VOID"):
        raise ValueError(f"expected a result like B+12, W+R, Draw or Void, got {game_files.shown(result)}")


class Writer(PlainWriter):
    """Writes one game a paragraph."""

    def add(self, played: Played) -> frozenset[str]:
        self._out.write(_text(played).encode())
        return frozenset()


def _text(played: Played) -> str:
    match, game = played.match, played.match.game
    black = game.color(match.start, Player.FIRST) is Color.BLACK
    names = match.names if black else match.names[::-1]
    head = {"FF": "4", "CA": "UTF-8", "AP": f"quintet:{__version__}", **_rules(match)}
    head |= {"PB": names[0], "PW": names[1], "EV": played.event, "PC": played.site, "DT": played.day}
    head["RE"] = _result(match, black)
    text = "(;" + "".join(f"{key}[{escape(value)}]" for key, value in head.items() if value) + _discs(match)
    for ply, (before, move) in enumerate(zip(match.positions, match.moves, strict=False)):
        letter = game.color(before, game.to_move(before)).upper()
        end = "\n" if ply % MOVES_A_LINE == 0 else ""
        text += f"{end};{letter}[{_square_text(str(move)) if othello_notation.is_usual(game) else escape(str(move))}]"
    return text + ")\n"


def _square_text(move: str) -> str:
    return move if othello_notation.is_square(move) else ""


def _rules(match: Match) -> dict[str, str]:
    """The properties for the game and its start."""
    game = match.game
    if not othello_notation.is_usual(game):
        start = {} if match.start == game.start() else {"QP": game.text(match.start)}
        return {"RU": OURS + spec(game)} | start
    options = {} if spec(game) == othello_notation.GAME else {"RU": OURS + spec(game)}
    return {"GM": othello_notation.SGF_NUMBER, "SZ": str(othello_notation.WIDTH)} | options


def _discs(match: Match) -> str:
    """The discs of an unusual start as AB and AW, where other programs look for them."""
    game = match.game
    if not othello_notation.is_usual(game) or match.start == game.start():
        return ""
    squares, turn = othello_notation.letters_of(game.text(match.start), "BW-")
    text = ""
    for letter in LETTERS:
        points = [number for number, square in enumerate(squares) if square == letter]
        named = "".join(
            f"[{'abcdefgh'[number % othello_notation.WIDTH]}{number // othello_notation.WIDTH + 1}]"
            for number in points
        )
        text += f"A{letter}{named}" if named else ""
    return f"{text}PL[{turn}]"


def _result(match: Match, black_first: bool) -> str:
    outcome = match.outcome
    if outcome is None:
        return "Void"
    if outcome.winner is None:
        return "Draw"
    letter = "B" if (outcome.winner is Player.FIRST) == black_first else "W"
    if game_files.ended_early(match):
        return f"{letter}+R"
    return f"{letter}+{abs(outcome.scores[0] - outcome.scores[1])}" if outcome.scores else f"{letter}+"
