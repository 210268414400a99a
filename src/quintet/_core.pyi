"""
The engine room: fast kernels of the games. Positions and moves are text.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


def ids() -> list[str]:
    """The games that have a kernel, sorted."""

def instruction_set() -> str:
    """What the kernels are compiled for: baseline, or v3 (AVX2 and BMI2)."""

def runs_v3() -> bool:
    """Whether this processor runs v3."""

def bounds() -> dict[str, int]:
    """
    The largest numbers that a caller may ask for, by their names in quintet.engine.bounds.
    """

class Playouts:
    """
    What a batch of random games came to; wins and losses are the first player's.
    """

    @property
    def wins(self) -> int: ...

    @property
    def losses(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def truncated(self) -> int:
        """Games cut off by the limit."""

    @property
    def moves(self) -> int:
        """Moves made in all games together."""

class Line:
    """A line of play and what it is worth to the player to move."""

    @property
    def moves(self) -> list[str]: ...

    @property
    def value(self) -> float:
        """-1 to 1; the ends only when proved."""

    @property
    def score(self) -> float | None:
        """The expected final score difference, in games with scores."""

    @property
    def exact(self) -> bool:
        """Value and score are proved."""

class Analysis:
    """What a search found, for the player to move."""

    @property
    def move(self) -> str: ...

    @property
    def value(self) -> float:
        """-1 to 1; the ends only when proved."""

    @property
    def score(self) -> float | None:
        """The expected final score difference, in games with scores."""

    @property
    def exact(self) -> bool:
        """Proved: value and score, and that no move is better."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def lines(self) -> list[Line]:
        """The best first."""

class Bench:
    """A fixed amount of search work."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def signature(self) -> int:
        """Changes when the searches do."""

class Searcher:
    """Searches of one game; what one call finds the next may use."""

    def search(self, position: str, method: str = 'auto', *, nodes: int | None = None, depth: int | None = None, seconds: float | None = None, lines: int = 1, threads: int = 1, seed: int = 0, among: Sequence[str] = (), progress: Callable[[Analysis], object] | None = None) -> Analysis:
        """
        Without a limit it goes on until it is stopped or has proved its answer. Methods: auto, alphabeta, mcts. among: the moves to try, all if there are none.
        """

    def bench(self, positions: Sequence[str], method: str, nodes: int) -> Bench:
        """Searches each position with fresh tables and this many nodes."""

    def stop(self) -> None:
        """
        Ends the search that is running, from any thread; it returns what it has.
        """

class Solution:
    """
    What a solver knows, for the player to move. Bounds are true also when it is not solved.
    """

    @property
    def solved(self) -> bool: ...

    @property
    def ending(self) -> str:
        """
        solved, or what ended it first: nodes, seconds, stopped, memory; running in reports.
        """

    @property
    def value(self) -> tuple[int, int]:
        """(lowest, highest) of 1 win, 0 draw, -1 loss."""

    @property
    def margin(self) -> tuple[int, int] | None:
        """
        (lowest, highest) final score difference; None in games without scores.
        """

    @property
    def best(self) -> list[str]:
        """Every move that keeps the exact value; empty when not solved."""

    @property
    def line(self) -> list[str]:
        """Best play to the end, or until play repeats."""

    @property
    def moves_to_win(self) -> int | None:
        """
        Counts both sides, the winner hurrying, the loser delaying; None in a draw, and where it would cost more than the answer.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class Solver:
    """Exact answers for one game; what one call finds the next may use."""

    def solve(self, position: str, *, nodes: int | None = None, seconds: float | None = None, threads: int = 1, result_only: bool = False, all_best: bool = True, distance: bool = True, progress: Callable[[Solution], object] | None = None) -> Solution:
        """
        Without a limit it goes on until it is solved or stopped. result_only: who wins is enough. all_best: False: one best move is. distance: False: moves_to_win is left out where it costs extra.
        """

    def solve_all(self, positions: Sequence[str], *, nodes: int, threads: int = 1, distance: bool = True, in_reach: bool = False) -> list[Solution]:
        """
        One after another, each within so many nodes; without the distance there is no line either. in_reach: those that are known to take more are not tried.
        """

    def reach(self, position: str, result_only: bool = False) -> float:
        """About how many nodes an answer takes; infinite where it is unknown."""

    @property
    def nodes_a_second(self) -> float:
        """About how many a thread gets done."""

    @property
    def resumes(self) -> bool:
        """
        Whether partial work is kept: the next call goes on from where this one was cut short.
        """

    def stop(self) -> None:
        """
        Ends the call that is running, from any thread; it returns what it knows.
        """

