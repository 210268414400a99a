"""Learning: the same for the same seed, resumed without repeating anything, refused in one sentence."""

import errno
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from amounts import whole
from compute.clusters import ENVIRONMENT
from quintet.compute import open_pool
from quintet.core import registry
from quintet.engine import weights
from quintet.learn.patterns import (
    ForesightLine,
    Generation,
    PatternLearning,
    PatternPlan,
    PhaseError,
    balance,
    fit_foresight,
    foresight_numbers,
    make_plan,
    shallow_depth,
    swing,
)
from quintet.learn.run_folder import Chunks, RunFolder
from quintet.terminal.cli import main

SMALL = replace(
    make_plan("othello", 40, 2, 3),
    generations=(
        Generation(40, 2, least_random=4, most_random=40, random_share=0, exact_from=6, search_share=0),
        Generation(40, 2, least_random=4, most_random=40, random_share=20, exact_from=6, search_share=50),
    ),
    iterations=3,
    foresight_positions=60,
    uncut_depth=4,
    foresight_depth=6,
)


def learned(
    path: Path,
    plan: PatternPlan = SMALL,
    workers: int = 1,
    threads: int = 1,
    start: weights.File | None = None,
) -> bytes:
    """The weights of the last generation."""
    with open_pool(workers) as pool, RunFolder(path, plan) as folder:
        for _, errors in PatternLearning(folder, pool, threads, lambda *_: None, start).run():
            assert len(errors) == 12
            assert any(error.samples and error.held_out for error in errors)
            assert any(error.swing is not None for error in errors)
        return folder.weights(len(plan.generations)).read_bytes()


def test_a_seed_makes_the_same_file_however_many_work_at_it(tmp_path: Path) -> None:
    one = learned(tmp_path / "one")
    assert learned(tmp_path / "two", workers=2, threads=3) == one
    assert learned(tmp_path / "other", replace(SMALL, seed=4)) != one


def test_weights_to_start_from_are_refined(tmp_path: Path) -> None:
    """They play the first games, and a fit with much doubt leaves them as they are."""
    shipped = registry.data_file(type(registry.load("othello")), "weights")
    assert shipped is not None
    start = weights.read(shipped)
    plan = replace(make_plan("othello", 40, 1, 3, depth=1, exact=6, start=start), iterations=3, foresight_positions=60)
    plan = replace(plan, uncut_depth=4, foresight_depth=6, generations=(replace(plan.generations[0], games=40),))
    assert plan.generations[0].exact_from == 10
    assert plan.generations[0].depth == 5
    learned(tmp_path / "near", replace(plan, ridge=1e8), start=start)
    near = weights.read(tmp_path / "near" / "generation-1.weights").numbers
    fitted = len((tmp_path / "near" / "generation-1" / "fitted").read_bytes())
    assert near[:fitted] == start.numbers[:fitted]
    with pytest.raises(ValueError, match="belongs to a run with other start"):
        learned(tmp_path / "near", replace(plan, ridge=1e8, start=None))


def test_a_swing_is_the_difference_of_odd_and_even_depths() -> None:
    assert swing([[0, 9, 9, 9, 100, 300, 100], [1, 9, 9, 9, 0, 100]]) == pytest.approx((200 + 200 + 100) / 3)
    assert swing([[0, 9, 9, 9, 25_000, 300]]) is None
    assert swing([]) is None


def test_half_the_swing_of_searches_that_end_in_a_phase_is_what_it_lacks() -> None:
    """A depth is about a stage: of these searches all but a few end in the second of four phases, 10 stages each."""
    rows = [[0, 9, 9, 9, 100, 300, 100] for _ in range(30)]
    assert balance(rows, 4, 40) == [100.0] * 4
    assert balance(rows[:19], 4, 40) == [0.0] * 4
    later = [[1, 9, 9, 9, 0, -40, 0] for _ in range(30)]
    assert balance(rows + later, 4, 40) == [100.0, 100.0, -20.0, -20.0]


def test_a_run_that_was_stopped_repeats_nothing(tmp_path: Path) -> None:
    whole = learned(tmp_path)
    assert len(list(tmp_path.glob("generation-*/*.samples"))) == 40
    lost = [
        "generation-2/000005.samples",
        "generation-2/000001.uncut",
        "generation-2/000001.cut",
        "generation-2.weights",
    ]
    for name in lost:
        (tmp_path / name).unlink()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert learned(tmp_path) == whole
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.parametrize(
    "name",
    [
        "generation-1/000003.samples",
        "generation-1/000001.uncut",
        "generation-1/000001.cut",
        "generation-2.weights",
    ],
)
def test_a_damaged_file_is_named(name: str, tmp_path: Path) -> None:
    learned(tmp_path)
    path = tmp_path / name
    path.write_bytes(path.read_bytes()[:-5])
    if name.startswith("generation-1"):
        for made in ("generation-1.weights", "generation-1/fitted"):
            (tmp_path / made).unlink()
    with pytest.raises(ValueError, match=path.name):
        learned(tmp_path)


