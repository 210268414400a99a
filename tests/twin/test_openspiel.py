"""Othello and Pentago against OpenSpiel's own versions, on random games."""

import random
from typing import Any

from needs import need
from quintet import Match, Player, load
from quintet.core.game import AnyGame

pyspiel = need("OpenSpiel")

RETURNS = {Player.FIRST: [1.0, -1.0], Player.SECOND: [-1.0, 1.0], None: [0.0, 0.0]}


def random_move(match: Match, rng: random.Random) -> Any:
    return rng.choice(match.game.legal_moves(match.position))


def test_othello_agrees_on_every_move_board_and_result() -> None:
    rng = random.Random(1)
    for _ in range(60):
        match = Match(load("othello"))
        state = pyspiel.load_game("othello").new_initial_state()
        while not match.outcome:
            assert match.legal() == [state.action_to_string(action) for action in state.legal_actions()]
            assert match.to_move == state.current_player()
            assert othello_rows(state) == match.game.text(match.position).split()[0]
            move = str(random_move(match, rng))
            match.play(move)
            state.apply_action(state.string_to_action(move))
        assert state.is_terminal()
        assert state.returns() == RETURNS[match.outcome.winner]


def othello_rows(state: Any) -> str:
    rows = [line[2:17:2] for line in str(state).splitlines() if line[0].isdigit()]
    return "/".join(rows).translate(str.maketrans("-xo", ".bw"))


ROTATIONS = {"1A": "s", "1C": "t", "2A": "u", "2C": "v", "4A": "w", "4C": "x", "3A": "y", "3C": "z"}
"""Our rotations in OpenSpiel's letters."""


def test_pentago_agrees_and_differs_only_where_a_placement_makes_five() -> None:
    """OpenSpiel turns a sub-board after a winning placement too, and looks for fives only then."""
    rng = random.Random(2)
    by_placement = 0
    for _ in range(60):
        match = Match(load("pentago"))
        state = pyspiel.load_game("pentago").new_initial_state()
        while not match.outcome:
            assert match.to_move == state.current_player()
            assert pentago_rows(state) == match.game.text(match.position).split()[0]
            winning = [move for move in match.legal() if "-" not in move]
            others = {pentago_action(state, move) for move in match.legal() if "-" in move}
            assert others == set(state.legal_actions()) - {
                pentago_action(state, f"{cell}-{rotation}") for cell in winning for rotation in ROTATIONS
            }
            for cell in winning:
                by_placement += 1
                check_winning_placement(match, state, cell)
            move = random_move(match, rng)
            match.play(move)
            if "-" in str(move):
                state.apply_action(pentago_action(state, str(move)))
        if "-" in str(match.moves[-1]):
            assert state.is_terminal()
            assert state.returns() == RETURNS[match.outcome.winner]
    assert by_placement > 20


def check_winning_placement(match: Match, state: Any, cell: str) -> None:
    """For us the mover has won; for OpenSpiel each rotation decides, by the rules of a board after rotation."""
    game: AnyGame = match.game
    won = game.outcome(game.play(match.position, next(m for m in game.legal_moves(match.position) if str(m) == cell)))
    assert won is not None
    assert won.winner is match.to_move
    for rotation in ROTATIONS:
        child = state.child(pentago_action(state, f"{cell}-{rotation}"))
        turn = "w" if match.to_move is Player.FIRST else "b"
        outcome = game.outcome(game.parse(f"{pentago_rows(child)} {turn}"))
        assert child.is_terminal() == (outcome is not None)
        if outcome:
            assert child.returns() == RETURNS[outcome.winner]


def pentago_rows(state: Any) -> str:
    rows = [line[4:15:2] for line in str(state).splitlines() if line[2:3].isdigit()]
    return "/".join(rows).translate(str.maketrans("O@", "bw"))


def pentago_action(state: Any, move: str) -> int:
    """``c2-1C`` in OpenSpiel's numbers: our row c, column 2 is its column c, row 3."""
    cell, rotation = move.split("-")
    action: int = state.string_to_action(f"{'abcdef'[int(cell[1])]}{'abcdef'.index(cell[0]) + 1}{ROTATIONS[rotation]}")
    return action
