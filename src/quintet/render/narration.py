"""The steps of a worked example as sentences, and as boards to step through."""

from __future__ import annotations

from copy import copy

from quintet.core.game import AnyGame, find_move, refusal
from quintet.core.match import Match
from quintet.core.sentences import ending
from quintet.core.story import Story, tell
from quintet.core.types import Player


def boards(story: Story) -> list[tuple[str, Match]]:
    """A story as a board for each move, with all that is said about it before the next."""
    steps: list[tuple[str, Match]] = []
    for step, match in tell(move_by_move(story)):
        verb, said = step.partition(" ")[0], step_words(step, match)
        if steps and (verb not in ("play", "ask", "undo", "position") or (len(steps) == 1 and verb == "position")):
            said = f"{steps.pop()[0]} {said}".strip()
        steps.append((said, copy(match)))
    return steps


def move_by_move(story: Story) -> Story:
    """The same story with a step for each move."""

    def parts(step: str) -> list[str]:
        verb, _, rest = step.partition(" ")
        return [f"play {move}" for move in rest.split()] if verb == "play" else [step]

    return Story(story.title, tuple(part for step in story.steps for part in parts(step)))


def step_words(step: str, match: Match) -> str:
    """One step, which led to this match, as a sentence; empty where the board says it already."""
    verb, _, rest = step.partition(" ")
    if verb == "game":
        return f"A game of {rest}." if "(" in rest else ""
    if verb == "play":
        moves = rest.split()
        player = match.game.to_move(match.positions[-1 - len(moves)])
        color = match.game.color(match.positions[-1 - len(moves)], player).title
        return f"{color} plays {named(match.game, moves[0])}." if len(moves) == 1 else f"They play {' '.join(moves)}."
    if verb == "say":
        return rest
    if verb == "ask":
        return step_words(f"play {match.moves[-1]}", match)
    if verb == "undo":
        return "That move is taken back."
    if verb == "legal":
        return "There is no legal move." if rest == "none" else f"Legal moves: {rest}"
    if verb == "refuse":
        return f"Refused: {refusal(match.game, match.position, rest.partition(', ')[0]).reason}."
    if verb == "scores":
        return f"Score: {rest.replace(' ', ':')}"
    if verb == "turn":
        return f"{rest.split()[-1].title()} is to move."
    if verb == "outcome":
        return _ending(match)
    return ""


def named(game: AnyGame, text: str) -> str:
    """A move within a sentence: ``column 3`` for the press of a whole column, ``magnet`` or ``swap`` for that of a
    button with this word first, else as it is written."""
    move, layout = find_move(game, text), game.layout()
    clicks = () if move is None else game.clicks(move)
    for button in layout.buttons:
        if clicks == (button.id,):
            return button.label.split()[0].lower()
    labels = [spot.label for spot in layout.spots if clicks == (spot.target,)]
    whole = labels[0].partition(",")[0] if len(labels) > 1 else text
    return whole if all(label.startswith(f"{whole},") for label in labels) else text


def _ending(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return "The game goes on."
    color = "" if outcome.winner is None else match.game.color(match.position, Player(outcome.winner)).title
    return f"{ending(outcome, color, 'wins')}."
