"""The page of what is solved and its maps, made from the figures that are kept."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import quintet
from quintet import Color, Player, Solution
from quintet.core.game import AnyGame, find_move, spec
from quintet.core.scene import Piece, Scene, Spot
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.palette import BLACK, CREAM, WHITE
from quintet.render.svg.position import svg
from quintet.render.svg.shapes import UNIT, markup, shape

WIN = {1: "wins", 0: "draws", -1: "loses"}
HEAD = """\
# What is solved

Made by `python -m bench.solved` from the figures in `solved.json`; `--quick` runs the short rows again, `--only TEXT`
those whose name contains TEXT. Every value is exact, with best play of both sides. Nodes are positions that the solver
visited, seconds are wall-clock time, and CPU is the processor time of all threads, which depends less on other work on
the machine. MB is the memory limit, not the memory used.
"""
TABLE = "| board | result | best first moves | nodes | seconds | CPU | threads | MB | date |\n" + "| --- " * 9 + "|"
LEGEND = {
    "letters": "**B** Black wins, **W** White wins, **=** a draw",
    "swap": "**S** White swaps sides and wins with the stone, **W** White keeps its colour and wins",
    "margin": "the final margin for {first}, who moves first",
}


def result(player: str, found: Solution) -> str:
    """``Black wins by 3``, ``White loses in 8 moves``."""
    by = f" by {abs(found.margin)}" if found.margin else ""
    soon = f" in {found.moves_to_win} moves" if found.moves_to_win else ""
    return f"{player} {WIN[found.value]}{by}{soon}"


def summary(values: Mapping[str, Mapping[str, Any]]) -> str:
    """A map in a few words: ``8 win for Black, 8 for White``."""
    counts = Counter(sign(value) for value in values.values())
    return ", ".join(f"{count} x {text}" for text, count in counts.most_common())


def result_of(figures: Mapping[str, Any]) -> str:
    """The result of a row; that of a map is counted from it."""
    return summary(figures["map"]) if "map" in figures else str(figures["result"])


def sign(value: Mapping[str, Any]) -> str:
    """What is written on a place: the margin where there is one, else a letter."""
    if "margin" in value:
        return f"{value['margin']:+d}" if value["margin"] else "0"
    if "swap" in value:
        return "S"
    return {"Black": "B", "White": "W", None: "="}[value.get("winner")]


def write(folder: Path, sections: Sequence[tuple[str, str, Sequence[Any]]], known: Mapping[str, Any]) -> None:
    """``solved.md`` and its pictures."""
    told = [HEAD]
    for title, method, rows in sections:
        told.append(f"## {title}\n\n{method}\n")
        told.append("\n".join([TABLE, *(_line(row, known.get(row.name)) for row in rows)]) + "\n")
        told.append(_commands(rows))
        for row in rows:
            figures = known.get(row.name)
            if figures and "map" in figures:
                told.append(_map(folder, row, figures["map"]))
    (folder / "solved.md").write_text("\n".join(told), "utf-8")


def _line(row: Any, figures: Mapping[str, Any] | None) -> str:
    if figures is None:
        return f"| {row.name} | not run yet | | | | | | | |"
    cells = [
        row.name,
        result_of(figures),
        figures.get("best", ""),
        f"{figures['nodes']:,}",
        f"{figures['seconds']:,.2f}",
        f"{figures['cpu']:,.2f}",
        str(row.threads),
        str(row.memory_mb),
        figures["date"],
    ]
    return f"| {' | '.join(cells)} |"


def _commands(rows: Sequence[Any]) -> str:
    """How to see the same, a line a row."""
    wide = max(len(row.name) for row in rows)
    return "\n".join(["To reproduce:\n", *(f"    {row.name:{wide}}  {row.command}" for row in rows)]) + "\n"


def _map(folder: Path, row: Any, values: Mapping[str, Mapping[str, Any]]) -> str:
    """A picture with its legend; moves that are no place on the board are listed beside the legend."""
    game, name = quintet.load(row.spec), row.name
    stem = "solved-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    places = {move: _place(game, move) for move in values}
    drawn = picture(game, name, {spot: values[move] for move, spot in places.items() if spot is not None})
    (folder / "img").mkdir(exist_ok=True)
    (folder / "img" / f"{stem}.svg").write_text(drawn, "utf-8")
    kind = "letters"
    if any("margin" in value for value in values.values()):
        kind = "margin"
    elif any("swap" in value for value in values.values()):
        kind = "swap"
    legend = LEGEND[kind].format(first=game.color(game.start(), Player.FIRST).title)
    words = [f"`{move}`: {sign(values[move])}" for move, spot in places.items() if spot is None]
    beside = f"; {', '.join(words)}" if words else ""
    return f"**{name}**: {legend}{beside}.\n\n![{name}: {summary(values)}](img/{stem}.svg)\n"


def _place(game: AnyGame, text: str) -> Spot | None:
    """Where the first piece comes to lie."""
    start = game.start()
    pieces = game.scene(game.play(start, find_move(game, text))).pieces.keys() - game.scene(start).pieces.keys()
    return next((spot for spot in game.layout().spots if spot.id in pieces), None)


def picture(game: AnyGame, title: str, values: Mapping[Spot, Mapping[str, Any]]) -> str:
    """The board with what each opening is worth on its place: a piece of who wins, and a sign that needs no colours."""
    layout = game.layout()
    frame = PictureFrame(layout)
    winners = {"Black": Color.BLACK, "White": Color.WHITE}
    pieces = {spot.id: Piece(winners[value["winner"]]) for spot, value in values.items() if "winner" in value}
    signs = [_sign(frame, spot, value) for spot, value in values.items()]
    drawn = svg(layout, Scene(pieces), title=title)
    return drawn.removesuffix("</svg>") + "\n".join(signs) + "\n</svg>\n"


def _sign(frame: PictureFrame, spot: Spot, value: Mapping[str, Any]) -> str:
    """Light on black, dark on white; on the bare board dark with a light edge, which can be read on any."""
    ink: dict[str, object] = {"fill": BLACK, "stroke": CREAM, "stroke_width": 7, "paint_order": "stroke"}
    if "winner" in value:
        ink = {"fill": WHITE if value["winner"] == "Black" else BLACK}
    size = UNIT * (0.38 if "winner" in value else 0.5) * frame.room
    x, y = UNIT * spot.x, UNIT * spot.y + 0.35 * size
    text = shape("text", sign(value), x=x, y=y, font_size=size, font_weight=700, text_anchor="middle", **ink)
    return markup(text, "")


def maps(rows: Sequence[tuple[Any, Mapping[str, Any]]]) -> dict[str, str]:
    """The files of `quintet.study.maps` by their names: boards with their first moves, in the order given."""
    files: dict[str, dict[str, dict[str, Any]]] = {}
    for row, figures in rows:
        game = quintet.load(row.spec)
        board = files.setdefault(f"{game.id}.maps", {}).setdefault(spec(game), {"name": _board_name(row.name)})
        board |= {"spec": spec(game), "moves": board.get("moves", {})}
        if "map" in figures:
            board["moves"] = {move: _for_the_mover(game, value) for move, value in figures["map"].items()}
        board["result"] = board.get("result") or figures.get("result") or _best(game, board["moves"])
    return {
        name: "[\n" + ",\n".join(json.dumps(board) for board in boards.values()) + "\n]\n"
        for name, boards in files.items()
    }


def _board_name(name: str) -> str:
    """The name of a row without what it says of moves."""
    return re.sub(", (openings|first moves|first columns)$", "", name)


def _for_the_mover(game: AnyGame, value: Mapping[str, Any]) -> tuple[int, int | None, bool]:
    """From colours, which a pie rule exchanges, to the player who made the move."""
    mine = game.color(game.start(), Player.FIRST).title
    won = 0 if "winner" not in value else 1 if value["winner"] == mine and "swap" not in value else -1
    return won, value.get("margin"), "swap" in value


def _best(game: AnyGame, moves: Mapping[str, tuple[int, int | None, bool]]) -> str:
    value, margin, _ = max(moves.values(), key=lambda one: (one[0], one[1] or 0))
    by = f" by {abs(margin)}" if margin else ""
    return f"{game.color(game.start(), Player.FIRST).title} {WIN[value]}{by}"
