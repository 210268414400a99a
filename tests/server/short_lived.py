"""A parent whose processes die as soon as they live, until the fourth asks it to end."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from quintet.server import prefork


def parent(lives: Path) -> None:
    def serve(lifeline: int) -> int:
        with lives.open("a") as file:
            file.write("x")
        if len(lives.read_text()) == 4:
            os.kill(os.getppid(), signal.SIGTERM)
            signal.pause()
        raise RuntimeError

    prefork.PAUSE = 0.05
    sys.exit(prefork.Prefork(1, serve).run())
