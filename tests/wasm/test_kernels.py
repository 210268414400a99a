"""The WebAssembly module in node against the native kernels: counts, walks, searches, exact answers, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from needs import need
from quintet import load
from quintet.core.game import spec
from quintet.engine.native.kernels import kernel_for
from quintet.environments.planes import Planes
from wasm.conftest import ROOT, Module, opened, walked

BOARDS = (
    "pentago", "othello", "bestgame", "magnetize", "quentin", "quentin(size=5)", "quentin(size=13)", "quentin(size=19)",
    "bestgame(columns=4,rows=5,tokens=8)", "magnetize(height=3,width=3)", "magnetize(height=9,width=12)",
)  # fmt: skip
SEARCHED, NODES = 12, 400
MOST_COUNTED = 3_000_000
SMALL = {"quentin(size=3,pie=false)": 0, "magnetize(height=3,width=3)": 0, "othello": 50, "pentago": 28, "bestgame": 33}
"""Boards to solve, and the plies of random play before."""


def native(board: str) -> Any:
    kernel = kernel_for(load(board), "none")
    assert kernel is not None
    return kernel.rules


def counts() -> list[tuple[str, str, int, int]]:
    found = []
    for path in sorted((ROOT / "tests/perft").iterdir()):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                board, position, depth, count = (field.strip() for field in line.split(";"))
                found.append((board, position, int(depth), int(count)))
    return found


def test_counts_are_those_of_the_tables(module: Module) -> None:
    assert counted(module, MOST_COUNTED) >= 20


def test_without_simd_the_answers_are_the_same(tmp_path: Path) -> None:
    without_simd = need("WebAssembly").with_name("quintet-plain.wasm")
    if not without_simd.is_file():
        pytest.skip("there is no WebAssembly module for old browsers (make wasm)")
    with opened(tmp_path, module=without_simd) as plain:
        assert counted(plain, 100_000) >= 20
        for board in BOARDS[:5]:
            searched(plain, board, "alphabeta", 4)


def counted(module: Module, most: int) -> int:
    """Compares the tables' counts up to so many; how many there are."""
    asked = 0
    for board, position, depth, count in counts():
        if count > most or kernel_for(load(board)) is None:
            continue
        start = module.ask(ask="start", game=spec(load(board))) if position in ("", "start") else position
        assert module.ask(ask="perft", game=spec(load(board)), position=start, depth=depth) == count, (
            board,
            position,
            depth,
        )
        asked += 1
    return asked


@pytest.mark.parametrize("board", BOARDS)
def test_random_games_are_the_same_on_both_sides(module: Module, board: str) -> None:
    kernel, game, random = native(board), spec(load(board)), Random(7)
    position, planes = kernel.start(), Planes(load(board))
    assert module.ask(ask="start", game=game) == position
    for _ in range(80):
        outcome = kernel.outcome(position)
        found = module.ask(ask="outcome", game=game, position=position)
        scores = None if outcome is None or outcome[2] is None else list(outcome[2])
        assert found == (outcome and {"winner": outcome[0], "reason": outcome[1], "scores": scores})
        assert module.ask(ask="legal_moves", game=game, position=position) == kernel.legal_moves(position)
        if outcome:
            break
        assert module.ask(ask="to_move", game=game, position=position) == kernel.to_move(position)
        seen = module.ask(ask="planes", game=game, position=position)
        assert np.array_equal(np.reshape(seen["planes"], planes.shape), planes.of(position))
        move = random.choice(kernel.legal_moves(position))
        after = kernel.play(position, move)
        assert module.ask(ask="play", game=game, position=position, moves=[move]) == after
        position = after


@pytest.mark.parametrize("method", ["alphabeta", "mcts"])
@pytest.mark.parametrize("board", BOARDS)
def test_searches_of_equal_size_find_the_same(module: Module, board: str, method: str) -> None:
    searched(module, board, method, SEARCHED)


