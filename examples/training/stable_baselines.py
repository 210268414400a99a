"""Stable-Baselines3: PPO, then a copy of itself as the opponent. ``pip install stable-baselines3``"""

import gymnasium
from stable_baselines3 import PPO

import quintet.environments.gymnasium  # noqa: F401  # registers quintet/Engine-v0

SPEC = "magnetize(height=3,width=3)"
env = gymnasium.make("quintet/Engine-v0", game=SPEC, opponent="random")
model = PPO("MultiInputPolicy", env, n_steps=256, batch_size=64, seed=0)
model.learn(1024)
harder = gymnasium.make("quintet/Engine-v0", game=SPEC, opponent=model, seat="second")
PPO("MultiInputPolicy", harder, n_steps=256, batch_size=64, seed=1).learn(256)
print(model.num_timesteps, "steps of PPO")
