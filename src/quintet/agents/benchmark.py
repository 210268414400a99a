"""A benchmark of language models, graded by proofs: positions whose value is known, questions about the rules, matches.

Items are made from a seed; with a secret one nobody has seen them before. Each is asked on its own, so that they can be
asked side by side and a run that was stopped goes on with those that are missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Any, Literal

from quintet.agents import prompts
from quintet.agents.chat_models import ChatModel, Message, Situation, seen
from quintet.agents.llm import ENTRY, LEGAL, move_in
from quintet.compute.run_file import PlannedRun
from quintet.core import files, registry
from quintet.core.game import AnyGame, refusal, spec
from quintet.core.match import Match
from quintet.core.registry import data_file
from quintet.core.story import stories, tell, worked_examples
from quintet.core.types import IllegalMove, Player
from quintet.engine.bounds import seed_of, whole
from quintet.environments.oracle import Oracle, Truth
from quintet.players.player import player_for
from quintet.players.who import OWN_ENGINES, parse_who
from quintet.render.picture import png
from quintet.render.svg.position import svg

Task = Literal["move", "puzzle", "value", "rules", "play"]
TASKS: dict[Task, str] = {
    "move": "find a move that keeps the exact value",
    "puzzle": "find the one move that keeps the exact value",
    "value": "say who wins with best play",
    "rules": "say whether a move is legal in a position from the stories of the rules, and why not",
    "play": "play whole matches, half of them from each seat",
}
NODES = 100_000
"""The most nodes of a proof."""
TRIES = 200
"""Random games from which an item is taken, at most."""
DIFFICULTIES = {"easy": 1, "medium": 3, "hard": 5}
"""Of a puzzle: the first level that finds the move; what none of them finds is very hard."""
REASONS = 4
"""Reasons to choose from, where a move is not legal."""
AFTER_STORY = 3
"""The most random moves that are played from a position of a story."""
ANSWER = "ANSWER:"
OUTCOMES = ("first", "second", "draw")
LETTERS = "ABCD"
PIXELS = 512
"""Width of a picture."""
LONGEST = 4000
"""Characters of an answer that are stored: its end."""


@dataclass(frozen=True)
class BenchmarkPlan:
    """All that decides what is asked."""

    games: tuple[str, ...]
    tasks: tuple[Task, ...] = ("move", "value", "rules")
    count: int = 20
    """Items of each task and game; of `play`, matches."""
    retries: int = 2
    """How often a model may answer again after an illegal move."""
    legal: bool = True
    """Whether it is shown the legal moves."""
    rules: Literal["full", "short", "none"] = "short"
    """What it is told of the rules: with worked examples, without, or only the name."""
    opponent: str = "level:1"
    seed: int = 0
    board: prompts.Notation = "drawn"
    """How positions are written."""
    picture: bool = False
    """Whether a picture of the board is sent along, to a model that sees."""
    limit: int = 1000
    """Moves after which a match is a draw."""

    def __post_init__(self) -> None:
        if not self.games:
            raise ValueError("games must be one or more, got none")
        for game in self.games:
            registry.load(game)
        if unknown := next((task for task in self.tasks if task not in TASKS), None):
            raise ValueError(f"a task must be one of {', '.join(TASKS)}, got {unknown!r}")
        if self.rules not in ("full", "short", "none"):
            raise ValueError(f"rules must be full, short or none, got {self.rules!r}")
        if self.board not in prompts.NOTATIONS:
            raise ValueError(f"board must be one of {', '.join(prompts.NOTATIONS)}, got {self.board!r}")
        whole("count", self.count, 1, 100_000)
        whole("limit", self.limit, 1, 10_000)
        whole("retries", self.retries, 0, 100)
        seed_of(self.seed)
        parse_who(self.opponent, OWN_ENGINES, "opponent")

    @property
    def fingerprint(self) -> str:
        """Tells whether two runs asked the same, without giving away a secret seed."""
        asked = (self.games, self.tasks, self.count, self.seed)
        return blake2b(repr(asked).encode(), digest_size=4).hexdigest()

    def items(self) -> list[tuple[Task, str, int]]:
        return [(task, game, number) for task in self.tasks for game in self.games for number in range(self.count)]


@dataclass
class Result:
    """One item: what was asked and said, and how good it was."""

    id: str
    task: Task
    game: str
    score: float = 0.0
    """1 right or won, 0 wrong or lost; of `move` whether the value was kept."""
    best: float = 0.0
    """Of `move`: whether it also kept the margin."""
    regret: float = 0.0
    """Of `move`: the value that was lost."""
    illegal: int = 0
    failed: bool = False
    """Whether the model ran out of retries."""
    difficulty: str = ""
    """Of `puzzle`."""
    known: int = 0
    kept: int = 0
    """Of `play`: its moves with a known value, and those that kept it."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    truth: str = ""
    messages: list[Message] = field(default_factory=list)