@pytest.mark.parametrize("games", [2, 3, 19, 20, 39, 40, 1000, 1001, 19_999, 20_001, 30_000, 90_000])
def test_most_games_are_learned_from_and_some_held_out(games: int) -> None:
    chunks = Chunks(games, 1000, 20)
    spans = [chunks.span(chunk) for chunk in range(len(chunks))]
    assert sum(span["games"] for span in spans) == games
    assert [span["first"] for span in spans] == [sum(span["games"] for span in spans[:at]) for at in range(len(spans))]
    held = sum(span["games"] for chunk, span in enumerate(spans) if chunks.is_held_out(chunk))
    assert 0 < held <= games / 2
    assert held <= games / 10 or games < 40


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, SMALL):
        pass
    for other, words in (
        (replace(SMALL, seed=9), "with other seed"),
        (replace(SMALL, generations=make_plan("othello", 50, 2, 3).generations), "with other games, depth"),
        (replace(SMALL, generations=SMALL.generations[:1]), "with other generations"),
        (replace(SMALL, game="pentago", layout="1"), "of another game"),
    ):
        with pytest.raises(ValueError) as refused, RunFolder(tmp_path, other):
            pass
        assert f"the folder {str(tmp_path)!r} belongs to a run {words}" in str(refused.value)
        assert str(refused.value).endswith(": expected the same, or another --folder")
    (tmp_path / "plan.json").write_text("[")
    with pytest.raises(ValueError) as broken, RunFolder(tmp_path, SMALL):
        pass
    assert "is no plan of learning" in str(broken.value)


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    with RunFolder(tmp_path, SMALL), pytest.raises(ValueError) as refused, RunFolder(tmp_path, SMALL):
        pass
    assert "another run is learning in" in str(refused.value)


def test_a_full_disk_is_said_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with RunFolder(tmp_path, SMALL) as folder:
        monkeypatch.setattr(Path, "replace", full)
        with pytest.raises(ValueError) as refused:
            folder.save(folder.samples(1, 0), b"something")
    assert "cannot be written: no space left on device" in str(refused.value)
    assert not list(tmp_path.glob("generation-1/*"))


def test_foresight_finds_the_line_behind_the_values() -> None:
    assert [shallow_depth(depth) for depth in range(3, 11)] == [1, 2, 3, 2, 3, 4, 5, 4]
    rows = [[phase, value, value, 2 * value + 10] for phase in range(2) for value in range(-100, 100)]
    lines = fit_foresight(rows, 2, 3)
    assert lines[0][:3] == [ForesightLine(), ForesightLine(), ForesightLine()]
    for row in lines:
        assert row[3].shallow == 1
        assert row[3].slope == pytest.approx(2)
        assert row[3].offset == pytest.approx(10)
        assert row[3].spread == pytest.approx(0, abs=1e-6)
    assert fit_foresight(rows[:30], 2, 3)[0][3] == ForesightLine()
    decided = [[0, 25_000, 25_000, 25_000] for _ in range(100)]
    assert fit_foresight(decided, 1, 3)[0][3] == ForesightLine()
    assert len(foresight_numbers(lines, 3)) == 2 * (1 + 2 * 4 * 4)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pentago",), "pentago cannot learn: its kernel lists no patterns"),
        (("nothing",), "no game is called 'nothing'"),
        (("othello", "--games", "0"), "games must be a whole number from 40 to 1000000000, got 0"),
        (("othello", "--generations", "0"), "generations must be a whole number from 1 to 100, got 0"),
        (("othello", "--seed", "-1"), "seed"),
        (("othello", "--match-games", "3"), "match-games must be 0 or an even number, got 3"),
        (("othello", "--match-cpu", "0"), "--match-cpu must be a number above 0"),
        (("othello", "--out", "no/such/folder.weights"), "--out must be a file in a folder that is there"),
        (("othello", "--workers", "0"), "workers must be 1 to 1024, got 0"),
        (("othello", "--start", "nothing.weights"), "cannot be read"),
        (
            ("quentin", "--start", "nothing.weights"),
            "quentin learns a prior over moves from nothing: expected no --start",
        ),
        (("othello", "--folder", "a,b"), "must have no comma in its name"),
        (("othello", "--folder", "/proc/nothing/here"), "cannot be used"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["learn", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def start(folder: Path) -> "subprocess.Popen[str]":
    command = ("learn", "othello", "--games", "3000", "--generations", "1", "--workers", "1", "--match-games", "0")
    return subprocess.Popen(
        [sys.executable, "-m", "quintet", *command],
        cwd=folder, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@whole
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_the_command_goes_on_after_it_was_ended(ending: signal.Signals, tmp_path: Path) -> None:
    process = start(tmp_path)
    first = tmp_path / "othello-learning" / "generation-1" / "000000.samples"
    until = time.monotonic() + 120
    while not first.exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(ending)
    out, err = process.communicate(timeout=60)
    assert first.exists()
    if ending == signal.SIGINT:
        assert process.returncode == 130, err
        assert "The same command goes on from here" in out
    kept = first.stat().st_mtime_ns
    process = start(tmp_path)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert first.stat().st_mtime_ns == kept


def test_an_error_on_nothing_is_not_shown_as_none() -> None:
    from quintet.terminal.commands.learn import _curve

    errors = [PhaseError(0, 168, 0, 0.0, 0.0), PhaseError(1, 564, 6, 10.99, 12.0, 0.514)]
    assert [line.split() for line in _curve(errors).splitlines()[1:]] == [
        ["1", "168", "0", "unknown", "unknown"],
        ["2", "564", "6", "+0.51", "10.99", "#" * 40],
    ]


def test_a_match_decides(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(SMALL, generations=SMALL.generations[:1])
    monkeypatch.setattr("quintet.learn.patterns.make_plan", lambda *_: small)
    target = tmp_path / "current.weights"
    arguments = ["othello", "--folder", str(tmp_path / "run"), "--workers", "1", "--match-games", "4"]
    status = main(["learn", *arguments, "--match-cpu", "0.001", "--out", str(target)])
    said = capsys.readouterr().out
    assert status == 0
    score = re.search(r"Match against none: \+(\d+) =(\d+) -(\d+)\n", said)
    assert score is not None
    assert sum(map(int, score.groups())) in (2, 4), "pairs of games, all of them counted"
    assert ("is replaced" in said) == target.is_file()
    if target.is_file():
        assert weights.read(target).game == "othello"
