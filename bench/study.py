"""How soon the truth stands on the board, and whether a review finds a planted mistake.

    python -m bench.study marks|reviews

Starts its own server on 127.0.0.1 and asks it as the pages do. `marks`: the time to the first marks of all moves, and
to exact ones, from positions that the page of a game would show. `reviews`: a random game of each kind is reviewed;
then ten games a kind in which the first move throws away what a proof says was there (the tempting moves of puzzles).
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import httpx

import quintet
from bench.load import serving
from quintet.study.puzzle import Puzzle, puzzles

SECONDS = 20.0
"""That marks may take."""
POSITIONS, GAMES, PLANTED = 5, 60, 10
REVIEW = 0.2
"""Seconds a position of a review, as the page asks."""


def walked(spec: str, enough: Callable[[quintet.Match], bool], seed: int) -> quintet.Match:
    """A random game until it is long enough; one that ends before is begun anew."""
    game = quintet.load(spec)
    for again in range(1000):
        match, chance = quintet.Match(game), random.Random(f"{seed} {again}")
        while not enough(match) and match.outcome is None:
            match.play(chance.choice([text for text in match.legal() if text != "swap"]))
        if match.outcome is None:
            return match
    raise ValueError(f"no game of {spec} is long enough")


def empties(match: quintet.Match) -> int:
    return match.game.text(match.position).split(" ")[0].count(".")


CASES: dict[str, tuple[str, Callable[[quintet.Match], bool]]] = {
    "Best Game, ply 10": ("bestgame", lambda match: match.ply == 10),
    "Othello, 14 empties": ("othello", lambda match: empties(match) <= 14),
    "Pentago, 18 empties": ("pentago", lambda match: empties(match) <= 18),
    "Quentin 5 x 5, second stone": ("quentin(size=5)", lambda match: match.ply == 1),
    "Magnetize 4 x 5, start": ("magnetize", lambda match: True),
}


def told(http: httpx.Client, path: str, wish: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with http.stream("POST", path, json=wish) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if line.strip():
                yield json.loads(line)


def marks(http: httpx.Client) -> None:
    print("position                      first marks   all exact (median and worst, s)   exact moves")
    for name, (spec, enough) in CASES.items():
        first, exact, proved = [], [], []
        for seed in range(POSITIONS):
            match = walked(spec, enough, seed)
            began, seen, known = time.perf_counter(), 0.0, 0.0
            wish = {"spec": spec, "position": match.game.text(match.position), "seconds": SECONDS, "every": True}
            last: list[dict[str, Any]] = []
            for line in told(http, "/api/analysis", wish):
                if line["type"] == "analysis":
                    last, now = line["lines"], time.perf_counter() - began
                    seen = seen or now
                    if not known and all(one["exact"] for one in last):
                        known = now
            first.append(seen)
            exact.append(known or SECONDS)
            proved.append((sum(one["exact"] for one in last), len(last)))
        ratio = ", ".join(f"{have}/{all_}" for have, all_ in proved)
        print(f"{name:30}{median(first):6.2f} {max(first):5.2f} {median(exact):12.2f} {max(exact):5.2f}   {ratio}")


def reviewed(http: httpx.Client, wish: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in told(http, "/api/evaluations", {**wish, "seconds": REVIEW}) if row["type"] == "ply"]


def planted(game_id: str) -> list[Puzzle]:
    """Puzzles whose tempting move throws a win or a draw away, of every difficulty."""
    fitting = [one for one in puzzles(game_id).values() if one.trap and one.theme != "margin"]
    return sorted(fitting, key=lambda one: one.rating)[:: max(1, len(fitting) // PLANTED)][:PLANTED]


def reviews(http: httpx.Client) -> None:
    for game_id in quintet.game_ids():
        match = quintet.Match(quintet.load(game_id))
        chance = random.Random(60)
        while match.ply < GAMES and match.outcome is None:
            match.play(chance.choice([text for text in match.legal() if text != "swap"]))
        began = time.perf_counter()
        reviewed(http, {"spec": game_id, "moves": [str(move) for move in match.moves]})
        seconds = time.perf_counter() - began
        found, explained = 0, 0
        chosen = planted(game_id)
        for puzzle in chosen:
            wish = {"spec": puzzle.spec, "position": puzzle.position, "moves": [puzzle.trap[0]]}
            row = reviewed(http, wish)[-1]  # a better answer about the position before may have come in between
            found += row["mistake"] is not None
            explained += row["better"] is not None and (bool(row["line"]) or row["best"] is None)
            if not row["mistake"]:
                print(f"  missed: {puzzle.id} {puzzle.trap[0]} (rated {puzzle.rating}): {row}")
        print(
            f"{game_id:12}{match.ply:3} moves reviewed in {seconds:5.1f} s; planted mistakes: {found} of {len(chosen)} "
            f"found, {explained} explained"
        )


def main() -> int:
    work = {"marks": marks, "reviews": reviews}.get(" ".join(sys.argv[1:]))
    if work is None:
        print(__doc__, file=sys.stderr)
        return 2
    with serving() as server, httpx.Client(base_url=server.url, timeout=120) as http:
        work(http)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
