"""A match as one moving SVG: a board whose pieces come and go, without a line of script.

Where nothing may move, or nothing can, the last position is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quintet.core.game import Stages
from quintet.core.match import Match
from quintet.core.scene import Layout, Scene
from quintet.render.marks import find_marks, last_of
from quintet.render.svg.frame import Extent, PictureFrame
from quintet.render.svg.gauges import LINE, TEXT, captioned, gauges_at, labels
from quintet.render.svg.pieces import winning_outline
from quintet.render.svg.position import Described, document, last_marks, pieces
from quintet.render.svg.shapes import UNIT, Shape, shape
from quintet.render.svg.surfaces import surface
from quintet.render.words import describe

SECONDS, STAGE, REST = 1.0, 0.4, 3.0
"""How long a position is seen, a stage on the way to one, and the last position before it all begins anew."""
FADE = 0.12
"""Seconds in which something appears."""
MOST = 1000
"""Moves of the longest match that is shown."""


@dataclass(frozen=True)
class Shot:
    """What is seen for a while."""

    scene: Scene
    seconds: float
    last: tuple[str, ...] = ()
    """The targets that the last move pressed."""
    caption: str = ""
    """A line below the board: ``12. d3``."""


def shots(match: Match, seconds: float = SECONDS) -> list[Shot]:
    """A match from its start to now, with the stages of its moves; ValueError if it is too long to be watched."""
    if match.ply > MOST:
        raise ValueError(f"an animated picture shows at most {MOST} moves, got a match of {match.ply}")
    if not 0.05 <= seconds <= 60:
        raise ValueError(f"seconds must be 0.05 to 60, got {seconds!r}")
    game = match.game
    scenes = [game.scene(position) for position in match.positions]
    taken = [Shot(scenes[0], seconds)]
    for ply, move in enumerate(match.moves, start=1):
        caption = f"{ply}. {move}"
        if isinstance(game, Stages):
            between = game.stages(match.positions[ply - 1], move)[:-1]
            taken += [Shot(scene, min(STAGE, seconds), caption=caption) for scene in between]
        taken.append(Shot(scenes[ply], seconds, last_of(match, ply), caption))
    end = taken.pop()
    return [*taken, Shot(end.scene, max(seconds, REST), end.last, end.caption)]


def film(match: Match, *, dark: bool | None = None) -> str:
    """A match as a moving picture."""
    title = f"{match.game.title}: {match.names[0]} against {match.names[1]}"
    return animated(match.game.layout(), shots(match), title=title, dark=dark)


def animated(layout: Layout, taken: Sequence[Shot], *, title: str = "", dark: bool | None = None) -> str:
    """One shot after the other, again and again; with `dark` left out it follows the reader's screen."""
    if not taken:
        raise ValueError("expected at least one shot, got none")
    frame = PictureFrame(layout)
    board = surface(frame)
    extent = _extent(frame, taken)
    words = _at_foot(frame, extent, taken)
    outlines = {
        winning: str(number) for number, winning in enumerate(dict.fromkeys(shot.scene.winning for shot in taken))
    }
    piece_layers: list[list[Shape]] = []
    mark_layers: list[list[Shape]] = []
    for shot, below in zip(taken, words, strict=True):
        scene, marks = shot.scene, find_marks(layout, shot.scene, shot.last)
        drawn = pieces(layout, scene)
        outline = winning_outline(frame, marks.winning, outlines[scene.winning])
        piece_layers.append([part for part in drawn if not _is_sign(part)])
        mark_layers.append(
            [
                *(part for part in drawn if _is_sign(part)),
                *([shape("g", *outline)] if outline else []),
                *last_marks(frame, scene, marks),
                *(shape("g", *group) for group in (gauges_at(frame, scene), below) if group),
            ]
        )
    film = _Film([shot.seconds for shot in taken])
    shapes = [*board.under, *film.layer(piece_layers), *board.over, *film.layer(mark_layers), *labels(frame)]
    end = taken[-1]
    described = Described(title or "A match", describe(layout, end.scene, find_marks(layout, end.scene, end.last)))
    return document(frame, extent, shapes, described, dark, rules=film.rules)


