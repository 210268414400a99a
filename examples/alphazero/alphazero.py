"""Gumbel AlphaZero on a small board: a network learns from games that it plays against itself; needs torch.

    python examples/alphazero/alphazero.py            Best Game Ever Made on 3 x 3, two minutes
    python examples/alphazero/alphazero.py "othello(size=6)" --minutes 15 --opening 12 24 --against level:1 level:3
    python examples/alphazero/alphazero.py "othello(size=6)" --cluster 10.0.0.1:6379      games on a Ray cluster

Workers play whole games (`self_play.py`), many at once, and `quintet.search` searches all of their positions at once;
meanwhile the learner learns from the games that have ended. The oracle, which the learner never sees, tells what the
network's own moves and the searched ones give away.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from self_play import GAMES, Experience, Network, play

import quintet
from quintet.compute import Pool, open_pool

BATCH = 256
REUSE = 4
"""How often a position is learned from, on average."""
MEMORY = 60_000
"""Positions that are learned from: the newest."""
RATE = 0.002
MEASUREMENTS = 10


class Learner:
    """Learns from games; `state` and `restore` are for runs that are stopped."""

    def __init__(self, game: str, simulations: int, seed: int, positions: list[str]) -> None:
        torch.manual_seed(seed)
        self.game, self.simulations, self.positions = game, simulations, positions
        self.network = Network(game)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), RATE)
        self.memory: Experience | None = None
        self.tasks = self.played = 0
        self.seconds = 0.0
        self.curve: list[tuple[float, float, float]] = []
        """Minutes, regret of the network alone, regret with a search."""
        self._seed = seed
        self._chance = np.random.default_rng(seed)
        self._symmetries = quintet.vector(game, count=1).symmetries
        self._oracle = quintet.oracle(game, nodes=20_000_000)

    def task(self) -> tuple[Any, ...]:
        """The next games for a worker."""
        self.tasks += 1
        seed = self._seed + 1000 * self.tasks
        return play, self.game, self.network.parameters_as_arrays(), self.simulations, seed

    def learn(self, games: Experience) -> None:
        """Take games into memory, and learn as many batches as are due."""
        self.memory = Experience.joined([self.memory, games] if self.memory else [games], MEMORY)
        self.played += GAMES
        for _ in range(REUSE * len(games) // BATCH):
            rows = self._chance.integers(len(self.memory), size=BATCH)
            image = self._symmetries[self._chance.integers(len(self._symmetries))]
            observations = torch.from_numpy(np.ascontiguousarray(image.observations(self.memory.observations[rows])))
            masks, policies = (
                torch.from_numpy(image.masks(part[rows])) for part in (self.memory.masks, self.memory.policies)
            )
            logits, values = self.network(observations)
            logits = logits.masked_fill(~masks, -1e9)
            error = values - torch.from_numpy(self.memory.results[rows])
            loss = -(policies * logits.log_softmax(1)).sum(1).mean() + (error**2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

    def measure(self) -> None:
        """The regret of the network's own policy, and of a search with it."""
        blind, found = (
            quintet.search(self.game, self.network.evaluate, self.positions, simulations=count, considered=considered)
            for count, considered in ((1, 1), (self.simulations, 16))
        )
        regrets = [self._oracle.regret(_one_hot(result), self.positions).mean for result in (blind, found)]
        self.curve.append((self.seconds / 60, *regrets))  # type: ignore[arg-type]
        minutes, alone, searched = self.curve[-1]
        regret = f"regret {alone:.3f} of the network, {searched:.3f} with search"
        print(f"{minutes:6.1f} min  {self.played:7} games  {regret}", flush=True)

    def player(self, match: quintet.Match) -> Any:
        """A player for the arena."""
        return quintet.search(self.game, self.network.evaluate, match.position, simulations=4 * self.simulations).moves[
            0
        ]

    def save(self, path: Path) -> None:
        kept = ("memory", "tasks", "played", "seconds", "curve", "_chance")
        state = {name: getattr(self, name) for name in kept}
        state |= {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        torch.save(state, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def restore(self, path: Path) -> None:
        state = torch.load(path, weights_only=False)
        self.network.load_state_dict(state.pop("network"))
        self.optimizer.load_state_dict(state.pop("optimizer"))
        for name, value in state.items():
            setattr(self, name, value)


def _one_hot(result: Any) -> NDArray[np.float32]:
    rows = np.zeros(result.policy.shape, np.float32)
    rows[np.arange(len(rows)), result.actions] = 1
    return rows


def submit(pool: Pool, learner: Learner) -> None:
    """As many games as there are workers for, and one more task, so that none waits for the learner."""
    while pool.room >= 0:
        pool.submit(str(learner.tasks), *learner.task())


def train(learner: Learner, minutes: float, workers: int, cluster: str | None, state: Path | None) -> None:
    """Play and learn until the minutes are over; now and then measure, and save the state into its file."""
    marks = np.linspace(0, 60 * minutes, MEASUREMENTS + 1)
    marks = marks[marks > learner.seconds]
    if not learner.curve:
        learner.measure()
    began = time.monotonic() - learner.seconds
    with open_pool(None if cluster else workers, cluster) as pool:
        submit(pool, learner)
        for games in pool.gather() if len(marks) else ():
            if games.error is not None:
                raise SystemExit(f"a worker failed: {games.error}")
            learner.seconds = time.monotonic() - began
            if learner.seconds < marks[-1]:
                submit(pool, learner)
            learner.learn(games.value)
            learner.seconds = time.monotonic() - began
            if learner.seconds >= marks[0]:
                learner.measure()
                if state:
                    learner.save(state)
                marks = marks[marks > learner.seconds]
            if not len(marks):
                return


def measured_positions(game: str, count: int, opening: tuple[int, int]) -> list[str]:
    """Positions from random games, some moves after the start."""
    depths = np.linspace(*opening, count).astype(int)
    return [quintet.vector(game, 1, seed=int(i), opening=int(depth)).positions()[0] for i, depth in enumerate(depths)]


def draw(curve: list[tuple[float, float, float]], path: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    minutes, blind, found = zip(*curve, strict=True)
    axes.plot(minutes, blind, marker="o", color="#c0642c", label="the network alone")
    axes.plot(minutes, found, marker="o", color="#3a6ea5", label="with search")
    axes.set(xlabel="minutes", ylabel="mean regret of a move", ylim=(0, None))
    axes.legend()
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="bestgame(columns=3,rows=3,tokens=6)")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--workers", type=int, default=1, help="processes that play, beside this one that learns")
    parser.add_argument("--cluster", help="let a Ray cluster play: HOST:PORT, ray://HOST:PORT or auto")
    parser.add_argument("--opening", type=int, nargs=2, default=(0, 5), help="random moves before measured positions")
    parser.add_argument("--positions", type=int, default=100, help="how many are measured")
    parser.add_argument("--against", nargs="*", default=[], help="levels to play at the end, such as level:1 level:3")
    parser.add_argument("--games", type=int, default=40, help="against each of them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path, help="the file of a run: one that is there goes on")
    parser.add_argument("--plot", help="draw the regret into this file")
    options = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is slower on several
    positions = measured_positions(options.game, options.positions, tuple(options.opening))
    learner = Learner(options.game, options.simulations, options.seed, positions)
    if options.state and options.state.exists():
        learner.restore(options.state)
    try:
        train(learner, options.minutes, options.workers, options.cluster, options.state)
    except KeyboardInterrupt:
        sys.exit("Stopped. With --state the same command goes on from here." if options.state else "Stopped.")
    except ValueError as error:  # no cluster, for example
        sys.exit(str(error))
    finally:
        if options.state:
            learner.save(options.state)
    if options.plot:
        draw(learner.curve, options.plot)
    for level in options.against:
        players = {"network": learner.player, level: level}
        print(quintet.arena(options.game, players, games=options.games, seed=options.seed, progress=False))


if __name__ == "__main__":
    main()
