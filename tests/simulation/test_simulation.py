"""A fixed amount of simulation; `make simulate` runs more of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from amounts import whole
from simulation.planted import PLANTED
from simulation.run import Simulation


def simulate(*arguments: str) -> str:
    """In a process of its own: the order of sets is part of a run."""
    command = [sys.executable, "-m", "simulation", *arguments]
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=300)
    print(ran.stdout, ran.stderr)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_nothing_is_lost_whatever_fails() -> None:
    """Again: make simulate SEED=..."""
    assert len(simulate("--seeds", "1", "2", "3", "4").splitlines()) == 4


@whole
def test_a_fixed_minute_of_seeds() -> None:
    """Together with the others, most of a minute of the processor."""
    assert len(simulate("--seeds", *map(str, range(101, 125))).splitlines()) == 24


def test_planted_faults_are_found() -> None:
    assert [line.split(":")[0] for line in simulate("--planted").splitlines()] == list(PLANTED)


def test_a_seed_is_a_reproduction() -> None:
    first, again, other = (Simulation(seed, 0.5).run() for seed in (5, 5, 6))
    assert first.fingerprint == again.fingerprint != other.fingerprint
    assert first.events > 10
