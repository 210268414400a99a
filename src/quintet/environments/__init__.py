"""Games for learning programs: many at once, positions as planes, the exact oracle, PettingZoo, Gymnasium, OpenSpiel.

Here belongs what a training loop imports. Learning of our own weights is in `learn`.
"""
