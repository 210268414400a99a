"""The garbage collector, kept from holding up moves.

A look through everything takes 0.3 s where a thousand matches are live, and finds next to nothing. So what has survived
one such look is left out of the next ones; once in a while everything is looked through again.
"""

from __future__ import annotations

import gc

THOROUGHLY = 3600.0
"""Seconds between two looks at everything: for rings of objects that were in use at an earlier look, such as those of
connections that were open for long."""
YOUNG = 10_000
"""New objects between two looks at the new ones, instead of 700: a move makes hundreds, and hardly any is garbage."""


def calm() -> None:
    """From now on; what is there already is left out as well."""
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 10)
    if _survived not in gc.callbacks:
        gc.callbacks.append(_survived)


def _survived(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == 2:
        gc.freeze()


async def look_through_everything() -> None:
    gc.unfreeze()
    gc.collect()
