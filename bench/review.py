"""How often a review blames a move that was no mistake, and how many planted mistakes it finds.

    python -m bench.review [GAMES] [othello bestgame ...] [seed=WORD]

Reviews games that an engine played with more nodes a move than the review has (half of GAMES), and ends of games played
by the solver, every move proved best (the other half). Every blamed move is looked at again: by the solver where it
gets there, elsewhere by searches ten times as long as the review's second look. A blamed move was no mistake if it
keeps the proved value, or has lost less than half of the least mistake. Then a mistake is planted in each game, and
counted as found if exactly that move is blamed. All searches are limited by nodes. Another seed makes other games.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import quintet
from quintet.core.types import NotSolved, Player
from quintet.study.review import DEEPER, LEAST, Review, _difference, _known, review_by

NODES = {"othello": 60_000, "magnetize": 60_000, "pentago": 60_000, "quentin(size=7)": 3_000, "bestgame": 20_000}
"""A position of a review; on one processor of 2020 about a tenth of a second each."""
PLAYING = 3
"""How many times these nodes the engine has for a move of a game."""
RANDOM_PLIES = 6
ENDING = {"othello": 13, "magnetize": 6, "pentago": 8, "quentin(size=7)": 12, "bestgame": 20}
"""How many plies before the end of a random game the solver takes over."""
PROOF = 3_000_000
"""Nodes for a proof of one move."""
REFEREE = 10

HEAD = (
    "game             games  moves   blamed, proved: right wrong   by search: right wrong"
    "   planted found   loser below winner"
)


@dataclass
class Figures:
    games: int = 0
    moves: int = 0
    exact: Counter[str] = field(default_factory=Counter)
    """Blamed moves that the solver judged: right, wrong."""
    guess: Counter[str] = field(default_factory=Counter)
    planted: int = 0
    found: int = 0
    orderly: int = 0
    """Decided games in which the loser's accuracy is not above the winner's."""
    decided: int = 0


def reviewed(engine: quintet.Engine, match: quintet.Match, nodes: int) -> Review:
    return review_by(engine, Review(match.game, match.positions, match.moves), nodes=nodes)


def random_game(game: quintet.Game, seed: str) -> quintet.Match:
    match, chance = quintet.Match(game), random.Random(seed)
    while match.outcome is None and match.ply < 300:
        match.play(chance.choice([text for text in match.legal() if text != "swap"]))
    return match


def engine_game(engine: quintet.Engine, seed: str, nodes: int) -> quintet.Match:
    match, chance = quintet.Match(engine.game), random.Random(seed)
    while match.outcome is None and match.ply < 200:
        legal = [text for text in match.legal() if text != "swap"] or match.legal()
        early = match.ply < RANDOM_PLIES
        match.play(chance.choice(legal) if early else engine.analyze(match.position, nodes=nodes).move)
    return match


def solved_game(engine: quintet.Engine, seed: str, plies: int) -> quintet.Match | None:
    """The end of a random game, played on by the solver; none where it is out of the solver's reach."""
    whole = random_game(engine.game, seed)
    if whole.outcome is None or whole.ply <= plies:
        return None
    match = quintet.Match(engine.game, whole.positions[-plies - 1])
    try:
        while match.outcome is None and match.ply < 60:
            match.play(engine.solve(match.position, seconds=None, nodes=PROOF).best[0])
    except NotSolved:
        return None
    return match


def proved(engine: quintet.Engine, position: object, player: Player) -> tuple[int, int] | None:
    """Value and margin for a player; none where the solver does not get there."""
    outcome = engine.game.outcome(position)
    if outcome:
        value = 0 if outcome.winner is None else 1 if outcome.winner is player else -1
        return value, 0
    try:
        solution = engine.solve(position, seconds=None, nodes=PROOF, result_only=True)
    except NotSolved:
        return None
    sign = 1 if solution.player is player else -1
    return sign * solution.value, 0


