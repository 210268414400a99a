"""Functions run on many cores: local processes by default, a Ray cluster when one is named."""

from quintet.compute.pool import Pool, Progress, TaskResult, open_pool, open_pool_here

__all__ = ["Pool", "Progress", "TaskResult", "open_pool", "open_pool_here"]
