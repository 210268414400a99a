"""OBF as a file of games: each position is a game that has not gone on yet, and of a game its last position is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from quintet.core.match import Match
from quintet.formats import game_files, obf, othello_notation
from quintet.formats.game_files import Bad, Load, Played


def read(source: BinaryIO, path: Path, load: Load) -> Iterator[Played | Bad]:
    game = load(othello_notation.GAME)
    for number, line in game_files.lines(source):
        place = f"line {number}"
        if line is None:
            yield Bad(place, game_files.TOO_LONG)
            continue
        told = line.partition("%")[0].strip()
        if not told:
            continue
        try:
            problem = obf.read(number, told)
            match = Match(game, position=game_files.position_from(game, problem.position))
        except ValueError as error:
            yield Bad(place, str(error))
            continue
        scored = problem.moves or problem.score is not None
        yield Played(match, place, unkept=frozenset({"scores"} if scored else ()))


class Writer:
    """A position a line."""

    def __init__(self, out: BinaryIO, path: Path) -> None:
        self._out = out

    def add(self, played: Played) -> frozenset[str]:
        match = played.match
        othello_notation.check(match, "OBF")
        squares, turn = othello_notation.letters_of(match.game.text(match.position), "XO-")
        self._out.write(f"{squares} {turn};\n".encode())
        unkept = {"moves": match.ply > 0, "how games ended early": game_files.ended_early(match)}
        lost = frozenset(what for what, there in unkept.items() if there)
        return (
            lost | othello_notation.unkept(match) | game_files.names_unkept(match) | game_files.details_unkept(played)
        )

    def close(self) -> None:
        pass