def check(engine: quintet.Engine, review: Review, nodes: int, figures: Figures) -> None:
    """Judge every move that a review blames."""
    game = engine.game
    for ply in review.plies:
        if not ply.mistake:
            continue
        start = review.positions[ply.ply - 1]
        player = game.to_move(start)
        better = next(game.play(start, move) for move in game.legal_moves(start) if str(move) == ply.better)
        values = proved(engine, better, player), proved(engine, review.positions[ply.ply], player)
        if values[0] is not None and values[1] is not None:
            kind, wrong = figures.exact, values[0][0] <= values[1][0]
        else:
            known = [
                _known(game, position, searched(engine, position, nodes * DEEPER * REFEREE))
                for position in (better, review.positions[ply.ply])
                if not game.outcome(position)
            ]
            kind, wrong = figures.guess, len(known) < 2 or _difference(known[0], known[1], player) < LEAST / 2
        kind["wrong" if wrong else "right"] += 1
        if wrong:
            print(f"    wrong: ply {ply.ply} {ply.move} ({ply.mistake}, {ply.loss:.2f}) {game.text(start)}: {ply.why}")


def searched(engine: quintet.Engine, position: object, nodes: int) -> list[quintet.Analysis]:
    heard: list[quintet.Analysis] = []
    last = engine.analyze(position, nodes=nodes, progress=heard.append)
    return [*heard, last]


def with_planted(
    engine: quintet.Engine, match: quintet.Match, chance: random.Random
) -> tuple[quintet.Match, int] | None:
    """The same game until a proved value is thrown away, then a few of the solver's moves; the ply of the mistake."""
    game = engine.game
    for ply in chance.sample(range(len(match.moves)), len(match.moves)):
        start = match.positions[ply]
        player = game.to_move(start)
        here = proved(engine, start, player)
        if here is None or here[0] < 0:
            continue
        worse = [
            move
            for move in game.legal_moves(start)
            if (there := proved(engine, game.play(start, move), player)) and there[0] < here[0]
        ]
        if worse:
            changed = quintet.Match(game, match.start)
            for move in (*match.moves[:ply], chance.choice(worse)):
                changed.play(move)
            while changed.outcome is None and changed.ply < ply + 5:
                changed.play(engine.solve(changed.position, seconds=None, nodes=PROOF, result_only=True).best[0])
            return changed, ply + 1
    return None


def run(spec: str, games: int, seed: str) -> Figures:
    engine, nodes, figures = quintet.Engine(spec), NODES[spec], Figures()
    for number, match in enumerate(matches(engine, spec, games, seed)):
        review = reviewed(engine, match, nodes)
        figures.games += 1
        figures.moves += match.ply
        check(engine, review, nodes, figures)
        winner = match.outcome.winner if match.outcome else None
        if winner is not None:
            best, worst = review.accuracy[winner], review.accuracy[winner.other]
            if best is not None and worst is not None:
                figures.decided += 1
                figures.orderly += worst <= best
        try:
            planted = with_planted(engine, match, random.Random(f"{seed}planted {number}"))
        except NotSolved:
            planted = None
        if planted:
            changed, ply = planted
            figures.planted += 1
            found = reviewed(engine, changed, nodes).plies[ply]
            figures.found += found.mistake is not None
            if not found.mistake:
                print(f"    missed: {spec} ply {ply} {found.move} in {engine.game.text(changed.positions[ply - 1])}")
    return figures


def matches(engine: quintet.Engine, spec: str, games: int, seed: str) -> Iterator[quintet.Match]:
    for number in range(games - games // 2):
        yield engine_game(engine, f"{seed}engine {number}", PLAYING * NODES[spec])
    made = 0
    for number in range(50 * games):
        if made < games // 2 and (match := solved_game(engine, f"{seed}solver {number}", ENDING[spec])):
            made += 1
            yield match


def main() -> int:
    seeds = [word.removeprefix("seed=") for word in sys.argv[1:] if word.startswith("seed=")]
    words = [word for word in sys.argv[1:] if not word.startswith("seed=")]
    if len(seeds) > 1 or any(name not in NODES for name in words[1:]) or not (words[:1] or ["200"])[0].isdigit():
        print(__doc__, file=sys.stderr)
        return 2
    specs = words[1:] or list(NODES)
    games = int((words[:1] or ["200"])[0]) // len(specs)
    print(HEAD)
    for spec in specs:
        one = run(spec, games, f"{seeds[0]} " if seeds else "")
        print(
            f"{spec:16}{one.games:6}{one.moves:7}{one.exact['right']:22}{one.exact['wrong']:6}"
            f"{one.guess['right']:19}{one.guess['wrong']:6}{one.planted:10}{one.found:6}"
            f"{one.orderly:12} of {one.decided}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
