"""A position in words: the counters on one line, and a description to be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from quintet.core.scene import Counter, Layout, Scene
from quintet.core.sentences import several
from quintet.core.types import Color
from quintet.render.marks import Marks, is_marked
from quintet.render.text.char_grid import neutral_symbol


def counters(scene: Scene) -> str:
    """One line about the numbers beside the board: ``Black 2 discs, White 3 discs``."""
    sides = counters_by_color(scene)
    between = "; " if any(len(texts) > 1 for texts in sides.values()) else ", "
    return between.join(f"{color.title} {', '.join(texts)}" for color, texts in sides.items())


def counters_by_color(scene: Scene) -> dict[Color, list[str]]:
    """What is counted for each colour, in order: ``2 discs``, ``7/20 tokens left``, ``misses 2 turns``."""
    sides: dict[Color, list[str]] = {}
    for counter in scene.counters:
        sides.setdefault(counter.color, []).append(_counted(counter))
    return sides


def without_scores(scene: Scene, scores: Mapping[Color, int]) -> Scene:
    """The scene without the counters that repeat the scores, for where those are told beside it."""
    left = [counter for counter in scene.counters if counter.total or counter.value != scores[counter.color]]
    return replace(scene, counters=tuple(left))


def legend(layout: Layout, color: bool = False) -> str:
    """What stands for what: ``On the board ● is a black stone, ○ a white one, · an empty place.``"""
    empty, black, white = layout.symbols
    signs = [f"{black} is a black {layout.piece}", f"{white} a white one"]
    for kind in layout.kinds:
        signs.append(f"{kind.symbols[0]} a black {kind.id}, {kind.symbols[1]} a white one")
    if layout.neutral and not any(spot.line for spot in layout.spots):
        signs.append(f"{neutral_symbol(layout)} a {layout.neutral} that belongs to nobody")
    if empty.strip() and not color:  # in colour an empty place is a hole, or lines that meet
        signs.append(f"{empty} an empty place")
    sentences = [f"On the board {', '.join(signs)}."]
    if layout.edges:
        edges = _sides([(edge.color, edge.side) for edge in layout.edges])
        sentences.append(f"The bars around the board are the edges of the two colours: {edges}.")
    if magnets := [(gauge.color, gauge.side) for gauge in layout.gauges if gauge.kind == "magnet"]:
        bar = (
            f"; a bar of {black} or {white} there is a magnet that is on, and ' marks what it holds in the air"
            if color
            else ""
        )
        sentences.append(f"The magnets are on the walls: {_sides(magnets)}{bar}.")
    return " ".join(sentences)


def _sides(owned: Sequence[tuple[Color, str]]) -> str:
    """``Black top and bottom, White left and right``."""
    sides = {color: " and ".join(side for owner, side in owned if owner is color) for color in Color}
    return ", ".join(f"{color.title} {places}" for color, places in sides.items() if places)


def describe(layout: Layout, scene: Scene, marks: Marks, written: Mapping[str, str] = {}) -> str:
    """The position in a few sentences; `written` are texts on spots."""
    sentences = [_pieces(layout, scene, color) for color in (*Color, *[None] * bool(layout.neutral))]
    if not scene.pieces:
        sentences = ["The board is empty."]
    if scene.counters:
        sentences.append(f"{counters(scene)}.")
    last = [spot.label for spot in layout.spots if spot.id in marks.last]
    last += [label.text for label in layout.labels if is_marked(label, marks)]
    last += [button.label for button in marks.turns]
    if last:
        sentences.append(f"Last move: {_list(last)}.")
    if marks.winning:
        sentences.append(f"Winning: {_list(spot.label for spot in layout.spots if spot.id in marks.winning)}.")
    if written:
        texts = [f"{written[spot.id]} on {spot.label}" for spot in layout.spots if spot.id in written]
        sentences.append(f"Written: {_list(texts)}.")
    return " ".join(sentences)


def _pieces(layout: Layout, scene: Scene, color: Color | None) -> str:
    labels = []
    for spot in layout.spots:
        piece = scene.pieces.get(spot.id)
        if piece and piece.color is color:
            quiet = ", ".join(filter(None, (piece.kind, piece.mark)))
            labels.append(f"{spot.label} ({quiet})" if quiet else spot.label)
    whose, name = (color.title, layout.piece) if color else ("Nobody's", layout.neutral)
    if not labels:
        return f"{whose} has no {name} on the board." if color else f"There is no {name} on the board."
    return f"{whose} {name if len(labels) == 1 else several(name)}: {_list(labels)}."


def _list(labels: Iterable[str]) -> str:
    """Labels side by side; a label may hold a comma itself."""
    texts = list(labels)
    return ("; " if any("," in label for label in texts) else ", ").join(texts)


def _counted(counter: Counter) -> str:
    before, number, after = counter.label.partition("# ")
    if number:
        return f"{before}{counter.value} {_one(after) if counter.value == 1 else after}"
    if counter.total is not None:
        return f"{counter.value}/{counter.total} {counter.label}"
    return f"{counter.value} {_one(counter.label) if counter.value == 1 else counter.label}"


def _one(label: str) -> str:
    """The singular of a plural: ``disc`` for ``discs``."""
    noun, space, rest = label.partition(" ")
    if noun.endswith(("sses", "shes", "ches", "xes")):
        noun = noun[:-2]
    elif noun.endswith("s") and not noun.endswith("ss"):
        noun = noun[:-1]
    return noun + space + rest
