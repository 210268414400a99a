"""Every rule is a story before it is code: the case files, and the worked examples of the rules."""

from pathlib import Path

import pytest

from quintet import game_class, game_ids
from quintet.core.story import Story, stories, tell, worked_examples

CASES = sorted((Path(__file__).parent / "cases").glob("*.case"))


def _told() -> list[object]:
    from_files = [(path.stem, story) for path in CASES for story in stories(path.read_text("utf-8"))]
    from_rules = [(game_id, story) for game_id in game_ids() for story in worked_examples(game_class(game_id).rules)]
    return [pytest.param(story, id=f"{name}: {story.title}") for name, story in from_files + from_rules]


@pytest.mark.parametrize("story", _told())
def test_story(story: Story) -> None:
    assert story.steps
    for _ in tell(story):
        pass


def test_every_game_has_cases_and_worked_examples() -> None:
    for game_id in game_ids():
        assert worked_examples(game_class(game_id).rules), game_id
    assert {path.stem for path in CASES} == set(game_ids())