def _is_sign(part: Shape) -> bool:
    """Whether it is the quiet sign on a piece."""
    return str(part.attributes.get("href", "")).startswith("#~mark-")


def _extent(frame: PictureFrame, taken: Sequence[Shot]) -> Extent:
    """How far the picture reaches with the longest words that it ever shows."""
    reached = [captioned(frame, frame.whole(), shot.scene)[0] for shot in taken]
    right, bottom = max(extent.right for extent in reached), max(extent.bottom for extent in reached)
    line = LINE * frame.label * UNIT if any(shot.caption for shot in taken) else 0
    return reached[0]._replace(right=right, bottom=bottom + line)


def _at_foot(frame: PictureFrame, extent: Extent, taken: Sequence[Shot]) -> list[list[Shape]]:
    """For each shot its counters, and its caption in the last line."""
    size = TEXT * frame.label * UNIT
    place = {"x": frame.board.left, "y": extent.bottom, "font_size": size, "fill": "ink", "font_weight": 600}
    return [
        [
            *captioned(frame, frame.whole(), shot.scene)[1],
            *([shape("text", shot.caption, **place)] if shot.caption else []),
        ]
        for shot in taken
    ]


class _Film:
    """What is seen from which shot to which; equal shapes in neighbouring shots are one."""

    def __init__(self, seconds: Sequence[float]) -> None:
        self.starts = [sum(seconds[:number]) for number in range(len(seconds))]
        self.total = sum(seconds)
        self._groups: dict[tuple[int, int], list[str]] = {}
        """By the first shot and the one after the last: the ids of what is seen then."""
        self._layers = 0

    def layer(self, shots: Sequence[Sequence[Shape]]) -> list[Shape]:
        """The shapes of a layer in each shot, as groups that are seen in turn."""
        self._layers += 1
        spans: dict[tuple[int, int], list[Shape]] = {}
        open_since: dict[str, tuple[int, Shape]] = {}
        for number, shapes in enumerate([*shots, []]):
            seen = {repr(part): part for part in shapes}
            for key in [key for key in open_since if key not in seen]:
                since, part = open_since.pop(key)
                spans.setdefault((since, number), []).append(part)
            for key, part in seen.items():
                open_since.setdefault(key, (number, part))
        return [self._group(span, spans[span]) for span in sorted(spans)]

    def _group(self, span: tuple[int, int], parts: list[Shape]) -> Shape:
        if span == (0, len(self.starts)):
            return shape("g", *parts)
        name = f"{self._layers}-{span[0]}-{span[1]}"
        self._groups.setdefault(span, []).append(name)
        return shape("g", *parts, id=f"~{name}")

    def rules(self, key: str) -> str:
        """When each group is seen."""
        written = []
        for (first, after), names in self._groups.items():
            is_last = after == len(self.starts)
            ids = ",".join(f"#{key}-{name}" for name in names)
            name = f"{key}-{first}-{after}"
            written.append(f"{ids}{{opacity:{int(is_last)};animation:{name} {self.total:g}s linear infinite}}")
            begin = f"0%,{self._percent(first)}{{opacity:0}}" if first else ""
            shown = [self._percent(first, FADE) if first else "0%", "to" if is_last else self._percent(after)]
            end = "" if is_last else f"{self._percent(after, FADE)},to{{opacity:0}}"
            written.append(f"@keyframes {name}{{{begin}{','.join(shown)}{{opacity:1}}{end}}}")
        calm = f"@media (prefers-reduced-motion:reduce){{#{key} g{{animation:none!important}}}}"
        return "".join(written) + calm if written else ""

    def _percent(self, shot: int, later: float = 0) -> str:
        return f"{100 * (self.starts[shot] + later) / self.total:.5g}%"
