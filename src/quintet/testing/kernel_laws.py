"""The laws that a kernel keeps with its rulebook: the same moves, texts, ends, counts, planes and exact answers."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from quintet.core.game import spec
from quintet.core.types import NotSolved, Player
from quintet.engine.engine import Engine
from quintet.testing.laws import Law
from quintet.testing.subject import Broken, Subject

if TYPE_CHECKING:
    from quintet import _core

COUNTED = 3_000
"""Lines that the rulebook counts to compare a perft with."""
LAST_PLIES = 8
"""How far from the end of a walk positions are solved both ways."""
RULEBOOK_NODES, KERNEL_NODES = 1_500, 300_000
"""What a solver may look at; a position that takes more is left out."""
MOST_MOVES = 20
"""Positions with more moves are not solved: on a large board the rulebook takes long to look at a few."""
SEARCH_NODES = 400
MEMORY_MB = 8


def _kernel(subject: Subject) -> _core.Kernel:
    assert subject.kernel is not None
    return subject.kernel


def kernels_play_alike(subject: Subject) -> None:
    """A kernel has the rulebook's start, player to move, legal moves in their order, and positions after them."""
    game, kernel = subject.game, _kernel(subject)
    start = kernel.start()
    subject.expect(start == game.text(game.start()), f"the kernel starts with {start!r}")
    for step in subject.steps():
        text, after = game.text(step.before), game.text(step.after)
        legal = [str(move) for move in game.legal_moves(step.before)]
        others = kernel.legal_moves(text)
        subject.expect(others == legal, f"the kernel's legal moves are {_difference(others, legal)}")
        mover = kernel.to_move(text)
        subject.expect(mover == game.to_move(step.before), f"the kernel has player {mover} to move")
        played = kernel.play(text, str(step.move))
        subject.expect(played == after, f"the kernel plays to {played!r}, the rulebook to {after!r}")


def kernels_end_alike(subject: Subject) -> None:
    """A kernel has the rulebook's outcomes, winner, reason and scores, and no moves where there is one."""
    for pos in subject.positions():
        _expect_end(subject, pos)


def kernels_read_alike(subject: Subject) -> None:
    """A kernel refuses the texts that the rulebook refuses, with one sentence; what both read is the same position."""
    game, kernel = subject.game, _kernel(subject)
    for strange in subject.strange_texts():
        try:
            pos = game.parse(strange)
        except ValueError:
            try:
                moves = kernel.legal_moves(strange)
            except ValueError as error:
                subject.expect(str(error) and "\n" not in str(error), f"{strange!r} is refused with {str(error)!r}")
            else:
                raise Broken(f"the kernel reads {strange!r}, with {len(moves)} legal moves")
            continue
        try:
            others = kernel.legal_moves(strange)
        except ValueError as error:
            raise Broken(f"the kernel refuses {strange!r}: {error}") from None
        legal = [str(move) for move in game.legal_moves(pos)]
        subject.expect(others == legal, f"in {strange!r} the kernel's legal moves are {_difference(others, legal)}")
        _expect_end(subject, pos)


def kernels_count_alike(subject: Subject) -> None:
    """Perft of a kernel is that of the rulebook, and its random games end as the game can end."""
    game, kernel = subject.game, _kernel(subject)
    for pos in subject.some_positions(count=6):
        depth, count = 1, len(game.legal_moves(pos)) or 1
        while depth < 3 and count**2 <= COUNTED:
            depth += 1
            count = _perft(game, pos, depth)
        counted = kernel.perft(game.text(pos), depth)
        subject.expect(counted == count, f"perft to depth {depth} is {counted}, of the rulebook {count}")
    for pos in subject.looking([walk[-1].before for walk in subject.walks]):
        ends = [game.outcome(game.play(pos, move)) for move in game.legal_moves(pos)]
        if ends and None not in ends:
            winners = {end.winner for end in ends if end is not None}
            tally = kernel.playouts(64, 0, 10, game.text(pos))
            counts = {Player.FIRST: tally.wins, Player.SECOND: tally.losses, None: tally.draws}
            possible = all(winner in winners or not count for winner, count in counts.items())
            is_whole = sum(counts.values()) == tally.moves == 64
            subject.expect(possible and is_whole, f"64 random games of one move came to {counts}")


