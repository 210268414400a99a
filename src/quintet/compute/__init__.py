"""Functions run on many cores: local processes by default, a Ray cluster when one is named."""

from quintet.compute.pool import Done, Pool, Progress, open_pool

__all__ = ["Done", "Pool", "Progress", "open_pool"]
