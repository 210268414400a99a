"""sb3-contrib: MaskablePPO, which never plays an illegal action. ``pip install sb3-contrib``"""

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor

import quintet.environments.gymnasium  # noqa: F401  # registers quintet/Engine-v0

env = Monitor(gymnasium.make("quintet/Engine-v0", game="magnetize(height=3,width=3)", opponent="random"))
model = MaskablePPO("MultiInputPolicy", env, n_steps=256, batch_size=64, seed=0)
model.learn(1024)
mean, _ = evaluate_policy(model, env, n_eval_episodes=10)
print("mean reward against random moves:", mean)
