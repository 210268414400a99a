"""The registry: our games by directory, others' by entry point, and a stranger's mistakes do no harm."""

import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from quintet import UnknownGame, game_class, game_ids, load
from quintet.core import registry
from quintet.games.othello import Othello, OthelloOptions


class Sixth(Othello):
    id = "sixth"
    title = "A sixth game"


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """A list of entry points that the registry sees in place of the installed ones."""
    entries: list[EntryPoint] = []
    monkeypatch.setattr(registry, "_entries", lambda: entries)
    registry._installed.cache_clear()
    yield entries
    registry._installed.cache_clear()


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, registry.GROUP)


def test_games_are_found_without_a_list() -> None:
    assert set(game_ids()) >= {"bestgame", "magnetize", "othello", "pentago", "quentin"}
    assert game_ids() == sorted(game_ids())


def test_an_unknown_game_lists_what_there_is(others: list[EntryPoint]) -> None:
    with pytest.raises(UnknownGame) as caught:
        load("chess")
    assert str(caught.value) == f"no game is called 'chess': expected one of {', '.join(game_ids())}"


def test_another_packages_game_is_a_game_like_ours(others: list[EntryPoint]) -> None:
    others.append(entry("sixth", f"{__name__}:Sixth"))
    assert "sixth" in game_ids()
    assert game_class("sixth") is Sixth
    assert load("sixth(empties=winner)").options.empties == "winner"


class Plain:
    """As little of a game as its author can write about equality: nothing."""

    id = "plain"
    Options: type = OthelloOptions

    def __init__(self, options: OthelloOptions) -> None:
        self.options = options

    def start(self) -> str:
        return "start"

    def legal_moves(self, pos: str) -> list[str]:
        return ["move"]


class Own(Plain):
    """One whose author has other ideas about equality."""

    id = "own"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


class Loose(Plain):
    id = "loose"
    Options: type = dict


class Lost(Plain):
    """One that raises in the middle of a page."""

    id = "lost"

    def legal_moves(self, pos: str) -> list[str]:
        raise KeyError(pos)


def test_another_packages_games_are_equal_by_their_specs(others: list[EntryPoint]) -> None:
    others += [entry("plain", f"{__name__}:Plain"), entry("own", f"{__name__}:Own")]
    game = load("plain(empties=winner)")
    assert game == load("plain", empties="winner") != load("plain")
    assert hash(game) == hash(load("plain", empties="winner"))
    assert (str(game), repr(game)) == ("plain(empties=winner)", "quintet.load('plain(empties=winner)')")
    assert load("own") != load("own")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("othello", "quintet.games.othello:Othello", "another game has this id"),
        ("broken", "no_such_module:Game", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("other", "quintet.games.othello:Othello", "its id must be 'other', got 'othello'"),
        ("bare", "quintet.games.othello:OthelloOptions", "its id must be 'bare', got None"),
        ("loose", f"{__name__}:Loose", "its Options must be a dataclass, got <class 'dict'>"),
        ("lost", f"{__name__}:Lost", "it cannot begin: KeyError: 'start'"),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out_with_a_warning(
    name: str, value: str, why: str, others: list[EntryPoint], caplog: pytest.LogCaptureFixture
) -> None:
    others.append(entry(name, value))
    with caplog.at_level(logging.WARNING):
        found = game_ids()
    assert found.count(name) == (name == "othello")
    assert why in caplog.text
    assert registry.left_out() == {f"{name} ({value})": why}
    assert load("magnetize").start() is not None


def test_a_game_can_be_enlisted(others: list[EntryPoint]) -> None:
    registry.enlist(Sixth)
    assert "sixth" in game_ids()
    assert load("sixth(empties=winner)") == load("sixth", empties="winner")
    with pytest.raises(ValueError) as refused:
        registry.enlist(Othello)
    assert str(refused.value) == "the game must have an id of its own, and 'othello' is one of ours"


def test_data_of_a_game_is_beside_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    path = registry.beside(Othello, "weights")
    assert path is not None
    assert (path.name, path.parent.name) == ("othello.weights", "games")
    assert registry.data_file(Othello, "weights") == registry.place_for(Othello, "weights") == path
    assert registry.data_file(Othello, "nothing") is None
    monkeypatch.setattr(Othello, "__module__", "typed_in_a_notebook")
    assert registry.beside(Othello, "weights") is None
    assert registry.data_file(Othello, "weights") is None
    with pytest.raises(ValueError) as refused:
        registry.place_for(Othello, "book")
    assert str(refused.value) == "the book of othello cannot be stored beside the game's module: it is not in a file"
