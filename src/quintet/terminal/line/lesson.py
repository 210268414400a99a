"""``quintet lesson``: a lesson in line mode; chapters that are done are kept in the user's data folder."""

from __future__ import annotations

import shutil
import textwrap

from quintet.core import registry
from quintet.core.game import read_move
from quintet.core.match import Match
from quintet.core.types import Color
from quintet.players.who import Who
from quintet.study.lesson import HINT_AFTER, LEVEL, Chapter, Prompt, Step, lesson
from quintet.terminal import learner_progress
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import play, screen
from quintet.terminal.local_game import new_game

WIDEST = 100
HELP = "Type a move, or one of: hint (help with this move), skip (the next chapter), quit."


def show(console: Console, game_id: str, chapter: int | None) -> None:
    """The lesson from a chapter on, or from the first one that is not done."""
    taught = lesson(registry.load(game_id).id)
    count = len(taught.chapters)
    if chapter is not None and not 1 <= chapter <= count:
        raise ValueError(f"--chapter must be 1 to {count}, got {chapter}")
    done = learner_progress.chapters_done(taught.game.id)
    at = chapter - 1 if chapter is not None else done if done < count else 0
    console.say(f"{taught.game.title}, a lesson in {count} chapters. {HELP}")
    try:
        while at < count:
            told = taught.chapters[at]
            console.say(f"\n{at + 1}. {told.title}\n")
            whole = _chapter(console, told)
            if whole:
                done = max(done, at + 1)
                if trouble := learner_progress.keep_chapters(taught.game.id, done):
                    console.say(trouble)
            if told.finish and whole:
                _finish(console, told)
                return
            at += 1
    except (Leave, KeyboardInterrupt):
        console.say("\nThe lesson goes on where you left it: quintet lesson " + taught.game.id)


def say(console: Console, words: str) -> None:
    """Prose, in lines that fit."""
    if words:
        console.say(textwrap.fill(words, min(shutil.get_terminal_size().columns, WIDEST)))


def typed_move(match: Match, typed: str) -> str:
    """The text of the move that was meant, in the game's own forms too; what was typed, where it is none."""
    move = read_move(match.game, match.position, typed)
    return typed if move is None else str(move)


def _chapter(console: Console, chapter: Chapter) -> bool:
    """Whether it was gone through, not skipped."""
    own: Match | None = None
    for step in chapter.steps:
        match = own or step.match
        own = None
        console.say(f"{screen.whole(match, console.color, dots=True)}\n")
        say(console, step.words)
        if step.prompt is not None:
            played = _asked(console, step, step.prompt)
            if played is None:
                return False
            own = played
        elif not chapter.finish and console.ask("Press Enter to go on. ").strip().lower() == "quit":
            raise Leave
    return True


def _asked(console: Console, step: Step, prompt: Prompt) -> Match | None:
    """The match after a right move; ``None`` for a chapter that is skipped."""
    say(console, prompt.words)
    wrong = 0
    while True:
        typed = console.ask("Your move: ").strip()
        command = typed.lower()
        if command == "quit":
            raise Leave
        if command == "skip":
            return None
        if command == "hint":
            say(console, prompt.hint)
            continue
        if command in ("", "help"):
            say(console, HELP)
            continue
        text = typed_move(step.match, typed)
        why = prompt.why_not(step.match, text)
        if why is None:
            played = Match(step.match.game, step.match.position)
            played.play(text)
            console.say()
            return played
        wrong += 1
        say(console, f"{why} {prompt.hint}" if wrong >= HINT_AFTER else why)


def _finish(console: Console, chapter: Chapter) -> None:
    """The game at the end, as whoever is to move."""
    match = chapter.steps[-1].match
    mine = match.game.color(match.position, match.to_move)
    engine = Who("level", LEVEL)
    black, white = (None, engine) if mine is Color.BLACK else (engine, None)
    play.play(console, new_game(match.game, black, white, match.game.text(match.position)), questions=True)
