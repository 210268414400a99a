"""Matches in words: what `print(match)` shows, and the steps of a worked example as sentences and boards."""

from __future__ import annotations

from copy import copy

from quintet.core.game import AnyGame, Stages, refusal
from quintet.core.match import Match
from quintet.core.narration import narrate
from quintet.core.options import changed
from quintet.core.scene import Scene
from quintet.core.sentences import ending
from quintet.core.story import Story, tell
from quintet.core.types import Player
from quintet.render.text import board_text


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
    """The same story with a step `play` for each move."""

    def parts(step: str) -> list[str]:
        verb, _, rest = step.partition(" ")
        return [f"play {move}" for move in rest.split()] if verb in ("play", "watch") else [step]

    return Story(story.title, tuple(part for step in story.steps for part in parts(step)))


def scenes(step: str, match: Match) -> list[Scene]:
    """What is to be drawn after a step that led to this match: each stage of a move that is watched, else one board
    for what changes the position, and none for a claim."""
    verb = step.partition(" ")[0]
    if verb == "watch" and isinstance(match.game, Stages):
        return list(match.game.stages(match.positions[-2], match.moves[-1]))
    return [match.game.scene(match.position)] if verb in ("play", "watch", "ask", "undo", "position") else []


def step_words(step: str, match: Match) -> str:
    """One step, which led to this match, as a sentence; empty where the board says it already."""
    verb, _, rest = step.partition(" ")
    if verb == "game":
        return _chosen(match.game)
    if verb in ("play", "watch"):
        moves = rest.split()
        if len(moves) > 1:
            return f"They play {' '.join(moves)}."
        return narrate(match.game, match.positions[-2], match.moves[-1])
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


def _chosen(game: AnyGame) -> str:
    """The options that are not the usual ones: ``Played with size 5, no pie.``"""
    words = [
        (name if value else f"no {name}") if isinstance(value, bool) else f"{name} {value}"
        for name, value in changed(game.options).items()
    ]
    return f"Played with {', '.join(words)}." if words else ""


def _ending(match: Match) -> str:
    outcome = match.outcome
    if outcome is None:
        return "The game goes on."
    color = "" if outcome.winner is None else match.game.color(match.position, Player(outcome.winner)).title
    return f"{ending(outcome, color)}."


def printed(match: Match) -> str:
    """The board with the last move marked, the counters, and whose turn it is or how it ended."""
    game, scene = match.game, match.game.scene(match.position)
    last = game.clicks(match.moves[-1]) if match.moves else ()
    parts = [board_text.board(game.layout(), scene, last=last), board_text.counters(scene), standing(match)]
    return "\n\n".join(part for part in parts if part)


def standing(match: Match) -> str:
    """Whose turn it is, or how it ended; the player called You is spoken to: ``You (Black) are to move.``"""
    outcome = match.outcome
    player = outcome.winner if outcome else match.to_move
    who = "" if player is None else _who(match, player)
    is_you = player is not None and match.names[player] == "You"
    if outcome is None:
        return f"{who} {'are' if is_you else 'is'} to move."
    return f"{ending(outcome, who)}."


def _who(match: Match, player: Player) -> str:
    """``Ada (Black)``."""
    return f"{match.names[player]} ({match.game.color(match.position, player).title})"
