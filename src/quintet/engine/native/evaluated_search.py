"""A search in the engine room with an evaluation that a caller brings, for many positions in one call."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.core.game import Scores
from quintet.engine.analysis import Analysis, Report
from quintet.engine.evaluation import checked_values
from quintet.engine.limits import Clock, Means

if TYPE_CHECKING:
    from quintet import _core
    from quintet.engine.evaluation import Evaluate
    from quintet.engine.native.kernels import Kernel

BATCH = 64
"""Room for so many positions beside the moves of one."""


@dataclass(frozen=True, slots=True)
class EvaluatedSearch:
    """A search by a kernel; book and solver are not asked."""

    kernel: Kernel
    evaluate: Evaluate
    method: str
    means: Means

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        kernel, limits = self.kernel, clock.limits
        searcher = kernel.evaluated_searcher()
        assert searcher is not None
        room = BATCH + len(kernel.game.all_moves())
        observations, values = np.empty((room, *searcher.shape), np.uint8), np.empty(room, np.float32)

        def judge(count: int) -> None:
            # As 32-bit numbers: differences of bytes would wrap around.
            values[:count] = checked_values(self.evaluate(observations[:count].astype(np.float32)), count)

        def search(progress: Any) -> _core.Analysis:
            return searcher.search(
                kernel.game.text(position),
                self.method,
                observations,
                values,
                judge,
                nodes=limits.nodes,
                depth=limits.depth,
                seconds=limits.seconds,
                lines=lines,
                memory_mb=self.means.memory_mb,
                seed=self.means.seed,
                progress=progress,
            )

        analysis = kernel.watched(position, clock, report, searcher.stop, search)
        if not isinstance(kernel.game, Scores):
            return analysis
        # That a move wins is proved, by how much is not.
        unproved = tuple(replace(line, exact=False) for line in analysis.lines)
        return replace(analysis, exact=False, lines=unproved)
