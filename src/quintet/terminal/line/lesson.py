"""``quintet lesson``: a lesson in line mode; chapters that are done are kept in the user's data folder."""

from __future__ import annotations

from functools import partial

from quintet.core import registry
from quintet.core.match import Match
from quintet.core.types import Color
from quintet.players.who import Who
from quintet.study.lesson import LEVEL, LessonSession, Prompt, lesson
from quintet.terminal import learner_progress
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import instructions, play, screen
from quintet.terminal.local_game import new_game

HELP = "Type a move, or one of: hint (help with this move), skip (the next chapter), quit."


def show(console: Console, game_id: str, chapter: int | None) -> None:
    """The lesson from a chapter on, or from the first one that is not done."""
    taught = lesson(registry.load(game_id).id)
    game_id, count = taught.game.id, len(taught.chapters)
    if chapter is not None and not 1 <= chapter <= count:
        raise ValueError(f"--chapter must be 1 to {count}, got {chapter}")
    done = learner_progress.chapters_done(game_id)
    session = LessonSession(taught, done, partial(learner_progress.keep_chapters, game_id))
    if chapter is not None:
        session.go_to(chapter - 1)
    console.tell(f"{taught.game.title}, a lesson in {count} chapters. {HELP}")
    try:
        while not session.is_over:
            if _leads_to_game(console, session):
                _finish(console, session)
                return
            if session.trouble:
                console.tell(session.trouble)
    except (Leave, KeyboardInterrupt):
        console.say("\nThe lesson goes on where you left it: quintet lesson " + game_id)


def ask_move(console: Console, help: str) -> str:
    """What is typed for a move, be it a command; Leave for `quit`, and the help where it is asked for."""
    while (typed := console.ask("Your move: ").strip()).lower() in ("", "help"):
        console.tell(help)
    if typed.lower() == "quit":
        raise Leave
    return typed


def typed_move(match: Match, typed: str) -> str:
    """The text of the move that was meant, in the game's own forms too; what was typed, where it is none."""
    move = instructions.read_typed(match.game, match.position, typed)
    return typed if move is None else str(move)


def _leads_to_game(console: Console, session: LessonSession) -> bool:
    """Go through a chapter to its end, or until it is skipped; whether the game at the end of a lesson is next."""
    number, chapter = session.number, session.chapter
    console.say(f"\n{number + 1}. {chapter.title}\n")
    own: Match | None = None
    while session.number == number and not session.is_over:
        step = session.step
        console.say(f"{screen.whole(own or step.match, console.color, dots=True)}\n")
        console.tell(step.words)
        if step.prompt is not None:
            own = _asked(console, session, step.prompt)
        elif chapter.finish and session.is_last_step:
            return True
        else:
            own = None
            if not chapter.finish and console.ask("Press Enter to go on. ").strip().lower() == "quit":
                raise Leave
            session.advance()
    return False


def _asked(console: Console, session: LessonSession, prompt: Prompt) -> Match | None:
    """Ask until a move is right, or the chapter is skipped; the match after the right move."""
    console.tell(prompt.words)
    match = session.step.match
    while True:
        typed = ask_move(console, HELP)
        if typed.lower() == "skip":
            session.go_to(session.number + 1)
            return None
        if typed.lower() == "hint":
            session.hint()
        elif session.answer(text := typed_move(match, typed)):
            played = Match(match.game, match.position)
            played.play(text)
            console.say()
            return played
        console.tell(session.said)


def _finish(console: Console, session: LessonSession) -> None:
    """The game at the end, with the learner to move."""
    session.finish_chapter()
    if session.trouble:
        console.tell(session.trouble)
    match = session.step.match
    mine = match.game.color(match.position, match.to_move)
    engine = Who("level", LEVEL)
    black, white = (None, engine) if mine is Color.BLACK else (engine, None)
    play.play(console, new_game(match.game, black, white, match.game.text(match.position)), questions=True)
