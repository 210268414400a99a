"""Boards to draw: one of every surface, and some that no game of ours has."""

import math
from dataclasses import dataclass

from quintet.core.grid import ROW, rhombus, rhombus_margins
from quintet.core.scene import Button, Counter, Edge, Gauge, Kind, Label, Layout, Piece, Scene, Spot
from quintet.core.types import Color

BLACK, WHITE = Color.BLACK, Color.WHITE
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DENSE = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Board:
    """What a drawing is made from."""

    layout: Layout
    scene: Scene
    last: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    title: str = ""


def pieces(rows: str) -> dict[str, Piece]:
    """Rows joined by ``/`` as in positions; a capital is a piece that is held."""
    return {
        f"{column},{row}": Piece(Color(letter.lower()), "held" if letter.isupper() else None)
        for row, letters in enumerate(rows.split("/"))
        for column, letter in enumerate(letters)
        if letter != "."
    }


def squares(width: int, height: int, gap_after: int = 0) -> tuple[Spot, ...]:
    """Spots ``column,row``; with a gap the board is four parts."""

    def at(number: int) -> float:
        return number + 0.5 + 0.3 * bool(gap_after and number >= gap_after)

    def group(column: int, row: int) -> str | None:
        return str(1 + (column >= gap_after) + 2 * (row >= gap_after)) if gap_after else None

    return tuple(
        Spot(f"{x},{y}", at(x), at(y), f"{x},{y}", f"{LETTERS[x]}{y + 1}", group(x, y))
        for y in range(height)
        for x in range(width)
    )


def columns(width: int, height: int) -> tuple[Spot, ...]:
    """Spots of which a whole column is pressed."""
    return tuple(
        Spot(f"{x},{y}", x + 0.5, y + 0.5, str(x), f"column {x}, row {y}") for y in range(height) for x in range(width)
    )


def labels(side: str, texts: str | list[str], gap_after: int = 0) -> tuple[Label, ...]:
    return tuple(
        Label(text, side, at + 0.5 + 0.3 * bool(gap_after and at >= gap_after)) for at, text in enumerate(texts)
    )


def felt() -> Board:
    layout = Layout(
        "felt", "disc", 8, 8, squares(8, 8), labels("bottom", LETTERS[:8]) + labels("left", "12345678"),
        symbols=(" ", "B", "W"),
    )  # fmt: skip
    scene = Scene(
        pieces("......../......../..wb..../..wbb.../..www.../......../......../........"),
        (Counter("black", "discs", BLACK, 3), Counter("white", "discs", WHITE, 5)),
    )
    return Board(layout, scene, ("2,4",), ("1,3", "1,4", "2,5", "3,5", "4,5"), "Felt")


def tiles() -> Board:
    """The marble at 3,0 was placed at 5,0 and carried by the turn; so the mark goes with it."""
    turns = tuple(
        Button(f"{group}{turn}", f"Turn sub-board {group} {word}", x, y, group, quarter)
        for group, x, y in (("1", -0.5, -0.3), ("2", 6.8, -0.3), ("3", -0.5, 6.6), ("4", 6.8, 6.6))
        for turn, word, quarter in (("C", "clockwise", 1), ("A", "anti-clockwise", -1))
    )
    layout = Layout(
        "tiles", "marble", 6.3, 6.3, squares(6, 6, 3), labels("top", "012345", 3) + labels("left", "abcdef", 3), turns,
        symbols=("□", "●", "○"),
    )  # fmt: skip
    scene = Scene(pieces("b..w../.b.w../..b.../...b../....b./...w.w"), winning=("0,0", "1,1", "2,2", "3,3", "4,4"))
    return Board(layout, scene, ("5,0", "2A"), (), "Tiles")


def wood() -> Board:
    edges = tuple(
        Edge(side, color) for color, sides in ((BLACK, ("top", "bottom")), (WHITE, ("left", "right"))) for side in sides
    )
    layout = Layout(
        "wood", "stone", 10, 10, squares(10, 10),
        labels("top", LETTERS[:10]) + labels("left", [str(row + 1) for row in range(10)]),
        edges=edges, symbols=("·", "●", "○"),
    )  # fmt: skip
    rows = (
        "....b...../...bb...../...bw...../..bbw...../..bww...../..bb.w..../...b....../...bb...../....bb..../.....b...."
    )
    placed = pieces(rows)
    won = tuple(spot for spot, piece in placed.items() if piece.color is BLACK)
    return Board(layout, Scene(placed, winning=won), ("5,5",), (), "Wood")


