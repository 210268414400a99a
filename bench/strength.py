"""Matches that back the claims about strength: ``python -m bench.strength openspiel|rules|levels [GAMES]``.

Colours are exchanged, and every pair of games starts with the same few random moves so that no two pairs are alike.
"""

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import quintet
from quintet import Player
from quintet.core.game import AnyGame
from quintet.engine.levels import LEVELS, Level

Chooser = Callable[[AnyGame, Any, tuple[str, ...]], Any]
SPECS = (
    "othello",
    "pentago",
    "quentin(size=7)",
    "quentin(size=11)",
    "bestgame",
    "magnetize",
    "magnetize(height=6,width=7,square=3)",
)
LIMIT = 400


def by_seconds(game: AnyGame, seconds: float, **options: Any) -> Chooser:
    """An engine that thinks for so long about each move."""
    engine = quintet.Engine(game, **options)
    return lambda game, position, moves: engine.analyze(position, seconds=seconds).move


def by_level(game: AnyGame, level: Level) -> Chooser:
    """A level with its budget divided by twenty."""
    engine = quintet.Engine(game, level=level.number)
    engine.level = Level(
        level.number,
        max(1, level.nodes // 20),
        max(1, level.kernel_nodes // 20),
        level.slips,
        level.solver_seconds / 20,
    )
    return lambda game, position, moves: engine.choose(position)


def openspiel_mcts(name: str, seconds: float) -> Chooser:
    """OpenSpiel's MCTS bot with random rollouts; it gets the moves so far and answers with one of ours."""
    import pyspiel

    theirs = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(
        theirs, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 10**9, 2000, True, 1, False,
        pyspiel.ChildSelectionPolicy.UCT, seconds,
    )  # fmt: skip

    def choose(game: AnyGame, position: Any, moves: tuple[str, ...]) -> Any:
        state = theirs.new_initial_state()
        for move in moves:
            state.apply_action(to_openspiel(state, move))
        wanted = from_openspiel(state.action_to_string(bot.step(state)))
        legal = {str(move): move for move in game.legal_moves(position)}
        return legal.get(wanted) or legal[wanted.split("-")[0]]

    return choose


TURNS = dict(zip("stuvwxyz", ("1A", "1C", "2A", "2C", "4A", "4C", "3A", "3C"), strict=True))


def from_openspiel(text: str) -> str:
    """Their ``c1t`` is our ``a2-1C``; two-letter moves are the same."""
    return f"{'abcdef'[int(text[1]) - 1]}{'abcdef'.index(text[0])}-{TURNS[text[2]]}" if len(text) == 3 else text


def to_openspiel(state: Any, move: str) -> int:
    actions: list[int] = state.legal_actions()
    return next(action for action in actions if from_openspiel(state.action_to_string(action)) == move)


def play(game: AnyGame, seats: tuple[Chooser, Chooser], opening: int) -> Player | None:
    """One game; ``None`` is a draw or a game that does not end."""
    match, rng = quintet.Match(game), Random(opening)
    for _ in range(2):
        match.play(rng.choice([move for move in match.legal() if move != "swap"]))
    while not match.outcome and match.ply < LIMIT:
        moves = tuple(str(move) for move in match.moves)
        match.play(seats[match.to_move](game, match.position, moves))
    return match.outcome.winner if match.outcome else None


def score(game: AnyGame, one: Chooser, two: Chooser, games: int) -> tuple[int, int, int]:
    """Wins, draws and losses of `one`."""
    tally = [0, 0, 0]
    for number in range(games):
        seats, ours = ((one, two), Player.FIRST) if number % 2 == 0 else ((two, one), Player.SECOND)
        winner = play(game, seats, number // 2)
        tally[1 if winner is None else 0 if winner is ours else 2] += 1
    return tally[0], tally[1], tally[2]


def told(name: str, tally: tuple[int, int, int], began: float) -> None:
    wins, draws, losses = tally
    percent = 100 * (wins + draws / 2) / (wins + draws + losses)
    seconds = time.monotonic() - began
    print(f"{name:60} +{wins} ={draws} -{losses}  {percent:.1f} %  ({seconds:.0f} s)", flush=True)


def main(which: str, games: int) -> None:
    if which == "openspiel":
        for name in ("othello", "pentago"):
            game, began = quintet.load(name), time.monotonic()
            ours, theirs = by_seconds(game, 0.02), openspiel_mcts(name, 0.2)
            told(f"{name}: 20 ms against OpenSpiel's MCTS with 200 ms", score(game, ours, theirs, games), began)
    elif which == "rules":
        for spec in SPECS:
            game, began = quintet.load(spec), time.monotonic()
            ours, theirs = by_seconds(game, 0.05), by_seconds(game, 0.05, rules=True)
            told(f"{spec}: kernel against rulebook, 50 ms each", score(game, ours, theirs, games), began)
    else:
        for spec in SPECS:
            game = quintet.load(spec)
            for high, low in [*((level, level - 2) for level in range(3, 11)), (10, 3)]:
                began = time.monotonic()
                tally = score(game, by_level(game, LEVELS[high - 1]), by_level(game, LEVELS[low - 1]), games)
                told(f"{spec}: level {high} against level {low}, budgets / 20", tally, began)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
