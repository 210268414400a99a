"""Local workers: every task answered once, whatever dies on the way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compute import jobs
from quintet.compute import Pool, open_pool


def answers(pool: Pool) -> dict[str, object]:
    return {done.key: done.error or done.value for done in pool.gather()}


def test_every_task_is_answered_and_the_pool_is_used_twice() -> None:
    with open_pool(2) as pool:
        for _ in range(2):
            for number in range(20):
                pool.submit(str(number), jobs.double, number)
            assert answers(pool) == {str(number): 2 * number for number in range(20)}
        assert pool.progress.done == 40
        assert (pool.progress.waiting, pool.progress.running, pool.progress.retried) == (0, 0, 0)


def test_tasks_may_follow_from_answers() -> None:
    with open_pool(1) as pool:
        pool.submit("1", jobs.double, 1)
        seen = []
        for done in pool.gather():
            seen.append(done.value)
            if done.value < 10:
                pool.submit(str(done.value), jobs.double, done.value)
    assert seen == [2, 4, 8, 16]


def test_an_exception_is_an_answer_and_the_worker_goes_on() -> None:
    with open_pool(1) as pool:
        pool.submit("bad", jobs.fail, "expected a board")
        pool.submit("odd", jobs.unpicklable)
        pool.submit("good", jobs.double, 4)
        found = answers(pool)
    assert found["bad"] == "expected a board"
    assert "pickle" in str(found["odd"]).lower()
    assert found["good"] == 8


def test_a_lost_worker_is_replaced_and_only_its_task_is_run_again(tmp_path: Path) -> None:
    with open_pool(2) as pool:
        pool.submit("victim", jobs.die_first, str(tmp_path / "mark"))
        for number in range(10):
            pool.submit(str(number), jobs.double, number)
        found = answers(pool)
        assert found.pop("victim") == "alive"
        assert found == {str(number): 2 * number for number in range(10)}
        assert pool.progress.retried == 1


def test_a_task_that_kills_every_worker_is_given_up_and_the_others_are_not() -> None:
    with open_pool(2) as pool:
        pool.submit("poison", jobs.die)
        for number in range(6):
            pool.submit(str(number), jobs.double, number)
        found = answers(pool)
        assert found.pop("poison") == "lost 3 workers, one by one"
        assert found == {str(number): 2 * number for number in range(6)}


def test_a_worker_that_dies_while_idle_costs_nothing() -> None:
    with open_pool(1) as pool:
        pool.submit("who", jobs.process)
        worker = next(iter(pool.gather())).value
        os.kill(worker, signal.SIGKILL)
        pool.submit("next", jobs.double, 1)
        assert answers(pool) == {"next": 2}


def test_what_is_cancelled_ends_and_the_pool_goes_on() -> None:
    with open_pool(2) as pool:
        pool.submit("long", jobs.sleep, 60.0)
        pool.submit("quick", jobs.double, 1)
        pool.submit("waiting", jobs.sleep, 60.0)
        began = time.monotonic()
        for done in pool.gather():
            assert done.key == "quick"
            pool.cancel()
        assert time.monotonic() - began < 30
        pool.submit("long", jobs.double, 3)
        assert answers(pool) == {"long": 6}


def test_a_key_is_used_once_at_a_time() -> None:
    with open_pool(1) as pool:
        pool.submit("a", jobs.double, 1)
        with pytest.raises(ValueError) as error:
            pool.submit("a", jobs.double, 2)
        assert str(error.value) == "the task 'a' is there already"


def test_workers_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    script = (
        "import sys; from compute import jobs; from quintet.compute import open_pool\n"
        "if __name__ == '__main__':\n"
        "    pool = open_pool(1); pool.submit('who', jobs.process)\n"
        "    print(next(iter(pool.gather())).value, flush=True)\n"
        "    pool.submit('long', jobs.sleep, 60.0); list(pool.gather())\n"
    )
    path = tmp_path / "owner.py"
    path.write_text(script, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, env=environment) as owner:
        assert owner.stdout is not None
        worker = int(owner.stdout.readline())
        owner.kill()
    for _ in range(200):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{worker}/stat").exists() and " Z " in Path(f"/proc/{worker}/stat").read_text():
            return
        time.sleep(0.05)
    pytest.fail("the worker goes on without its owner")


@pytest.mark.parametrize(
    ("workers", "cluster", "sentence"),
    [
        (0, None, "workers must be 1 to 1024, got 0"),
        (2, "auto", "a cluster has the workers it has: expected no number of workers with its address"),
    ],
)
def test_bad_pools(workers: int, cluster: str | None, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        open_pool(workers, cluster)
    assert str(error.value) == sentence
