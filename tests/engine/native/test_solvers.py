"""The solvers of the engine room: always the rulebook's own answer, however little memory, time or peace they have."""

import re
import threading
import time
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import quintet
from amounts import part, some, whole
from needs import need
from quintet import Engine, NotSolved, Solution
from quintet.core.game import AnyGame, Scores, Symmetries

need("the engine room")
pytestmark = pytest.mark.long

Position = Any
Pick = Callable[[AnyGame, Random], Position]


def late(most: int) -> Pick:
    """A position up to so many moves before the end of a random game."""

    def pick(game: AnyGame, rng: Random) -> Position:
        position, passed = game.start(), []
        while moves := game.legal_moves(position):
            passed.append(position)
            position = game.play(position, rng.choice(moves))
        return rng.choice(passed[-most:])

    return pick


def crowded(least: int, most: int) -> Pick:
    """A board filled at random, with few empty places, where the game goes on; for games that need no legal past."""

    def pick(game: AnyGame, rng: Random) -> Position:
        rows = game.text(game.start()).split()[0]
        cells = rows.count(".")
        while True:
            empty = rng.randint(least, most)
            black = (cells - empty + 1) // 2
            letters = list("b" * black + "w" * (cells - empty - black) + "." * empty)
            rng.shuffle(letters)
            board = "".join("/" if cell == "/" else letters.pop() for cell in rows)
            position = game.parse(f"{board} {'w' if (cells - empty) % 2 else 'b'}")
            if game.outcome(position) is None:
                return position

    return pick


SMALL: dict[str, tuple[Pick, int]] = {
    "bestgame": (late(6), 200),
    "bestgame(columns=3,rows=3,tokens=6)": (late(8), 200),
    "bestgame(columns=4,rows=3,tokens=5)": (late(6), 200),
    "magnetize": (late(2), 150),
    "magnetize(height=2,width=3)": (late(9), 200),
    "magnetize(height=3,width=3,maglock=1)": (late(6), 200),
    "magnetize(height=3,width=3,square=3)": (late(6), 200),
    "othello": (late(7), 250),
    "othello(empties=winner)": (late(7), 250),
    "othello(size=4)": (late(7), 60),
    "othello(size=6,empties=winner)": (late(7), 60),
    "pentago": (crowded(1, 3), 200),
    "quentin(size=3)": (late(4), 150),
    "quentin(size=3,pie=false)": (late(4), 150),
    "quentin(size=4)": (late(5), 150),
    "quentin(size=4,pie=false)": (late(5), 150),
    "quentin(size=5)": (late(4), 150),
}
"""Positions that the rulebook's own solver can solve: how they are found, and how many."""
RULEBOOK_NODES = 600


@cache
def truths(spec: str) -> list[tuple[Position, Solution]]:
    """Small positions with the rulebook's solutions."""
    game, rng = quintet.load(spec), Random(spec)
    pick, count = SMALL[spec]
    engine, found = Engine(game, rules=True), {}
    for _ in range(part(count, 8)):
        position = pick(game, rng)
        try:
            found[position] = engine.solve(position, nodes=RULEBOOK_NODES, seconds=None)
        except NotSolved:
            continue
    return list(found.items())


def told(solution: Solution) -> tuple[int, int | None, tuple[Any, ...]]:
    return solution.value, solution.margin, solution.best


def check_line(game: AnyGame, position: Position, solution: Solution, nodes: int | None = None) -> None:
    """The line is legal and ends as promised: with that result, or in a draw by coming round again.

    It may be shorter where the limit of `nodes` came after the answer and before the line.
    """
    player, after, seen = game.to_move(position), position, [position]
    for move in solution.line:
        assert move in game.legal_moves(after)
        after = game.play(after, move)
        seen.append(after)
    outcome = game.outcome(after)
    if outcome is None:
        assert nodes is not None or (solution.value == 0 and after in seen[:-1])
        assert nodes is None or solution.nodes >= nodes
        return
    assert solution.value == (0 if outcome.winner is None else 1 if outcome.winner is player else -1)
    if isinstance(game, Scores):
        scores = outcome.scores or game.scores(after)
        assert solution.margin == scores[player] - scores[player.other]
    else:
        assert solution.margin is None
    assert solution.moves_to_win in (None, len(solution.line))


def check_time(one: Solution, other: Solution) -> None:
    """How many moves a win takes is left out where it would cost too much; where it is given it is right."""
    assert None in (one.moves_to_win, other.moves_to_win) or one.moves_to_win == other.moves_to_win


