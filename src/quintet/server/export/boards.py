"""The boards of an exported site: which there are, and what a browser needs to know of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from quintet.core import options, registry
from quintet.core.game import spec as spec_of
from quintet.engine.native.kernels import kernel_for
from quintet.server.export.text_picture import TextPicture, text_picture
from quintet.server.live.boards import board_of, installed
from quintet.server.messages.boards import GameOut, Option
from quintet.server.web.routes.games import game_out, rules_out
from quintet.study import maps
from quintet.study.lesson import lesson
from quintet.study.puzzle import puzzles

MOST_OF_ALL = 64
"""Boards of a game up to which all are there."""
NEAREST = 9
"""Of a game with more: the values of each option that are nearest to its usual one, with the other options as usual."""


class BoardOut(GameOut):
    """A game with its options, and how its positions are drawn from their texts."""

    picture: TextPicture
    presses: dict[str, tuple[str, ...]]
    """The targets to press for moves that are not pressed by their own text."""


def board_out(spec: str) -> BoardOut:
    """NotInText if its texts do not show its pictures."""
    game = registry.load(spec)
    presses = {str(move): tuple(game.clicks(move)) for move in board_of(spec).moves.values()}
    return BoardOut(
        **dict(game_out(spec)),
        picture=picture_of(spec),
        presses={text: clicks for text, clicks in presses.items() if clicks != (text,)},
    )


@lru_cache(maxsize=64)
def picture_of(spec: str) -> TextPicture:
    return text_picture(registry.load(spec))


def boards(game_id: str) -> list[str]:
    """The specs of a game's boards, the standard one first: those that are taught, solved or asked about, and sizes."""
    taught = {chapter.steps[-1].match.game for chapter in lesson(game_id).chapters}
    examples = {part.example.spec for part in rules_out(game_id).parts if part.example}
    studied = {puzzle.spec for puzzle in puzzles(game_id).values()} | {board.spec for board in maps.solved(game_id)}
    wanted = {*map(spec_of, taught), *examples, *studied, *_sizes(game_id)} - {game_id}
    return [game_id, *sorted(spec for spec in wanted if _has_kernel(spec))]


def _sizes(game_id: str) -> Iterator[str]:
    properties: dict[str, Any] = options.json_schema(registry.game_class(game_id).Options)["properties"]
    choices = {name: _choices(option) for name, option in properties.items()}
    if prod(map(len, choices.values())) <= MOST_OF_ALL:
        chosen = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    else:
        chosen = [{name: value} for name, values in choices.items() for value in values[:NEAREST]]
    for values in chosen:
        spec = f"{game_id}({','.join(f'{name}={value}' for name, value in values.items())})"
        if installed(spec):
            yield spec_of(registry.load(spec))


def _choices(option: Option) -> list[str]:
    """The values of an option as they are written, the nearest to its usual one first."""
    if "enum" in option:
        return option["enum"]
    if option["type"] == "boolean":
        return ["true", "false"]
    numbers = range(option["minimum"], option["maximum"] + 1, option.get("multipleOf", 1))
    return [str(number) for number in sorted(numbers, key=lambda number: abs(number - int(option["default"])))]


def _has_kernel(spec: str) -> bool:
    return kernel_for(registry.load(spec)) is not None