def searched(module: Module, board: str, method: str, count: int) -> None:
    kernel, game, random = native(board), spec(load(board)), Random(3)
    for number in range(count):
        position = walked(kernel, random, 2 * number)
        limits = {"nodes": NODES, "lines": 3, "seed": number}
        expected = kernel.searcher(16, None).search(position, method, **limits)
        found = module.ask(ask="search", game=game, position=position, method=method, memory_mb=16, **limits)
        assert [line["moves"] for line in found["lines"]] == [line.moves for line in expected.lines], position
        assert found["nodes"] == expected.nodes
        assert [line["value"] for line in found["lines"]] == pytest.approx(
            [line.value for line in expected.lines], abs=1e-9
        )


@pytest.mark.parametrize(("board", "plies"), SMALL.items())
def test_exact_answers_are_the_same(module: Module, board: str, plies: int) -> None:
    kernel, game, random = native(board), spec(load(board)), Random(11)
    for _ in range(3):
        position = walked(kernel, random, plies)
        expected = kernel.solver(16, None).solve(position, nodes=2_000_000)
        found = module.ask(ask="solve", game=game, position=position, nodes=2_000_000, memory_mb=16, fresh=True)
        assert expected.solved
        assert (found["ending"], tuple(found["value"])) == (expected.ending, expected.value)
        assert (found["margin"] and tuple(found["margin"])) == expected.margin
        assert (found["best"], found["line"], found["nodes"]) == (expected.best, expected.line, expected.nodes)


@pytest.mark.parametrize("name", ["tactics", "pentago-truth"])
def test_positions_with_a_known_value_are_solved(module: Module, name: str) -> None:
    solved = 0
    for line in (ROOT / f"tests/data/{name}.jsonl").read_text("utf-8").splitlines():
        row = {"spec": "pentago", **json.loads(line)}
        if row["value"] is None:
            continue
        value = {"win": 1, "draw": 0, "loss": -1}.get(row["value"], row["value"])
        known = {"game": spec(load(row["spec"])), "position": row["position"], "nodes": 300_000}
        found = module.ask(ask="solve", memory_mb=16, fresh=True, **known)
        assert found["value"] == [value, value], row
        solved += 1
    assert solved >= 40


def test_what_is_refused_is_an_answer_and_the_next_question_is_answered(module: Module) -> None:
    start = module.ask(ask="start", game="othello")
    refused = [
        module.full(ask="start", game="nothing")["refused"],
        module.full(ask="start", game="quentin(size=99)")["refused"],
        module.full(ask="legal_moves", game="othello", position="no board")["refused"],
        module.full(ask="play", game="othello", position=start, moves=["a1"])["refused"],
        module.full(ask="search", game="othello", position=start, nodes="many")["refused"],
        module.full(ask="search", game="othello", position=start, nodes=10, method="mcts", memory_mb=4000)["refused"],
        module.full(ask="play", game="othello", position=f"{start}\nask ids")["refused"],
    ]
    assert all(refused)
    assert refused[4] == "nodes must be a number, got 'many'"
    assert module.ask(ask="start", game="othello") == start


@pytest.mark.parametrize("board", ["pentago", "quentin"])
def test_tables_take_memory_as_they_fill(tmp_path: Path, board: str) -> None:
    with opened(tmp_path) as fresh:
        asked = {"game": board, "position": fresh.ask(ask="start", game=board)}
        before = fresh.full(ask="legal_moves", **asked)["memory"]
        after = fresh.full(ask="solver", memory_mb=192, **asked)["memory"]
        assert after - before < 32_000_000


def test_a_search_reports_on_its_way(module: Module) -> None:
    start = module.ask(ask="start", game="othello")
    answer = module.full(ask="search", game="othello", position=start, nodes=20_000)
    assert len(answer["reports"]) > 3
    assert answer["reports"][-1]["depth"] == answer["answer"]["depth"]
