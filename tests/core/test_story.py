"""Stories: a false claim is caught, whatever it claims, so no case can pass by accident."""

import pytest

from quintet.core.story import FalseStory, Story, stories, tell, worked_examples


def told(*steps: str) -> None:
    for _ in tell(Story("a title", steps)):
        pass


@pytest.mark.parametrize(
    ("step", "truth"),
    [
        ("legal d3", "d3 c4 f5 e6"),
        ("refuse d3, occupied", "d3 is legal"),
        ("refuse d4, turns no disc", "d4, d4 is occupied"),
        ("text nothing", "......../......../......../...wb.../...bw.../......../......../........ b"),
        ("rows nothing", "......../......../......../...wb.../...bw.../......../......../........"),
        ("turn second white", "first black"),
        ("scores 1 1", "2 2"),
        ("outcome first", "none"),
        ("narration Black passes.", "no move was played"),
        ("bad nonsense, the turn", "nonsense, a position must be"),
        (
            "bad ......../......../......../...wb.../...bw.../......../......../........ w, rows",
            "is a position",
        ),
    ],
)
def test_a_false_claim_says_what_is_true(step: str, truth: str) -> None:
    with pytest.raises(FalseStory) as caught:
        told("game othello", step)
    assert truth in str(caught.value)


def test_a_false_outcome_of_a_finished_game() -> None:
    end = ("game othello", "play c4 c5 f6 d3 c2 b3 b5 b4 a4")
    told(*end, "outcome first, more")
    for wrong in ("outcome draw", "outcome first, five in a row"):
        with pytest.raises(FalseStory, match="but it is: first, more discs"):
            told(*end, wrong)


def test_a_false_narration() -> None:
    told("game othello", "play d3", "narration Black plays d3 and turns 1 disc.")
    with pytest.raises(FalseStory, match="but it is: White plays c3 and turns 1 disc"):
        told("game othello", "play d3 c3", "narration White plays c3 and turns 2 discs.")


def test_a_story_that_asks_goes_on_with_the_first_answer() -> None:
    helping = ("say Look.", "hint Above d4.", "wrong c4, Not that.", "wrong any, Nor that.")
    told("game othello", *helping, "ask d3, Play.", "scores 4 1", "finish Play on.")
    told("game othello", "ask any, Play anything.", "say Well done.", "game othello", "scores 2 2")
    told("game othello", "ask d3 c4, Play one of them.", "say Well done.")


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (("ask d3 c4, Play.", "play c3"), "expected one answer before 'play c3', because the story goes on"),
        (("ask d3",), "expected 'ask MOVE ..., WORDS', got 'ask d3'"),
        (("ask , Play.",), "expected 'ask MOVE ..., WORDS', got 'ask , Play.'"),
        (("wrong a1 d3, Why.", "ask c4, Play."), "but it is: a1 is not legal here"),
        (("hint Look.", "play d3"), "expected 'ask' after a hint or a wrong move"),
        (("hint Look.", "say More."), "expected 'ask' after a hint or a wrong move"),
        (("say",), "expected words after 'say'"),
    ],
)
def test_prompts_that_make_no_sense(steps: tuple[str, ...], why: str) -> None:
    with pytest.raises(FalseStory) as caught:
        told("game othello", *steps)
    assert why in str(caught.value)


def test_undo_and_games_without_scores() -> None:
    told("game othello", "play d3 c3", "undo", "scores 4 1")
    with pytest.raises(FalseStory, match="but it is: no scores"):
        told("game pentago", "scores 1 1")


def test_steps_that_make_no_sense() -> None:
    with pytest.raises(FalseStory, match="expected 'game SPEC' first, got 'play d3'"):
        told("play d3")
    with pytest.raises(FalseStory, match="expected a step like 'play'"):
        told("game othello", "jump d3")
    with pytest.raises(ValueError, match="expected a title before 'game othello'"):
        stories("    game othello")


def test_stories_are_found_in_files_and_in_rules() -> None:
    text = "# a comment\nOne\n    game othello\n\nTwo\n    game othello\n    play d3\n"
    assert stories(text) == [Story("One", ("game othello",)), Story("Two", ("game othello", "play d3"))]
    assert worked_examples(f"# Rules\n\n```story\n{text}```\n\nmore\n") == stories(text)
    assert worked_examples("no examples") == []
