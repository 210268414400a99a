"""``quintet puzzle``: one puzzle after the other in line mode, with a rating in the user's data folder."""

from __future__ import annotations

from quintet.study.progress import PuzzleProgress
from quintet.study.puzzle import THEMES, Theme, explanation, find
from quintet.study.puzzle_attempt import PuzzleSession
from quintet.terminal import learner_progress
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import screen
from quintet.terminal.line.lesson import ask_move, typed_move

HELP = "Type a move, or one of: solution (show it), next (another puzzle), quit."


def show(console: Console, game: str | None, theme: Theme | None, puzzle_id: str | None) -> None:
    """Puzzles until the person leaves, or the one that was asked for."""
    progress = learner_progress.puzzle_progress()
    puzzle = learner_progress.next_puzzle(progress, game, theme) if puzzle_id is None else find(puzzle_id)
    if puzzle is None:
        raise ValueError(f"there is no puzzle {puzzle_id!r}")
    console.tell(HELP)
    try:
        while True:
            _solve(console, PuzzleSession(puzzle, progress))
            _keep(console, progress)
            console.tell(progress.standing(puzzle.game_id).words)
            if puzzle_id is not None or console.ask("Another? [Y/n] ").strip().lower() in ("n", "no", "quit"):
                return
            puzzle = learner_progress.next_puzzle(progress, game, theme)
    except (Leave, KeyboardInterrupt):
        _keep(console, progress)
        console.say()


def _solve(console: Console, session: PuzzleSession) -> None:
    puzzle, title = session.puzzle, session.attempt.match.game.title
    console.say(f"\n{title}, puzzle {puzzle.id}, rated {puzzle.rating}: {THEMES[puzzle.theme].lower()}\n")
    while not session.is_over:
        console.say(f"{screen.whole(session.attempt.match, console.color, dots=True)}\n")
        console.tell(session.task)
        _ask(console, session)
    if session.attempt.done:
        console.say(f"{screen.whole(session.attempt.match, console.color)}\n")
        console.tell(session.said)
    for sentence in explanation(puzzle):
        console.tell(sentence)


def _ask(console: Console, session: PuzzleSession) -> None:
    """Ask until a move is right, or the person gives up."""
    while True:
        typed = ask_move(console, HELP)
        if typed.lower() in ("solution", "next"):
            session.give_up()
            return
        try:
            if session.play(typed_move(session.attempt.match, typed)):
                return
            console.tell(session.said)
        except ValueError as error:
            console.tell(f"Sorry, {error}.")


def _keep(console: Console, progress: PuzzleProgress) -> None:
    if trouble := learner_progress.keep_puzzle_progress(progress):
        console.tell(trouble)
