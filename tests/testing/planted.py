"""Wrong games and wrong kernels, each a sound one that is changed in one place, and the law that finds it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from installed import EXAMPLES
from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.core.scene import Counter, Piece, Scene
from quintet.core.types import Color, Outcome, Player, Refusal, Word

Change = Callable[[Any, Any, Any], Any]
"""Gets the game, the sound answer of the method (``None`` where there is none) and its arguments."""
SPECS = {
    "ConnectFour": "connectfour(columns=4,rows=4)",
    "DotsAndBoxes": "dotsandboxes(columns=2,rows=2)",
    "Hex": "hex(size=3)",
}


@dataclass(frozen=True)
class Mistake:
    """A method of an example that answers otherwise."""

    what: str
    game: str
    method: str
    law: str
    change: Change
    instead: bool = False
    """Whether `change` gets the sound method itself in place of its answer."""


def wrong_game(mistake: Mistake) -> AnyGame:
    """The example with the mistake, as a class of its own."""
    base = example(mistake.game)
    sound = getattr(base, mistake.method, None)

    def method(self: Any, *given: Any) -> Any:
        return mistake.change(self, sound if mistake.instead else sound and sound(self, *given), given)

    members: dict[str, Any] = {mistake.method: method}
    if not callable(sound) and sound is not None:
        members = {mistake.method: mistake.change(base, sound, ())}
    registry.enlist(type(mistake.game, (base,), {**members, "__eq__": base.__eq__, "__hash__": base.__hash__}))
    return registry.load(SPECS[mistake.game])


def example(name: str) -> Any:
    folder = str(EXAMPLES / name.lower())
    sys.path.insert(0, folder)
    cls = getattr(import_module(name.lower()), name)
    sys.path.remove(folder)
    registry.enlist(cls)
    return cls


def _colored(scene: Scene, color: Callable[[Piece], Color | None]) -> Scene:
    return replace(scene, pieces={spot: replace(piece, color=color(piece)) for spot, piece in scene.pieces.items()})


def _without(scene: Scene, color: Color) -> Scene:
    return replace(scene, pieces={spot: piece for spot, piece in scene.pieces.items() if piece.color is not color})


def _mirrored(game: Any, pos: Any) -> Any:
    rows = [pos.board[start : start + game.width][::-1] for start in range(0, len(pos.board), game.width)]
    return type(pos)("".join(rows), pos.turn)


MISTAKES = [
    Mistake(
        "White begins", "ConnectFour", "start", "first_moves_first", lambda g, pos, _: replace(pos, turn=Color.WHITE)
    ),
    Mistake(
        "a move is listed twice",
        "ConnectFour",
        "all_moves",
        "texts_of_moves_are_unique",
        lambda g, moves, _: [*moves, Word("1")],
    ),
    Mistake(
        "a text forgets a colour",
        "ConnectFour",
        "text",
        "texts_give_positions_back",
        lambda g, text, _: text.replace("w", "b"),
    ),
    Mistake(
        "a parser forgets the turn",
        "ConnectFour",
        "parse",
        "texts_give_positions_back",
        lambda g, pos, _: replace(pos, turn=Color.BLACK),
    ),
    Mistake(
        "legal moves backwards",
        "ConnectFour",
        "legal_moves",
        "legal_moves_are_in_order",
        lambda g, moves, _: moves[::-1],
    ),
    Mistake(
        "moves after the end",
        "ConnectFour",
        "legal_moves",
        "legal_moves_are_in_order",
        lambda g, moves, given: [m for m in g.all_moves() if given[0].board[int(m.text) - 1] == "."],
    ),
    Mistake("a move that does nothing", "ConnectFour", "play", "play_changes_nothing", lambda g, pos, given: given[0]),
    Mistake("both players are Black", "ConnectFour", "color", "colours_differ", lambda g, color, _: Color.BLACK),
    Mistake(
        "presses beside the board",
        "ConnectFour",
        "clicks",
        "clicks_lead_to_one_move",
        lambda g, clicks, _: (*clicks, "9"),
    ),
    Mistake(
        "the same press for every move", "ConnectFour", "clicks", "clicks_lead_to_one_move", lambda g, clicks, _: ("1",)
    ),
    Mistake(
        "a piece beside the board",
        "ConnectFour",
        "scene",
        "scenes_stay_on_the_board",
        lambda g, scene, _: Scene({**scene.pieces, "z9": Piece(Color.BLACK)}),
    ),
    Mistake(
        "a winning line on empty spots",
        "ConnectFour",
        "scene",
        "scenes_stay_on_the_board",
        lambda g, scene, _: replace(scene, winning=("1,1",)),
    ),
    Mistake(
        "two spots in the same place",
        "ConnectFour",
        "layout",
        "scenes_stay_on_the_board",
        lambda g, layout, _: replace(layout, spots=(*layout.spots[:-1], replace(layout.spots[0], id="z9"))),
    ),
    Mistake(
        "a board smaller than its spots",
        "ConnectFour",
        "layout",
        "scenes_stay_on_the_board",
        lambda g, layout, _: replace(layout, width=2),
    ),
    Mistake(
        "a counter of whoever is to move",
        "DotsAndBoxes",
        "scene",
        "scenes_stay_on_the_board",
        lambda g, scene, given: replace(scene, counters=(Counter("left", "lines left", given[0].turn, 9),)),
    ),
    Mistake(
        "a piece of a kind that is not listed",
        "Hex",
        "scene",
        "scenes_stay_on_the_board",
        lambda g, scene, _: Scene({spot: replace(piece, kind="king") for spot, piece in scene.pieces.items()}),
    ),
    Mistake(
        "neutral pieces that are not announced",
        "Hex",
        "scene",
        "scenes_stay_on_the_board",
        lambda g, scene, _: _colored(scene, lambda piece: None),
    ),
    Mistake(
        "no white pieces in the scene",
        "Hex",
        "scene",
        "moves_are_seen",
        lambda g, scene, _: _without(replace(scene, winning=()), Color.WHITE),
    ),
    Mistake(
        "all pieces of the scene are black",
        "ConnectFour",
        "scene",
        "moves_are_seen",
        lambda g, scene, _: _colored(scene, lambda piece: Color.BLACK),
    ),
    Mistake(
        "lines that are not drawn",
        "DotsAndBoxes",
        "scene",
        "moves_are_seen",
        lambda g, scene, _: replace(scene, pieces={spot: piece for spot, piece in scene.pieces.items() if piece.color}),
    ),
    Mistake(
        "scores in a game without them",
        "ConnectFour",
        "outcome",
        "abilities_keep_their_promise",
        lambda g, over, _: over and replace(over, scores=(1, 0)),
    ),
    Mistake(
        "a heuristic beyond 1",
        "DotsAndBoxes",
        "heuristic",
        "abilities_keep_their_promise",
        lambda g, guess, _: 9 * guess,
    ),
    Mistake(
        "fewer boxes win",
        "DotsAndBoxes",
        "outcome",
        "winners_have_the_scores",
        lambda g, over, _: (over and over.winner is not None and replace(over, winner=over.winner.other)) or over,
    ),
    Mistake(
        "a draw with different scores",
        "DotsAndBoxes",
        "outcome",
        "winners_have_the_scores",
        lambda g, over, _: over and replace(over, winner=None),
    ),
    Mistake(
        "scores of the end the wrong way round",
        "DotsAndBoxes",
        "outcome",
        "winners_have_the_scores",
        lambda g, over, _: over and Outcome(over.winner, over.reason, over.scores[::-1]),
    ),
    Mistake(
        "scores that are no whole numbers",
        "DotsAndBoxes",
        "outcome",
        "winners_have_the_scores",
        lambda g, over, _: over and replace(over, scores=tuple(map(float, over.scores))),
    ),
    Mistake(
        "an end without a reason",
        "ConnectFour",
        "outcome",
        "winners_have_the_scores",
        lambda g, over, _: over and replace(over, reason=""),
    ),
    Mistake(
        "an image that is another game",
        "ConnectFour",
        "symmetries",
        "images_are_the_same_game",
        lambda g, _, given: [given[0], replace(given[0], board=given[0].board[::-1])],
    ),
    Mistake(
        "symmetries that are no group",
        "ConnectFour",
        "symmetries",
        "symmetries_are_a_group",
        lambda g, _, given: [given[0], *([_mirrored(g, given[0])] if given[0].board[-1] == "." else [])],
    ),
    Mistake(
        "a parser that takes blanks away",
        "ConnectFour",
        "parse",
        "strange_texts_are_refused",
        lambda g, parse, given: parse(g, given[0].strip()),
        instead=True,
    ),
    Mistake(
        "a parser that checks nothing",
        "DotsAndBoxes",
        "parse",
        "what_is_read_can_be_played",
        lambda g, _, given: replace(g.start(), board=given[0][:-2].replace("/", ""), turn=Color(given[0][-1])),
        instead=True,
    ),
    Mistake(
        "a sentence without an end",
        "ConnectFour",
        "narrate",
        "narrations_are_sentences",
        lambda g, _, given: "Black plays",
    ),
    Mistake(
        "a reason with a full stop",
        "ConnectFour",
        "refusal",
        "other_moves_are_refused",
        lambda g, _, given: Refusal("the column is full."),
    ),
    Mistake(
        "a last stage that is not the scene",
        "ConnectFour",
        "stages",
        "scenes_stay_on_the_board",
        lambda g, _, given: [g.scene(given[0])],
    ),
    Mistake(
        "a story that is false",
        "ConnectFour",
        "rules",
        "worked_examples_are_true",
        lambda g, rules, _: rules.replace("outcome first", "outcome second"),
    ),
    Mistake("no rules", "ConnectFour", "rules", "the_game_says_what_it_is", lambda g, rules, _: ""),
    Mistake("no title", "ConnectFour", "title", "the_game_says_what_it_is", lambda g, title, _: ""),
    Mistake("a move that raises", "ConnectFour", "play", "random_matches_can_be_played", lambda g, pos, given: 1 // 0),
]


# Kernels: a sound one of ours behind answers that are changed.


class WrongKernel:
    """A kernel that answers one call otherwise."""

    def __init__(self, kernel: Any, method: str, change: Callable[..., Any]) -> None:
        self._kernel, self._method, self._change = kernel, method, change

    def __getattr__(self, name: str) -> Any:
        sound = getattr(self._kernel, name)
        if name != self._method:
            return sound
        return lambda *given, **named: self._change(sound, *given, **named)


class WrongPart:
    """What a kernel hands out, with one call that answers otherwise."""

    def __init__(self, part: Any, **methods: Callable[..., Any]) -> None:
        self._part, self._methods = part, methods

    def __getattr__(self, name: str) -> Any:
        sound = getattr(self._part, name)
        change = self._methods.get(name)
        if change is None:
            return sound
        return (lambda *given, **named: change(sound, *given, **named)) if callable(sound) else change(sound)


def _unrefused(sound: Any, text: str) -> Any:
    try:
        return sound(text)
    except ValueError:
        return []


def _refused(sound: Any, text: str) -> Any:
    rows = text.split(" ")[0].split("/")
    if "." in "".join(row[1:3] for row in rows[1:3]):  # set up: no game leads there
        raise ValueError("the middle is empty")
    return sound(text)


def _exchanged_planes(sound: Any, player: Player, planes: Any) -> None:
    sound(player, planes)
    planes[[0, 1]] = planes[[1, 0]]


def _full_mask(sound: Any, mask: Any) -> None:
    sound(mask)
    mask[0] = True


def _always_lost(sound: Any, *given: Any, **named: Any) -> Any:
    return WrongPart(sound(*given, **named), value=lambda value: (-value[0], -value[1]))


KERNEL_MISTAKES: list[tuple[str, str, str, Callable[..., Any]]] = [
    ("another start", "start", "kernels_play_alike", lambda sound: sound().replace("b", "w", 1)),
    ("the first player is always to move", "to_move", "kernels_play_alike", lambda sound, text: 0),
    ("legal moves in another order", "legal_moves", "kernels_play_alike", lambda sound, text: sound(text)[::-1]),
    ("a legal move less", "legal_moves", "kernels_play_alike", lambda sound, text: sound(text)[:3]),
    ("a move that turns no disc", "play", "kernels_play_alike", lambda sound, text, move: text),
    (
        "another reason",
        "outcome",
        "kernels_end_alike",
        lambda sound, text: (end := sound(text)) and (end[0], "done", end[2]),
    ),
    (
        "scores the wrong way round",
        "outcome",
        "kernels_end_alike",
        lambda sound, text: (end := sound(text)) and (*end[:2], end[2][::-1]),
    ),
    ("reads what is no position", "legal_moves", "kernels_read_alike", _unrefused),
    ("refuses what is a position", "legal_moves", "kernels_read_alike", _refused),
    ("perft one too many", "perft", "kernels_count_alike", lambda sound, text, depth: sound(text, depth) + 1),
    (
        "random games that Black wins",
        "playouts",
        "kernels_count_alike",
        lambda sound, *given: WrongPart(
            sound(*given), wins=lambda wins: 64, losses=lambda losses: 0, draws=lambda draws: 0
        ),
    ),
    (
        "planes of the other player",
        "single_game",
        "kernels_show_alike",
        lambda sound, *given: WrongPart(sound(*given), observe=_exchanged_planes),
    ),
    (
        "a mask with an illegal move",
        "single_game",
        "kernels_show_alike",
        lambda sound, *given: WrongPart(sound(*given), mask=_full_mask),
    ),
    (
        "a solver with the wrong sign",
        "solver",
        "kernels_answer_alike",
        lambda sound, memory: WrongPart(sound(memory), solve=_always_lost),
    ),
    (
        "a search for an illegal move",
        "searcher",
        "kernels_answer_alike",
        lambda sound, memory: WrongPart(
            sound(memory),
            search=lambda search, *given, **named: WrongPart(search(*given, **named), move=lambda move: "z9"),
        ),
    ),
]
