"""Tree search with an evaluation of your own: `quintet.search(game, evaluate, positions)`.

Many trees are searched at once, in the engine room where there is a kernel. One leaf of each is handed to `evaluate` as
a row of two arrays, so that a network sees large batches and no leaf has to wait for another one of its tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game, short
from quintet.engine import bounds
from quintet.engine.bounds import MOST_THREADS
from quintet.engine.native import kernels
from quintet.environments.oracle import Oracle
from quintet.environments.planes import Planes
from quintet.environments.vector import check_writable, seeds_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from quintet import _core
    from quintet.environments.network_search_rules import RulebookTrees

MOST_SIMULATIONS = 1_000_000
UNPROVED = 2
Evaluate = Callable[[NDArray[np.uint8], NDArray[np.bool_]], tuple[Any, Any]]
"""From observations (positions x planes x rows x columns) and masks (positions x actions) to logits (positions x
actions), of which only those of legal actions count, and values for the player to move, from -1 to 1."""
Method = Literal["gumbel", "puct"]
Trees: TypeAlias = "_core.NetworkSearch | RulebookTrees"


@dataclass(frozen=True)
class SearchResult:
    """What a search found, one row a position, for the player to move."""

    policy: NDArray[np.float32]
    """A probability for each action: the target of a learner. Gumbel's improved policy, or the shares of visits."""
    visits: NDArray[np.int32]
    """How often each action was tried."""
    q: NDArray[np.float32]
    """The value of each action; NaN where it was never tried."""
    values: NDArray[np.float32]
    """The value of each position."""
    actions: NDArray[np.int64]
    """The best action."""
    proofs: NDArray[np.int8]
    """1, 0 or -1 where the search has proved the value, which ends it; else 2."""
    moves: tuple[Any, ...]
    """The best move of each position."""
    _trees: Trees = field(repr=False)

    def __repr__(self) -> str:
        return f"<SearchResult of {len(self.values)} positions>"

    def line(self, number: SupportsIndex = 0) -> tuple[str, ...]:
        """The moves that were tried most from a position on."""
        return tuple(self._trees.line(bounds.whole("number", number, 0, len(self.values) - 1)))


def search(
    game: AnyGame | str,
    evaluate: Evaluate,
    positions: Any = None,
    *,
    simulations: SupportsIndex = 64,
    method: Method = "gumbel",
    considered: SupportsIndex = 16,
    exploration: float = 1.25,
    noise: float = 0.0,
    alpha: float = 0.3,
    symmetries: bool = False,
    oracle: Oracle | None = None,
    seed: ArrayLike = 0,
    threads: SupportsIndex = 1,
    rules: bool = False,
    into: tuple[NDArray[np.uint8], NDArray[np.bool_]] | None = None,
) -> SearchResult:
    """Search positions with somebody's own evaluation; needs numpy.

    `evaluate(observations, masks)` returns logits and values for a batch of positions; both arrays are used again for
    the next batch. `positions`: one, or many, as positions or texts; the start by itself. `simulations`: of each
    position, beside its own evaluation. `method`: ``gumbel``, with sequential halving over the `considered` best
    actions, or ``puct``, with its `exploration`. `noise`: how much chance takes part at the root, for games to learn
    from: with Gumbel 1, with PUCT the share of a Dirichlet distribution of this `alpha`, such as 0.25. `symmetries`:
    show each position in a random mirror image. `oracle`: what it knows about a leaf, within its nodes, is taken as
    proved, and `evaluate` is not asked. The same seed gives the same result with any number of `threads`.
    `rules`: the rulebook even where there is a kernel. `into`: arrays of your own for observations and masks, with a
    row for each position, such as pinned memory.

    >>> import numpy as np
    >>> def know_nothing(observations, masks):
    ...     return np.zeros(masks.shape), np.zeros(len(masks))
    >>> result = quintet.search("bestgame", know_nothing, simulations=16, seed=1)
    >>> result.policy.shape, int(result.visits.sum())
    ((1, 5), 16)
    """
    game = checked_game(game)
    bounds.callback("evaluate", evaluate)
    if oracle is not None and (not isinstance(oracle, Oracle) or spec(oracle.game) != spec(game)):
        raise ValueError(f"oracle must be quintet.oracle({spec(game)!r}), got {short(oracle)}")
    count = bounds.whole("simulations", simulations, 1, MOST_SIMULATIONS)
    if method not in ("gumbel", "puct"):
        raise ValueError(f"method must be gumbel or puct, got {short(method)}")
    halved = bounds.whole("considered", considered, 1, MOST_SIMULATIONS) if method == "gumbel" else 0
    share = _number("noise", noise, 0, 1)
    planes = Planes(game)
    roots = [bounds.unfinished(game, position) for position in _listed(game, positions)]
    observations, masks = _leaf_arrays(into, len(roots), planes)
    seeds = seeds_of(seed, len(roots))
    explores = _number("exploration", exploration, 0, 100)
    workers = bounds.whole("threads", threads, 1, MOST_THREADS)
    trees = _trees(game, planes, roots, seeds, count, halved, explores, symmetries, workers, rules)
    if share:
        trees.add_noise(_noise(seeds, len(planes.actions), method, share, _number("alpha", alpha, 1e-6, 1e6)), share)
    while leaves := trees.leaves(observations, masks):
        if oracle is not None and trees.prove(_known(oracle, trees.fresh())):
            continue
        logits, values = _evaluated(evaluate(observations[:leaves], masks[:leaves]), masks[:leaves])
        trees.expand(logits, values)
    return _result(planes, len(roots), trees)


