"""A size-bounded LRU cache: of rendered responses, boards, and what is remembered of clients."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Drops the least recently used values while the sum of their sizes exceeds the capacity; safe in threads."""

    def __init__(self, capacity: int, size: Callable[[Value], int] = lambda value: 1) -> None:
        self._capacity = capacity
        self._size_of = size
        self._size = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def get(self, key: Key) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> Value:
        """Returns the value, also when it is larger than the whole cache and therefore not stored."""
        with self._lock:
            if key in self._values:
                self._size -= self._size_of(self._values.pop(key))
            self._values[key] = value
            self._size += self._size_of(value)
            while self._size > self._capacity:
                self._size -= self._size_of(self._values.popitem(last=False)[1])
            return value

    def remove(self, key: Key) -> None:
        with self._lock:
            if key in self._values:
                self._size -= self._size_of(self._values.pop(key))

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._size = 0
