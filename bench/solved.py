"""What is solved, and what it took: ``python -m bench.solved`` runs the list below and writes ``docs/solved.md``.

``--quick`` runs only the rows that take less than five seconds, ``--only TEXT`` those whose name contains TEXT,
``--page`` none: it makes the page, and the maps beside the games, from the figures that ``docs/solved.json`` keeps. A
row that was not run again keeps its former figures and their date, and Ctrl-C keeps what is done.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import quintet
from bench import solved_page
from quintet import Engine, NotSolved, Player, Solution
from quintet.core.game import AnyGame, Scores, Symmetries
from quintet.core.types import SWAP

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "quintet" / "games"
FIGURES = "solved.json"
QUICK_SECONDS = 5.0
VALUES = {"win": 1, "draw": 0, "loss": -1}


@dataclass(frozen=True)
class Row:
    """The start of a game, solved."""

    name: str
    spec: str
    threads: int = 1
    memory_mb: int = 256
    long: bool = False
    """Whether it takes minutes: never tried in a hurry."""
    result_only: bool = False
    """Whether one best move is enough."""

    @property
    def command(self) -> str:
        """What to type to see the same."""
        threads = f" --threads {self.threads}" if self.threads > 1 else ""
        memory = f" --memory-mb {self.memory_mb}" if self.memory_mb != 256 else ""
        only = " --result-only" if self.result_only else ""
        return f'quintet solve "{self.spec}" --seconds 7200{threads}{memory}{only}'

    def run(self, work: "Work") -> dict[str, Any]:
        game = quintet.load(self.spec)
        found = work.solve(game.start(), self.result_only)
        player = game.color(game.start(), found.player).title
        every = len(found.best) == len(game.legal_moves(game.start()))
        best = "any" if every else " ".join(map(str, found.best)) + (" and maybe more" if self.result_only else "")
        return {"result": solved_page.result(player, found), "best": best}


@dataclass(frozen=True)
class Here(Row):
    """Something that only this program does."""

    @property
    def command(self) -> str:
        return f'python -m bench.solved --only "{self.name}"'


@dataclass(frozen=True)
class Openings(Here):
    """Every first move, solved one by one: a map."""

    def run(self, work: "Work") -> dict[str, Any]:
        game = quintet.load(self.spec)
        start = game.start()
        values: dict[str, dict[str, Any]] = {}
        known: dict[str, dict[str, Any]] = {}
        for move in game.legal_moves(start):
            after = game.play(start, move)
            key = min(map(game.text, game.symmetries(after))) if isinstance(game, Symmetries) else game.text(after)
            if key not in known:
                enough = not isinstance(game, Scores) and SWAP not in game.legal_moves(after)
                known[key] = opening(game, after, work.solve(after, result_only=enough))
            values[str(move)] = known[key]
        return {"map": values}


def opening(game: AnyGame, after: Any, found: Solution) -> dict[str, Any]:
    """The value of a first move: the winner's colour, the margin for the mover, whether White swaps; no key if not."""
    winner = None if found.value == 0 else found.player if found.value > 0 else found.player.other
    swaps = SWAP in found.best
    end = game.play(after, SWAP) if swaps else after
    value: dict[str, Any] = {}
    if winner is not None:
        value["winner"] = game.color(end, winner).title
    if found.margin is not None:
        value["margin"] = found.margin * (1 if found.player is Player.FIRST else -1)
    if swaps:
        value["swap"] = True
    return value


@dataclass(frozen=True)
class Problems(Here):
    """Positions with answers that others have published."""

    problems: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    def run(self, work: "Work") -> dict[str, Any]:
        game = quintet.load(self.spec)
        found = [work.solve(game.parse(problem["position"])) for problem in self.problems]
        wrong = sum(not agrees(*pair) for pair in zip(self.problems, found, strict=True))
        told = "as published" if not wrong else f"{wrong} NOT AS PUBLISHED"
        if len(found) > 1:
            return {"result": f"{len(found)} positions, {told}"}
        color = game.color(game.parse(self.problems[0]["position"]), found[0].player).title
        best = " ".join(map(str, found[0].best))
        return {"result": f"{solved_page.result(color, found[0])}, {told}", "best": best}


def agrees(problem: dict[str, Any], found: Solution) -> bool:
    truth = problem["margin"] if "margin" in problem else VALUES[problem["value"]]
    worth = found.margin if "margin" in problem else found.value
    return bool(worth == truth) and {str(move) for move in found.best} == set(problem["best"])


def data(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in (ROOT / "tests" / "data" / name).read_text("utf-8").splitlines())


