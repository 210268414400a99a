"""tianshou: collects games of two players through PettingZoo. ``pip install tianshou``"""

from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from quintet.environments import pettingzoo

env = PettingZooEnv(pettingzoo.env("othello"))
players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
envs = DummyVectorEnv([lambda: PettingZooEnv(pettingzoo.env("othello")) for _ in range(2)])
collector = Collector(MultiAgentOffPolicyAlgorithm(algorithms=players, env=env), envs, VectorReplayBuffer(2000, 2))
collector.reset()
collected = collector.collect(n_episode=4)
assert (collected.returns.sum(axis=1) == 0).all()  # what one player wins the other loses
print(collected.n_collected_episodes, "games")
