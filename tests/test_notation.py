"""docs/notation.md tells the truth: its stories, its records and its specs are tried."""

import re
from pathlib import Path

import pytest

import quintet
from quintet.core.story import Story, tell, worked_examples
from quintet.players.who import parse_who

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text("utf-8")
STORIES = worked_examples(PAGE)
RECORDS = re.findall(r"^```record\n(.*?)^```\n", PAGE, re.DOTALL | re.MULTILINE)
SPECS = re.findall(r"^\| `(\w+(?:\(.*\))?)` \| `(\w+(?:\(.*\))?)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
def test_stories(story: Story) -> None:
    texts = [step for step, _ in tell(story)]
    assert any(step.startswith(("text ", "legal ")) for step in texts)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_every_game_has_its_section_with_a_position_and_a_move(game_id: str) -> None:
    section = PAGE.partition(f"\n## {quintet.game_class(game_id).title}\n")[2].partition("\n## ")[0]
    told = [step for story in worked_examples(section) for step in story.steps]
    assert any(step == f"game {game_id}" or step.startswith(f"game {game_id}(") for step in told)
    assert {step.partition(" ")[0] for step in told} >= {"text", "play", "bad"}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.partition("game: ")[2].partition("\n")[0])
def test_records_read_back_as_themselves(record: str) -> None:
    comments, header, rest = record.partition("quintet record 1\n")
    assert all(line.startswith("#") for line in comments.splitlines())
    assert quintet.Match.from_record(record).record() == header + rest


@pytest.mark.parametrize(("written", "printed"), SPECS)
def test_specs_are_printed_in_one_way(written: str, printed: str) -> None:
    assert quintet.spec(quintet.load(written)) == printed


def test_the_comments_of_a_saved_game_and_the_texts_of_players() -> None:
    seats = next(line for record in RECORDS for line in record.splitlines() if line.startswith("# seats: "))
    last = PAGE.partition("## Who plays\n")[2]
    for text in [*seats.split()[2:], *re.findall(r"`([a-z0-9:]+)`", last)]:
        assert str(parse_who(text)) == text


def test_nothing_on_the_page_is_left_out() -> None:
    assert (len(RECORDS), len(SPECS)) == (3, 5)
    assert PAGE.count("```") == 2 * (len(RECORDS) + len(re.findall("^```story$", PAGE, re.MULTILINE)))
