"""Token buckets and the limits of clients."""

from __future__ import annotations

from quintet.server.work.rate_limits import WIDER, ClientLimits, Rate, TokenBuckets, network


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


def test_a_household_with_many_networks_is_one_client_and_its_48_a_few() -> None:
    buckets = TokenBuckets(Rate(10, 1), lambda: 0.0)
    rooms = [network(f"2001:db8:7:{number:x}::1") for number in range(256)]
    assert sum(buckets.take(room) for room in rooms) == 10, "one /56"
    homes = [network(f"2001:db8:7:{number:x}00::1") for number in range(1, 256)]
    assert sum(buckets.take(home) for home in homes) == 10 * WIDER - 10, "one /48"
    assert buckets.take(network("2001:db8:8::1"))
    assert buckets.take("192.0.2.1")
