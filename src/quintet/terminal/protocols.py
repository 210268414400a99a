"""``quintet ugi``, ``gtp`` and ``nboard``: an engine for other people's boards, on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable

from quintet.adapters.protocol import Session, Voice, converse
from quintet.core.game import AnyGame


def ugi(game: AnyGame) -> None:
    from quintet.adapters.ugi import Ugi

    _serve(lambda voice: Ugi(game, voice))


def gtp(game: AnyGame, level: int, seed: int) -> None:
    from quintet.adapters.gtp import Gtp

    _serve(lambda voice: Gtp(game, voice, level, seed))


def nboard() -> None:
    from quintet.adapters.nboard import NBoard

    _serve(NBoard)


def _serve(make: Callable[[Voice], Session]) -> None:
    voice = Voice(sys.stdout)
    if sys.stdin is not None:
        converse(make(voice), sys.stdin.buffer, voice)
