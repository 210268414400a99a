"""The Prometheus metrics of a server."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """One registry per server, so that a process can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.matches = Counter("quintet_matches", "matches created", registry=self.registry)
        self.moves = Counter("quintet_moves", "moves stored", registry=self.registry)
        self.failures = Counter("quintet_store_failures", "entries that could not be stored", registry=self.registry)
        self.refused = Counter("quintet_refused", "requests refused", ["status"], registry=self.registry)
        self.requests = Histogram("quintet_request_seconds", "HTTP requests", buckets=STEPS, registry=self.registry)
        self.commits = Histogram("quintet_commit_seconds", "commits", buckets=STEPS, registry=self.registry)
        self.watchers = Gauge("quintet_watchers", "open WebSockets and streams", registry=self.registry)
        self.mail = Counter("quintet_mail", "tries to send e-mail", ["outcome"], registry=self.registry)
        self.push = Counter("quintet_push", "tries to send push messages", ["outcome"], registry=self.registry)
        self.searching = Gauge("quintet_searches", "searches that run", ["lane"], registry=self.registry)
        self.waiting = Gauge("quintet_searches_waiting", "searches that wait", ["lane"], registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