FFO = tuple(
    Problems(problem["name"], problem["spec"], problems=(problem,)) for problem in data("othello-ffo.jsonl")[:10]
)

SECTIONS: list[tuple[str, str, list[Row]]] = [
    (
        "Best Game Ever Made",
        """\
Past points do not affect future ones, so the solver computes the points still to come. A null-window search solves
positions near the end. Further from the end the solver enumerates the boards at rest, which are few because a column
alternates except for its last two tokens, and solves the reachable ones by retrograde analysis, one token at a time,
until the search reaches solved positions.""",
        [
            Row("Best Game 3 x 3, 6 tokens", "bestgame(columns=3,rows=3,tokens=6)"),
            Row("Best Game 4 x 4", "bestgame(columns=4,rows=4)"),
            Row("Best Game 5 x 4", "bestgame(columns=5,rows=4)"),
            Row("Best Game 5 x 5", "bestgame(columns=5,rows=5)"),
            Row("Best Game 5 x 6", "bestgame(columns=5,rows=6)"),
            Row("Best Game 5 x 7, the standard board", "bestgame", memory_mb=512),
            Row("Best Game 7 x 5", "bestgame(columns=7,rows=5)", threads=2, memory_mb=8192, long=True),
            Openings("Best Game 3 x 3, 6 tokens, first columns", "bestgame(columns=3,rows=3,tokens=6)"),
            Openings("Best Game 4 x 4, first columns", "bestgame(columns=4,rows=4)"),
            Openings("Best Game 5 x 4, first columns", "bestgame(columns=5,rows=4)"),
            Openings("Best Game 5 x 5, first columns", "bestgame(columns=5,rows=5)"),
            Openings("Best Game 5 x 6, first columns", "bestgame(columns=5,rows=6)"),
            Openings("Best Game 5 x 7, first columns", "bestgame", memory_mb=512),
            Openings("Best Game 7 x 5, first columns", "bestgame(columns=7,rows=5)", memory_mb=8192, long=True),
        ],
    ),
    (
        "Magnetize",
        """\
The solver proves for each side in turn whether it can force a win; if neither can, the game is a draw, endless play
included. Only the magnet can repeat a position, and each position has one magnet move, so repeating positions form
chains, and no result depends on how a position was reached.""",
        [
            Row("Magnetize 3 x 3", "magnetize(height=3,width=3)"),
            Row("Magnetize 4 x 4", "magnetize(height=4,width=4)"),
            Row("Magnetize 4 x 5, the standard board", "magnetize"),
            Row("Magnetize 4 x 5, maglock 1", "magnetize(maglock=1)"),
            Row("Magnetize 4 x 5, maglock 3", "magnetize(maglock=3)"),
            Row("Magnetize 4 x 5, squares of 3", "magnetize(square=3)"),
            Row("Magnetize 5 x 5", "magnetize(height=5,width=5)"),
            Row("Magnetize 4 x 6", "magnetize(width=6)"),
            Row("Magnetize 6 x 6", "magnetize(height=6,width=6)", memory_mb=2048, long=True, result_only=True),
            Openings("Magnetize 3 x 3, first moves", "magnetize(height=3,width=3)"),
            Openings("Magnetize 4 x 4, first moves", "magnetize(height=4,width=4)"),
            Openings("Magnetize 4 x 5, first moves", "magnetize"),
            Openings("Magnetize 4 x 5, maglock 1, first moves", "magnetize(maglock=1)"),
            Openings("Magnetize 4 x 5, maglock 3, first moves", "magnetize(maglock=3)"),
            Openings("Magnetize 4 x 5, squares of 3, first moves", "magnetize(square=3)"),
            Openings("Magnetize 5 x 5, first moves", "magnetize(height=5,width=5)"),
            Openings("Magnetize 4 x 6, first moves", "magnetize(width=6)"),
            Openings("Magnetize 6 x 6, first moves", "magnetize(height=6,width=6)", memory_mb=2048, long=True),
        ],
    ),
    (
        "Quentin",
        """\
Stones are only added, so no position repeats. The solver proves for each side in turn whether it can force a win; the
four symmetries that keep each edge with its owner share table entries. With the pie rule White takes over every winning
opening stone, so the second player always wins.""",
        [
            *(
                row
                for size in (2, 3, 4, 5)
                for row in (
                    Row(f"Quentin {size} x {size}", f"quentin(size={size})", memory_mb=1024 if size > 4 else 256),
                    Openings(
                        f"Quentin {size} x {size} without the pie rule, openings",
                        f"quentin(size={size},pie=false)",
                        memory_mb=1024 if size > 4 else 256,
                    ),
                    Openings(
                        f"Quentin {size} x {size} with the pie rule, openings",
                        f"quentin(size={size})",
                        memory_mb=1024 if size > 4 else 256,
                    ),
                )
            ),
        ],
    ),
    (
        "Othello",
        """\
Endgames to the last disc: null-window search with a transposition table, moves ordered by evaluation, parity and
mobility, and bounds from stable discs. Selective passes come first and leave good moves in the table; then the result
is proved. Problems 40 to 49 are of the FFO suite, in which the winner gets the empty squares. Small boards have a
shorter solver, without selective passes and with an estimate by hand; 20 to 16 on 6 x 6 is the published result.""",
        [
            Row("Othello 4 x 4", "othello(size=4)"),
            Row("Othello 6 x 6", "othello(size=6)", long=True),
            Openings("Othello 4 x 4, first moves", "othello(size=4)"),
            *FFO,
        ],
    ),
    (
        "Pentago",
        """\
The 256 rotations of the four sub-boards form one super-position in a word of 256 bits, so a node branches over empty
cells only. A proof for each side in turn gives win, draw or loss for every move. The positions and their best moves
come from an independent solver.""",
        [Problems("Pentago, 40 positions of the late middle game", "pentago", problems=data("pentago-truth.jsonl"))],
    ),
]