class LevelMover:
    """Picks the moves of levels; engine/levels.py has their settings."""

    def choose(self, position: str, seed: str, near_seed: int, *, method: str, nodes: int | None, seconds: float, lines: int, temperature: float, careful: bool, threads: int = 1) -> str:
        """
        The move for a position that is not over. Random numbers are those of Python's random.Random(seed); near_seed is that of the searches of one or two plies.
        """

    def stop(self) -> None:
        """
        Ends the call that is running, from any thread; it returns the best move it has.
        """

class Weights:
    """What was learnt about a game, ready for its searches."""

class Learner:
    """Learning for one game."""

    @property
    def layout(self) -> int:
        """Changes with the patterns: weights of another layout do not fit."""

    @property
    def phases(self) -> int: ...

    @property
    def stages(self) -> int: ...

    @property
    def units_per_point(self) -> float:
        """What a point is in the values of foresee."""

    def weights(self, numbers: bytes) -> Weights:
        """Weights from numbers of 16 bits."""

    def self_play(self, weights: Weights | None, *, seed: int, first: int, games: int, depth: int, least_random: int, most_random: int, random_share: int, exact_from: int, search_share: int) -> bytes:
        """Samples from games, with these weights or with none."""

    def fit(self, samples: bytes, held_out: bytes, *, iterations: int, ridge: float, overlap: int, threads: int, start: Weights | None = None, progress: Callable[[int, int], object] | None = None) -> tuple[bytes, list[tuple[int, int, float, float]]]:
        """
        The numbers that fit best, near those to start from, and for each phase (samples, held out, mean error, root mean square).
        """

    def shifted(self, numbers: bytes, points: Sequence[float]) -> bytes:
        """
        Numbers without foresight that expect so many points more for the side to move, in each phase.
        """

    def foresee(self, samples: bytes, depth: int, weights: Weights) -> list[list[int]]:
        """For each sample its phase, then what searches of depth 1, 2, ... find."""

class PriorFit:
    """The weights of a prior while they are fitted."""

class PriorLearner:
    """Learning which moves are likely, for one board of a game."""

    @property
    def layout(self) -> int:
        """Changes with the features: weights of another layout do not fit."""

    @property
    def boards(self) -> list[str]:
        """The specs whose games are learnt from."""

    def weights(self, numbers: bytes) -> Weights:
        """Weights from numbers of 16 bits."""

    def play(self, weights: Weights | None, *, seed: int, first: int, games: int, nodes: int, most_random: int, varied_share: int) -> bytes:
        """Samples from games, with these weights or with none."""

    def begin(self, doubt: float) -> PriorFit: ...

    def fit(self, fit: PriorFit, samples: bytes, rate: float) -> tuple[int, float, float]:
        """
        Goes through the samples once, or only measures with a rate of 0: (samples, mean surprise, share of best moves that were likeliest).
        """

    def numbers(self, fit: PriorFit) -> bytes: ...