class Examiner:
    """Asks the items of one game."""

    def __init__(self, plan: BenchmarkPlan, game: str, model: ChatModel) -> None:
        self.plan, self.model = plan, model
        self.game = registry.load(game)

    @cached_property
    def _system(self) -> Message:
        rules = ""
        if self.plan.rules != "none":
            rules = (prompts.rules if self.plan.rules == "full" else prompts.short_rules)(self.game)
        return {"role": "system", "content": f"{rules}\nThe game is {spec(self.game)}.".strip()}

    def ask(self, task: Task, number: int) -> Result:
        name = f"{self.plan.seed} {spec(self.game)} {task} {number}"
        result = Result(f"{task} {spec(self.game)} {number}", task, spec(self.game))
        examine = {
            "move": self._move,
            "puzzle": self._puzzle,
            "value": self._value,
            "rules": self._rules,
            "play": self._play,
        }[task]
        examine(Random(name), number, result)
        return result

    # Tasks

    def _move(self, chance: Random, number: int, result: Result) -> None:
        self._find_move(*self._decisive(chance), number, result)

    def _puzzle(self, chance: Random, number: int, result: Result) -> None:
        position, values, truth = self._decisive(chance, only_one=True)
        for name, level in DIFFICULTIES.items():
            move = player_for(parse_who(f"level:{level}", OWN_ENGINES), self.game).choose(Match(self.game, position))
            if values[move] == max(values.values()):
                result.difficulty = name
                break
        else:
            result.difficulty = "very hard"
        self._find_move(position, values, truth, number, result)

    def _find_move(self, position: Any, values: dict[Any, int], truth: Truth, number: int, result: Result) -> None:
        result.truth = f"{_outcome(self.game, position, truth.value)}; best: {', '.join(map(str, truth.best))}"
        match = Match(self.game, position=position)
        move = self._asked_for_move(match, [self._system], result, number)
        if move is not None:
            result.regret = float(truth.value - values[move])
            result.score, result.best = float(values[move] == truth.value), float(move in truth.best)
        else:
            result.regret = float(truth.value - min(values.values()))

    def _value(self, chance: Random, number: int, result: Result) -> None:
        position, _, truth = self._decisive(chance)
        result.truth = _outcome(self.game, position, truth.value)
        match = Match(self.game, position=position)
        question = f"{self._board(match)}\n\nWith best play by both sides, who wins?"
        result.score = float(self._answered(question, OUTCOMES, result, position, number) == result.truth)

    def _rules(self, chance: Random, number: int, result: Result) -> None:
        position = self._after_story(chance, with_illegal=number % 2 == 1)
        illegal = self._illegal(position)
        move = chance.choice(illegal if illegal and number % 2 else self.game.legal_moves(position))
        reasons = self._reasons(chance, position, move)
        right = "yes" if move not in illegal else f"no {LETTERS[reasons.index(self._reason(position, move))]}"
        listed = "\n".join(f"{letter}: {reason}" for letter, reason in zip(LETTERS, reasons, strict=False))
        question = (
            f"{self._board(Match(self.game, position))}\n\nIs {move} a legal move now? If not, why?\n{listed}\n\n"
        )
        choices = ["yes", *([f"no {letter}" for letter in LETTERS[: len(reasons)]] or ["no"])]
        answer = self._answered(question, choices, result, position, number)
        result.score = 1.0 if answer == right else 0.5 if answer and answer[:2] == right[:2] == "no" else 0.0
        result.truth = right if right == "yes" else f"{right}: {self._reason(position, move)}"

    def _play(self, chance: Random, number: int, result: Result) -> None:
        you = Player.SECOND if number % 2 else Player.FIRST
        opponent = player_for(parse_who(self.plan.opponent, OWN_ENGINES, "opponent"), self.game, chance.getrandbits(31))
        match, oracle = Match(self.game), Oracle(self.game, nodes=20_000, memory_mb=64)
        while match.outcome is None and match.ply < self.plan.limit:
            if match.to_move is not you:
                match.play(opponent.choose(match))
                continue
            before = match.position
            move = self._asked_for_move(match, [self._system], result, number)
            if move is None:
                match.resign(you)
                break
            match.play(move)
            if (values := oracle.moves(before)) is not None:
                result.known += 1
                result.kept += values[move] == max(values.values())
        winner = match.outcome.winner if match.outcome else None
        result.score = 0.5 if winner is None else float(winner is you)
        result.truth = f"{match.ply} moves; " + (match.outcome.reason if match.outcome else "cut off")

    # Asking

    def _asked_for_move(self, match: Match, messages: list[Message], result: Result, number: int) -> Any:
        """A legal move, or None when the model has used up its retries."""
        asked = self._board(match)
        if self.plan.legal:
            asked += f"\n\n{LEGAL} {', '.join(match.legal())}"
        messages = [*messages, {"role": "user", "content": f"{asked}\n\n{ENTRY}"}]
        for _ in range(self.plan.retries + 1):
            said = self._said(messages, match.position, number, result)
            messages.append({"role": "assistant", "content": said})
            try:
                move = match.legal_move(move_in(said))
            except IllegalMove as error:
                result.illegal += 1
                why = str(error) if self.plan.legal else str(error).partition(": expected")[0]
                messages.append({"role": "user", "content": f"That is no legal move: {why}. {ENTRY}"})
            else:
                result.messages += messages[1:] if result.messages else messages
                return move
        result.failed = True
        result.messages += messages[1:] if result.messages else messages
        return None

    def _answered(
        self, question: str, choices: Sequence[str], result: Result, position: Any, number: int
    ) -> str | None:
        listed = ", ".join(choices)
        asked = f"{question} Answer with a line that begins with {ANSWER} and has one of {listed}."
        messages: list[Message] = [self._system, {"role": "user", "content": asked}]
        said = self._said(messages, position, number, result)
        result.messages = [*messages, {"role": "assistant", "content": said}]
        marked: list[str] = re.findall(rf"{ANSWER}(.*)", said, re.IGNORECASE)
        words = re.sub(r"\W+", " ", marked[-1] if marked else said).strip().lower()
        chosen = [choice for choice in choices if f"{words} ".startswith(f"{choice.lower()} ")]
        if not chosen:  # "no" without the right reason is half an answer
            chosen = [choice for choice in choices if choice.startswith("no ") and words.startswith("no")]
            chosen = ["no"] if chosen else []
        result.failed = not chosen
        return chosen[0] if chosen else None

    def _said(self, messages: Sequence[Message], position: Any, number: int, result: Result) -> str:
        seed = Random(f"{self.plan.seed} {number} {len(result.messages)}").getrandbits(31)
        sent = list(messages)
        if self.plan.picture:
            sent[-1] = seen(sent[-1], self._drawn(position))
        reply = self.model(sent, Situation(self.game, position, seed))
        result.prompt_tokens += reply.prompt_tokens
        result.completion_tokens += reply.completion_tokens
        return reply.text[-LONGEST:]

    # Positions

    def _board(self, match: Match) -> str:
        return prompts.board(match, self.plan.board)

    def _drawn(self, position: Any) -> bytes:
        drawn = svg(self.game.layout(), self.game.scene(position), title=self.game.title, dark=False, width=PIXELS)
        return png(drawn, PIXELS)

    @cached_property
    def _story_positions(self) -> list[Any]:
        """Unfinished positions of the stories in the rules and in the lesson, on this board."""
        examples = worked_examples(self.game.rules)
        if path := data_file(type(self.game), "lesson"):
            examples += stories(path.read_text(encoding="utf-8"))
        matches = [match for story in examples for _, match in tell(story) if spec(match.game) == spec(self.game)]
        positions = {self.game.text(match.position): match.position for match in matches if match.legal()}
        return list(positions.values()) or [self.game.start()]

    def _after_story(self, chance: Random, with_illegal: bool) -> Any:
        """A position of a story with a few random moves after it, so that it is not one that can be known; with more
        where an illegal move is wanted and there is none yet."""
        for _ in range(TRIES):
            position = chance.choice(self._story_positions)
            moves = chance.randint(1, AFTER_STORY)
            while moves > 0 or (with_illegal and not self._illegal(position)):
                after = self.game.play(position, chance.choice(self.game.legal_moves(position)))
                if not self.game.legal_moves(after):
                    break
                position, moves = after, moves - 1
            if not with_illegal or self._illegal(position):
                break
        return position

    def _illegal(self, position: Any) -> list[Any]:
        legal = set(self.game.legal_moves(position))
        return [move for move in self.game.all_moves() if move not in legal]

    def _reason(self, position: Any, move: Any) -> str:
        return refusal(self.game, position, move).reason.partition(": expected")[0]

    def _reasons(self, chance: Random, position: Any, move: Any) -> list[str]:
        """Reasons against a move to choose from, in random order: the true one, and those that other moves have."""
        others: set[str] = set()
        for place in [position, *self._story_positions, self._after_story(chance, with_illegal=True)]:
            illegal = self._illegal(place)
            for other in chance.sample(illegal, min(20, len(illegal))):
                others.add(self._reason(place, other).replace(str(other), str(move)))
        true = [] if move in self.game.legal_moves(position) else [self._reason(position, move)]
        wrong = sorted(others - set(true))
        reasons = true + chance.sample(wrong, min(REASONS - len(true), len(wrong)))
        chance.shuffle(reasons)
        return reasons

    def _random_game(self, chance: Random) -> list[Any]:
        game, position = self.game, self.game.start()
        positions: list[Any] = []
        while (moves := game.legal_moves(position)) and len(positions) < 400:
            positions.append(position)
            position = game.play(position, chance.choice(moves))
        return positions

    def _decisive(self, chance: Random, only_one: bool = False) -> tuple[Any, dict[Any, int], Truth]:
        """A position, solved with every move, in which some moves lose value, or all but one of at least three; as
        early in a game as proofs allow."""
        oracle = Oracle(self.game, nodes=NODES, memory_mb=64)
        for _ in range(TRIES):
            positions = self._random_game(chance)
            known: tuple[Any, dict[Any, int], Truth] | None = None
            for position in reversed(positions):
                truth = oracle.ask(position)
                values = oracle.moves(position) if truth is not None else None
                if truth is None or values is None:
                    break
                best = list(values.values()).count(max(values.values(), default=0))
                if best < len(values) and (not only_one or (best == 1 and len(values) > 2)):
                    known = position, values, truth
                    if chance.random() < 0.25:
                        break
            if known is not None:
                return known
        raise ValueError(f"no position of {spec(self.game)} could be solved within {NODES} nodes: try a smaller board")


