"""What an engine says about a position, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame
from quintet.core.narration import move_name, press_names

if TYPE_CHECKING:
    from quintet.engine import Analysis

EVEN = 0.05
"""Values nearer to 0 are no advantage."""
DEGREES = ((0.7, "much better"), (0.3, "better"), (0.0, "slightly better"))
RESULTS = {1: "wins", 0: "draws", -1: "loses"}
NO_STUDY = "While you play somebody else, no engine is asked; when the game is over one can be."


def analysis_text(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    """Who is to move and how it stands, the best lines, and what the search cost."""
    from quintet.engine import exact_verdict

    color = game.color(pos, analysis.player).title
    rows = [
        (str(line.moves[0]), value_words(line.value, line.score, line.exact), " ".join(map(str, line.moves[1:])))
        for line in analysis.lines
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{move:{widths[0]}}  {value:{widths[1]}}  {rest}".rstrip() for move, value, rest in rows]
    if book := analysis.book:
        how = "proved" if book.exact else "an estimate"
        lines.append(f"the book has {book.moves[0]}: {value_words(book.value, book.score, book.exact)} ({how})")
    searched = f"depth {analysis.depth}, {analysis.nodes} nodes, {analysis.seconds:.2f} s"
    verdict = exact_verdict(game, pos, analysis)
    scale = [] if verdict else [f"(1 is a sure win for {color}, -1 a sure loss)"]
    return "\n".join([f"{color} is to move; {verdict or advantage(game, pos, analysis)}.", *scale, *lines, searched])


def advantage(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    """Who is better by the estimate: ``White is slightly better, by about 3 points``."""
    if abs(analysis.value) < EVEN:
        return "the two are about even"
    better = analysis.player if analysis.value > 0 else analysis.player.other
    degree = next(words for least, words in DEGREES if abs(analysis.value) >= least)
    ahead = 0 if analysis.score is None else round(abs(analysis.score))
    by = f", by about {ahead} {'point' if ahead == 1 else 'points'}" if ahead else ""
    return f"{game.color(pos, better).title} is {degree}{by}"


def hint_words(game: AnyGame, pos: Any, analysis: Analysis) -> str:
    """The best move and why: the proved result, or the estimate and how play may go on."""
    from quintet.engine import exact_verdict

    names = press_names(game.layout())
    verdict = exact_verdict(game, pos, analysis)
    rest = ", ".join(move_name(game, move, names) for line in analysis.lines[:1] for move in line.moves[1:4])
    estimate = advantage(game, pos, analysis) + (f"; the game may then go on with {rest}" if rest else "")
    return f"{move_name(game, analysis.move, names)} ({verdict or estimate})"


def value_words(value: float, score: float | None, exact: bool) -> str:
    """``+0.25`` or ``+0.25 (+4)``; a proved result in words: ``wins by 4``."""
    by = f" by {abs(score):g}" if score else ""
    if exact and value in RESULTS:
        return RESULTS[int(value)] + by
    return f"{value:+.2f}" + (f" ({score:+g})" if score is not None else "")
