"""A learner's progress with puzzles: ratings, streaks, and which puzzle comes next."""

import quintet
from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import puzzles


def test_only_the_first_result_on_a_puzzle_counts() -> None:
    progress = PuzzleProgress()
    first, second, third = list(puzzles("othello").values())[:3]
    for puzzle, solved in ((first, True), (second, True), (second, False), (third, False)):
        progress.settle(puzzle, solved)
    standing = progress.standing("othello")
    assert (standing.tried, standing.solved, standing.streak, standing.longest) == (3, 2, 0, 2)
    assert progress.tried == {first.id: True, second.id: True, third.id: False}
    assert progress.standing("pentago").tried == 0


def test_the_next_puzzle_is_fresh_near_and_of_the_kind_that_was_asked_for() -> None:
    progress = PuzzleProgress()
    wins = [puzzle for puzzle in puzzles("othello").values() if puzzle.theme == "win"]
    for puzzle in wins[:-1]:
        progress.tried[puzzle.id] = True
    assert progress.next_puzzle(["othello"], "win") == wins[-1]
    progress.tried[wins[-1].id] = True
    again = progress.next_puzzle(["othello"], "win")
    assert again in wins, "when all were tried, one of them comes again"
    for _ in range(5):
        near = PuzzleProgress().next_puzzle(quintet.game_ids(), None)
        assert near is not None
        assert abs(near.rating - 1200) < 50
    assert progress.next_puzzle([], None) is None