def _outcome(game: AnyGame, position: Any, value: int) -> str:
    mover = game.to_move(position)
    return "draw" if value == 0 else (mover if value > 0 else mover.other).name.lower()


class BenchmarkRun(PlannedRun):
    """The file of a run: the plan, then a row for each item; a context manager."""

    def __init__(self, path: Path, plan: BenchmarkPlan, model_name: str) -> None:
        self.plan, self.model_name = plan, model_name
        self.results: dict[str, Result] = {}
        super().__init__(path, asdict(plan) | {"model": model_name})

    def take(self, row: dict[str, Any]) -> None:
        self.results[row["id"]] = Result(**row)

    def ask(
        self, model: ChatModel, parallel: int, report: Callable[[int, int], None], thread_name: str = ""
    ) -> list[Result]:
        """Ask what is missing, so many items at a time; the results in the order of the plan. A model that fails ends
        it with a ValueError."""
        examiners = {game: Examiner(self.plan, game, model) for game in self.plan.games}
        items = self.plan.items()
        names = {item: f"{item[0]} {spec(examiners[item[1]].game)} {item[2]}" for item in items}
        missing = [item for item in items if names[item] not in self.results]
        report(len(items) - len(missing), len(items))
        pool = ThreadPoolExecutor(whole("parallel", parallel, 1, 256), thread_name)
        answered: SimpleQueue[Future[Result]] = SimpleQueue()
        try:
            for task, game, number in missing:
                pool.submit(examiners[game].ask, task, number).add_done_callback(answered.put)
            while len(self.results) < len(items):
                try:
                    result = answered.get(timeout=0.2).result()
                except Empty:  # Ctrl-C may be heard only between two waits
                    continue
                self.add(asdict(result))
                self.results[result.id] = result
                report(len(self.results), len(items))
        except ValueError as error:
            so_far = f"{len(self.results)} of {len(items)} answers are in {self.path}"
            raise ValueError(f"{error}; {so_far}, from where the same run goes on") from error
        finally:
            pool.shutdown(wait=len(self.results) == len(items), cancel_futures=True)
        return [self.results[names[item]] for item in items]


def finished_run(path: Path) -> tuple[str, BenchmarkPlan, list[Result]]:
    """The model, the plan and the answers of another run; ValueError for a file of another kind."""
    try:
        head, *rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        plan = dict(head["plan"])
        model = str(plan.pop("model"))
        settings: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plan.items()
        }
        return model, BenchmarkPlan(**settings), [Result(**row) for row in rows]
    except OSError as error:
        raise ValueError(f"{str(path)!r} cannot be read: {files.reason(error)}") from None
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{str(path)!r} is no file of a benchmark's run") from None
