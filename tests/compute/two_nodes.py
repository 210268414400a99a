"""A Ray cluster of two nodes on this machine: prints its address, and ends when its standard input does.

A line on standard input kills the second node, with everything that runs there; another line says that it is gone.
"""

import os
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster


def main() -> None:
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    print(cluster.address, flush=True)
    for _ in sys.stdin:
        cluster.remove_node(second, allow_graceful=False)
        print("gone", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
