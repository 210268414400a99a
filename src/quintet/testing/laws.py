"""The laws of a game. The docstring of each function is the law, as authors read it when a game breaks it."""

from __future__ import annotations

import copy
import dataclasses
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.core.game import (
    AnyGame,
    Heuristic,
    LineMode,
    Refuses,
    Scores,
    Stages,
    Symmetries,
    find_move,
    parse_move,
    refusal,
    spec,
)
from quintet.core.match import Match
from quintet.core.narration import LONGEST_NARRATION, narrate
from quintet.core.registry import load
from quintet.core.scene import Scene
from quintet.core.story import tell, worked_examples
from quintet.core.types import Color, Player
from quintet.testing.subject import Broken, Subject

NAMES = ("Ada", "Ben")
LONG = 8
"""Moves of a game in which both colours should come to be on the board."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law: its text, and the function that checks it."""

    text: str
    check: Callable[[Subject], None]

    def __str__(self) -> str:
        return self.check.__name__


def random_matches_can_be_played(subject: Subject) -> None:
    """Random legal moves can be played from the start until the game is over."""
    for walk in subject.walks:
        subject.expect(walk, "the start has no legal move")


def the_game_says_what_it_is(subject: Subject) -> None:
    """A game has an id, a title, rules, and options that are a frozen dataclass; its spec loads it again."""
    game = subject.game
    subject.expect(game.title, "its title is empty")
    subject.expect(game.rules.strip(), "its rules for players are empty")
    subject.expect(dataclasses.is_dataclass(game.options), f"its options are {game.options!r}, no dataclass")
    again = load(spec(game))
    subject.expect(again.options == game.options, f"{spec(game)!r} loads other options, {again.options!r}")
    subject.expect(hash(again.options) == hash(game.options), "equal options have different hashes")


def first_moves_first(subject: Subject) -> None:
    """The start is not over, FIRST is to move, and two starts are equal."""
    game = subject.game
    subject.expect(game.to_move(game.start()) is Player.FIRST, f"to_move is {game.to_move(game.start())!r}")
    subject.expect(game.outcome(game.start()) is None, f"its outcome is {game.outcome(game.start())!r}")
    subject.expect(game.start() == game.start(), "two starts differ")
    subject.expect(hash(game.start()) == hash(game.start()), "two starts have different hashes")


def worked_examples_are_true(subject: Subject) -> None:
    """The stories in the rules can be told, and what they claim is so."""
    for story in worked_examples(subject.game.rules):
        try:
            for _ in tell(story):
                pass
        except ValueError as error:
            said = " ".join(str(error).removeprefix(f"{story.title}: ").split())
            raise Broken(f"the story {story.title!r} is false: {said}") from error


def texts_of_moves_are_unique(subject: Subject) -> None:
    """Every move of all_moves has a text of its own, whatever the case of its letters."""
    seen: set[str] = set()
    for move in subject.game.all_moves():
        subject.expect(str(move).lower() not in seen, f"{str(move)!r} is there twice")
        seen.add(str(move).lower())
        again = find_move(subject.game, f" {str(move).upper()} ")
        subject.expect(again == move, f"{str(move)!r} is read as {again!r}")


def texts_give_positions_back(subject: Subject) -> None:
    """Reading the text of a position gives the position, and its text is the same again."""
    game = subject.game
    for pos in subject.positions():
        again = game.parse(game.text(pos))
        subject.expect(again == pos, f"parse(text) is {again!r}")
        subject.expect(game.text(again) == game.text(pos), f"the text became {game.text(again)!r}")
        subject.expect(game.outcome(again) == game.outcome(pos), "the outcome became another")


def legal_moves_are_in_order(subject: Subject) -> None:
    """Legal moves are some of all_moves in their order, each once, and none exactly when the game is over."""
    game = subject.game
    order = {move: number for number, move in enumerate(game.all_moves())}
    for pos in subject.positions():
        legal = game.legal_moves(pos)
        stranger = next((move for move in legal if move not in order), None)
        subject.expect(stranger is None, f"{stranger} is not in all_moves")
        numbers = [order[move] for move in legal]
        subject.expect(numbers == sorted(set(numbers)), f"legal_moves are {', '.join(map(str, legal))}")
        over = game.outcome(pos)
        subject.expect((not numbers) == (over is not None), f"there are {len(numbers)} and the outcome is {over!r}")