@pytest.mark.long
@pytest.mark.parametrize("spec", some(SMALL, 2))
def test_the_rulebook_says_the_same(spec: str) -> None:
    game = quintet.load(spec)
    known = truths(spec)
    assert len(known) >= part(SMALL[spec][1], 8) / 3
    for position, truth in known:
        found = Engine(game, memory_mb=1).solve(position, seconds=None)
        assert told(found) == told(truth), game.text(position)
        assert found.player is truth.player
        assert found.line[0] in found.best
        check_line(game, position, found)
        check_time(found, truth)


@pytest.mark.parametrize("spec", SMALL)
def test_wins_of_small_positions_are_timed(spec: str) -> None:
    game = quintet.load(spec)
    for position, truth in truths(spec):
        assert Engine(game).solve(position, seconds=None).moves_to_win == truth.moves_to_win, game.text(position)


def test_a_win_of_several_turns_on_a_crowded_board_is_timed() -> None:
    """No move wins at once, and one wins with the next whatever the answer: counted by the rulebook."""
    game = quintet.load("pentago")
    found = Engine(game).solve(game.parse("bbwbww/.bbbw./w.w.bw/wwbb.w/bbwwwb/bbwbwb w"), seconds=None)
    assert (found.value, found.moves_to_win, len(found.line)) == (1, 3, 3)


@pytest.mark.parametrize("spec", SMALL)
def test_one_engine_gives_the_same_answers_again_and_again(spec: str) -> None:
    """What it remembers of other positions, or of the same one, changes nothing."""
    game = quintet.load(spec)
    engine = Engine(game, memory_mb=4)
    for position, truth in truths(spec) + truths(spec)[::-1]:
        assert told(engine.solve(position, seconds=None)) == told(truth), game.text(position)


MIDDLE: dict[str, Pick] = {
    "bestgame": late(14),
    "bestgame(columns=7,rows=5)": late(12),
    "magnetize": late(12),
    "magnetize(height=5,width=5)": late(8),
    "othello": late(13),
    "othello(empties=winner)": late(13),
    "pentago": crowded(8, 12),
    "quentin(size=4)": late(14),
    "quentin(size=5,pie=false)": late(11),
    "quentin(size=6)": late(10),
}
"""Positions that take a solver of the engine room a while."""
MIDDLES = part(20, 3)
MIDDLE_NODES = 100_000


@cache
def middles(spec: str) -> list[tuple[Position, Solution]]:
    """Larger positions with what a fresh engine finds, all within a limit of nodes."""
    game, rng = quintet.load(spec), Random(spec)
    found: dict[Position, Solution] = {}
    while len(found) < MIDDLES:
        position = MIDDLE[spec](game, rng)
        try:
            solution = Engine(game, memory_mb=4).solve(position, nodes=MIDDLE_NODES, seconds=None)
        except NotSolved:
            continue
        if solution.nodes >= 100:
            found[position] = solution
    return list(found.items())


@pytest.mark.parametrize("spec", MIDDLE)
def test_lines_of_larger_positions_end_as_promised(spec: str) -> None:
    game = quintet.load(spec)
    for position, solution in middles(spec):
        check_line(game, position, solution, MIDDLE_NODES)


@pytest.mark.parametrize("spec", MIDDLE)
def test_neither_threads_nor_little_memory_change_an_answer(spec: str) -> None:
    game = quintet.load(spec)
    for position, solution in middles(spec):
        for engine in (Engine(game, memory_mb=1), Engine(game, memory_mb=4, threads=2)):
            again = engine.solve(position, seconds=None)
            assert told(again) == told(solution), (game.text(position), engine)
            check_time(again, solution)


@pytest.mark.parametrize("spec", [spec for spec in MIDDLE if isinstance(quintet.load(spec), Symmetries)])
def test_images_are_worth_the_same(spec: str) -> None:
    game: Any = quintet.load(spec)

    def after(position: Position, solution: Solution) -> list[str]:
        """What the best moves lead to, whichever way the board lies."""
        children = (game.play(position, move) for move in solution.best)
        return sorted(min(game.text(image) for image in game.symmetries(child)) for child in children)

    for position, solution in middles(spec):
        for image in game.symmetries(position)[1:]:
            other = Engine(game, memory_mb=4).solve(image, seconds=None)
            assert (other.value, other.margin) == (solution.value, solution.margin), game.text(image)
            check_time(other, solution)
            assert after(image, other) == after(position, solution), game.text(image)


