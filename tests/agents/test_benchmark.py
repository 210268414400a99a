"""The benchmark of language models: graded by proofs, resumable, and the same items for the same seed."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet.agents import benchmark, benchmark_report, chat_models
from quintet.agents.benchmark import (
    DIFFICULTIES,
    BenchmarkPlan,
    BenchmarkRun,
    Result,
    finished_run,
)
from quintet.agents.benchmark_report import rating, scores
from quintet.agents.chat_models import ChatModel, Reply, model_of, of_function
from quintet.agents.prompts import NOTATIONS
from quintet.core.game import refusal
from quintet.core.types import Player
from quintet.engine.levels import ratings
from quintet.environments.oracle import Oracle

SMALL = "magnetize(height=3,width=3)"
PLAN = BenchmarkPlan((SMALL,), ("move", "puzzle", "value", "rules", "play"), count=6, seed=4)


def asked(tmp_path: Path, model: ChatModel, plan: BenchmarkPlan = PLAN, name: str = "model") -> list[Result]:
    with BenchmarkRun(tmp_path / f"{name}.jsonl", plan, name) as run:
        return run.ask(model, 2, lambda done, total: None)


def knows_everything(messages: Any, about: chat_models.Situation) -> Reply:
    """Answers from the oracle."""
    oracle = quintet.oracle(about.game)
    truth = oracle.ask(about.position)
    assert truth is not None
    question = chat_models.text_of(messages[-1])
    if "legal move now?" in question:
        move = question.partition("\n\nIs ")[2].partition(" a legal")[0]
        if move in map(str, about.game.legal_moves(about.position)):
            return Reply("ANSWER: yes", 100, 5)
        why = refusal(about.game, about.position, move).reason.partition(": expected")[0]
        letter = question.partition(f": {why}\n")[0][-1]
        return Reply(f"ANSWER: no, {letter}, because it is.", 100, 5)
    if "who wins?" in question:
        mover = about.game.to_move(about.position)
        winner: Player | None = None if not truth.value else mover if truth.value > 0 else mover.other
        return Reply(f"ANSWER: {'draw' if winner is None else winner.name.lower()}", 100, 5)
    return Reply(f"MOVE: {truth.best[0]}", 100, 5)


def test_who_knows_everything_is_always_right(tmp_path: Path) -> None:
    results = asked(tmp_path, knows_everything)
    by_task = {score.task: score for score in scores(results)}
    for task in ("move", "puzzle", "value", "rules"):
        assert by_task[task].score == 1
    assert (by_task["move"].best, by_task["move"].regret) == (1, 0)
    assert by_task["play"].kept == 1
    asked_often = sum(message["role"] == "assistant" for result in results for message in result.messages)
    assert benchmark_report.tokens(results) == f"{100 * asked_often:,} tokens read, {5 * asked_often:,} written."


def test_random_answers_are_sometimes_right_and_every_item_has_a_choice(tmp_path: Path) -> None:
    plan = BenchmarkPlan((SMALL,), ("move",), count=30)
    results = asked(tmp_path, model_of("random"), plan)
    share = sum(result.score for result in results) / 30
    assert 0.1 < share < 0.9
    for result in results:
        assert result.regret == 0 if result.score else result.regret > 0


def test_a_position_whose_moves_are_solved_and_which_is_not_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    movers: list[Player] = []

    class Forgetful(Oracle[Any, Any]):
        def ask(self, position: Any) -> Any:
            return None if self.game.to_move(position) is Player.FIRST else super().ask(position)

        def moves(self, position: Any) -> Any:
            return quintet.oracle(self.game).moves(position)

    def model(messages: Any, about: chat_models.Situation) -> Reply:
        movers.append(about.game.to_move(about.position))
        return Reply("")

    monkeypatch.setattr(benchmark, "Oracle", Forgetful)
    asked(tmp_path, model, BenchmarkPlan((SMALL,), ("move", "value"), count=4, retries=0))
    assert movers == [Player.SECOND] * 8


def test_who_breaks_the_rules_fails_and_is_counted(tmp_path: Path) -> None:
    results = asked(tmp_path, of_function(lambda messages: "I would rather not."))
    for score in scores(results):
        assert score.score == 0
        assert score.failed == score.items
    moves = [result for result in results if result.task == "move"]
    assert all(result.illegal == PLAN.retries + 1 for result in moves)
    assert "That is no legal move" in moves[0].messages[-1]["content"]


def test_a_run_that_was_stopped_goes_on_and_neighbours_do_not_matter(tmp_path: Path) -> None:
    whole = asked(tmp_path, model_of("random"), name="whole")
    path = tmp_path / "whole.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    (tmp_path / "part.jsonl").write_bytes(b"".join(lines[:5]) + lines[5][:30])
    (tmp_path / "part.jsonl").write_bytes((tmp_path / "part.jsonl").read_bytes().replace(b'"whole"', b'"part"', 1))
    assert asked(tmp_path, model_of("random"), name="part") == whole


def test_hidden_moves_are_hidden_and_rules_can_be_left_out(tmp_path: Path) -> None:
    plan = BenchmarkPlan((SMALL,), ("move",), count=1, legal=False, rules="none")
    (result,) = asked(tmp_path, model_of("random"), plan)
    said = "\n".join(message["content"] for message in result.messages)
    assert "Legal moves" not in said
    assert result.messages[0] == {"role": "system", "content": f"The game is {SMALL}."}


def test_the_page_has_every_conversation_and_escapes_it(tmp_path: Path) -> None:
    results = asked(tmp_path, of_function(lambda messages: "<script>MOVE: 0"))
    runs = [("a <model>", PLAN, results), ("b", PLAN, asked(tmp_path, knows_everything, name="b"))]
    page = benchmark_report.page(runs, None)
    assert page.count("<details>") == len(results)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    table = benchmark_report.text(runs).splitlines()
    heads = ["task", "game", "model", "items", "score", "95", "%", "best", "regret", "illegal", "failed", "kept"]
    assert table[0].split() == heads
    assert [line.split()[:4] for line in table[1:3]] == [["move", SMALL, "a", "<model>"], ["move", SMALL, "b", "6"]]
    assert json.loads(json.dumps(benchmark_report.as_json(PLAN, "m", results)))["model"] == "m"


@pytest.fixture
def address() -> Iterator[str]:
    class Completions(BaseHTTPRequestHandler):
        busy = 1

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            if Completions.busy:
                Completions.busy -= 1
                self.send_error(503)
                return
            said = {"role": "assistant", "content": f"ANSWER: {'yes' if body['model'] == 'm' else 'no'}"}
            answer = {"choices": [{"message": said}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
            content = json.dumps(answer if body["model"] != "broken" else {}).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Completions)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def test_an_address_that_speaks_the_usual_protocol(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quintet.agents.chat_models.time.sleep", lambda seconds: None)
    plan = BenchmarkPlan(("othello",), ("rules",), count=4)
    results = asked(tmp_path, model_of(address, "m"), plan)
    assert [result.score for result in results] == [1, 0, 1, 0]
    assert benchmark_report.tokens(results, (1e6, 0.0)) == "28 tokens read, 8 written, which cost 28.00."
    with pytest.raises(ValueError, match="must answer as OpenAI's chat completions do"):
        asked(tmp_path, model_of(address, "broken"), plan, name="broken")


def test_functions_may_be_coroutines_and_programs_read_the_conversation(tmp_path: Path) -> None:
    async def slow(messages: Any) -> str:
        await asyncio.sleep(0)
        return "ANSWER: yes"

    plan = BenchmarkPlan(("othello",), ("rules",), count=2)
    assert [result.score for result in asked(tmp_path, of_function(slow), plan)] == [1, 0]
    program = model_of("command:grep -o 'ANSWER:'")
    assert [result.failed for result in asked(tmp_path, program, plan, name="program")] == [True, True]


def test_a_program_that_fails_ends_the_run_and_odd_letters_do_not(tmp_path: Path) -> None:
    plan = BenchmarkPlan(("othello",), ("rules",), count=2)
    failing = model_of("command:sh -c 'echo loading >&2; echo no such model >&2; exit 3'")
    said = "the program 'sh' ended with exit code 3 and no answer: no such model; 0 of 2 answers"
    with pytest.raises(ValueError, match=said):
        asked(tmp_path, failing, plan)
    odd = model_of(r"command:printf '\377 ANSWER: yes'")
    assert [result.score for result in asked(tmp_path, odd, plan, name="odd")] == [1, 0]


def test_coroutines_share_a_loop_in_which_a_client_keeps_its_connections(tmp_path: Path) -> None:
    loops = set()

    async def remembers(messages: Any) -> str:
        loops.add(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return "ANSWER: yes"

    asked(tmp_path, of_function(remembers), BenchmarkPlan(("othello",), ("rules",), count=4))
    assert len(loops) == 1
    assert not loops.pop().is_closed()


def test_a_function_that_fails_ends_the_run_with_a_sentence_and_what_was_answered_stays(tmp_path: Path) -> None:
    answers = ["ANSWER: yes"] * 2

    def fails(messages: Any) -> str:
        if not answers:
            raise RuntimeError("the quota\nis used up")
        return answers.pop()

    plan = BenchmarkPlan(("othello",), ("rules",), count=4)
    path = tmp_path / "m.jsonl"
    said = rf"the model raised RuntimeError in fails, line \d+: the quota is used up; 2 of 4 answers are in {path}"
    with BenchmarkRun(path, plan, "m") as run, pytest.raises(ValueError, match=said):
        run.ask(of_function(fails), 1, lambda done, total: None)
    with BenchmarkRun(path, plan, "m") as run:
        assert len(run.results) == 2


@pytest.mark.parametrize("is_coroutine", [False, True])
def test_a_function_has_so_much_time_for_an_answer(is_coroutine: bool) -> None:
    async def waits(messages: Any) -> str:
        await asyncio.sleep(60)
        return "late"

    def works(messages: Any) -> str:
        while True:
            time.sleep(0.01)

    model = of_function(waits if is_coroutine else works, seconds=0.1)
    game = quintet.load(SMALL)
    assert model([], chat_models.Situation(game, game.start(), 1)) == Reply("")


def test_a_puzzle_has_one_right_move_and_a_difficulty(tmp_path: Path) -> None:
    plan = BenchmarkPlan((SMALL,), ("puzzle",), count=12)
    results = asked(tmp_path, knows_everything, plan)
    for result in results:
        assert "," not in result.truth.partition("best: ")[2]
        assert result.difficulty in (*DIFFICULTIES, "very hard")
    listed = {score.task: score.items for score in scores(results)}
    assert listed["puzzle"] == 12 == sum(listed.values()) - 12
    assert len(listed) > 2, "all have the same difficulty"


def test_questions_about_rules_are_new_and_give_true_reasons(tmp_path: Path) -> None:
    plan = BenchmarkPlan(("othello",), ("rules",), count=10)
    results = asked(tmp_path, of_function(lambda messages: "ANSWER: no"), plan)
    assert [result.score for result in results] == [0, 0.5] * 5
    assert len({result.messages[1]["content"] for result in results}) == 10
    for result in results[1::2]:
        letter, _, reason = result.truth.removeprefix("no ").partition(": ")
        assert f"\n{letter}: {reason}\n" in result.messages[1]["content"]
        assert "is occupied" in reason or "turns no disc" in reason or "pass" in reason
    assert results == asked(tmp_path, of_function(lambda messages: "ANSWER: no"), plan, name="again")


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_half_of_the_questions_about_rules_have_no_for_an_answer(tmp_path: Path, game_id: str) -> None:
    """Also where most positions allow every move, as in games of columns."""
    results = asked(
        tmp_path, of_function(lambda messages: "ANSWER: yes"), BenchmarkPlan((game_id,), ("rules",), count=6)
    )
    assert [result.truth.partition(" ")[0] for result in results] == ["yes", "no"] * 3
    assert all("no A" in result.messages[1]["content"] for result in results)


@pytest.mark.parametrize("board", NOTATIONS)
def test_boards_can_be_written_in_several_ways(tmp_path: Path, board: Any) -> None:
    plan = BenchmarkPlan(("othello(size=4)",), ("value",), count=1, board=board)
    (result,) = asked(tmp_path, of_function(lambda messages: "ANSWER: draw"), plan)
    written = {"drawn": "| W | B |", "text": "Position: ", "pieces": "black: "}
    question = result.messages[1]["content"]
    assert [part for part in written.values() if part in question] == [written[board]]
    assert "is to move." in question


def test_a_picture_is_sent_and_not_stored(tmp_path: Path) -> None:
    seen: list[Any] = []

    def sees(messages: Any) -> str:
        seen.append(messages[-1]["content"])
        return "ANSWER: draw"

    plan = BenchmarkPlan((SMALL,), ("value",), count=1, picture=True)
    (result,) = asked(tmp_path, of_function(sees), plan)
    text, picture = seen[0]
    assert text["text"] == result.messages[1]["content"]
    assert base64.b64decode(picture["image_url"]["url"].partition(",")[2]).startswith(b"\x89PNG")


def test_matches_have_a_limit_and_give_a_rating(tmp_path: Path) -> None:
    plan = BenchmarkPlan(("othello",), ("play",), count=4, limit=6)
    results = asked(tmp_path, model_of("random"), plan)
    assert [result.truth for result in results] == ["6 moves; cut off"] * 4
    elo = rating("othello", "level:1", results)
    assert elo is not None
    assert elo[1] < elo[0] < elo[2]
    level = ratings(quintet.load("othello"))
    assert level is not None
    assert elo[0] == pytest.approx(level[0].elo)
    assert rating("othello", "random", results) is None
    assert "Elo above random moves (" in benchmark_report.text([("random", plan, results)])
    lost = [replace(result, score=0.0) for result in results]
    told = benchmark_report.ratings([("random", plan, lost)])
    assert told == [f"random, othello: at most {rating('othello', 'level:1', lost)[2]:+.0f} Elo above random moves."]  # type: ignore[index]


def test_runs_stand_beside_each_other(tmp_path: Path) -> None:
    results = asked(tmp_path, model_of("random"), name="random")
    path = tmp_path / "random.jsonl"
    model, plan, again = finished_run(path)
    assert (model, plan, sorted(again, key=repr)) == ("random", PLAN, sorted(results, key=repr))
    other = BenchmarkPlan((SMALL,), ("move",), seed=5)
    assert PLAN.fingerprint == plan.fingerprint != other.fingerprint
    hidden = BenchmarkPlan((SMALL,), ("move",), legal=False, rules="none", board="text")
    assert benchmark_report.label(("m", hidden, [])) == "m, rules none, moves hidden, text"
    path.write_text("{}")
    with pytest.raises(ValueError) as error:
        finished_run(path)
    assert str(error.value) == f"{str(path)!r} is no file of a benchmark's run"


BAD: dict[str, Any] = {
    "board must be one of drawn, text, pieces, got 'fen'": lambda: BenchmarkPlan((SMALL,), board="fen"),  # type: ignore[arg-type]
    "games must be one or more, got none": lambda: BenchmarkPlan(()),
    "a task must be one of move, puzzle, value, rules, play, got 'chess'": lambda: BenchmarkPlan((SMALL,), ("chess",)),  # type: ignore[arg-type]
    "an address needs the name of its model: --name MODEL": lambda: model_of("http://127.0.0.1/v1"),
    f"a model must be {chat_models.KINDS}, got 'gpt'": lambda: model_of("gpt"),
    "command: must be followed by a program, got none": lambda: model_of("command:"),
    "the model 'no.such:thing' cannot be imported: No module named 'no'": lambda: model_of("no.such:thing"),
    "a model must be a function from messages to text, got 7": lambda: of_function(7),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_sentence(sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        BAD[sentence]()
    assert str(error.value) == sentence
