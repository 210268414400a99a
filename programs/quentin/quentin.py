#!/usr/bin/env python3
"""Quentin's three tasks, as its document names them: `jar` builds an executable archive, `run` plays, `test` tests."""

import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

import front_door

from quintet.terminal.console import Console
from quintet.terminal.line import menu
from quintet.terminal.local_game import LocalGame, new_game

ARCHIVE = Path(__file__).resolve().with_name("build") / "quentin.pyz"
MAIN = "import sys, front_door, quentin\nsys.exit(front_door.main('quentin', quentin.run))\n"
"""What the archive does."""


def jar() -> int:
    """Write the program and the package to one file that any Python can run, without anything else."""
    package = front_door.ROOT / "src"
    files = [*package.rglob("*.py"), *package.glob("quintet/games/*.md")]
    sources = {path: str(path.relative_to(package)) for path in sorted(files)}
    sources |= {path: path.name for path in (Path(front_door.__file__), Path(__file__))}
    ARCHIVE.parent.mkdir(exist_ok=True)
    with ARCHIVE.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("__main__.py", MAIN)
            for path, name in sources.items():
                archive.write(path, name)
    ARCHIVE.chmod(0o755)
    print(f"Built {ARCHIVE}: it starts Quentin wherever there is Python.")
    return 0


def run() -> int:
    return front_door.play(choose)


def choose(console: Console) -> LocalGame:
    """A game between two people, on a board of the size that they want."""
    return new_game(menu.choose_options(console, "quentin"))


def test() -> int:
    return front_door.run_checks({"rules": front_door.rule_checks("quentin")})


TASKS: dict[str, Callable[[], int]] = {"jar": jar, "run": run, "test": test}


def main() -> int:
    arguments = sys.argv[1:]
    if len(arguments) != 1 or arguments[0] not in TASKS:
        raise ValueError(f"expected one of the tasks {', '.join(TASKS)}, got {' '.join(arguments) or 'none'}")
    return TASKS[arguments[0]]()


if __name__ == "__main__":
    sys.exit(front_door.main("quentin", main, takes_arguments=True))
