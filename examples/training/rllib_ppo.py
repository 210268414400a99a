"""RLlib: PPO on one player of a game, with the observation as one row. ``pip install 'ray[rllib]' torch``"""

import gymnasium
from gymnasium.wrappers import FlattenObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.tune.registry import register_env

import quintet.environments.gymnasium  # noqa: F401  # registers quintet/Engine-v0

SPEC = "magnetize(height=3,width=3)"
register_env("quintet", lambda _: FlattenObservation(gymnasium.make("quintet/Engine-v0", game=SPEC)))
config = PPOConfig().environment("quintet").env_runners(num_env_runners=0)
algorithm = config.training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1).build_algo()
result = algorithm.train()
print(int(result["num_env_steps_sampled_lifetime"]), "steps of PPO")
algorithm.stop()
