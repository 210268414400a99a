"""Token buckets and the limits of clients."""

from __future__ import annotations

from quintet.server.work.rate_limits import ClientLimits, Rate, TokenBuckets


def test_a_bucket_fills_again_with_time() -> None:
    now = 0.0
    buckets = TokenBuckets(Rate(3, 2), lambda: now)
    assert [buckets.take("ada") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("ben")
    now = 0.5
    assert buckets.take("ada")
    assert not buckets.take("ada")
    now = 1000.0
    assert [buckets.take("ada") for _ in range(4)] == [True, True, True, False]


def test_a_larger_server_lets_more_through_but_no_larger_messages() -> None:
    def let_through(limits: ClientLimits) -> int:
        buckets = TokenBuckets(limits.requests, lambda: 0.0)
        return sum(buckets.take("ada") for _ in range(10_000))

    assert let_through(ClientLimits().times(10)) == 10 * let_through(ClientLimits()) > 0
    assert (ClientLimits().times(10).body, ClientLimits().times(10).message) == (262_144, 4096)
    assert ClientLimits().times(0.01).studies == 1, "nobody is left without a search"
