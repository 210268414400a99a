"""Checks that names say what they mean: `make style` runs it, and `--count` prints the size of the tree by room.

python tools/plain_words.py            refuses banned names (also in JavaScript) and words, and repeated class names
python tools/plain_words.py --count    files, lines, modules under 60 lines and repeated names, room by room
"""

from __future__ import annotations

import ast
import io
import re
import statistics
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src/quintet"
NAMES = {"found", "told", "one", "at", "kept", "wish"}
"""Local variables and parameters are called what they are, never one of these."""
WORDS = re.compile(
    r"\b(whoever|whomever|so many (?:of|as)|what is told|is told to whom|and this is none|gone on with)\b",
    re.IGNORECASE,
)
"""Not in docstrings, comments and messages: name the subject. The rules of games are for players and may say it."""
SAME_BY_DESIGN = {
    "Position": "every game has its own",
    "Place": "the move of several games",
    "Drop": "the move of several games",
    "Writer": "every file format has its own",
    "Outcome": "the message of the server has the fields of the value",
}
"""Class names that may be defined more than once, and why."""
SCRIPTED = re.compile(rf"(?:\b(?:const|let) |[(,] ?(?:/\*\*[^*]*\*/ )?)({'|'.join(sorted(NAMES))})(?= =|[,)]| of )")
"""In JavaScript: such a name where it is declared, or stands alone between brackets and commas."""
SMALL = 60


def main(arguments: list[str]) -> int:
    if arguments == ["--count"]:
        count()
        return 0
    if arguments:
        print(f"expected no argument or --count, got {' '.join(arguments)!r}", file=sys.stderr)
        return 2
    problems = [*repeated_classes(), *(problem for path in sources() for problem in in_file(path))]
    problems += [problem for path in sorted(SOURCE.rglob("*.js")) for problem in in_script(path)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def sources() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]


def in_file(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8")
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    for line, name in bound_names(ast.parse(text)):
        if name in NAMES:
            yield f"{shown}:{line}: {name!r} is not a name: say what it is"
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT) and path.parent != SOURCE / "games":
            for match in WORDS.finditer(token.string):
                line = token.start[0] + token.string.count("\n", 0, match.start())
                yield f"{shown}:{line}: {match[0]!r}: name the subject in plain words"


def in_script(path: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        code = re.sub(r"//.*|`[^`]*`|\"[^\"]*\"", "", line)
        if name := SCRIPTED.search(code):
            yield f"{path.relative_to(ROOT)}:{number}: {name[1]!r} is not a name: say what it is"


def bound_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Variables and parameters with their lines; fields of classes are left out."""
    fields = {
        id(statement.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node.lineno, node.id


def classes() -> dict[str, list[str]]:
    """The public classes by name, with the modules that define them."""
    defined: dict[str, list[str]] = defaultdict(list)
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                defined[node.name].append(str(path.relative_to(SOURCE)))
    return defined


def repeated_classes() -> Iterator[str]:
    for name, places in sorted(classes().items()):
        if len(places) > 1 and name not in SAME_BY_DESIGN:
            yield f"class {name} has {len(places)} meanings: {', '.join(places)}"


def count() -> None:
    rooms: dict[str, list[int]] = defaultdict(list)
    for path in sources():
        parts = path.relative_to(SOURCE).parts
        rooms[parts[0] if len(parts) > 1 else "."].append(len(path.read_text("utf-8").splitlines()))
    print(f"{'room':14}{'files':>7}{'lines':>8}{'median':>8}{'largest':>9}{'under ' + str(SMALL):>10}")
    for room, lines in [*sorted(rooms.items()), ("all", [size for sizes in rooms.values() for size in sizes])]:
        small = sum(size < SMALL for size in lines)
        print(f"{room:14}{len(lines):7}{sum(lines):8}{statistics.median(lines):8.0f}{max(lines):9}{small:10}")
    modules: dict[str, int] = defaultdict(int)
    for path in sources():
        modules[path.stem] += path.name != "__init__.py"
    twice = {name: places for name, places in classes().items() if len(places) > 1}
    print(f"class names with more than one meaning: {len(twice)} ({len(twice.keys() & SAME_BY_DESIGN)} by design)")
    print(f"module names that stand in more than one folder: {sum(number > 1 for number in modules.values())}")
    trees = [ast.parse(path.read_text("utf-8")) for path in sources()]
    vague = sum(name in NAMES for tree in trees for _, name in bound_names(tree))
    print(f"variables and parameters called {', '.join(sorted(NAMES))}: {vague}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
