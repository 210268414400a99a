"""Whether the levels see what is near: ``python -m bench.near [GAME ...] [--positions N]``.

The ends of random games on the standard boards give two kinds of positions, all different: some moves win at once and
others do not; or no move wins, some lose to the opponent's next and others do not. Every level plays them with the
limits that it always has. The table says how often each level missed the win or walked into the loss.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import quintet
from quintet import Engine, NotSolved
from quintet.core.game import AnyGame, Scores

MOST_MOVES = 500
LAST_PLIES = 8
"""How far from the end a position may be: with passes the last ones often leave no choice."""
MIXED = "bw."
ODDS = (80, 14, 6)
"""Of the squares of a board of Othello, where random games hardly ever end with a choice: 1 in 150."""


def wins(game: AnyGame, position: Any) -> list[Any]:
    """Every move that ends the game with a win of whoever makes it."""
    return [move for move in game.legal_moves(position) if _wins(game, position, move)]


def _wins(game: AnyGame, position: Any, move: Any) -> bool:
    outcome = game.outcome(game.play(position, move))
    return outcome is not None and outcome.winner is game.to_move(position)


def loses_at_once(game: AnyGame, position: Any, move: Any) -> bool:
    """Whether the opponent has won after a move, or can with the next."""
    mover, after = game.to_move(position), game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.winner is mover.other
    return game.to_move(after) is mover.other and any(_wins(game, after, reply) for reply in game.legal_moves(after))


def with_a_win(game: AnyGame, seed: str = "near") -> Iterator[Any]:
    """Different positions in which some moves win at once and others do not."""
    seen = set()
    for position in _nearly_full(game, seed) if game.id == "othello" else _last_choices(game, seed):
        moves = game.legal_moves(position)
        if len(moves) > 1 and position not in seen and 0 < len(wins(game, position)) < len(moves):
            seen.add(position)
            yield position


def _last_choices(game: AnyGame, seed: str) -> Iterator[Any]:
    """The last positions of random games."""
    for played in _games(game, seed):
        yield played[-1][0]


def _nearly_full(game: AnyGame, seed: str) -> Iterator[Any]:
    """Boards at random, most squares of one colour."""
    random = Random(seed)
    while True:
        cells = "".join(random.choices(MIXED, ODDS, k=64))
        position = game.parse("/".join(cells[row : row + 8] for row in range(0, 64, 8)) + " b")
        if game.outcome(position) is None:
            yield position


def with_a_loss(game: AnyGame, seed: str = "near") -> Iterator[Any]:
    """Different positions without a win at once, in which some moves lose to the next one and others do not."""
    seen = set()
    for played in _games(game, seed):
        for position, move in played[-2 : -2 - LAST_PLIES : -1]:
            if position in seen or not loses_at_once(game, position, move) or wins(game, position):
                continue
            if not all(loses_at_once(game, position, other) for other in game.legal_moves(position)):
                seen.add(position)
                yield position
                break


def _games(game: AnyGame, seed: str) -> Iterator[list[tuple[Any, Any]]]:
    """Random games with a winner: each position and the move that was made in it."""
    for number in count():
        random, position = Random(f"{number} {seed}"), game.start()
        played: list[tuple[Any, Any]] = []
        while (outcome := game.outcome(position)) is None and len(played) < MOST_MOVES:
            move = random.choice(game.legal_moves(position))
            played.append((position, move))
            position = game.play(position, move)
        if outcome is not None and outcome.winner is not None:
            yield played


def misses_win(game: AnyGame, position: Any, level: int, seed: int) -> bool:
    """Whether a level lets a win go by; one that plays for the margin may take longer to a larger one."""
    move = Engine(game, level, seed=seed).choose(position)
    return not _wins(game, position, move) and not _plays_for_more(game, position, level, move)


def walks_into_loss(game: AnyGame, position: Any, level: int, seed: int) -> bool:
    """Whether a level loses to the next move where it need not; a loss at once may be the smallest there is."""
    move = Engine(game, level, seed=seed).choose(position)
    return loses_at_once(game, position, move) and not _plays_for_more(game, position, level, move)


def _plays_for_more(game: AnyGame, position: Any, level: int, move: Any) -> bool:
    if level < 10 or not isinstance(game, Scores):
        return False
    try:
        return move in Engine(game).solve(position).best
    except NotSolved:
        return False


Kind = tuple[str, Callable[[AnyGame], Iterator[Any]], Callable[[AnyGame, Any, int, int], bool]]
KINDS: Sequence[Kind] = (("win in one", with_a_win, misses_win), ("loss in one", with_a_loss, walks_into_loss))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("games", nargs="*", default=quintet.game_ids(), metavar="GAME")
    parser.add_argument("--positions", type=int, default=200, help="of each kind and game")
    parser.add_argument("--levels", type=int, nargs="*", default=range(2, 11))
    asked = parser.parse_args()
    print("| game | kind | " + " | ".join(f"level {level}" for level in asked.levels) + " | processor time |")
    print("| --- | --- |" + " --- |" * (len(asked.levels) + 1))
    for game_id in asked.games:
        for kind, draw, missed in KINDS:
            game, began, cells = quintet.load(game_id), time.process_time(), []
            drawn = draw(game)
            positions = [next(drawn) for _ in range(asked.positions)]
            for level in asked.levels:
                lost = [game.text(one) for seed, one in enumerate(positions) if missed(game, one, level, seed)]
                cells.append(f"{len(lost)} of {len(positions)}")
                for text in lost:
                    print(f"{game_id}, {kind}, level {level}: {text}", file=sys.stderr)
            seconds = time.process_time() - began
            print(f"| {game_id} | {kind} | {' | '.join(cells)} | {seconds:.0f} s |", flush=True)


if __name__ == "__main__":
    main()
