"""``quintet check``, ``perft`` and ``bench``: tests of a game's rules and kernel, and a measure of engines."""

from __future__ import annotations

import json as json_text
from typing import Annotated

from cyclopts import Parameter

from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.terminal import waiting
from quintet.terminal.commands.shared_flags import Json, Position, Spec, flag, switch


def check(
    module: Annotated[str, Parameter(name="MODULE", help="a file, a module, or a game that is installed")],
    /,
    *specs: Annotated[str, flag("the game with options, quoted; without any the standard one")],
) -> int:
    """Hold the laws of a game against one of your own, compare its kernel with it, and say what is broken and where."""
    from quintet.engine.native.kernels import find_kernel
    from quintet.testing import KERNEL_LAWS, LAWS, Subject
    from quintet.testing.subject import broken_laws, check_kernel_apart, find_games

    def is_sound(game: AnyGame) -> bool:
        violations = broken_laws(Subject(game), LAWS)
        for sentence in violations:
            print(sentence)
        if not violations:
            print(f"{spec(game)} keeps all {len(LAWS)} laws.")
        differences = check_kernel_apart(game)  # before it is loaded here: that may end the process, too
        for sentence in differences:
            print(sentence)
        if differences:
            return False
        search = find_kernel(game)
        if search.kernel is None:
            print(f"{spec(game)}: {search}.")
            return not violations and not search.cannot_load
        print(f"{spec(game)}: {search}, and keeps all {len(KERNEL_LAWS)} laws with the rulebook.")
        return not violations

    sound = [is_sound(game) for game in find_games(module, specs)]
    return 0 if all(sound) else 1


def perft(
    game: Spec,
    depth: Annotated[int, flag("how many moves deep")],
    /,
    *,
    position: Position = None,
    rules: Annotated[bool, switch("count with the Python rulebook")] = False,
    divide: Annotated[bool, switch("also the count after each first move")] = False,
    json: Json = False,
    **options: str | bool,
) -> None:
    """Count the lines of play to a depth; a test of the rules."""
    from quintet import engine
    from quintet.engine.bounds import MOST_DEPTH

    loaded = registry.load(game, **options)
    if not 0 <= depth <= MOST_DEPTH:
        raise ValueError(f"DEPTH must be 0 to {MOST_DEPTH}, got {depth}")
    pos = loaded.start() if position is None else loaded.parse(position)
    counts: dict[str, int] = {}
    if divide and depth:
        counts = waiting.wait(
            lambda: engine.perft(loaded, pos, depth, rules, divide=True), "Counting", waiting.terminal()
        )
        total = sum(counts.values()) if counts else 1
    else:
        total = waiting.wait(lambda: engine.perft(loaded, pos, depth, rules=rules), "Counting", waiting.terminal())
    if json:
        answer: dict[str, object] = {"game": spec(loaded), "position": loaded.text(pos), "depth": depth, "count": total}
        print(json_text.dumps(answer | ({"divide": counts} if divide else {})))
        return
    for move, count in counts.items():
        print(f"{move} {count}")
    print(total)


def bench(
    game: Annotated[str | None, flag("one game; all games if left out")] = None, /, *, json: Json = False
) -> None:
    """Measure the fast engines: fixed positions, fixed nodes, one thread."""
    from quintet.engine import perft_and_playouts as fixed_search
    from quintet.engine.native.kernels import instruction_set, kernel_for

    games = [registry.load(game_id) for game_id in ([game] if game else registry.game_ids())]
    with_kernel = [loaded for loaded in games if kernel_for(loaded)] if len(games) > 1 else games
    if not with_kernel:
        raise ValueError("bench measures the fast engines, and none are built here")
    results = [fixed_search.bench(loaded) for loaded in with_kernel]
    if json:
        games_json = [result.as_json() for result in results]
        print(json_text.dumps({"instruction_set": instruction_set(), "games": games_json}))
        return
    width = max(len(result.game) for result in results)
    for result in results:
        speed = f"{result.nodes:>9,} nodes  {result.nodes_a_second:>10,} nodes/s"
        print(f"{result.game:{width}}  {speed}  signature {result.signature:016x}")
    print(f"instruction set: {instruction_set()}")
