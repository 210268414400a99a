"""The site's engines on a Ray cluster: they move, they study, and a process that is lost loses no request."""

from __future__ import annotations

from collections.abc import Callable

from compute.clusters import on_cluster, two_nodes
from server.servers import Server


@on_cluster
def test_engines_search_on_a_cluster_and_survive_a_lost_process(another: Callable[..., Server]) -> None:
    with two_nodes() as cluster:
        server = another(QUINTET_CLUSTER=cluster.address)
        ada = server.client()
        match = ada.new("othello", "me", {"kind": "engine", "level": 1})["id"]
        with ada.live(match) as live:
            live.say(type="move", ply=0, move="d3")
            while live.until("update")["view"]["ply"] < 2:
                pass
        study = ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 4})
        assert next(study)["type"] == "analysis"
        cluster.kill_a_worker(b"ray::_Answering.answers")
        assert list(study)[-1]["done"]
        left = ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 30})
        next(left)
        left.close()  # whoever leaves ends it: the next one does not wait for half a minute
        assert list(ada.lines("POST", "/api/analysis", {"spec": "othello", "seconds": 0.1}))[-1]["done"]
        assert "engine died" in server.log.read_text()
