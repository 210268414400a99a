"""The same pool on a cluster of two nodes. In processes of its own: Ray warns and forks as it likes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from compute.clusters import ENVIRONMENT, on_cluster, two_nodes
from needs import need
from quintet.compute import open_pool


@on_cluster
def test_lost_workers_are_survived_and_what_is_cancelled_ends(tmp_path: Path) -> None:
    with two_nodes() as cluster:
        done = subprocess.run(
            [sys.executable, "-m", "compute.on_ray", cluster.address, str(tmp_path / "mark")],
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    expected: dict[str, object] = {str(number): 2 * number for number in range(20)}
    assert told["first"] == expected | {"victim": "alive", "bad": "expected a board"}
    assert told["retried"] >= 1
    assert told["cancelled"] == ["quick"]
    assert told["after"] == {"long": 6}


@on_cluster
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nowhere", "a cluster must be HOST:PORT, ray://HOST:PORT or auto, got 'nowhere'"),
        ("127.0.0.1:1", "no Ray cluster answers at '127.0.0.1:1': Connection refused"),
        ("127.0.0.1:99999", "no Ray cluster answers at '127.0.0.1:99999': "),
    ],
)
def test_bad_addresses(address: str, sentence: str) -> None:
    need("Ray")
    done = subprocess.run(
        [sys.executable, "-c", f"from quintet.compute import open_pool; open_pool(cluster={address!r})"],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr.splitlines()[-1].startswith(f"ValueError: {sentence}")


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError) as error:
        open_pool(cluster="127.0.0.1:6379")
    assert str(error.value) == ("a cluster needs Ray, which is not installed: pip install 'quintet-games[cluster]'")
