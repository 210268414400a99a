"""What the rules and the engines say about a position: perft, analyze, bench."""

from __future__ import annotations

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, spec
from quintet.terminal import waiting

if TYPE_CHECKING:
    from quintet.engine import Analysis

EVEN = 0.05
"""Values nearer to 0 are no advantage."""
DEGREES = ((0.7, "much better"), (0.3, "better"), (0.0, "slightly better"))
RESULTS = {1: "wins", 0: "draws", -1: "loses"}
NO_STUDY = "While you play somebody else, no engine is asked; when the game is over one can be."


def perft(game: AnyGame, position: str | None, depth: int, *, rules: bool, divided: bool, json: bool) -> None:
    """The count alone on the last line; with `divided`, the count after each move on the lines above."""
    from quintet import engine
    from quintet.engine.bounds import MOST_DEPTH

    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"DEPTH must be 0 to {MOST_DEPTH}, got {depth}")
    pos = position_of(game, position)
    counts: dict[str, int] = {}
    if divided and depth:
        counts = waiting.wait(lambda: engine.divide(game, pos, depth, rules=rules), "Counting", waiting.terminal())
        total = sum(counts.values()) if counts else 1
    else:
        total = waiting.wait(lambda: engine.perft(game, pos, depth, rules=rules), "Counting", waiting.terminal())
    if json:
        told: dict[str, object] = {"game": spec(game), "position": game.text(pos), "depth": depth, "count": total}
        print(json_text.dumps(told | ({"divide": counts} if divided else {})))
        return
    for move, count in counts.items():
        print(f"{move} {count}")
    print(total)


def bench(games: list[AnyGame], *, json: bool) -> None:
    """Nodes a second and the signature of each game that has a kernel."""
    from quintet.engine import perft_and_playouts as fixed
    from quintet.engine.native.kernels import instruction_set, kernel_for

    with_kernel = [game for game in games if kernel_for(game)] if len(games) > 1 else games
    if not with_kernel:
        raise ValueError("bench measures the fast engines, and none are built here")
    done = [fixed.bench(game) for game in with_kernel]
    if json:
        print(json_text.dumps({"instruction_set": instruction_set(), "games": [one.as_json() for one in done]}))
        return
    width = max(len(one.game) for one in done)
    for one in done:
        speed = f"{one.nodes:>9,} nodes  {one.nodes_a_second:>10,} nodes/s"
        print(f"{one.game:{width}}  {speed}  signature {one.signature:016x}")
    print(f"instruction set: {instruction_set()}")


def analyze(
    game: AnyGame,
    position: str | None,
    *,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    lines: int,
    json: bool,
) -> None:
    """The best moves, each with its value and the play expected after it."""
    limits: dict[str, Any] = {"seconds": seconds, "nodes": nodes, "depth": depth}
    given = {name: value for name, value in limits.items() if value is not None}
    if len(given) > 1:
        raise ValueError(f"expected one of --seconds, --nodes and --depth, got --{' and --'.join(given)}")
    from quintet.engine import Engine
    from quintet.terminal import notices

    pos = position_of(game, position)
    engine = Engine(game)
    known: list[Analysis] = []
    work = lambda: engine.analyze(pos, lines=lines, progress=known.append, **(given or {"seconds": 1.0}))
    words = lambda: f"Thinking, depth {known[-1].depth}, {known[-1].move}" if known else "Thinking"
    try:
        analysis = waiting.wait(work, words, waiting.terminal(), engine.stop)
    except KeyboardInterrupt:
        if not known:
            raise
        analysis = known[-1]  # the best answer so far
    if not json:
        notices.slower_engines()
    print(json_text.dumps(analysis.as_json()) if json else _analysis_text(game, pos, analysis))


def _analysis_text(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    from quintet.engine import exact_verdict

    color = game.color(pos, analysis.player).title
    rows = [
        (str(line.moves[0]), value_words(line.value, line.score, line.exact), " ".join(map(str, line.moves[1:])))
        for line in analysis.lines
    ]
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    told = [f"{move:{wide[0]}}  {value:{wide[1]}}  {rest}".rstrip() for move, value, rest in rows]
    if book := analysis.book:
        how = "proved" if book.exact else "an estimate"
        told.append(f"the book has {book.moves[0]}: {value_words(book.value, book.score, book.exact)} ({how})")
    searched = f"depth {analysis.depth}, {analysis.nodes} nodes, {analysis.seconds:.2f} s"
    known = exact_verdict(game, pos, analysis)
    scale = [] if known else [f"(1 is a sure win for {color}, -1 a sure loss)"]
    return "\n".join([f"{color} is to move; {known or standing(game, pos, analysis)}.", *scale, *told, searched])


def standing(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    """Who is better, as far as a guess goes: ``White is slightly better, by about 3 points``."""
    if abs(analysis.value) < EVEN:
        return "the two are about even"
    better = analysis.player if analysis.value > 0 else analysis.player.other
    degree = next(words for least, words in DEGREES if abs(analysis.value) >= least)
    ahead = 0 if analysis.score is None else round(abs(analysis.score))
    by = f", by about {ahead} {'point' if ahead == 1 else 'points'}" if ahead else ""
    return f"{game.color(pos, better).title} is {degree}{by}"


def hint_words(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    """A move and why: what is proved, or who is better then and how play may go on."""
    from quintet.engine import exact_verdict

    known = exact_verdict(game, pos, analysis)
    rest = " ".join(map(str, analysis.lines[0].moves[1:4])) if analysis.lines else ""
    guess = standing(game, pos, analysis) + (f"; then perhaps {rest}" if rest else "")
    return f"{analysis.move} ({known or guess})"


def value_words(value: float, score: float | None, exact: bool) -> str:
    """``+0.25``, ``+0.25 (+4)``, and what is proved in words: ``wins by 4``."""
    by = f" by {abs(score):g}" if score else ""
    if exact and value in RESULTS:
        return RESULTS[int(value)] + by
    return f"{value:+.2f}" + (f" ({score:+g})" if score is not None else "")


def position_in_file(path: Path, ply: int | None, which: int | None) -> tuple[AnyGame, str]:
    """The game of a file and a position of it: the last, or that after so many moves."""
    from quintet.terminal import open_game_file

    match = open_game_file.read(path, which)
    if ply is not None and not 0 <= ply <= match.ply:
        raise ValueError(f"--ply must be 0 to {match.ply}, the number of moves in {str(path)!r}, got {ply}")
    position = match.positions[match.ply if ply is None else ply]
    if match.game.outcome(position):
        raise ValueError(f"the game in {str(path)!r} is over: ask about an earlier position with --ply")
    return match.game, match.game.text(position)


def position_of(game: AnyGame, text: str | None) -> Any:
    """The position that was asked about, or the start."""
    return game.start() if text is None else game.parse(text)
