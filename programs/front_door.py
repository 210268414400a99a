"""What the programs in this folder share: they find the package, set up or not, and play in line mode."""

import importlib.util
import os
import sys
from functools import partial
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  # said before anything that an older one cannot read
    sys.exit(f"Quintet needs Python 3.11 or later, and this is {sys.version_info[0]}.{sys.version_info[1]}.")

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quintet.core.story import Story
    from quintet.terminal.console import Console
    from quintet.terminal.local_game import LocalGame

    Checks = list[tuple[str, Callable[[], None]]]
    """A title each, which may come twice, and a function that raises where it does not hold."""

ROOT = Path(__file__).resolve().parents[1]


def find_package() -> None:
    """Make `import quintet` work: as installed, or from the sources, which need nothing but Python.

    The sources get the fast engines too, where `make` has built them for this Python.
    """
    if importlib.util.find_spec("quintet") is None:
        sys.path.append(str(ROOT / "src"))
    import quintet

    if Path(quintet.__file__).is_relative_to(ROOT / "src"):
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        quintet.__path__.append(str(ROOT / ".venv/lib" / version / "site-packages/quintet"))
    if importlib.util.find_spec("platformdirs") is None:  # it says where unfinished games are saved
        data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
        os.environ.setdefault("QUINTET_HOME", str(Path(data, "quintet")))


find_package()


def main(name: str, command: "Callable[[], int]", *, takes_arguments: bool = False) -> int:
    """Run a program: a mistake of its caller is one sentence and status 2, and Ctrl-C and a closed pipe are quiet."""
    from quintet.terminal import cli

    def checked_command() -> int:
        if sys.argv[1:] and not takes_arguments:
            raise ValueError(f"expected no arguments, got {' '.join(sys.argv[1:])!r}")
        return command()

    return cli.main_program(name, checked_command)


def play(choose: "Callable[[Console], LocalGame]", *, questions: bool = False) -> int:
    """Play the game that is chosen, with its document's own display on every terminal."""
    from quintet.terminal.console import standard
    from quintet.terminal.line.play import play_chosen

    console = standard(plain=True)
    play_chosen(console, lambda: choose(console), questions=questions)
    return 0


def play_two(spec: str, *, questions: bool = False) -> int:
    """Play a game between two people; `questions` offers the rules and asks for names."""
    from quintet import load
    from quintet.terminal.local_game import new_game

    return play(lambda console: new_game(load(spec)), questions=questions)


def rule_checks(game_id: str) -> "Checks":
    """The rules of a game as checks: its cases in tests/cases and the worked examples of its rules, by their titles."""
    from quintet import game_class
    from quintet.core.story import stories, tell, worked_examples

    def check(story: "Story") -> None:
        for _ in tell(story):
            pass

    cases = stories((ROOT / f"tests/cases/{game_id}.case").read_text("utf-8"))
    return [(story.title, partial(check, story)) for story in [*cases, *worked_examples(game_class(game_id).rules)]]


def run_checks(topics: "dict[str, Checks]") -> int:
    """Say of every check whether it held; the exit status is 1 if one did not."""
    held = failed = 0
    for topic, checks in topics.items():
        for title, check in checks:
            try:
                check()
            except Exception as error:
                failed += 1
                print(f"FAILED  {topic}: {title}: {type(error).__name__}: {error}")
            else:
                held += 1
                print(f"held    {topic}: {title}")
    print(f"{held} of {held + failed} held.")
    return 1 if failed else 0
