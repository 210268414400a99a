"""AgileRL: PPO on one player of a game, with the observation as one row. ``pip install agilerl peft``"""

import gymnasium
from agilerl.algorithms.ppo import PPO
from agilerl.rollouts.on_policy import collect_rollouts
from gymnasium.wrappers import FlattenObservation

import quintet.environments.gymnasium  # noqa: F401  # registers quintet/Engine-v0

SPEC = "magnetize(height=3,width=3)"
env = gymnasium.vector.SyncVectorEnv(
    [lambda: FlattenObservation(gymnasium.make("quintet/Engine-v0", game=SPEC)) for _ in range(2)]
)
agent = PPO(env.single_observation_space, env.single_action_space, learn_step=128, batch_size=64, num_envs=2)
collect_rollouts(agent, env)
print("loss of the first update:", agent.learn())
