"""What stands beside a board in SVG: coordinates, the arrow at a column, the counters; and how far it all reaches."""

from __future__ import annotations

from typing import NamedTuple

from quintet.core.scene import Label, Scene
from quintet.render.frame import Frame
from quintet.render.marks import Marks, is_marked
from quintet.render.markup import number, tag, words
from quintet.render.words import counters_by_color

GAP = 10.0
"""Between the board and its coordinates, where the arrow at a marked column is."""
SMALL, TEXT, LINE = 13.0, 14.0, 26.0
"""The size of coordinates, the size of counters and the height of a line of them."""
LETTER = 0.56
"""About how wide a letter is for its size."""
SIDES = ("left", "top", "right", "bottom")


class Extent(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def with_room(self, room: dict[str, float]) -> Extent:
        return Extent(
            self.left - room.get("left", 0),
            self.top - room.get("top", 0),
            self.right + room.get("right", 0),
            self.bottom + room.get("bottom", 0),
        )


def board_extent(frame: Frame) -> Extent:
    """The board with its frame."""
    across, down = frame.rim + frame.wall, frame.rim + frame.foot
    return Extent(
        frame.px(frame.left - across),
        frame.px(frame.top - frame.rim),
        frame.px(frame.right + across),
        frame.px(frame.bottom + down),
    )


def whole_extent(frame: Frame, marks: Marks) -> Extent:
    """The board with its coordinates, and with the handles that were turned."""
    extent = board_extent(frame).with_room({side: _label_room(frame, side) for side in SIDES})
    for button in marks.turns:
        if button.x is not None and button.y is not None:
            x, y, reach = frame.px(button.x), frame.px(button.y), frame.px(0.3)
            extent = Extent(
                min(extent.left, x - reach),
                min(extent.top, y - reach),
                max(extent.right, x + reach),
                max(extent.bottom, y + reach),
            )
    return extent


def _label_room(frame: Frame, side: str) -> float:
    texts = [label.text for label in frame.layout.labels if label.side == side]
    if not texts:
        return GAP if side == "top" else 0.0
    return GAP + (_width(max(texts, key=len), _label_size(frame)) if side in ("left", "right") else _label_size(frame))


def _label_size(frame: Frame) -> float:
    return min(SMALL, 0.7 * frame.unit)


def _width(text: str, size: float) -> float:
    return len(text) * size * LETTER


def labels(frame: Frame, marks: Marks) -> list[str]:
    """The coordinates, quiet but for those of the last move; an arrow at a column or a row that was pressed."""
    drawn = [_label(frame, label, is_marked(label, marks)) for label in frame.layout.labels if label.side in SIDES]
    board, s = board_extent(frame), number(GAP / 2 - 1)
    for x in marks.columns:
        drawn.append(_arrow(f"M{number(frame.px(x))} {number(board.top - 2)}l-{s} -{s}h{number(GAP - 2)}z"))
    for y in marks.rows:
        drawn.append(_arrow(f"M{number(board.left - 2)} {number(frame.px(y))}l-{s} -{s}v{number(GAP - 2)}z"))
    return drawn


def _arrow(path: str) -> str:
    return tag("path", d=path, class_="accent")


def _label(frame: Frame, label: Label, bright: bool) -> str:
    board, size = board_extent(frame), _label_size(frame)
    x = {"left": board.left - GAP, "right": board.right + GAP}.get(label.side, frame.px(label.at))
    y = {"top": board.top - GAP, "bottom": board.bottom + GAP + 0.75 * size}.get(
        label.side, frame.px(label.at) + 0.36 * size
    )
    anchor = {"left": "end", "right": "start"}.get(label.side, "middle")
    weight = {"font_weight": 700} if bright else {}
    return tag(
        "text",
        words(label.text),
        x=x,
        y=y,
        font_size=size,
        text_anchor=anchor,
        class_="accent" if bright else "quiet",
        **weight,
    )


def captioned(frame: Frame, extent: Extent, scene: Scene, key: str) -> tuple[Extent, list[str]]:
    """The counters below the board, and how far the picture reaches with them.

    Each colour's has a piece beside it; two stand at the two ends of one line where the board is wide enough.
    """
    sides = [(color, ", ".join(texts)) for color, texts in counters_by_color(scene).items()]
    if not sides:
        return extent, []
    board = board_extent(frame)
    widths = [_width(f"{color.title} {text}", TEXT) + 2 * TEXT for color, text in sides]
    one_line = len(sides) == 2 and sum(widths) + TEXT <= extent.right - board.left
    drawn: list[str] = []
    for at, (color, text) in enumerate(sides):
        from_right = one_line and at == 1
        y = extent.bottom + LINE * (1 if one_line else at + 1)
        x = extent.right if from_right else board.left
        inwards = -1 if from_right else 1
        scale = number(TEXT * 0.5 / frame.px(0.4 * frame.room))
        middle_x, middle_y = x + inwards * TEXT * 0.5, y - TEXT * 0.36
        place = f"translate({number(middle_x)} {number(middle_y)}) scale({scale})"
        drawn.append(tag("use", href=f"#{key}-{color}", transform=place))
        drawn.append(tag("circle", class_="quiet-line", cx=middle_x, cy=middle_y, r=TEXT * 0.56))
        drawn.append(
            tag(
                "text",
                tag("tspan", color.title, font_weight=600) + words(f" {text}"),
                x=x + inwards * TEXT * 1.4,
                y=y,
                font_size=TEXT,
                text_anchor="end" if from_right else "start",
                class_="ink",
            )
        )
    lines = 1 if one_line else len(sides)
    right = extent.right if one_line else max(extent.right, board.left + max(widths))
    return extent._replace(right=right, bottom=extent.bottom + LINE * lines), drawn
