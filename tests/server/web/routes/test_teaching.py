"""Lessons and puzzles on the site: progress is kept, answers are judged here and told only at the end."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import quintet
from quintet.study.lesson import HINT_AFTER, LEVEL, lesson
from quintet.study.puzzle import Puzzle, puzzles
from quintet.study.puzzle_attempt import attempt
from server.servers import Client, Server


def some() -> Puzzle:
    """A puzzle whose solver makes two moves, with an answer between them."""
    return next(one for one in puzzles("othello").values() if one.asked == 3 and one.trap)


def test_progress_in_lessons_is_kept_and_stays_when_a_visitor_registers(ada: Client) -> None:
    lines = ada.get("/api/lessons")["lessons"]
    assert [line["game"] for line in lines] == quintet.game_ids()
    assert all(line["done"] == 0 and len(line["chapters"]) >= 5 for line in lines)
    for chapters in (2, 1):
        assert ada.http.put("/api/lessons/othello/chapters", json={"chapters": chapters}).json() == {"done": True}
    done = {line["game"]: line["done"] for line in ada.get("/api/lessons")["lessons"]}
    assert done == {game: 2 if game == "othello" else 0 for game in quintet.game_ids()}
    name = f"learner{id(ada) % 10**8}"
    ada.post("/api/accounts", {"username": name, "password": "a long password"}, 201)
    assert {line["game"]: line["done"] for line in ada.get("/api/lessons")["lessons"]} == done


def test_a_lesson_has_its_boards_and_what_is_asked(ada: Client, eve: Client) -> None:
    told = ada.get("/api/lessons/pentago")
    assert told["chapters"][-1]["finish"]
    for chapter in told["chapters"]:
        for step in chapter["steps"]:
            assert bool(step["view"]["moves"]) == (step["prompt"] is not None)
    assert "no game is called" in eve.get("/api/lessons/nonsense", 404)["error"]
    answer = eve.http.put("/api/lessons/othello/chapters", json={"chapters": -1})
    assert answer.status_code == 422


def test_a_lesson_brings_every_sentence_that_a_wrong_move_gets(ada: Client) -> None:
    """What the page makes of the message is what the terminal says."""
    sent = ada.get("/api/lessons/othello")
    assert (sent["hint_after"], sent["level"]) == (HINT_AFTER, LEVEL)
    judged = 0
    for chapter, chapter_out in zip(lesson("othello").chapters, sent["chapters"], strict=True):
        for step, step_out in zip(chapter.steps, chapter_out["steps"], strict=True):
            if step.prompt is None:
                continue
            wrong, answers = step_out["prompt"]["wrong"], step_out["prompt"]["answers"]
            for move in (move["text"] for move in step_out["view"]["moves"]):
                reason = (
                    None if not answers or move in answers else wrong.get(move, wrong["any"]).replace("{move}", move)
                )
                assert reason == step.prompt.why_not(step.match, move)
                judged += reason is not None
    assert judged > 10


def test_a_puzzle_is_solved_and_only_then_told(ada: Client) -> None:
    puzzle = some()
    shown = ada.get(f"/api/puzzles/{puzzle.id}")
    assert shown["task"].startswith(("Black to move:", "White to move:"))
    assert shown["tried"] is None
    assert not {"line", "solution", "trap"} & set(shown)
    first, second = puzzle.own_moves
    halfway = ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": [first]})
    assert (halfway["right"], halfway["done"], halfway["solution"], halfway["standing"]) == (True, False, None, None)
    assert [frame["ply"] for frame in halfway["frames"]] == [0, 1, 2]
    solved = ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": [first, second]})
    assert (solved["right"], solved["done"]) == (True, True)
    assert solved["change"] > 0
    assert (solved["standing"]["solved"], solved["standing"]["streak"]) == (1, 1)
    assert [frame["move"]["text"] for frame in solved["solution"]["line"][1:]] == list(puzzle.line)
    assert puzzle.trap[0] in " ".join(solved["solution"]["words"])
    again = ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": [first, second]})
    assert (again["done"], again["standing"], again["change"]) == (True, None, None)
    assert ada.get(f"/api/puzzles/{puzzle.id}")["tried"] is True


def test_the_first_result_counts_and_no_later_one(ada: Client) -> None:
    puzzle = some()
    path = f"/api/puzzles/{puzzle.id}/try"
    illegal = ada.post(path, {"moves": ["a9"]}, 422)
    assert "is not a move" in illegal["error"]
    wrong = ada.post(path, {"moves": [puzzle.trap[0]]})
    assert (wrong["right"], wrong["done"], wrong["solution"]) == (False, False, None)
    assert wrong["words"].startswith(f"{puzzle.trap[0]} ")
    assert wrong["change"] < 0
    assert ada.post(path, {"moves": puzzle.own_moves})["change"] is None
    standing = ada.get("/api/puzzles")
    (mine,) = (game["standing"] for game in standing["games"] if game["game"] == "othello")
    assert (mine["tried"], mine["solved"], mine["streak"]) == (1, 0, 0)
    assert "solved already" in ada.post(path, {"moves": [*puzzle.own_moves, "a1"]}, 422)["error"]


def test_giving_up_tells_the_solution_and_counts(ada: Client) -> None:
    puzzle = some()
    told = ada.post(f"/api/puzzles/{puzzle.id}/solution")
    assert told["solution"]["words"]
    assert (told["standing"]["tried"], told["standing"]["solved"]) == (1, 0)
    assert ada.post(f"/api/puzzles/{puzzle.id}/solution")["change"] is None


def test_the_same_answer_by_many_hands_counts_once(ada: Client) -> None:
    puzzle = some()
    ada.get("/api/puzzles")  # for the cookie
    ada.http.put("/api/lessons/othello/chapters", json={"chapters": 1})
    with ThreadPoolExecutor(6) as hands:
        asked = [hands.submit(ada.post, f"/api/puzzles/{puzzle.id}/try", {"moves": puzzle.own_moves}) for _ in range(6)]
        counted = [one.result()["change"] for one in asked]
    assert sum(change is not None for change in counted) == 1
    (mine,) = (game["standing"] for game in ada.get("/api/puzzles")["games"] if game["game"] == "othello")
    assert (mine["tried"], mine["solved"]) == (1, 1)


def test_the_next_one_is_fresh_and_of_the_kind_that_was_asked_for(ada: Client, eve: Client) -> None:
    seen = set()
    for _ in range(6):
        found = ada.get("/api/puzzles/next", params={"game": "othello", "theme": "win"})
        assert (found["game"], found["theme"]) == ("othello", "win")
        assert found["id"] not in seen
        seen.add(found["id"])
        ada.post(f"/api/puzzles/{found['id']}/solution")
    assert ada.get("/api/puzzles/next")["tried"] is None
    assert "no game is called" in eve.get("/api/puzzles/next?game=nonsense", 404)["error"]
    assert "there is no puzzle" in eve.get("/api/puzzles/othello-0", 404)["error"]
    assert "there is no puzzle" in eve.get("/api/puzzles/nonsense", 404)["error"]


def test_the_puzzle_of_the_day_is_the_same_for_everybody(ada: Client, ben: Client) -> None:
    daily = ada.get("/api/puzzles")["daily"]
    assert ben.get("/api/puzzles/daily")["id"] == daily["id"]
    assert 900 <= daily["rating"] <= 1600


# The puzzle of the day, the calendar and runs


def daily_of(client: Client) -> tuple[Puzzle, dict[str, Any]]:
    shown = client.get("/api/puzzles/daily")
    return puzzles(shown["game"])[shown["id"]], shown


def wrong_move(client: Client, puzzle: Puzzle) -> str:
    for move in client.get(f"/api/puzzles/{puzzle.id}")["view"]["moves"]:
        if attempt(puzzle, [move["text"]]).wrong:
            return str(move["text"])
    raise AssertionError("every move is right")


def test_the_puzzle_of_the_day_counts_misses_and_makes_a_streak(ada: Client, ben: Client) -> None:
    puzzle, shown = daily_of(ada)
    today = ada.get("/api/puzzles")["date"]
    none = {"current": 0, "longest": 0, "today": False}
    assert shown["daily"] == {"day": today, "misses": 0, "solved": False, "streak": none}
    assert ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": [wrong_move(ada, puzzle)]})["daily"]["misses"] == 1
    done = ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": puzzle.own_moves})
    row = {"current": 1, "longest": 1, "today": True}
    assert done["daily"] == {"day": today, "misses": 1, "solved": True, "streak": row}
    assert ada.get("/api/home")["daily"]["streak"] == row
    calendar = ada.get("/api/puzzles/calendar")
    assert (calendar["today"], calendar["month"], calendar["streak"]) == (today, today[:7], row)
    assert calendar["days"][-1] == {
        "day": today,
        "id": puzzle.id,
        "title": shown["title"],
        "rating": puzzle.rating,
        "result": "on the day",
    }
    ben.post(f"/api/puzzles/{puzzle.id}/solution")
    given_up = ben.post(f"/api/puzzles/{puzzle.id}/try", {"moves": puzzle.own_moves})["daily"]
    assert (given_up["solved"], given_up["streak"]) == (False, none)
    assert ben.get("/api/puzzles/calendar")["days"][-1]["result"] == "missed"


def test_past_puzzles_of_the_day_are_marked_and_make_no_streak(ada: Client) -> None:
    earliest = ada.get("/api/puzzles/calendar")["first"]
    month = ada.get("/api/puzzles/calendar", params={"month": earliest})
    assert len(month["days"]) >= 28
    day = next(day for day in month["days"] if day["id"] != ada.get("/api/puzzles/daily")["id"])
    assert day["result"] is None
    puzzle = puzzles(day["id"].rpartition("-")[0])[day["id"]]
    assert ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": puzzle.own_moves})["daily"] is None
    month = ada.get("/api/puzzles/calendar", params={"month": earliest})
    assert next(each for each in month["days"] if each["id"] == day["id"])["result"] == "solved"
    assert month["streak"]["current"] == 0
    for wrong in ("1999-01", "2999-01", "soon"):
        assert "month" in ada.get("/api/puzzles/calendar", 422, params={"month": wrong})["error"]


def test_a_run_is_judged_by_the_server(ada: Client, eve: Client) -> None:
    run = ada.post("/api/runs", {"game": "othello"}, 201)
    assert (run["number"], run["solved"], run["misses"], run["best"], run["over"]) == (0, 0, 0, 0, False)
    assert 170 < run["left"] <= 180
    path = f"/api/runs/{run['id']}"
    assert "no such run" in eve.get(path, 404)["error"]
    first = puzzles("othello")[run["puzzle"]["id"]]
    done = ada.post(f"{path}/try", {"number": 0, "moves": first.own_moves})
    assert (done["right"], done["done"], done["answer"]) == (True, True, [])
    assert (done["run"]["number"], done["run"]["solved"]) == (1, 1)
    again = ada.post(f"{path}/try", {"number": 0, "moves": first.own_moves}, 409)["error"]
    assert again == "the run is at puzzle 1, and this try was for puzzle 0"
    run = done["run"]
    while not run["over"]:
        puzzle = puzzles("othello")[run["puzzle"]["id"]]
        missed = ada.post(f"{path}/try", {"number": run["number"], "moves": [wrong_move(ada, puzzle)]})
        assert (missed["right"], missed["done"], missed["answer"]) == (False, True, puzzle.own_moves)
        run = missed["run"]
    assert (run["number"], run["solved"], run["misses"], run["puzzle"]) == (4, 1, 3, None)
    assert ada.post(f"{path}/try", {"number": 4, "moves": ["a1"]}, 409)["error"] == "the run is over"
    assert ada.post("/api/runs", {"game": "othello"}, 201)["best"] == 1
    assert ada.get("/api/puzzles")["runs"] == {"seconds": 180, "misses": 3, "best": 0}
    assert ada.get(f"/api/puzzles/{first.id}")["tried"] is None  # a run does not count for the rating
    assert "no game is called" in ada.post("/api/runs", {"game": "nonsense"}, 404)["error"]


def test_a_run_ends_after_three_minutes(another: Callable[..., Server]) -> None:
    server = another()
    ada = server.client()
    run = ada.post("/api/runs", {}, 201)
    with contextlib.closing(sqlite3.connect(server.home / "site.sqlite", timeout=10)) as stored, stored:
        stored.execute("UPDATE puzzle_runs SET began = began - 181, solved = 5")
    late = ada.get(f"/api/runs/{run['id']}")
    assert (late["over"], late["left"], late["puzzle"]) == (True, 0, None)
    puzzle = puzzles(run["puzzle"]["game"])[run["puzzle"]["id"]]
    answer = ada.post(f"/api/runs/{run['id']}/try", {"number": 0, "moves": puzzle.own_moves})
    assert (answer["run"]["solved"], answer["run"]["over"]) == (6, True)  # it was on its way
    with contextlib.closing(sqlite3.connect(server.home / "site.sqlite", timeout=10)) as stored, stored:
        stored.execute("UPDATE puzzle_runs SET began = began - 5")
    assert ada.post(f"/api/runs/{run['id']}/try", {"number": 1, "moves": ["a1"]}, 409)["error"] == "the run is over"
    assert ada.get("/api/puzzles")["runs"]["best"] == 6


def test_a_streak_goes_on_from_day_to_day_and_stays_when_a_visitor_registers(another: Callable[..., Server]) -> None:
    server = another()
    ada = server.client()
    puzzle, shown = daily_of(ada)
    ada.post(f"/api/puzzles/{puzzle.id}/try", {"moves": puzzle.own_moves})
    today = date.fromisoformat(shown["daily"]["day"])
    with contextlib.closing(sqlite3.connect(server.home / "site.sqlite", timeout=10)) as stored, stored:
        for before in (1, 2, 4):
            day = (today - timedelta(days=before)).isoformat()
            stored.execute(
                "INSERT INTO daily_results SELECT player, ?, 0, 1, 0 FROM daily_results WHERE day = ?",
                (day, today.isoformat()),
            )
    row = {"current": 3, "longest": 3, "today": True}
    assert ada.get("/api/puzzles/daily")["daily"]["streak"] == row
    ada.post("/api/accounts", {"username": f"learner{id(ada) % 10**8}", "password": "a long password"}, 201)
    assert ada.get("/api/puzzles/daily")["daily"]["streak"] == row
