"""Answers that were asked for before and cost something, up to so many characters or bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer", str, bytes)


class Kept(Generic[Answer]):
    """Those that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()

    def find(self, key: Hashable) -> Answer | None:
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def keep(self, key: Hashable, answer: Answer) -> None:
        if key not in self._answers:
            self._answers[key] = answer
            self._size += len(answer)
        while self._size > self._most:
            self._size -= len(self._answers.popitem(last=False)[1])
