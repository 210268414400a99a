"""Stories: a few steps of a game as text, with claims that are checked while it is told.

    A forced pass
        game othello
        play f5 f6 c4 g5 h5 h4 f7 h6
        legal pass

The rule cases of the tests are stories, and so are the worked examples in a game's rules (there in
fenced blocks marked ``story``). A line that is not indented is a title and begins a new story.

| step | what it does or claims |
| --- | --- |
| game SPEC | the game to play, from its start |
| position TEXT | go on from this position |
| play MOVE ... | play these moves |
| watch MOVE | play this move, and show what it does step by step |
| undo | back to before the last move |
| legal MOVE ... | exactly these moves are legal, in this order (``none``: none) |
| refuse MOVE, WORDS | the move is refused, and these words are in the reason |
| text TEXT | the position has this text |
| rows ROWS | the board part of the position's text |
| turn PLAYER COLOR | who is to move, and with which colour |
| scores FIRST SECOND | the scores now |
| narration SENTENCE | what is said about the last move |
| outcome RESULT[, WORDS] | first, second, draw or none, and words of the reason |
| bad TEXT, WORDS | a text that is no position, and words of the message |

A story may also talk to a learner; `quintet.study.lesson` makes lessons of such stories.

| step | what it does or claims |
| --- | --- |
| say WORDS | something to read |
| hint WORDS | helps with the next `ask` |
| wrong MOVE ..., WORDS | these moves (``any``: all others) are legal, but not what the next `ask` wants, and why |
| ask MOVE ..., WORDS | the learner plays one of these (``any``: any legal one); with several the story ends there |
| finish WORDS | the learner plays on from here to the end of the game |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quintet.core import registry
from quintet.core.game import AnyGame, Scores, parse_move, refusal
from quintet.core.match import Match
from quintet.core.narration import narrate


class FalseStory(ValueError):
    """A claim of a story does not hold."""


@dataclass(frozen=True)
class Story:
    """A title and its steps."""

    title: str
    steps: tuple[str, ...]


def stories(text: str) -> list[Story]:
    """The stories of a case file."""
    sections: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line[0].isspace():
            sections.append((line.strip(), []))
        elif not sections:
            raise ValueError(f"expected a title before {line.strip()!r}")
        else:
            sections[-1][1].append(line.strip())
    return [Story(title, tuple(steps)) for title, steps in sections]


FENCE = re.compile(r"^```story\n(.*?)^```\n?", re.DOTALL | re.MULTILINE)


def worked_examples(rules: str) -> list[Story]:
    """The stories inside a game's rules."""
    return [story for block in FENCE.findall(rules) for story in stories(block)]


def tell(story: Story) -> Iterator[tuple[str, Match]]:
    """Do every step of a story, yielding it with the match after it; FalseStory when a claim is wrong."""
    match: Match | None = None
    forked = helping = False
    for step in story.steps:
        verb, _, rest = step.partition(" ")
        if forked and verb not in ("say", "game", "position"):
            raise FalseStory(f"{story.title}: expected one answer before {step!r}, because the story goes on")
        forked = forked and verb == "say"
        if helping and verb not in ("hint", "wrong", "say", "ask"):
            raise FalseStory(f"{story.title}: {LONELY}")
        helping = verb in ("hint", "wrong") or (helping and verb == "say")
        if verb == "game":
            match = Match(registry.load(rest))
        elif match is None:
            raise FalseStory(f"{story.title}: expected 'game SPEC' first, got {step!r}")
        elif verb == "position":
            match = Match(match.game, position=match.game.parse(rest))
        elif verb == "play":
            for move in rest.split():
                match.play(move)
        elif verb == "watch":
            match.play(rest)
        elif verb == "undo":
            match.undo()
        elif verb == "ask":
            answers = _answers(story, match, rest)
            forked = len(answers) > 1
            match.play(answers[0])
        elif verb in WORDS:
            if not rest:
                raise FalseStory(f"{story.title}: expected words after {verb!r}")
        elif verb in CLAIMS:
            actual = CLAIMS[verb](match, rest)
            if actual != rest:
                raise FalseStory(f"{story.title}: {verb} {rest}\nbut it is: {actual}")
        else:
            raise FalseStory(f"{story.title}: expected a step like 'play' or {', '.join(CLAIMS)}, got {step!r}")
        yield step, match
    if helping:
        raise FalseStory(f"{story.title}: {LONELY}")


def moves_and_words(rest: str) -> tuple[list[str], str]:
    """What stands behind `ask` and `wrong`."""
    moves, _, words = rest.partition(", ")
    return moves.split(), words


def _answers(story: Story, match: Match, rest: str) -> list[str]:
    moves, words = moves_and_words(rest)
    if not moves or not words:
        raise FalseStory(f"{story.title}: expected 'ask MOVE ..., WORDS', got 'ask {rest}'")
    return match.legal() if moves == ["any"] else [str(match.legal_move(move)) for move in moves]


def _wrong(match: Match, rest: str) -> str:
    moves, _ = moves_and_words(rest)
    illegal = set(moves) - set(match.legal()) - {"any"}
    return rest if not illegal else f"{' '.join(sorted(illegal))} is not legal here"


def _legal(match: Match, rest: str) -> str:
    return " ".join(match.legal()) or "none"


def _refuse(match: Match, rest: str) -> str:
    move, _, words = rest.partition(", ")
    try:
        parse_move(match.game, match.position, move)
    except ValueError:
        reason = refusal(match.game, match.position, move).reason
        return rest if words in reason else f"{move}, {reason}"
    return f"{move} is legal"


def _text(match: Match, rest: str) -> str:
    return match.game.text(match.position)


def _rows(match: Match, rest: str) -> str:
    return match.game.text(match.position).split(" ")[0]


def _turn(match: Match, rest: str) -> str:
    player = match.to_move
    return f"{player.name.lower()} {match.game.color(match.position, player).title.lower()}"


def _scores(match: Match, rest: str) -> str:
    game: AnyGame = match.game
    return " ".join(map(str, game.scores(match.position))) if isinstance(game, Scores) else "no scores"


def _outcome(match: Match, rest: str) -> str:
    outcome = match.outcome
    if outcome is None:
        return "none"
    result = outcome.winner.name.lower() if outcome.winner is not None else "draw"
    claimed, _, words = rest.partition(", ")
    return rest if result == claimed and words in outcome.reason else f"{result}, {outcome.reason}"


def _narration(match: Match, rest: str) -> str:
    return narrate(match.game, match.positions[-2], match.moves[-1]) if match.moves else "no move was played"


def _bad(match: Match, rest: str) -> str:
    text, _, words = rest.partition(", ")
    try:
        match.game.parse(text)
    except ValueError as error:
        return rest if words in str(error) else f"{text}, {error}"
    return f"{text} is a position"


CLAIMS: dict[str, Callable[[Match, str], str]] = {
    "legal": _legal,
    "refuse": _refuse,
    "text": _text,
    "rows": _rows,
    "turn": _turn,
    "scores": _scores,
    "outcome": _outcome,
    "narration": _narration,
    "bad": _bad,
    "wrong": _wrong,
}
"""A claim answers with what is true, written as the claim would be."""
LONELY = "expected 'ask' after a hint or a wrong move"
WORDS = ("say", "hint", "finish")
"""Steps that are there to be read."""