class VectorGames:
    """Many games stepped at once, into arrays of the caller's."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""

    def reset(self, numbers: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], seeds: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)] | None, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], masks: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], players: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], final_observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None:
        """
        Begin the games with these numbers anew, with these seeds or with what follows.
        """

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], skipping: bool, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], masks: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], players: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], final_observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> int | None:
        """
        Play one action in each game, with skipping not where it is -1; or none at all, and the first game whose action is not legal.
        """

    def sample(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')]) -> None:
        """A random legal action for each game."""

    def position(self, game: int) -> str: ...

    def state(self, game: int) -> tuple[str, int, int, int]:
        """
        The position, the two words of its random numbers, and the moves since it was handed over.
        """

    def restore(self, game: int, position: str, rng_a: int, rng_b: int, made: int, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], masks: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], rewards: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], terminated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], truncated: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')], players: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], final_observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None:
        """Let one game go on from a state."""

class NetworkSearch:
    """Many trees searched at once, with priors and values from outside."""

    def add_noise(self, noise: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)], share: float) -> None:
        """
        Gumbel noise for the logits of the roots; with PUCT a distribution that gets a share of the prior.
        """

    def leaves(self, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')], masks: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')]) -> int:
        """
        Show a leaf of each tree that is not done, and return how many there are.
        """

    def fresh(self) -> list[str]:
        """
        The positions among the leaves that were not asked for before; a root is none of them.
        """

    def prove(self, proofs: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)]) -> int:
        """
        What is known about these: 1, 0 or -1 for the player to move, else 2. Returns how many are known; leaves then goes on in their trees.
        """

    def expand(self, logits: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)]) -> None:
        """Evaluate the leaves that were shown."""

    def results(self, policy: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], visits: Annotated[NDArray[numpy.int32], dict(order='C', device='cpu')], q: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], values: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu')], chosen: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')], proofs: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')]) -> None:
        """Fill in what is known about the roots."""

    def line(self, tree: int) -> list[str]:
        """The moves that were tried most, from a root on."""

class SingleGame:
    """One game, played action by action."""

    def copy(self) -> SingleGame: ...

    def __deepcopy__(self, memo: object) -> SingleGame: ...

    @property
    def spec(self) -> str: ...

    def position(self) -> str: ...

    def put(self, position: str) -> None:
        """Go on from a position."""

    def play(self, action: int) -> bool:
        """Whether the action is legal; it is played if it is."""

    def legal(self) -> list[int]:
        """The legal actions; none when the game is over."""

    def to_move(self) -> int: ...

    def over(self) -> bool: ...

    def winner(self) -> int | None:
        """None in a draw, and while the game goes on."""

    def mask(self, mask: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')]) -> None:
        """Fill a mask of the legal actions."""

    def mask_list(self) -> list[int]:
        """A 1 or a 0 for each action: whether it is legal."""

    def observe(self, player: int, planes: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None:
        """Fill the planes as a player sees them."""

    def observation_list(self, player: int) -> list[float]:
        """The planes as a player sees them, one number after the other."""

class EvaluatedSearcher:
    """
    Searches of one game with an evaluation of the caller's, which judges many positions in one call.
    """

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""

    def search(self, position: str, method: str, observations: Annotated[numpy.typing.NDArray[numpy.uint8], dict(order='C', device='cpu')], values: Annotated[numpy.typing.NDArray[numpy.float32], dict(order='C', device='cpu')], judge: Callable[[int], None], *, nodes: int | None, depth: int | None, seconds: float | None, lines: int, memory_mb: int, seed: int, progress: Callable[[Analysis], object] | None) -> Analysis:
        """
        Both arrays are the caller's, with room for as many positions as there are actions or more; judge(count) fills the first values from the first observations.
        """

    def stop(self) -> None:
        """
        Ends the search that is running, from any thread; it returns what it has.
        """

class Kernel:
    """A game with its options fixed."""

    def __init__(self, id: str, options: dict[str, str | int | bool] = {}) -> None: ...

    def start(self) -> str: ...

    def to_move(self, position: str) -> int:
        """0 for the first player, 1 for the second."""

    def legal_moves(self, position: str) -> list[str]:
        """In the rulebook's order; empty exactly when the game is over."""

    def play(self, position: str, move: str) -> str: ...

    def outcome(self, position: str) -> tuple[int | None, str, tuple[int, int] | None] | None:
        """None, or (winner or None, reason, scores or None)."""

    def perft(self, position: str, depth: int) -> int: ...

    def playouts(self, count: int, seed: int = 0, limit: int = 1000, position: str | None = None) -> Playouts:
        """Uniformly random games from the position, or from the start."""

    def searcher(self, memory_mb: int = 256, weights: Weights | None = None) -> Searcher:
        """
        A searcher with this much memory for its tables; without weights it uses the evaluation that was written by hand.
        """

    def solver(self, memory_mb: int = 256, weights: Weights | None = None) -> Solver:
        """
        The game's solver, within this much memory; weights may make it faster.
        """

    def level_mover(self, memory_mb: int = 256, weights: Weights | None = None) -> LevelMover:
        """
        What picks the moves of levels, with this much memory for its searches.
        """

    def vector(self, actions: Sequence[str], seeds: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], *, starts: Sequence[str], opening: int, limit: int, threads: int) -> VectorGames | None:
        """
        Many games at once, for learners; an action is a place in this list of all moves. None where the kernel does not show its positions on planes.
        """

    def single_game(self, spec: str, actions: Sequence[str]) -> SingleGame | None:
        """
        One game at its start, for environments of a single game; None where there is no vector.
        """

    def evaluated_searcher(self, actions: Sequence[str]) -> EvaluatedSearcher | None:
        """
        Searches with an evaluation of the caller's; None where there is no vector.
        """

    def network_search(self, actions: Sequence[str], roots: Sequence[str], seeds: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], simulations: int, considered: int, exploration: float, symmetries: bool, threads: int) -> NetworkSearch | None:
        """
        A tree for each root, for somebody else's evaluation; None where there is no vector. considered: of Gumbel's sequential halving, or 0 for PUCT.
        """

    def learner(self) -> Learner | None:
        """What the game can learn; None where its kernel lists no patterns."""

    def prior_learner(self) -> PriorLearner | None:
        """
        What it can learn about moves; None where its kernel lists no features of them.
        """
