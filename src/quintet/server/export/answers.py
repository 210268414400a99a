"""What a server would answer to everybody alike, as JSON files: each lies where the server has its route.

The messages are made by the code of the routes. Puzzles come in bundles: a thousand small files are slow to fetch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from quintet.core import registry
from quintet.core.sentences import REASONS
from quintet.server.export.boards import board_out, boards, picture_of
from quintet.server.export.text_picture import NotInText
from quintet.server.messages.analysis import MapsOfGame, MapsOut
from quintet.server.messages.boards import GamesOut
from quintet.server.messages.teaching import LessonsOut, puzzle_games, puzzle_out
from quintet.server.web.routes.games import example_asset, game_out, rules_out
from quintet.server.web.routes.maps import map_out
from quintet.server.web.routes.teaching import lesson_asset, lesson_lines
from quintet.study import maps
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import DAILY, REPROACHES, Puzzle, explanation, puzzles
from quintet.study.puzzle_attempt import DONE, RIGHT, SOLUTION
from quintet.study.puzzle_run import MISSES, SECONDS, STEPS

BUNDLE = 20
"""Puzzles of a file."""
Report = Callable[[str, int, int], None]
"""Is told what is being made, how many are done, and how many there are."""


class StoredAnswer(NamedTuple):
    """A file below the folder ``api``."""

    path: str
    body: str


def chosen_games(module: bytes) -> tuple[list[str], dict[str, str]]:
    """The games that work without a server, and those that are left out, by name, with the reason.

    `module` is the WebAssembly module: a game that enlists itself there has its id in it, as a text that ends with 0.
    """
    ids, left_out = [], dict(registry.left_out())
    for game_id in registry.game_ids():
        game = registry.load(game_id)
        try:
            if game_id.encode() + b"\0" not in module:
                left_out[game.title] = "it has no kernel in the WebAssembly module"
            else:
                picture_of(game_id)
                ids.append(game_id)
        except NotInText as error:
            left_out[game.title] = str(error)
    return ids, left_out


def answers(ids: list[str], left_out: dict[str, str], report: Report) -> Iterator[StoredAnswer]:
    """All of them; `ids` are games that work without a server."""
    games = GamesOut(games=[game_out(game_id) for game_id in ids], left_out=left_out)
    yield StoredAnswer("games", games.model_dump_json())
    yield StoredAnswer("reasons", json.dumps(REASONS))
    lessons = [line for line in lesson_lines() if line.game in ids]
    yield StoredAnswer("lessons", LessonsOut(lessons=lessons).model_dump_json())
    solved = {game_id: [map_out(board) for board in maps.solved(game_id)] for game_id in ids}
    of_games = [
        MapsOfGame(game=game_id, title=registry.game_class(game_id).title, maps=known)
        for game_id, known in solved.items()
        if known
    ]
    yield StoredAnswer("solved", MapsOut(games=of_games).model_dump_json())
    yield from _puzzles(ids)
    for game_id in ids:
        yield StoredAnswer(f"lessons/{game_id}", lesson_asset(game_id).body.decode())
        yield StoredAnswer(f"games/{game_id}/rules", rules_out(game_id).model_dump_json())
        yield StoredAnswer(f"games/{game_id}/example", example_asset(game_id).body.decode())
        for board in solved[game_id]:
            yield StoredAnswer(f"solved/{board.spec}", board.model_dump_json())
    specs = [spec for game_id in ids for spec in boards(game_id)]
    yield StoredAnswer("boards", json.dumps(specs))
    for number, spec in enumerate(specs, 1):
        yield StoredAnswer(f"games/{spec}", board_out(spec).model_dump_json())
        report("boards", number, len(specs))


def _puzzles(ids: list[str]) -> Iterator[StoredAnswer]:
    """The list of all puzzles, and the puzzles with their solutions."""
    listed = []
    for game_id in ids:
        every = list(puzzles(game_id).values())
        for number, first in enumerate(range(0, len(every), BUNDLE)):
            bundle = every[first : first + BUNDLE]
            name = f"puzzles/{game_id}-{number}"
            listed += [[puzzle.id, game_id, puzzle.theme, puzzle.rating, name] for puzzle in bundle]
            yield StoredAnswer(name, json.dumps({puzzle.id: _puzzle(puzzle) for puzzle in bundle}))
    games = [game.model_dump() for game in puzzle_games(PuzzleProgress()) if game.game in ids]
    runs = {"seconds": SECONDS, "misses": MISSES, "steps": STEPS}
    said = {"right": RIGHT, "done": DONE, "solution": SOLUTION, "wrong": REPROACHES}
    of_all = {"games": games, "puzzles": listed, "daily": DAILY, "said": said, "runs": runs}
    yield StoredAnswer("puzzles", json.dumps(of_all))


def _puzzle(puzzle: Puzzle) -> dict[str, object]:
    shown = puzzle_out(puzzle, PuzzleProgress()).model_dump(mode="json", exclude={"layout"})
    solution = {"line": puzzle.line, "asked": puzzle.asked, "trap": puzzle.trap, "words": explanation(puzzle)}
    return {**shown, "solution": solution}