def play_changes_nothing(subject: Subject) -> None:
    """play gives a new position, the same one each time, and leaves the old one as it was."""
    game = subject.game
    for step in subject.steps():
        before = copy.deepcopy(step.before)
        subject.expect(game.play(step.before, step.move) == step.after, "the same move led elsewhere the second time")
        subject.expect(step.before == before, "the position before the move was changed")
        subject.expect(step.before != step.after, "the position is the same after the move")


def colours_differ(subject: Subject) -> None:
    """The players have different colours, and the second word of a text is the colour to move."""
    game = subject.game
    for pos in subject.positions():
        colors = [game.color(pos, player) for player in Player]
        subject.expect(set(colors) == set(Color), f"the colours are {colors}")
        if game.outcome(pos) is None:
            words = game.text(pos).split(" ")
            color = game.color(pos, game.to_move(pos))
            subject.expect(len(words) > 1 and words[1] == color, f"{color.title} is to move")


def other_moves_are_refused(subject: Subject) -> None:
    """A move that is not legal is refused; a game's own reason is a sentence without full stop, and its spots exist."""
    game = subject.game
    spots = {spot.id for spot in game.layout().spots}
    moves = list(game.all_moves())
    for pos in subject.some_positions():
        legal = set(game.legal_moves(pos))
        for move in moves[:: 1 + len(moves) // 60]:
            subject.look_at(move)
            if move in legal:
                subject.expect(parse_move(game, pos, str(move)) == move, "its text is read as another move")
                continue
            reason = refusal(game, pos, move)
            subject.expect(reason.reason, "there is no reason")
            if legal and isinstance(game, Refuses):
                subject.expect(not reason.reason.endswith("."), f"the reason is {reason.reason!r}")
                subject.expect(set(reason.spots) <= spots, f"the reason shows {reason.spots}, not all of the board")


def clicks_lead_to_one_move(subject: Subject) -> None:
    """Every legal move has things to press, all of them on the layout, and no move's begin like all of another's."""
    game, layout = subject.game, subject.game.layout()
    targets = {spot.target for spot in layout.spots} | {button.id for button in layout.buttons}
    for pos in subject.some_positions():
        paths: list[tuple[str, ...]] = []
        for move in game.legal_moves(pos):
            subject.look_at(move)
            path = game.clicks(move)
            subject.expect(path and set(path) <= targets, f"clicks are {path}")
            paths.append(path)
        subject.look_at(None)
        for path, next_path in itertools.pairwise(sorted(paths)):
            subject.expect(next_path[: len(path)] != path, f"{next_path} begins like {path}")


def scenes_stay_on_the_board(subject: Subject) -> None:
    """Spots are on the board, each in a place of its own; pieces are on spots, and the last stage is the next scene."""
    game, layout = subject.game, subject.game.layout()
    spots = {spot.id for spot in layout.spots}
    subject.expect(len(spots) == len(layout.spots), "two spots have the same id")
    places: dict[tuple[float, float], str] = {}
    for spot in layout.spots:
        is_inside = 0 <= spot.x <= layout.width and 0 <= spot.y <= layout.height
        size = f"a board of {layout.width} x {layout.height}"
        subject.expect(is_inside, f"the spot {spot.id} is at x {spot.x}, y {spot.y} of {size}")
        other = places.setdefault((spot.x, spot.y), spot.id)
        subject.expect(other == spot.id, f"the spots {other} and {spot.id} are in the same place")
    owners: dict[str, Color] = {}
    for step in subject.steps():
        scene = game.scene(step.after)
        _expect_scene(subject, scene)
        for counter in scene.counters:
            owner = owners.setdefault(counter.id, counter.color)
            said = f"the counter {counter.id!r} is {owner.title}'s, then {counter.color.title}'s"
            subject.expect(counter.color is owner, said)
        if isinstance(game, Stages):
            stages = game.stages(step.before, step.move)
            subject.expect(stages and stages[-1] == scene, "the last stage is another scene")
            for stage in stages:
                subject.expect(set(stage.pieces) <= spots, "a stage has pieces beside the board")


def moves_are_seen(subject: Subject) -> None:
    """A move that presses a spot changes the scene; in games of eight moves both colours get pieces or none."""
    game = subject.game
    targets = {spot.target for spot in game.layout().spots}
    for step in subject.steps():
        is_seen = game.scene(step.before) != game.scene(step.after)
        subject.expect(is_seen or not targets & {*game.clicks(step.move)}, "the scene is the same after the move")
    long = [step for walk in subject.walks if len(walk) >= LONG for step in walk]
    colors = {piece.color for step in long for piece in game.scene(step.after).pieces.values()} & {*Color}
    subject.look_at(None)
    shown = " and ".join(color.title for color in Color if color in colors)
    subject.expect(len(colors) != 1, f"in {len(long)} positions only pieces of {shown} are seen")


def narrations_are_sentences(subject: Subject) -> None:
    """A move's narration is one line of at most 160 characters that names the mover and ends with a full stop."""
    for step in subject.steps():
        said = narrate(subject.game, step.before, step.move)
        mover = subject.game.color(step.before, subject.game.to_move(step.before))
        is_sentence = said.splitlines() == [said] and said == said.strip() and said.endswith(".")
        is_sentence = is_sentence and len(said) <= LONGEST_NARRATION and mover.title in said
        subject.expect(is_sentence, f"it is {said!r}")


def records_replay(subject: Subject) -> None:
    """The record of a match, loaded again, is the same match."""
    match = Match(subject.game)
    for step in subject.walks[0]:
        match.play(step.move)
    again = Match.from_record(match.record())
    subject.expect(again.record() == match.record(), "its record is another")
    subject.expect(again.positions == match.positions, "its positions are others")
    subject.expect(again.outcome == match.outcome, f"its outcome is {again.outcome!r}, not {match.outcome!r}")


def abilities_keep_their_promise(subject: Subject) -> None:
    """Games with scores end with scores, others without; a heuristic is between -1 and 1; line mode keeps its forms."""
    game = subject.game
    for pos in subject.some_positions():
        outcome = game.outcome(pos)
        scored = isinstance(game, Scores)
        if scored:
            subject.expect(len(game.scores(pos)) == 2, f"scores are {game.scores(pos)}")  # type: ignore[attr-defined]
        subject.expect(outcome is None or (outcome.scores is not None) == scored, f"the outcome is {outcome!r}")
        if isinstance(game, Heuristic) and outcome is None:
            for player in Player:
                guess = game.heuristic(pos, player)
                subject.expect(-1 < guess < 1, f"the heuristic is {guess}")
        if isinstance(game, LineMode):
            heading, prompt = game.heading(pos, NAMES), game.prompt(pos, NAMES)
            subject.expect(heading == "" or heading.endswith("\n"), f"the heading {heading!r} does not end its line")
            subject.expect(prompt.endswith(" "), f"the prompt {prompt!r} does not end with a blank")
            subject.expect(game.read(pos, "no such thing") is None, "'no such thing' is read as a move")


def images_are_the_same_game(subject: Subject) -> None:
    """The first image of a position is itself; all have the same player to move, moves and outcomes."""
    game = subject.game
    if not isinstance(game, Symmetries):
        return
    for number, pos in enumerate(subject.some_positions(count=8)):
        images = game.symmetries(pos)
        subject.expect(images and images[0] == pos, "the first image is another position")
        image = images[-1 - number % max(1, len(images) - 1)]
        shown = repr(game.text(image))
        subject.expect(game.to_move(image) is game.to_move(pos), f"in the image {shown} the other player is to move")
        subject.expect(_shape(game, image) == _shape(game, pos), f"the image {shown} is not the same game")


def symmetries_are_a_group(subject: Subject) -> None:
    """Every image of a position has the same images, so that turning and turning back leads nowhere else."""
    game = subject.game
    if not isinstance(game, Symmetries):
        return
    for pos in subject.some_positions(count=8):
        images = set(game.symmetries(pos))
        for image in images:
            others = set(game.symmetries(image)) ^ images
            shown = ", ".join(sorted(repr(game.text(other)) for other in others)[:2])
            subject.expect(not others, f"its image {game.text(image)!r} has other ones: they differ in {shown}")


def winners_have_the_scores(subject: Subject) -> None:
    """A game ends with a reason, one line; its scores are those of the position, and more for the winner."""
    for pos in subject.positions():
        if outcome := subject.game.outcome(pos):
            is_line = outcome.reason.splitlines() == [outcome.reason] and not outcome.reason.endswith(".")
            subject.expect(is_line, f"the reason is {outcome.reason!r}, not one line without a full stop")
        _expect_scores(subject, pos)


def strange_texts_are_refused(subject: Subject) -> None:
    """A text that is nearly right is a position, and that position's text, or a ValueError with one sentence."""
    game = subject.game
    for strange in subject.strange_texts():
        try:
            again = game.parse(strange)
        except ValueError as error:
            subject.expect(str(error) and "\n" not in str(error), f"{strange!r} is refused with {str(error)!r}")
        else:
            subject.expect(game.text(again) == strange, f"{strange!r} is read as {game.text(again)!r}")


def what_is_read_can_be_played(subject: Subject) -> None:
    """What parse accepts can be: it is seen on the board, has counters within their totals, and can be played on."""
    game = subject.game
    order = {move: number for number, move in enumerate(game.all_moves())}
    for strange in subject.strange_texts():
        try:
            pos = game.parse(strange)
        except ValueError:
            continue
        said = f"{strange!r} is read, and"
        try:
            _expect_scene(subject, game.scene(pos))
            legal, outcome = game.legal_moves(pos), game.outcome(pos)
            numbers = [order[move] for move in legal]
            subject.expect(numbers == sorted(set(numbers)), f"legal_moves are {', '.join(map(str, legal))}")
            subject.expect((not legal) == (outcome is not None), f"of {len(legal)} moves the outcome is {outcome!r}")
            _expect_scores(subject, pos)
            for move in legal[:: 1 + len(legal) // 4]:
                after = game.play(pos, move)
                subject.expect(game.parse(game.text(after)) == after, f"{move} leads to what cannot be read")
        except Broken as broken:
            raise Broken(f"{said} {broken}") from None
        except Exception as error:  # an author's game may raise anything
            raise Broken(f"{said} then it raised {type(error).__name__}: {error}") from error


def _expect_scene(subject: Subject, scene: Scene) -> None:
    """Pieces on the board, of the kinds that there are, and counters that can be."""
    layout = subject.game.layout()
    beside = sorted(set(scene.pieces) - {spot.id for spot in layout.spots})
    subject.expect(not beside, f"there are pieces on {beside}")
    subject.expect(set(scene.winning) <= set(scene.pieces), f"winning is {scene.winning}")
    kinds = {None, *(kind.id for kind in layout.kinds)}
    for spot, piece in scene.pieces.items():
        subject.expect(piece.kind in kinds, f"on {spot} is a {piece.kind}, and kinds of the layout are {layout.kinds}")
        is_listed = piece.color is not None or layout.neutral
        subject.expect(is_listed, f"the piece on {spot} belongs to nobody, and neutral of the layout is empty")
    for counter in scene.counters:
        most = counter.value if counter.total is None else counter.total
        subject.expect(0 <= counter.value <= most, f"the counter {counter.id!r} is {counter.value} of {counter.total}")


def _expect_scores(subject: Subject, pos: Any) -> None:
    game, outcome = subject.game, subject.game.outcome(pos)
    if outcome is None or outcome.scores is None:
        return
    first, second = outcome.scores
    subject.expect(type(first) is type(second) is int, f"the scores are {outcome.scores}, not whole numbers")
    if isinstance(game, Scores):
        subject.expect(outcome.scores == game.scores(pos), f"{outcome} has other scores than {game.scores(pos)}")
    is_right = first == second if outcome.winner is None else (first - second) * (1 - 2 * outcome.winner) >= 0
    subject.expect(is_right, f"the winner is {outcome.winner!r} at {first} to {second}")


def _shape(game: AnyGame, pos: Any) -> object:
    """What a symmetry must preserve: the number of moves, the outcome, and the same one move deeper."""
    children = [game.play(pos, move) for move in game.legal_moves(pos)]
    deeper = len(children) <= 40  # a look at every child of a large board would take minutes
    return game.outcome(pos), sorted(
        (len(game.legal_moves(child)) if deeper else 0, str(game.outcome(child))) for child in children
    )


LAWS = [
    Law(check.__doc__ or "", check)
    for check in (
        random_matches_can_be_played,
        the_game_says_what_it_is,
        first_moves_first,
        worked_examples_are_true,
        texts_of_moves_are_unique,
        texts_give_positions_back,
        legal_moves_are_in_order,
        play_changes_nothing,
        colours_differ,
        other_moves_are_refused,
        clicks_lead_to_one_move,
        scenes_stay_on_the_board,
        moves_are_seen,
        narrations_are_sentences,
        records_replay,
        abilities_keep_their_promise,
        winners_have_the_scores,
        images_are_the_same_game,
        symmetries_are_a_group,
        strange_texts_are_refused,
        what_is_read_can_be_played,
    )
]
"""In the order in which they are checked; without the first the others make no sense."""