def rack() -> Board:
    layout = Layout(
        "rack",
        "token",
        5,
        7,
        columns(5, 7),
        labels("top", "12345") + labels("left", "7654321"),
        gauges=(
            Gauge("black-points", "column", "left", BLACK),
            Gauge("white-points", "column", "right", WHITE),
        ),
        symbols=(" ", "b", "w"),
    )
    scene = Scene(
        pieces("...../...../...../..b../..w../.wbb./wbbw."),
        (
            Counter("white-points", "points", WHITE, 1),
            Counter("white-tokens", "tokens left", WHITE, 15, 20),
            Counter("black-points", "points", BLACK, 3),
            Counter("black-tokens", "tokens left", BLACK, 1, 20),
        ),
    )
    return Board(layout, scene, ("2",), ("0", "1", "2", "3", "4"), "Rack")


def steel(won: bool = False) -> Board:
    layout = Layout(
        "steel", "piece", 5, 4, columns(5, 4), labels("top", "01234") + labels("left", "0123"),
        (Button("m", "Magnet"),),
        gauges=(Gauge("black", "magnet", "left", BLACK), Gauge("white", "magnet", "right", WHITE)),
        symbols=(".", "*", "o"),
    )  # fmt: skip
    if won:
        block = ("0,1", "1,1", "0,2", "1,2")
        scene = Scene(pieces("...../Bb.../bbB.w/bbwww"), (Counter("black", "turns to miss", BLACK, 2, 2),), block)
        return Board(layout, scene, ("m",), (), "Steel")
    scene = Scene(pieces("...../...bW/.bWb./bb.ww"), (Counter("white", "turns to miss", WHITE, 1, 2),))
    return Board(layout, scene, ("3",), ("0", "1", "2"), "Steel")


def steel_won() -> Board:
    return steel(won=True)


def chequered() -> Board:
    """A rectangle whose corners differ, so that it is not the same from behind."""
    layout = Layout("chequered", "disc", 7, 6, squares(7, 6), labels("bottom", LETTERS[:7]) + labels("left", "654321"))
    scene = Scene(pieces(".w.w.w./w.w.w../.....w./......b/b.b.b../.b.b.b."))
    return Board(layout, scene, ("6,3",), ("1,3", "3,3"), "Chequered")


def hexagonal() -> Board:
    """Offset rows, two sides each, no labels."""
    spots = tuple(
        Spot(f"{x},{y}", 0.5 + x + y / 2, 0.577 + y * 0.866, f"{x},{y}", f"{x} and {y}")
        for y in range(5)
        for x in range(5)
    )
    layout = Layout("hexagonal", "stone", 7, 4.62, spots)
    won = ("1,0", "1,1", "1,2", "1,3", "1,4")
    return Board(layout, Scene(pieces(".b.w./.bw../.b..w/wb.../.b.w."), winning=won), ("2,1",), ("0,0",), "Hexagonal")


def rhombus_edges() -> Board:
    """A hexagonal board whose sides belong to the colours, with coordinates beside its rows."""
    columns, rows = "abcd", "1234"
    edges = tuple(
        Edge(side, BLACK if side in ("top", "bottom") else WHITE) for side in ("top", "left", "bottom", "right")
    )
    layout = Layout(
        "hexagonal", "stone", 5.5, 3.76, rhombus(columns, rows), rhombus_margins(columns, rows), edges=edges
    )
    placed = {name: Piece(BLACK if name[0] == "b" else WHITE) for name in ("b1", "b2", "b3", "b4", "c1", "d2", "a3")}
    return Board(layout, Scene(placed, winning=("b1", "b2", "b3", "b4")), ("d2",), ("a1",), "Rhombus")


