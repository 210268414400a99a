"""The strength page, docs/strength.md: ``python -m bench.strength [GAME ...] [--games N] [--cpu S] [--out FOLDER]``.

Our engine plays in the arena against other people's and against our own in Python, with equal processor time a move,
and against itself with twice the time. What is in FOLDER already is not played again; where games are named the rows of
the others stay; ``--page`` plays nothing.
The levels are those that ``quintet levels GAME --measure`` has stored. docs/lab/changes.json has the changes of the
engines, shown in docs/lab/engine-changes.md: add a row for the match of each change.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import quintet
from bench.strength_page import history, page
from quintet import Match, Player
from quintet.arena.openings import OpeningSettings
from quintet.arena.plan import ArenaPlan
from quintet.arena.summary import summarise
from quintet.arena.tournament import Store, Tournament
from quintet.compute import open_pool
from quintet.core.game import AnyGame, Heuristic
from quintet.core.game import spec as spec_of
from quintet.engine.limits import Budget, TimeControl

DOCS = Path(__file__).parents[1] / "docs"
SPECS = ("pentago", "quentin", "othello", "bestgame", "magnetize")
OPENSPIEL = ("othello", "pentago")
WITHOUT_EASYAI = ("magnetize",)
"""Players need not alternate there, which easyAI takes for granted."""
TURNS = 400


@dataclass(frozen=True)
class Meeting:
    """A row of the page."""

    game: str
    opponent: str
    wins: int
    draws: int
    losses: int
    truncated: int
    elo: float
    error: float
    ours: float
    """Processor seconds a move that our engine used ..."""
    theirs: float
    """... and its opponent."""
    cpu: float
    """What was allowed."""
    date: str


def opponents(spec: str, cpu: float) -> Iterator[tuple[str, str]]:
    """A name for the page and a player for the arena."""
    if spec in OPENSPIEL and find_spec("pyspiel"):
        yield "OpenSpiel's MCTS", "bench.strength:openspiel"
    if spec not in WITHOUT_EASYAI and find_spec("easyAI"):
        yield "easyAI's Negamax", "bench.strength:easyai"
    yield "our search in Python", "engine:rules=true"
    yield "itself with twice the time", f"engine:cpu={2 * cpu:g}"


def play(spec: str, opponent: str, player: str, games: int, cpu: float, folder: Path) -> Meeting:
    """A match of our engine in the arena."""
    plan = ArenaPlan(
        spec_of(quintet.load(spec)),
        ("engine", player),
        games=games,
        limit=TimeControl(cpu=cpu),
        drawing=OpeningSettings(plies=4, balance=0.5),
        turns=TURNS,
    )
    path = folder / f"{spec}-{opponent.replace(' ', '-')}.jsonl"
    with open_pool(1) as pool, Store(path, plan, resume=path.exists()) as store:
        for _ in Tournament(store, pool).run():
            print(f"{spec}: against {opponent}, {len(store.results)} of {plan.total} games", flush=True)
        told = summarise(plan, store.results, anchor=plan.names[1])
    us, them = sorted(told.standings, key=lambda one: one.name != plan.names[0])
    date = datetime.now(UTC).date().isoformat()
    return Meeting(
        spec, opponent, us.wins, us.draws, us.losses, us.truncated, us.elo, us.error, us.cpu, them.cpu, cpu, date
    )


RATES: dict[str, float] = {}
"""Simulations that OpenSpiel makes in a second of processor time, by game, as the last move showed."""


def openspiel(match: Match, budget: Budget) -> str:
    """OpenSpiel's MCTS bot with random rollouts; it gets the moves so far and answers with one of ours."""
    import pyspiel

    game, seconds = match.game.id, budget.cpu or 1.0
    theirs = pyspiel.load_game(game)
    state = theirs.new_initial_state()
    for move in match.moves:
        state.apply_action(to_openspiel(state, str(move)))
    simulations = max(1, int(RATES.get(game, 1000.0) * seconds))
    began = time.process_time()
    bot = pyspiel.MCTSBot(theirs, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, simulations, 2000, True, 1, False)
    wanted = from_openspiel(state.action_to_string(bot.step(state)))
    RATES[game] = simulations / max(1e-6, time.process_time() - began)
    return wanted if wanted in match.legal() else wanted.split("-")[0]


