"""Functions on many cores: local processes, or a Ray cluster when one is named. What they compute is elsewhere."""

from quintet.compute.pool import Pool, Progress, TaskResult, open_pool, open_pool_here

__all__ = ["Pool", "Progress", "TaskResult", "open_pool", "open_pool_here"]