class Work:
    """Solves positions for one row, and counts what that takes."""

    def __init__(self, row: Row, seconds: float | None) -> None:
        self.engine = Engine(quintet.load(row.spec), threads=row.threads, memory_mb=row.memory_mb)
        self.until = None if seconds is None else time.monotonic() + seconds
        self.nodes = 0
        self.seconds = 0.0
        self.began = time.process_time()

    def solve(self, position: Any, result_only: bool = False) -> Solution:
        left = None if self.until is None else max(0.01, self.until - time.monotonic())
        found = self.engine.solve(position, seconds=left, result_only=result_only)
        self.nodes += found.nodes
        self.seconds += found.seconds
        return found

    def figures(self) -> dict[str, Any]:
        cpu = time.process_time() - self.began
        return {"nodes": self.nodes, "seconds": round(self.seconds, 2), "cpu": round(cpu, 2)}


def wanted(row: Row, known: dict[str, Any], options: argparse.Namespace) -> bool:
    """Whether a row is to be run now."""
    if options.page or (options.only and options.only.lower() not in row.name.lower()):
        return False
    former = known.get(row.name)
    return not options.quick or (not row.long and (former is None or former["cpu"] < QUICK_SECONDS))


def run(row: Row, limit: float | None) -> dict[str, Any]:
    """What was measured; everything else about a row is in the list above."""
    work = Work(row, limit)
    solved = row.run(work)
    return {**solved, **work.figures(), "date": date.today().isoformat()}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.solved", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="only the rows that take less than five seconds")
    parser.add_argument("--only", metavar="TEXT", help="only the rows whose name contains this")
    parser.add_argument("--page", action="store_true", help="run nothing: the page from the figures that are there")
    parser.add_argument("--docs", metavar="FOLDER", type=Path, default=ROOT / "docs", help="where page and figures are")
    parser.add_argument("--maps", metavar="FOLDER", type=Path, default=GAMES, help="where the maps of the games are")
    options = parser.parse_args(arguments)
    figures: Path = options.docs / FIGURES
    known: dict[str, Any] = json.loads(figures.read_text("utf-8")) if figures.exists() else {}
    rows = [row for _, _, rows in SECTIONS for row in rows]
    status = 0
    try:
        for row in rows:
            if not wanted(row, known, options):
                continue
            try:
                done = run(row, QUICK_SECONDS if options.quick else None)
            except NotSolved as unsolved:
                print(f"{row.name}: {unsolved}", flush=True)
                continue
            known[row.name] = done
            keep(figures, known, rows)
            cost = f"{done['nodes']:,} nodes, {done['seconds']:.2f} s, {done['cpu']:.2f} s of CPU"
            print(f"{row.name}: {solved_page.result_of(done)}; {cost}", flush=True)
    except KeyboardInterrupt:
        status = 130
    solved_page.write(options.docs, SECTIONS, known)
    whole = [(row, known[row.name]) for row in rows if row.name in known and not isinstance(row, Problems)]
    for name, text in solved_page.maps(whole).items():
        (options.maps / name).write_text(text, "utf-8")
    return status


def keep(figures: Path, known: dict[str, Any], rows: list[Row]) -> None:
    """Write the figures, a line a row, in the order of the list; drop those of rows that are gone."""
    lines = [f" {json.dumps(row.name)}: {json.dumps(known[row.name])}" for row in rows if row.name in known]
    figures.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