TURNED = dict(zip("stuvwxyz", ("1A", "1C", "2A", "2C", "4A", "4C", "3A", "3C"), strict=True))


def from_openspiel(text: str) -> str:
    """Their ``c1t`` is our ``a2-1C``; two-letter moves are the same."""
    return f"{'abcdef'[int(text[1]) - 1]}{'abcdef'.index(text[0])}-{TURNED[text[2]]}" if len(text) == 3 else text


def to_openspiel(state: Any, move: str) -> int:
    actions: list[int] = state.legal_actions()
    return next(action for action in actions if from_openspiel(state.action_to_string(action)) == move)


def easyai(match: Match, budget: Budget) -> Any:
    """easyAI's Negamax over our rulebook and its heuristic, as deep as the time allows."""
    from easyAI import Negamax

    began, move = time.process_time(), None
    for depth in range(1, 100):
        start = time.process_time()
        move = Negamax(depth)(Board(match.game, match.position))
        now = time.process_time()
        if (now - began) + 4 * (now - start) > (budget.cpu or 1.0):
            break
    return move


class Board:
    """A position as easyAI wants it; its Negamax takes for granted that players alternate."""

    def __init__(self, game: AnyGame, position: Any, player: Player | None = None) -> None:
        self.game = game
        self.position = position
        self.player = game.to_move(position) if player is None else player

    def copy(self) -> "Board":
        return Board(self.game, self.position, self.player)

    def possible_moves(self) -> list[Any]:
        return list(self.game.legal_moves(self.position))

    def make_move(self, move: Any) -> None:
        self.position = self.game.play(self.position, move)

    def switch_player(self) -> None:
        self.player = self.player.other

    def is_over(self) -> bool:
        return self.game.outcome(self.position) is not None

    def scoring(self) -> float:
        outcome = self.game.outcome(self.position)
        if outcome is None:
            assert isinstance(self.game, Heuristic)
            return float(self.game.heuristic(self.position, self.player))
        return 0.0 if outcome.winner is None else 1000.0 if outcome.winner is self.player else -1000.0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("specs", nargs="*", default=SPECS, metavar="GAME", help="play these (default: all)")
    arguments.add_argument("--games", type=int, default=20, help="of each match")
    arguments.add_argument("--cpu", type=float, default=0.05, help="seconds of processor time a move")
    arguments.add_argument("--out", type=Path, default=Path(), help="the folder of the games")
    arguments.add_argument("--page", action="store_true", help="write the page anew and play nothing")
    arguments.add_argument("--docs", type=Path, default=DOCS, help="the folder of the page and its figures")
    given = arguments.parse_args()
    if unknown := set(given.specs) - set(SPECS):
        arguments.error(f"GAME must be one of {', '.join(SPECS)}, got {', '.join(sorted(unknown))}")
    kept = given.docs / "strength.json"
    boards = [quintet.load(spec) for spec in SPECS]
    rows = json.loads(kept.read_text(encoding="utf-8"))
    for spec in () if given.page else given.specs:
        for opponent, player in opponents(spec, given.cpu):
            row = asdict(play(spec, opponent, player, given.games, given.cpu, given.out))
            others = [one for one in rows if (one["game"], one["opponent"]) != (spec, opponent)]
            rows = sorted([*others, row], key=lambda one: SPECS.index(one["game"]))
            kept.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    (given.docs / "strength.md").write_text(page(boards, rows), encoding="utf-8")
    changes = json.loads((given.docs / "lab" / "changes.json").read_text(encoding="utf-8"))
    (given.docs / "lab" / "engine-changes.md").write_text(history(changes), encoding="utf-8")


if __name__ == "__main__":
    main()
