"""What `import quintet` gives: every name can be found and read about, and nonsense is refused in a sentence."""

import ast
import doctest
import pydoc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet import Match, load
from quintet.games.othello import Othello

SOURCE = Path(quintet.__file__).parent
GAME = load("othello")
NO_POSITION = (
    "position must be a position of othello, from game.start(), game.parse(text) or a match, or its text, got "
)
anything: Any = quintet
"""The package without its types, for calls that they forbid."""


def test_every_public_name_is_listed_and_explained() -> None:
    page = pydoc.plain(pydoc.render_doc(quintet))
    for name in quintet.__all__:
        assert name in dir(quintet)
        assert getattr(quintet, name).__doc__, name
        assert name in page
    assert set(dir(quintet)) == {*quintet.__all__, "__version__"}


def test_the_examples_of_the_reference_run() -> None:
    runner, finder = doctest.DocTestRunner(), doctest.DocTestFinder(recurse=False)
    for name in quintet.__all__:
        for example in finder.find(getattr(quintet, name), name, module=False, globs={"quintet": quintet}):
            assert runner.run(example).failed == 0, name
    assert runner.summarize(verbose=False).attempted >= 43


def test_settings_that_are_handed_on_have_names_and_types() -> None:
    """A checker finds `cuont=3` only where no public function takes ``**settings: Any``."""
    loose = {
        f"{path.relative_to(SOURCE)}:{function.name}"
        for folder in ("agents", "arena", "engine", "environments", "notebook", "testing")
        for path in [*(SOURCE / folder).rglob("*.py"), SOURCE / "__init__.py"]
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef) and not function.name.startswith("_") and function.args.kwarg
        if ast.unparse(function.args.kwarg.annotation or ast.Name("Any")) in ("Any", "object")
    }
    theirs = {"agents/openenv.py:reset", "agents/openenv.py:step"}  # as the interface of OpenEnv has them
    assert loose == theirs


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'quintet' has no attribute 'chess'"):
        anything.chess  # noqa: B018


@pytest.mark.parametrize(
    ("nonsense", "message"),
    [
        (lambda: anything.Match("otello"), "no game is called 'otello': expected one of "),
        (lambda: anything.Match(None), "game must be a game, as quintet.load gives it, or its spec, got None"),
        (
            lambda: anything.Match(10**5000),
            "game must be a game, as quintet.load gives it, or its spec, got a huge number",
        ),
        (
            lambda: anything.Match(GAME.options),
            "game must be a game, as quintet.load gives it, or its spec, got OthelloOptions(",
        ),
        (
            lambda: anything.Match(Othello),
            "game must be a game, as quintet.load gives it, or its spec, got <class 'quintet.games",
        ),
        (lambda: anything.Match(GAME, position="bw b"), "the board must have 8 rows, got 1"),
        (lambda: anything.Match(GAME, position=load("pentago").start()), f"{NO_POSITION}Position(board='......"),
        (
            lambda: anything.Match(load("quentin", size=5), position=load("quentin", size=7).start()),
            "position must be a position of quentin(size=5): the board must have 5 rows, got 10",
        ),
        (lambda: anything.Match(GAME, names="Ada"), "expected two names, got 'Ada'"),
        (lambda: anything.Match(GAME, names=("Ada",)), "expected two names, got ('Ada',)"),
        (lambda: anything.Match(GAME, names=None), "expected two names, got None"),
        (lambda: anything.Match(GAME, names=("Ada", 2)), "a name must be 1 to 80 printable characters, got 2"),
        (lambda: anything.Match(GAME, started="today"), "started must be a datetime, got 'today'"),
        (lambda: anything.Match(GAME).play(None), "'None' is not a move: expected one of d3, c4, f5, e6"),
        (lambda: anything.Match(GAME).resign("Ada"), "'Ada' is not a valid Player"),
        (lambda: anything.Match.from_record(None), "expected the text of a record, got None"),
        (lambda: anything.game_class([]), "no game is called []: expected one of bestgame, magnetize, othello, "),
        (lambda: anything.load(5), "expected a game like 'name' or 'name(option=value,...)', got 5"),
        (lambda: anything.load("othello", width=5), "othello has no option 'width': expected one of size, empties"),
        (
            lambda: anything.picture(3, "bw b"),
            "game must be a game, as quintet.load gives it, or its spec, got 3",
        ),
        (lambda: anything.picture(GAME, 5), f"{NO_POSITION}5"),
        (lambda: anything.picture(GAME, None), f"{NO_POSITION}None"),
        (
            lambda: anything.picture(GAME, GAME.start(), last="i9"),
            "last must be a move of othello or its text, got 'i9'",
        ),
    ],
)
def test_nonsense_is_refused_in_a_sentence(nonsense: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        nonsense()
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_printed_match_shows_the_board() -> None:
    match = Match(load("bestgame"), names=("Ada", "Ben"))
    for move in ("3", "2"):
        match.play(move)
    assert str(match).splitlines() == [
        "   1 (2) 3  4  5",
        *(f"{row} [ ][ ][ ][ ][ ]" for row in range(7, 1, -1)),
        "1 [ ][b][w][ ][ ]",
        "",
        "White 0 points, 19/20 tokens left; Black 0 points, 19/20 tokens left",
        "",
        "Ada (White) is to move.",
    ]
    match.agree_draw()
    assert str(match).endswith("\n\nA draw: both agreed.")
    match.undo()
    match.resign(quintet.Player.FIRST)
    assert str(match).endswith("\n\nBen (Black) wins: Ada resigned.")