def _trees(
    game: AnyGame,
    planes: Planes,
    roots: list[Any],
    seeds: NDArray[np.uint64],
    simulations: int,
    considered: int,
    exploration: float,
    symmetries: bool,
    threads: int,
    rules: bool,
) -> Trees:
    kernel = None if rules else kernels.kernel_for(game)
    trees = (
        None
        if kernel is None
        else kernel.rules.network_search(
            [str(move) for move in planes.actions],
            [game.text(root) for root in roots],
            seeds,
            simulations,
            considered,
            exploration,
            symmetries,
            threads,
        )
    )
    if trees is not None:
        return trees
    from quintet.environments.network_search_rules import RulebookTrees

    return RulebookTrees(planes, roots, seeds if symmetries else None, simulations, considered, exploration)


def _listed(game: AnyGame, positions: Any) -> list[Any]:
    """One position, many, or the start."""
    if positions is None:
        return [game.start()]
    if isinstance(positions, str | type(game.start())):
        return [positions]
    try:
        listed = list(positions)
    except TypeError:
        listed = [positions]  # its own check says what is wrong with it
    if not listed:
        raise ValueError("positions must be one or more, got none")
    return listed


def _leaf_arrays(into: Any, count: int, planes: Planes) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """The arrays that leaves are handed out in: the caller's, or new ones."""
    shapes = (count, *planes.shape), (count, len(planes.actions))
    if into is None:
        return np.zeros(shapes[0], np.uint8), np.zeros(shapes[1], np.bool_)
    if not isinstance(into, Sequence) or len(into) != 2:
        raise ValueError(f"into must be two arrays, observations and masks, got {short(into)}")
    for name, array, shape, kind in zip(("observations", "masks"), into, shapes, (np.uint8, np.bool_), strict=True):
        check_writable(f"the {name} of into", array, shape, kind)
    return into[0], into[1]


def _number(name: str, value: object, low: float, high: float) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        number = math.nan
    if not low <= number <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, got {short(value)}")
    return number


def _noise(seeds: NDArray[np.uint64], actions: int, method: Method, share: float, alpha: float) -> NDArray[np.float32]:
    """A row for each root, by its seed alone: Gumbel's noise, or the parts of a Dirichlet distribution."""
    rows = np.empty((len(seeds), actions), np.float32)
    for row, seed in enumerate(seeds):
        chance = np.random.default_rng(int(seed))
        if method == "gumbel":
            rows[row] = share * chance.gumbel(size=actions)
        else:
            rows[row] = np.maximum(chance.standard_gamma(alpha, actions), 1e-12)
    return rows


def _evaluated(answer: Any, masks: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The answer of `evaluate`, checked: whatever becomes an array, such as tensors without gradients."""
    try:
        logits, values = (np.ascontiguousarray(np.asarray(part), np.float32) for part in answer)
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"evaluate must return logits and values as arrays, got {short(answer)} ({error})") from None
    if values.shape == (len(masks), 1):
        values = values[:, 0]
    if logits.shape != masks.shape or values.shape != masks.shape[:1]:
        expected = f"logits of shape {masks.shape} and {len(masks)} values"
        raise ValueError(f"evaluate must return {expected}, got shapes {logits.shape} and {values.shape}")
    if not (np.abs(values) <= 1.001).all():
        worst = values[~(np.abs(values) <= 1.001)][0]
        raise ValueError(f"evaluate must return values from -1 to 1, got {worst}")
    if not np.isfinite(logits[masks]).all():
        raise ValueError("evaluate must return finite logits for legal actions, got nan or infinity")
    return logits, np.ascontiguousarray(values)


def _known(oracle: Oracle, positions: list[str]) -> NDArray[np.int8]:
    truths = oracle.ask_all(positions, in_reach=True)
    return np.array([UNPROVED if truth is None else truth.value for truth in truths], np.int8)


def _result(planes: Planes, count: int, trees: Trees) -> SearchResult:
    shape = count, len(planes.actions)
    policy, visits, q = np.empty(shape, np.float32), np.empty(shape, np.int32), np.empty(shape, np.float32)
    values, actions, proofs = np.empty(count, np.float32), np.empty(count, np.int64), np.empty(count, np.int8)
    trees.results(policy, visits, q, values, actions, proofs)
    moves = tuple(planes.actions[action] for action in actions)
    return SearchResult(policy, visits, q, values, actions, proofs, moves, trees)
