"""Lessons: every game has one, all that they say is true, and a wrong move is told why."""

import pytest

import quintet
from quintet.core.story import Story
from quintet.study.lesson import Lesson, LessonSession, Prompt, chapter, lesson

every_game = pytest.mark.parametrize("game_id", quintet.game_ids())


@every_game
def test_every_game_has_a_lesson_that_ends_in_a_game(game_id: str) -> None:
    chapters = lesson(game_id).chapters
    assert len(chapters) >= 5
    assert [chapter.finish for chapter in chapters] == [False] * (len(chapters) - 1) + [True]
    for told in chapters:
        assert told.title
        assert told.steps
        assert told.finish or any(step.prompt for step in told.steps), told.title
        assert not told.finish or told.steps[-1].match.outcome is None


@every_game
def test_answers_are_right_and_other_moves_are_not(game_id: str) -> None:
    for told in lesson(game_id).chapters:
        for step, after in zip(told.steps, told.steps[1:], strict=False):
            if step.prompt is None:
                continue
            assert step.words or step.prompt.words
            for text in step.match.legal():
                why = step.prompt.why_not(step.match, text)
                assert (why is None) == (text in step.prompt.answers), (told.title, text)
            assert str(after.match.moves[-1]) == step.prompt.answers[0]
            assert step.prompt.hint


def test_a_wrong_move_is_told_why() -> None:
    told = chapter(Story("a title", ("game othello", "wrong c4, Not that.", "ask d3, Play d3.")))
    prompt, match = told.steps[0].prompt, told.steps[0].match
    assert isinstance(prompt, Prompt)
    assert prompt.why_not(match, "c4") == "Not that."
    assert prompt.why_not(match, "f5") == "f5 is allowed, but it is not what is asked for here."
    assert prompt.why_not(match, "d4") == "d4 is occupied."
    assert prompt.why_not(match, "d3") is None
    assert prompt.hint == "Play d3."


def test_what_is_said_stands_with_its_board() -> None:
    steps = ("game othello", "say One.", "play d3", "say Two.", "ask c3, Three.", "say Four.", "outcome none")
    told = chapter(Story("a title", steps))
    assert [step.words for step in told.steps] == [
        "One.",
        "Black plays d3 and turns 1 disc. Two.",
        "Four. The game goes on.",
    ]
    assert [step.match.ply for step in told.steps] == [0, 1, 2]


def test_a_session_counts_wrong_moves_and_stores_what_is_done() -> None:
    stored: list[int] = []

    def keep(chapters: int) -> str | None:
        stored.append(chapters)
        return "The disk is full."

    one = chapter(Story("one", ("game othello", "wrong any, Not {move}.", "hint Near the top.", "ask d3, Play d3.")))
    two = chapter(Story("two", ("game othello", "finish Play.")))
    session = LessonSession(Lesson(quintet.load("othello"), (one, two)), 0, keep)
    assert not session.answer("c4")
    assert session.said == "Not c4."
    assert not session.answer("d4")
    assert session.said == "d4 is occupied. Near the top."
    assert session.answer("d3")
    assert (session.number, session.step_number, session.said, stored) == (0, 1, "", [])
    session.advance()
    assert (session.number, session.step_number, session.trouble, stored) == (1, 0, "The disk is full.", [1])
    session.go_to(0)
    session.hint()
    assert session.said == "Near the top."
    session.go_to(2)
    assert (session.number, session.is_over, session.done) == (1, True, 1)
    assert LessonSession(session.lesson, 1, keep).number == 1
    assert LessonSession(session.lesson, 2, keep).number == 0, "a lesson that is done begins again"
