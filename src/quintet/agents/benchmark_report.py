"""The results of a benchmark: scores and ratings, as a table, as JSON, and as a page with every conversation."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from quintet.agents.benchmark import TASKS, BenchmarkPlan, Result
from quintet.core import registry
from quintet.engine import levels
from quintet.render import tables
from quintet.render.tables import html_table, text_table

HEADS = ("task", "game", "model", "items", "score", "95 %", "best", "regret", "illegal", "failed", "kept")
STYLE = """
details { border-bottom: 1px solid #8884; padding: .3rem 0; }
summary { cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
pre { border-left: 3px solid #8884; padding-left: .75rem; }
.assistant { border-color: #2f6fb3; }
"""
"""Of conversations."""


@dataclass(frozen=True)
class TaskScore:
    """The figures of one task, in one game or in all."""

    task: str
    """With the difficulty of puzzles."""
    game: str
    items: int
    score: float
    error: float
    """Half the width of the 95 % interval."""
    best: float
    regret: float
    illegal: int
    failed: int
    kept: float | None
    """Of `play`: the share of known moves that kept the value."""


def scores(results: Iterable[Result]) -> list[TaskScore]:
    """By task and game, and each task over all games."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.task, result.game), []).append(result)
        groups.setdefault((result.task, "all games"), []).append(result)
    games = {game for _, game in groups}
    for (task, game), group in list(groups.items()):
        if game == "all games" or len(games) == 2:  # of one game alone there are few of each difficulty
            for difficulty in filter(None, {result.difficulty for result in group}):
                groups[f"{task}, {difficulty}", game] = [item for item in group if item.difficulty == difficulty]
    return [_score(*key, group) for key, group in sorted(groups.items()) if key[1] != "all games" or len(games) > 2]


def rating(game: str, opponent: str, group: Sequence[Result]) -> tuple[float, float, float] | None:
    """Elo above the random mover, and its 95 % interval (Wilson's), from matches against a level that was measured."""
    level = re.fullmatch(r"level:(\d+)", opponent)
    known = level and levels.ratings(registry.load(game))
    if not level or not known:
        return None
    base, games = known[int(level[1]) - 1].elo, len(group)
    share = sum(result.score for result in group) / games
    middle = (share + 1.96**2 / (2 * games)) / (1 + 1.96**2 / games)
    spread = 1.96 / (1 + 1.96**2 / games) * math.sqrt(share * (1 - share) / games + 1.96**2 / (4 * games**2))
    low, point, high = (
        base + 400 * math.log10(part / (1 - part))
        for part in (
            max(middle - spread, 1e-3),
            min(max(share, 0.5 / games), 1 - 0.5 / games),
            min(middle + spread, 1 - 1e-3),
        )
    )
    return point, low, high


def _score(task: str, game: str, group: list[Result]) -> TaskScore:
    count = len(group)
    score = sum(result.score for result in group) / count
    spread = sum((result.score - score) ** 2 for result in group) / max(1, count - 1)
    known = sum(result.known for result in group)
    return TaskScore(
        task=task,
        game=game,
        items=count,
        score=score,
        error=1.96 * math.sqrt(max(spread, 0.25 / count) / count),  # all right, or all wrong, is not certain either
        best=sum(result.best for result in group) / count,
        regret=sum(result.regret for result in group) / count,
        illegal=sum(result.illegal for result in group),
        failed=sum(result.failed for result in group),
        kept=sum(result.kept for result in group) / known if known else None,
    )


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
    return "\n".join([text_table(HEADS, rows(runs)), *ratings(runs)])


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
    tasks = "".join(f"<li><b>{name}</b>: {words}</li>" for name, words in TASKS.items() if name in plan.tasks)
    shown = "moves are listed" if plan.legal else "moves are not listed"
    body = (
        f"<h1>{escape(model)}</h1>"
        f"<p>Graded by exact values. Rules: {plan.rules}; legal {shown}; {plan.retries} retries;"
        f" opponent {escape(plan.opponent)}; questions {plan.fingerprint}. {escape(tokens(results, prices))}</p>"
        f"<ul>{tasks}</ul>"
        f"{html_table(HEADS, rows(runs))}"
        f"{''.join(f'<p>{escape(sentence)}</p>' for sentence in ratings(runs))}"
        f"<h2>Conversations</h2>{''.join(map(_conversation, results))}"
    )
    return tables.page(f"{model}: benchmark", body, STYLE)


def _conversation(result: Result) -> str:
    mark = "right" if result.score == 1 else "half" if result.score == 0.5 else "wrong"
    said = "".join(
        f'<pre class="{escape(message["role"])}">{escape(message["content"])}</pre>' for message in result.messages
    )
    truth = f"<p>Truth: {escape(result.truth)}</p>"
    name = f"{result.id}, {result.difficulty}" if result.difficulty else result.id
    return f"<details><summary>{escape(name)}: {mark}</summary>{truth}{said}</details>"