def kernels_show_alike(subject: Subject) -> None:
    """A kernel that shows positions to learners fills the same planes and masks as the rulebook, for both players."""
    try:
        import numpy as np

        from quintet.environments.planes import Planes
    except ModuleNotFoundError:  # numpy is an extra
        return
    game = subject.game
    planes = Planes(game)
    shown = _kernel(subject).single_game(spec(game), [str(move) for move in planes.actions])
    if shown is None:
        return
    for pos in subject.some_positions(count=40):
        shown.put(game.text(pos))
        subject.expect(shown.over() == (game.outcome(pos) is not None), "only one of them is over")
        mask = np.zeros(len(planes.actions), np.bool_)
        shown.mask(mask)
        different = [str(planes.actions[action]) for action in np.flatnonzero(mask != planes.mask(pos))]
        subject.expect(not different, f"the masks differ in {', '.join(different[:8])}")
        for player in Player:
            filled = np.full(planes.shape, 77, np.uint8)
            shown.observe(player, filled)
            for name, plane, other in zip(planes.names, filled, planes.of(pos, player), strict=True):
                cells = np.argwhere(plane != other)
                where = f"row {cells[0][0]}, column {cells[0][1]}" if len(cells) else ""
                subject.expect(not len(cells), f"the plane {name!r} differs for {player.name} in {where}")


def kernels_answer_alike(subject: Subject) -> None:
    """Near the end a kernel's solver has the rulebook's exact values and best moves, and searches prove no others."""
    game, kernel = subject.game, _kernel(subject)
    solver, searcher = kernel.solver(MEMORY_MB), kernel.searcher(MEMORY_MB)
    rulebook = Engine(game, rules=True)
    endings = [step.before for walk in subject.walks for step in walk[-1 : -1 - LAST_PLIES : -1]]
    for pos in subject.looking(endings):
        text = game.text(pos)
        legal = [str(move) for move in game.legal_moves(pos)]
        proved: dict[str, float] = {}
        for method in ("alphabeta", "mcts"):
            answer = searcher.search(text, method, nodes=SEARCH_NODES)
            said = f"{method} answers {answer.move!r} with value {answer.value}"
            subject.expect(answer.move in legal and -1 <= answer.value <= 1, said)
            if answer.exact:
                proved[method] = answer.value
        if len(legal) > MOST_MOVES:
            continue
        with suppress(NotSolved):
            truth = rulebook.solve(pos, nodes=RULEBOOK_NODES, seconds=None)
            for method, value in proved.items():  # a hash that is the same for different positions shows here
                subject.expect(value == truth.value, f"{method} has proved the value {value}, and it is {truth.value}")
            solved = solver.solve(text, nodes=KERNEL_NODES)
            if solved.solved:
                best = [str(move) for move in truth.best]
                said = f"the solver says value {solved.value[0]}, best {_difference(solved.best, best)}"
                subject.expect(solved.value[0] == truth.value and solved.best == best, f"{said}, value {truth.value}")


def _expect_end(subject: Subject, pos: Any) -> None:
    game, kernel = subject.game, _kernel(subject)
    text, outcome = game.text(pos), game.outcome(pos)
    end = kernel.outcome(text)
    wanted = None if outcome is None else (outcome.winner, outcome.reason, outcome.scores)
    subject.expect(end == wanted, f"in {text!r} the kernel's outcome is {end}, the rulebook's {wanted}")
    subject.expect((end is None) == bool(kernel.legal_moves(text)), f"the kernel has legal moves after {end}")


def _perft(game: Any, pos: Any, depth: int) -> int:
    moves = game.legal_moves(pos)
    if depth == 0 or not moves:
        return 1
    return len(moves) if depth == 1 else sum(_perft(game, game.play(pos, move), depth - 1) for move in moves)


def _difference(others: list[str], own: list[str]) -> str:
    """What the kernel has and the rulebook has not, and the other way round."""
    more, fewer = [text for text in others if text not in own], [text for text in own if text not in others]
    if not more and not fewer:
        return (
            f"in another order, {', '.join(others[:6])} instead of {', '.join(own[:6])}"
            if others != own
            else "the same"
        )
    parts = [f"too many: {', '.join(more[:6])}"] * bool(more) + [f"without {', '.join(fewer[:6])}"] * bool(fewer)
    return " and ".join(parts)


KERNEL_LAWS = [
    Law(check.__doc__ or "", check)
    for check in (
        kernels_play_alike,
        kernels_end_alike,
        kernels_read_alike,
        kernels_count_alike,
        kernels_show_alike,
        kernels_answer_alike,
    )
]
"""In the order in which they are checked; a kernel that plays otherwise makes the rest pointless."""