def flat_tops() -> Board:
    """A hexagon of hexagons with neighbours above each other, and a side of it that belongs to nobody."""
    spots = tuple(
        Spot(f"{q},{r}", 2 * ROW + 0.58 + ROW * q, 2.5 + r + q / 2, f"{q},{r}", f"{q} and {r}")
        for q in range(-2, 3)
        for r in range(max(-2, -2 - q), min(2, 2 - q) + 1)
    )
    layout = Layout("hexagonal", "stone", 4 * ROW + 1.16, 5, spots, edges=(Edge("left", BLACK), Edge("right", WHITE)))
    return Board(layout, Scene({"0,0": Piece(BLACK), "1,0": Piece(WHITE)}), ("1,0",), ("0,1",), "Flat tops")


def paper() -> Board:
    """Lines between points, of nobody and of somebody, one of them slanting."""
    spots = tuple(
        Spot(f"{x},{y}", x + 0.5, y + 0.5, f"{x},{y}", f"{LETTERS[x]}{y + 1}", line=_line(x, y))
        for y in range(3)
        for x in range(5)
        if x % 2 or y % 2
    )
    slanting = Spot("s", 5.5, 1.5, "s", "the slanting one", line=(4.5, 0.5, 6.5, 2.5))
    layout = Layout(
        "paper", "box", 7, 3, (*spots, slanting), labels("top", LETTERS[:5]) + labels("left", "123"),
        symbols=(" ", "x", "o"), neutral="line",
    )  # fmt: skip
    lines = {name: Piece(None) for name in ("1,0", "0,1", "2,1", "1,2", "s")}
    scene = Scene({**lines, "1,1": Piece(WHITE), "4,1": Piece(BLACK)}, (Counter("boxes", "boxes", WHITE, 1),))
    return Board(layout, scene, ("2,1",), ("3,0", "3,2"), "Paper")


def _line(x: int, y: int) -> tuple[float, float, float, float] | None:
    if x % 2 and y % 2:
        return None
    return (x - 0.5, y + 0.5, x + 1.5, y + 0.5) if x % 2 else (x + 0.5, y - 0.5, x + 0.5, y + 1.5)


def kinds() -> Board:
    """Kings, a stone of nobody's, and a king that is held."""
    layout = Layout(
        "chequered", "man", 4, 3, squares(4, 3), labels("bottom", LETTERS[:4]) + labels("left", "321"),
        kinds=(Kind("king", "K", ("X", "O")),), neutral="rock",
    )  # fmt: skip
    placed = {
        "0,0": Piece(BLACK), "1,0": Piece(BLACK, kind="king"), "2,1": Piece(WHITE, kind="king"), "3,1": Piece(WHITE),
        "1,2": Piece(None), "3,2": Piece(WHITE, "held", "king"),
    }  # fmt: skip
    return Board(layout, Scene(placed), ("2,1",), ("2,2",), "Kinds")


def plain() -> Board:
    """A surface that nobody knows."""
    layout = Layout("moon", "pebble", 3, 3, squares(3, 3), labels("top", "abc") + labels("left", "123"))
    return Board(layout, Scene(pieces("bw./.b./..w")), ("2,2",), ("0,2",), "Plain")


def ring() -> Board:
    """Spots on a circle."""
    spots = tuple(
        Spot(str(hour), 3 + 2.5 * math.sin(angle), 3 - 2.5 * math.cos(angle), str(hour), f"{hour} o'clock")
        for hour, angle in ((hour, hour * math.tau / 12) for hour in range(12))
    )
    scene = Scene(
        {"0": Piece(BLACK), "3": Piece(WHITE, "held"), "7": Piece(BLACK)},
        (Counter("wins", "wins & <losses>", BLACK, 1),),
    )
    return Board(Layout("clock", "gem", 6, 6, spots), scene, ("3",), ("5",), 'The <clock> & "its" hands')


def big() -> Board:
    """The largest dense board."""
    layout = Layout(
        "steel", "piece", 62, 62, columns(62, 62), labels("top", DENSE) + labels("left", DENSE), symbols=(".", "*", "o")
    )
    rows = "/".join(["." * 62] * 50 + ["bw" * 31] * 6 + ["wb" * 31] * 6)
    return Board(layout, Scene(pieces(rows), winning=("0,50", "2,50")), ("10",))


MAKERS = (felt, tiles, wood, rack, steel, steel_won, chequered, hexagonal, rhombus_edges, flat_tops, paper, kinds)
SAMPLES = {make.__name__: make() for make in (*MAKERS, plain, ring)}
"""Each of these has its snapshots."""
