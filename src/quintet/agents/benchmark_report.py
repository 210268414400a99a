"""The results of a benchmark as a table, as JSON, and as a page with every conversation."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from quintet.agents.benchmark import TASKS, BenchmarkPlan, Result, TaskScore, rating, scores

HEADS = ("task", "game", "model", "items", "score", "95 %", "best", "regret", "illegal", "failed", "kept")
STYLE = """
:root { color-scheme: light dark; --line: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 78rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; white-space: nowrap; border-bottom: 1px solid var(--line); text-align: right; }
th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; }
summary { cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
pre { border-left: 3px solid var(--line); padding-left: .75rem; }
.assistant { border-color: #2f6fb3; }
.wide { overflow-x: auto; }
"""


def cells(score: TaskScore) -> list[str]:
    is_move = score.task.startswith(("move", "puzzle"))
    return [
        score.task,
        score.game,
        f"{score.items}",
        f"{100 * score.score:.1f} %",
        f"±{100 * score.error:.1f}",
        f"{100 * score.best:.1f} %" if is_move else "",
        f"{score.regret:.2f}" if is_move else "",
        f"{score.illegal}",
        f"{score.failed}",
        "" if score.kept is None else f"{100 * score.kept:.1f} %",
    ]


Run = tuple[str, BenchmarkPlan, Sequence[Result]]
"""The model, what it was asked, and its answers."""


def label(run: Run) -> str:
    """The model, and what differs from the usual questions."""
    model, plan, _ = run
    usual = {"rules": "short", "legal": True, "board": "drawn", "picture": False}
    words = {"rules": f"rules {plan.rules}", "legal": "moves hidden", "board": plan.board, "picture": "picture"}
    return ", ".join([model, *(words[name] for name, value in usual.items() if getattr(plan, name) != value)])


def rows(runs: Sequence[Run]) -> list[list[str]]:
    """A row for each task and game of each run, the runs beside each other."""
    listed = [(score, number, label(run)) for number, run in enumerate(runs) for score in scores(run[2])]
    listed.sort(key=lambda row: (row[0].task, row[0].game, row[1]))
    return [[*cells(score)[:2], name, *cells(score)[2:]] for score, _, name in listed]


def ratings(runs: Sequence[Run]) -> list[str]:
    """What the matches say about strength, a sentence for each run and game."""
    sentences = []
    for run in runs:
        played: dict[str, list[Result]] = {}
        for result in run[2]:
            if result.task == "play":
                played.setdefault(result.game, []).append(result)
        for game, group in played.items():
            if elo := rating(game, run[1].opponent, group):
                sentences.append(f"{label(run)}, {game}: {_elo(elo, group)}.")
    return sentences


def _elo(elo: tuple[float, float, float], group: Sequence[Result]) -> str:
    """A rating in words: who lost or won every match has only a bound."""
    point, low, high = elo
    points = sum(result.score for result in group)
    if points in (0, len(group)):
        return f"{'at least' if points else 'at most'} {low if points else high:+.0f} Elo above random moves"
    return f"{point:+.0f} Elo above random moves ({low:+.0f} to {high:+.0f})"


def text(runs: Sequence[Run]) -> str:
    """The table for a terminal."""
    table = [list(HEADS), *rows(runs)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    left, right = slice(0, 3), slice(3, None)
    lines = [
        [cell.ljust(width) for cell, width in zip(row[left], widths[left], strict=True)]
        + [cell.rjust(width) for cell, width in zip(row[right], widths[right], strict=True)]
        for row in table
    ]
    return "\n".join(["\n".join("  ".join(line).rstrip() for line in lines), *ratings(runs)])


def tokens(results: Sequence[Result], prices: tuple[float, float] | None = None) -> str:
    """How much was read and written, and what it cost at these prices of a million tokens."""
    read, written = sum(result.prompt_tokens for result in results), sum(result.completion_tokens for result in results)
    if not read and not written:
        return "The model does not count its tokens."
    cost = "" if prices is None else f", which cost {(read * prices[0] + written * prices[1]) / 1e6:.2f}"
    return f"{read:,} tokens read, {written:,} written{cost}."


def as_json(plan: BenchmarkPlan, model: str, results: Sequence[Result]) -> dict[str, Any]:
    return {
        "model": model,
        "games": list(plan.games),
        "questions": plan.fingerprint,
        "scores": [vars(score) for score in scores(results)],
        "prompt_tokens": sum(result.prompt_tokens for result in results),
        "completion_tokens": sum(result.completion_tokens for result in results),
    }


def page(runs: Sequence[Run], prices: tuple[float, float] | None) -> str:
    """The table of all runs, and every conversation of the first one to open."""
    model, plan, results = runs[0]
    head = "".join(f"<th>{name}</th>" for name in HEADS)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows(runs))
    tasks = "".join(f"<li><b>{name}</b>: {words}</li>" for name, words in TASKS.items() if name in plan.tasks)
    shown = "moves are listed" if plan.legal else "moves are not listed"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(model)}: benchmark</title><style>{STYLE}</style>"
        f"<h1>{escape(model)}</h1>"
        f"<p>Graded by exact values. Rules: {plan.rules}; legal {shown}; {plan.retries} retries;"
        f" opponent {escape(plan.opponent)}; questions {plan.fingerprint}. {escape(tokens(results, prices))}</p>"
        f"<ul>{tasks}</ul>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        f"{''.join(f'<p>{escape(sentence)}</p>' for sentence in ratings(runs))}"
        f"<h2>Conversations</h2>{''.join(map(_conversation, results))}</html>\n"
    )


def _conversation(result: Result) -> str:
    mark = "right" if result.score == 1 else "half" if result.score == 0.5 else "wrong"
    said = "".join(
        f'<pre class="{escape(message["role"])}">{escape(message["content"])}</pre>' for message in result.messages
    )
    truth = f"<p>Truth: {escape(result.truth)}</p>"
    name = f"{result.id}, {result.difficulty}" if result.difficulty else result.id
    return f"<details><summary>{escape(name)}: {mark}</summary>{truth}{said}</details>"
