"""The laws as pytest tests: ``pytest -p quintet.testing.plugin --quintet-game mine.py``, one test for each law."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.testing.kernel_laws import KERNEL_LAWS
from quintet.testing.laws import LAWS, Law
from quintet.testing.subject import Broken, Subject, find_games


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("quintet").addoption(
        "--quintet-game",
        action="append",
        default=[],
        metavar="GAME",
        help="hold the laws of Quintet against a game: a file, a module, or the spec of one that is installed",
    )


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    for where in session.config.getoption("--quintet-game"):
        try:
            games = find_games(where)
        except ValueError as error:
            raise pytest.UsageError(str(error)) from error
        for game in games:
            subject = Subject(game)
            laws = [*LAWS, *(KERNEL_LAWS if subject.kernel is not None else ())]
            items += [LawItem.from_parent(session, name=f"{subject.name}::{law}", case=(subject, law)) for law in laws]


class LawItem(pytest.Item):
    """One law held against one game."""

    def __init__(self, *, case: tuple[Subject, Law], **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case

    def runtest(self) -> None:
        subject, law = self.case
        subject.hold(law)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Broken) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        return "quintet", None, self.name
