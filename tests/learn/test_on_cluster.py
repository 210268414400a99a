"""Learning on a Ray cluster of two nodes, one of them lost in the middle: the file is the one of a run at home."""

import subprocess
import sys
import time
from pathlib import Path

from compute.clusters import ENVIRONMENT, on_cluster, two_nodes


@on_cluster
def test_with_a_node_lost_the_weights_are_the_same(tmp_path: Path) -> None:
    from learn import on_ray
    from quintet.compute import open_pool

    with open_pool(1) as pool:
        at_home = on_ray.learned(pool, tmp_path / "home")
    folder = tmp_path / "cluster"
    with two_nodes() as cluster:
        line = [sys.executable, "-m", "learn.on_ray", cluster.address, str(folder)]
        with subprocess.Popen(line, env=ENVIRONMENT) as process:
            until = time.monotonic() + 120
            while not list(folder.glob("generation-1/*.samples")) and time.monotonic() < until:
                time.sleep(0.01)
            cluster.lose_a_node()
            assert not list(folder.glob("*.weights"))
            process.communicate(timeout=240)
    assert process.returncode == 0
    assert (folder / "generation-2.weights").read_bytes() == at_home
