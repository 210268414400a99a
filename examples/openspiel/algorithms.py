"""OpenSpiel's own algorithms on a game of ours: alpha-beta, tabular Q-learning, Monte Carlo tree search.

python examples/openspiel/algorithms.py                  a quarter of a minute
python examples/openspiel/algorithms.py --seconds 180    as long as you like
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, minimax, tabular_qlearner

import quintet
import quintet.environments.openspiel  # its games are then known to OpenSpiel

SMALL = "bestgame(columns=3,rows=3,tokens=3)"


def start_value(spec: str) -> float:
    """What its alpha-beta says about the start."""
    return float(minimax.alpha_beta_search(pyspiel.load_game(f"quintet_{spec}"))[0])


def learn(spec: str, seconds: float, most: int = 10**9) -> tuple[list[Any], int]:
    """Two tabular learners that play against each other so long, and how many games they played."""
    env = rl_environment.Environment(pyspiel.load_game(f"quintet_{spec}"), include_full_state=True)
    count = env.action_spec()["num_actions"]
    settings = {"step_size": 0.3, "info_state_to_string_override": str}
    agents = [tabular_qlearner.QLearner(player, count, **settings) for player in range(2)]
    games, end = 0, time.process_time() + seconds
    while games < most and time.process_time() < end:
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = env.step([agents[player].step(step).action])
        for agent in agents:
            agent.step(step)
        games += 1
    return agents, games


def regret(spec: str, agents: list[Any], positions: int = 200) -> float:
    """What the learners give away where they know anything, against the exact values."""
    oracle, chance = quintet.oracle(spec, memory_mb=32), Random(0)
    game = oracle.game
    actions = game.all_moves()
    seen: list[Any] = []
    while len(seen) < positions:
        position = game.start()
        while game.legal_moves(position):
            seen.append(position)
            position = game.play(position, chance.choice(game.legal_moves(position)))

    def greedy(position: Any) -> Any:
        values = agents[game.to_move(position)]._q_values[game.text(position)]
        legal = game.legal_moves(position)
        return max(legal, key=lambda move: values.get(actions.index(move), 0.0))

    return oracle.regret(greedy, seen).mean


def search_against_random(spec: str, games: int, simulations: int) -> float:
    """The share of points of OpenSpiel's tree search against a random mover, with the seats changed each time."""
    game, chance, points = pyspiel.load_game(f"quintet_{spec}"), Random(1), 0.0
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == number % 2
            state.apply_action(bot.step(state) if mine else chance.choice(state.legal_actions()))
        points += (state.returns()[number % 2] + 1) / 2
    return points / games


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's algorithms on a game of ours.")
    parser.add_argument("--seconds", type=float, default=10, help="for the learners")
    parser.add_argument("--games", type=int, default=4, help="of tree search against random")
    given = parser.parse_args()
    truth = quintet.oracle(SMALL, memory_mb=32).ask(quintet.load(SMALL).start())
    print(f"{SMALL}: alpha-beta {start_value(SMALL):+g}, exact {truth.value:+d}" if truth else "not solved")
    begun = regret(SMALL, learn(SMALL, 0)[0])
    agents, games = learn(SMALL, given.seconds)
    print(f"Q-learning: {games} games, regret {begun:.3f} before and {regret(SMALL, agents):.3f} after")
    share = search_against_random("magnetize", given.games, 40)
    print(f"Tree search, 40 simulations a move, against random on magnetize: {share:.0%} of {given.games} games")


if __name__ == "__main__":
    main()
