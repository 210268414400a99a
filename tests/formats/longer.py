"""The long modes of the tests of formats, by hand: ``cd tests && python -m formats.longer``.

python -m formats.longer mutations 100000     so many broken files for each reader: no crash, no hang
python -m formats.longer wthor 10000          so many random games as WTHOR, read back move for move
python -m formats.longer convert 100000       so many games from WTHOR to SGF, with the memory it took
"""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from contract.specs import SPECS
from formats.shelf import EXTENSIONS, ended, mutated, random_match, read, read_bytes, written
from quintet.core.match import Match
from quintet.formats.game_files import Bad, Played
from quintet.formats.kernel_rules import load
from quintet.formats.wthor import NAME_BYTES

SLOWEST = 5.0
"""Seconds that one broken file of a few games may take."""


def mutations(count: int, folder: Path) -> None:
    for extension in EXTENSIONS:
        random, began, worst = Random(f"{extension} long"), time.perf_counter(), 0.0
        games = [ended(random_match("othello", random, moves), random) for moves in (3, 8, None)]
        short = written(extension, map(Played, games[:2]), folder).read_bytes()
        if extension in (".quintet", ".sgf"):
            games += [ended(random_match(spec, random, 6), random) for spec in SPECS]
        whole = written(extension, map(Played, games), folder).read_bytes()
        tables = {suffix: (folder / f"games{suffix}").read_bytes() for suffix in NAME_BYTES if extension == ".wtb"}
        good = bad = none = 0
        for number in range(count):
            for suffix, table in tables.items() if number % 5 == 0 else ():
                (folder / f"games{suffix}").write_bytes(mutated(table, random))
            started = time.perf_counter()
            try:
                found = read_bytes(extension, mutated(short if number % 20 else whole, random), folder)
            except ValueError:
                none += 1
                continue
            good += sum(isinstance(entry, Played) for entry in found)
            bad += sum(isinstance(entry, Bad) for entry in found)
            worst = max(worst, time.perf_counter() - started)
        seconds = time.perf_counter() - began
        print(
            f"{extension:9}{good:9} games, {bad} bad, {none} files refused; {seconds:.0f} s, slowest {worst:.3f} s",
            flush=True,
        )
        assert worst < SLOWEST


def wthor(count: int, folder: Path) -> None:
    random = Random(10)
    games = [random_match("othello", random) for _ in range(count)]
    found = read(written(".wtb", map(Played, games), folder))
    assert [moves_of(entry) for entry in found] == [[*map(str, match.moves)] for match in games]
    print(f"{count} games read back move for move")


def moves_of(entry: Played | Bad) -> list[str]:
    assert isinstance(entry, Played), entry
    return [*map(str, entry.match.moves)]


def convert(count: int, folder: Path) -> None:
    source = written(".wtb", many(count), folder)
    for target in ("out.sgf", "out.txt"):
        began = time.perf_counter()
        command = [sys.executable, "-m", "quintet", "convert", str(source), str(folder / target)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{target}: {done.stdout.strip()} {time.perf_counter() - began:.0f} s, at most {peak} MB", flush=True)


def many(count: int) -> Iterator[Played]:
    random = Random(5)
    kept: list[Match] = [random_match("othello", random) for _ in range(min(count, 200))]
    assert kept[0].game is load("othello")
    for number in range(count):
        yield Played(kept[number % len(kept)], event="Test", date="2001")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        {"mutations": mutations, "wthor": wthor, "convert": convert}[sys.argv[1]](int(sys.argv[2]), Path(made))
