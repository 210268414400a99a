"""``quintet puzzle``: one puzzle after the other in line mode, with a rating in the user's data folder."""

from __future__ import annotations

from quintet.study.puzzle import THEMES, Attempt, Puzzle, Theme, attempt, explanation, reproach, task
from quintet.terminal import learner_progress
from quintet.terminal.console import Console, Leave
from quintet.terminal.learner_progress import Standing, Standings
from quintet.terminal.line import screen
from quintet.terminal.line.lesson import say, typed_move

HELP = "Type a move, or one of: solution (show it), next (another puzzle), quit."


def show(console: Console, game: str | None, theme: Theme | None, puzzle_id: str | None) -> None:
    """Puzzles until the person leaves, or the one that was asked for."""
    kept = learner_progress.standings()
    chosen = learner_progress.next_puzzle(puzzle_id, game, theme, kept)
    say(console, HELP)
    try:
        while True:
            standing = kept.setdefault(chosen.game_id, Standing())
            _solve(console, chosen, standing)
            _keep(console, kept)
            say(console, standing.words)
            if puzzle_id is not None or console.ask("Another? [Y/n] ").strip().lower() in ("n", "no", "quit"):
                return
            chosen = learner_progress.next_puzzle(None, game, theme, kept)
    except (Leave, KeyboardInterrupt):
        _keep(console, kept)
        console.say()


def _solve(console: Console, puzzle: Puzzle, standing: Standing) -> None:
    state = attempt(puzzle, [])
    title = state.match.game.title
    console.say(f"\n{title}, puzzle {puzzle.id}, rated {puzzle.rating}: {THEMES[puzzle.theme].lower()}\n")
    moves: list[str] = []
    while not state.done:
        console.say(f"{screen.whole(state.match, console.color, dots=True)}\n")
        say(console, task(puzzle) if not moves else "Right. Go on.")
        tried = _move(console, puzzle, state, moves, standing)
        if tried is None:
            break
        state = tried
    if state.done:
        console.say(f"{screen.whole(state.match, console.color)}\n")
        say(console, "That is it.")
        standing.settle(puzzle, True)
    for sentence in explanation(puzzle):
        say(console, sentence)


def _move(console: Console, puzzle: Puzzle, state: Attempt, moves: list[str], standing: Standing) -> Attempt | None:
    """Asks until a move is right; ``None`` for who gives up."""
    while True:
        typed = console.ask("Your move: ").strip()
        command = typed.lower()
        if command == "quit":
            raise Leave
        if command in ("solution", "next"):
            standing.settle(puzzle, False)
            return None
        if command in ("", "help"):
            say(console, HELP)
            continue
        try:
            tried = attempt(puzzle, [*moves, typed_move(state.match, typed)])
        except ValueError as error:
            say(console, f"Sorry, {error}.")
            continue
        if tried.wrong is None:
            moves.append(str(tried.match.moves[state.match.ply]))
            return tried
        standing.settle(puzzle, False)
        say(console, f"{reproach(puzzle, tried.wrong)} Try another.")


def _keep(console: Console, kept: Standings) -> None:
    if trouble := learner_progress.keep_standings(kept):
        console.say(trouble)
