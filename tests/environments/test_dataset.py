"""Data sets: proved rows, the same on any number of workers, and files that say what they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import quintet
from needs import need
from quintet.compute import open_pool_here
from quintet.environments import dataset, dataset_files
from quintet.environments.dataset import Condition, DatasetPlan, DatasetRun, Row, proved_again, reachable

OTHELLO = DatasetPlan("othello", 30, ("empties=9..10",), per_game=2, seed=3)
SMALL = "bestgame(columns=3,rows=3,tokens=3)"


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "CHUNK", 8)


def made(folder: Path, plan: DatasetPlan, workers: int = 1) -> list[Row]:
    with open_pool_here(workers) as pool, DatasetRun(folder / f"{workers}.run", plan) as run:
        return run.make(pool, lambda done, total: None)


def test_rows_are_true_and_no_two_are_mirror_images(tmp_path: Path) -> None:
    rows = made(tmp_path, OTHELLO)
    assert len(rows) == 30
    assert len({row["symmetry_class"] for row in rows}) == 30
    for row in rows:
        assert row["position"].count(".") in (9, 10)
        assert list(row) == list(dataset.COLUMNS)
    assert proved_again(OTHELLO, rows) == 30
    by_game: dict[int, set[str]] = {}
    for row in rows:
        by_game.setdefault(row["game"], set()).add(row["split"])
    assert all(len(splits) == 1 for splits in by_game.values())


def test_a_wrong_row_is_noticed() -> None:
    position = "wwwwwww./wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwb. b"
    game = quintet.load("othello")
    solution = quintet.Engine(game).solve(game.parse(position))
    row = {
        "position": position,
        "value": solution.value,
        "margin": solution.margin,
        "best": list(map(str, solution.best)),
    }
    assert proved_again(OTHELLO, [row]) == 1
    wrongs: list[Row] = [{"value": -solution.value}, {"margin": (solution.margin or 0) + 2}, {"best": []}]
    for wrong in wrongs:
        with pytest.raises(ValueError) as error:
            proved_again(OTHELLO, [row | wrong])
        assert "a second proof contradicts the data set" in str(error.value)


def test_workers_do_not_change_the_rows_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    rows = made(tmp_path, OTHELLO)
    assert made(tmp_path, OTHELLO, workers=2) == rows
    kept = (tmp_path / "1.run").read_bytes().splitlines(keepends=True)
    (tmp_path / "1.run").write_bytes(b"".join(kept[:2]) + kept[2][:50])
    assert made(tmp_path, OTHELLO) == rows
    chunks = [json.loads(line)["chunk"] for line in (tmp_path / "1.run").read_text().splitlines()[1:]]
    assert len(set(chunks)) == len(chunks), "something was done twice"


@pytest.mark.parametrize("source", ["level:1", "human"])
def test_games_between_levels(tmp_path: Path, source: str) -> None:
    plan = DatasetPlan(SMALL, 6, sources=(source,), per_game=3)
    rows = made(tmp_path, plan)
    assert {row["source"] for row in rows} == {source}
    assert rows == made(tmp_path, plan, workers=2)


def test_few_positions_are_of_all_sources_too(tmp_path: Path) -> None:
    sources = ("human", "random", "level:1")
    rows = made(tmp_path, DatasetPlan("othello", 12, ("empties=4..6",), sources))
    counts = Counter(row["source"] for row in rows)
    assert all(counts[source] >= 3 for source in sources)


def test_a_whole_table_has_every_position_once(tmp_path: Path) -> None:
    game: Any = quintet.load(SMALL)
    rows = made(tmp_path, DatasetPlan(SMALL, 5000, sources=("all",), distance=True))
    assert [row["position"] for row in rows] == reachable(game, 5000)
    assert len(rows) == 99
    start = rows[0]
    solution = quintet.Engine(game).solve(game.start())
    assert (start["value"], start["margin"], start["distance"]) == (
        solution.value,
        solution.margin,
        solution.moves_to_win,
    )
    with pytest.raises(ValueError) as error:
        reachable(game, 10)
    assert str(error.value) == f"{SMALL} must have at most 10 positions for a whole table, got more: see --count"


def test_a_game_without_more_positions_ends(tmp_path: Path) -> None:
    rows = made(tmp_path, DatasetPlan("quentin(size=2)", 10_000))
    assert 5 < len(rows) < 200


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.parquet"])
def test_files_go_back_in(tmp_path: Path, name: str) -> None:
    if name.endswith("parquet"):
        need("pyarrow")
    rows = made(tmp_path, OTHELLO)
    path = tmp_path / name
    dataset_files.check_name(path)
    dataset_files.write(path, rows, dataset_files.card(OTHELLO, rows, 0, 30, 30))
    assert list(dataset_files.read(path)) == rows
    assert "30 positions, no two of them mirror images" in dataset_files.card_of(path).read_text()
    oracle = quintet.oracle("othello", nodes=1, data=path)
    truth = oracle.ask(rows[0]["position"])
    assert truth is not None
    assert (truth.value, truth.margin, list(map(str, truth.best))) == tuple(
        rows[0][key] for key in ("value", "margin", "best")
    )


@pytest.mark.parametrize("game", ["othello", "pentago", "quentin(size=4,pie=false)", "bestgame"])
def test_the_oracle_knows_the_mirror_images_of_what_is_in_a_file(tmp_path: Path, game: str) -> None:
    condition = "ply=30" if game == "bestgame" else "empties=3..6"
    rows = made(tmp_path, DatasetPlan(game, 12, (condition,)))
    dataset_files.write(tmp_path / "rows.jsonl", rows, "")
    loaded: Any = quintet.load(game)
    listed, solver = quintet.oracle(loaded, nodes=1, data=tmp_path / "rows.jsonl"), quintet.oracle(loaded)
    images = [image for row in rows for image in loaded.symmetries(loaded.parse(row["position"]))]
    assert len(set(images)) > len(rows)
    for image in images:
        truth, proved = listed.ask(image), solver.ask(image)
        assert truth is not None
        assert proved is not None
        assert (truth.value, truth.margin, set(truth.best)) == (proved.value, proved.margin, set(proved.best))


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    dataset_files.write(path, made(tmp_path, DatasetPlan(SMALL, 3)), "")
    with pytest.raises(ValueError) as error:
        quintet.oracle("othello", data=path)
    assert str(error.value).startswith(f"the data set {str(path)!r} must be of othello, got the move ")


def test_a_parquet_file_of_something_else_is_refused(tmp_path: Path) -> None:
    need("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "prices.parquet"
    parquet.write_table(pa.table({"price": [1.5]}), path)
    with pytest.raises(ValueError) as error:
        quintet.oracle("othello", data=path)
    assert str(error.value) == f"row 1 of {str(path)!r} must be a position with its value, got {{'price': 1.5}}"


TOO_EMPTY = DatasetPlan("othello", 1, ("empties=99",))
BAD: dict[str, Callable[[], Any]] = {
    "a condition must be like empties=12..16, about ply, empties, moves, got 'empties'": lambda: Condition.parse(
        "empties"
    ),
    "the range of ply must go up, got 9..2": lambda: Condition.parse("ply=9..2"),
    "count must be a whole number from 1 to 10000000, got 0": lambda: DatasetPlan("othello", 0),
    "a source must be random, level:N, human or all, got 'x'": lambda: DatasetPlan("othello", 1, sources=("x",)),
    "the level of a source must be a whole number from 1 to 9, got 10": lambda: DatasetPlan(
        "othello", 1, sources=("level:10",)
    ),
    "a whole table has no other source and no condition: expected all alone": lambda: DatasetPlan(
        "othello", 1, sources=("all", "random")
    ),
    "the file must end in .jsonl, .jsonl.gz, .parquet, got 'x.csv'": lambda: dataset_files.check_name(Path("x.csv")),
    "the data set 'no.jsonl' cannot be read: no such file or directory": lambda: list(dataset_files.read("no.jsonl")),
    "no position of 64 random games of othello has empties=99": lambda: dataset.Labeller(TOO_EMPTY).rows(0),
}


@pytest.mark.parametrize("sentence", BAD)
def test_bad_input_is_one_sentence(sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        BAD[sentence]()
    assert str(error.value) == sentence


@pytest.mark.parametrize("lines", [["{"], ['{"position": "x"}'], ['["a"]']])
def test_a_damaged_file_names_the_row(tmp_path: Path, lines: Sequence[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(lines))
    with pytest.raises(ValueError) as error:
        list(dataset_files.read(path))
    assert str(error.value).startswith(f"row 1 of {str(path)!r} must be a position with its value, got ")
