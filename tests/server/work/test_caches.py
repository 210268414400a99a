"""The LRU cache."""

from __future__ import annotations

from quintet.server.work.caches import LruCache


def test_answers_are_kept_up_to_a_size() -> None:
    cache: LruCache[str, str] = LruCache(10, len)
    cache.put("a", "1234")
    cache.put("b", "1234")
    assert cache.get("a") == "1234"
    cache.put("c", "1234")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == ("1234", None, "1234")
    cache.put("d", "12345678901")
    assert cache.get("d") is None