RESULTS = {"a win": 1, "a draw": 0, "a loss": -1}
KNOWN = re.compile(
    r"not solved, because the nodes ran out after \d+ nodes: "
    r"(?:nothing is known yet|"
    r"(?:(?P<sure>a \w+)|at least (?P<low>a \w+) and at most (?P<high>a \w+))?"
    r"(?:(?:, )?by (?P<least>-?\d+) to (?P<most>-?\d+))? for the player to move)"
)


def check_bounds(sentence: str, truth: Solution) -> None:
    """What is said of a position that is not solved is true."""
    said = KNOWN.fullmatch(sentence)
    assert said is not None, sentence
    low, high = (said["sure"], said["sure"]) if said["sure"] else (said["low"] or "a loss", said["high"] or "a win")
    assert RESULTS[low] <= truth.value <= RESULTS[high]
    if said["least"] is not None:
        assert truth.margin is not None
        assert int(said["least"]) <= truth.margin <= int(said["most"])


@pytest.mark.parametrize("spec", MIDDLE)
def test_cut_short_at_any_moment_and_resumed(spec: str) -> None:
    game, rng = quintet.load(spec), Random(1)
    cuts = 0
    for position, truth in middles(spec):
        engine, nodes, answer = Engine(game, memory_mb=4), rng.randint(1, truth.nodes), None
        while answer is None:
            try:
                answer = engine.solve(position, nodes=nodes, seconds=None)
            except NotSolved as unsolved:
                check_bounds(str(unsolved), truth)
                cuts += 1
                nodes += rng.randint(1, 1 + nodes // 2)
        assert told(answer) == told(truth), game.text(position)
        check_line(game, position, answer, nodes)
        whole = engine.solve(position, seconds=None)
        assert told(whole) == told(truth)
        check_time(whole, truth)
        check_line(game, position, whole)
    assert cuts >= MIDDLES / 2


@pytest.mark.parametrize("spec", MIDDLE)
def test_what_was_found_before_the_cut_is_not_lost(spec: str) -> None:
    """Asked again and again with half of the nodes that it takes, one engine gets there.

    Only larger positions: tables begin some moves before the end, and what lies below is searched anew.
    """
    game = quintet.load(spec)
    long = [(position, truth) for position, truth in middles(spec) if truth.nodes >= 5000]
    assert long
    for position, truth in long:
        engine = Engine(game)
        nodes, calls = truth.nodes // 2, 1
        while True:
            try:
                answer = engine.solve(position, nodes=nodes, seconds=None)
                break
            except NotSolved:
                calls += 1
                assert calls <= 16, game.text(position)
        assert told(answer) == told(truth), game.text(position)


HARD = ["bestgame(columns=7,rows=7,tokens=30)", "magnetize(height=8,width=8)", "othello", "pentago", "quentin(size=9)"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spec", HARD)
def test_another_thread_stops_it_and_it_goes_on_with_the_next(spec: str, threads: int) -> None:
    game = quintet.load(spec)
    engine, ended = Engine(game, threads=threads, memory_mb=4), threading.Event()
    sentences: list[str] = []

    def think() -> None:
        with pytest.raises(NotSolved) as error:
            engine.solve(game.start(), seconds=600)
        sentences.append(str(error.value))
        ended.set()

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.05)  # into the middle of it
    began = time.monotonic()
    while not ended.wait(0.01):
        engine.stop()
        assert time.monotonic() - began < 30
    thread.join()
    assert "it was stopped" in sentences[0]
    easy = late(1)(game, Random(1)) if spec != "pentago" else crowded(1, 1)(game, Random(1))
    assert told(engine.solve(easy)) == told(Engine(game).solve(easy))


@pytest.mark.parametrize("spec", MIDDLE)
def test_two_engines_at_once(spec: str) -> None:
    game, known = quintet.load(spec), middles(spec)
    answers: list[list[Any]] = [[], []]

    def think(mine: list[Any]) -> None:
        engine = Engine(game, memory_mb=4)
        for position, _ in known:
            mine.append(told(engine.solve(position, seconds=None)))

    threads = [threading.Thread(target=think, args=(mine,)) for mine in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] == answers[1] == [told(solution) for _, solution in known]


@whole
def test_positions_that_look_alike_to_a_careless_hash_are_told_apart() -> None:
    """The search of the first position leaves millions of bounds; none of them may be taken for one of the second."""
    game = quintet.load("bestgame")
    position = game.parse("...../...../...../...../...../.wwbb/.bbww w 16 16 0 0")
    engine = Engine(game, memory_mb=64)
    engine.solve(position, seconds=None)
    found = engine.solve(game.play(position, game.legal_moves(position)[3]), seconds=None)
    assert (found.value, found.margin) == (1, 2)
