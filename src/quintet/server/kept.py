"""Answers that were asked for before and cost something, up to so many characters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Kept:
    """Those that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._texts: OrderedDict[Hashable, str] = OrderedDict()

    def find(self, key: Hashable) -> str | None:
        text = self._texts.get(key)
        if text is not None:
            self._texts.move_to_end(key)
        return text

    def keep(self, key: Hashable, text: str) -> None:
        if key not in self._texts:
            self._texts[key] = text
            self._size += len(text)
        while self._size > self._most:
            self._size -= len(self._texts.popitem(last=False)[1])
