"""Unfinished games are kept and can be continued."""

import os
from pathlib import Path

import pytest

from quintet import Match
from quintet.terminal import saves
from quintet.terminal.local_game import SHARED, LocalGame
from terminal.driver import Desk, lines

START = ("n", "Ada", "Ben")


def test_resume_goes_on_without_questions(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    ran = desk.run("play", "--resume", typed=lines("c3", "quit"))
    assert ran.status == 0
    assert "Show the rules?" not in ran.out
    assert "your name" not in ran.out
    assert "Score: Ada (Black) 4:1 Ben (White)\n" in ran.out
    assert "Score: Ada (Black) 3:3 Ben (White)\n" in ran.out
    assert len(desk.saves) == 1


def test_a_game_of_no_moves_is_not_kept(desk: Desk) -> None:
    for typed in (lines(*START), lines(*START, "d3", "undo")):
        left = desk.run("play", "othello", typed=typed)
        assert left.last == "No move was played, so nothing is saved."
        assert not desk.saves


def test_every_move_is_saved_and_taken_back(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3", "c3", "undo"))
    assert "1 d3\n" in desk.saves[0].read_text()
    assert "c3" not in desk.saves[0].read_text()


def test_ctrl_c_between_a_move_and_its_saving_loses_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, kept = saves.Save.keep, []

    def interrupted(save: saves.Save, match: Match) -> None:
        kept.append(match.ply)
        if kept == [0, 1]:
            raise KeyboardInterrupt
        keep(save, match)

    monkeypatch.setattr(saves.Save, "keep", interrupted)
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "c3"))
    assert ran.last == "The game is saved. To continue it: quintet play --resume"
    assert kept == [0, 1, 1]
    assert "1 d3\n" in desk.saves[0].read_text()


def test_a_save_is_a_record(desk: Desk) -> None:
    desk.run("play", "quentin(size=5)", "--white", "random", "--seed", "5", typed=lines("n", "Ada", "c3", "quit"))
    assert (
        desk.saves[0]
        .read_text()
        .startswith("# seats: human random\n# seed: 5\nquintet record 1\ngame: quentin(size=5)\n")
    )
    ran = desk.run("show", str(desk.saves[0]))
    assert ran.status == 0
    assert "Ada (Black) against random (White)\n" in ran.out


def test_a_finished_game_leaves_no_save(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    desk.run("play", "--resume", typed=lines("resign"))
    assert desk.saves == []
    ran = desk.run("play", "--resume")
    assert ran.status == 2
    assert ran.err == "quintet: there is no unfinished game to continue.\n"


def test_engines_come_back_to_their_seats(desk: Desk) -> None:
    desk.run("play", "othello", "--black", "random", "--seed", "12345", typed=lines("n", "Ben"))
    ran = desk.run("play", "--resume", "--plain")
    assert desk.saves[0].read_text().startswith("# seats: random human\n# seed: 12345\n"), "and their seed with them"
    assert "Othello: random (Black) against Ben (White).\n" in ran.out
    assert "Ben (White), your move: " in ran.out


def test_seats_can_change_on_the_way(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    ran = desk.run("play", "--resume", "--white", "random", typed=lines("quit"))
    assert "Othello: Ada (Black) against random (White).\n" in ran.out
    ran = desk.run("play", "--resume", "--white", "human", typed=lines("quit"))
    assert "Othello: Ada (Black) against Player 2 (White).\n" in ran.out


def test_the_last_game_is_continued_or_the_last_of_its_kind(desk: Desk) -> None:
    for spec in ("quentin(size=4)", "quentin(size=5)", "othello"):
        desk.run("play", spec, typed=lines(*START, "a1" if "(" in spec else "d3"))
    assert len(desk.saves) == 3
    for at, path in enumerate(sorted(desk.saves, key=lambda path: "size=5" in path.read_text())):
        os.utime(path, (at, at))  # the game of size 5 was the last
    assert "Quentin: " in desk.run("play", "--resume").out
    for wanted in ("quentin(size=4)", "othello"):
        ran = desk.run("play", wanted, "--resume")
        assert ran.status == 0
        assert wanted in desk.saves_by_time()[-1].read_text()
    ran = desk.run("play", "pentago", "--resume")
    assert ran.status == 2
    assert ran.err == "quintet: there is no unfinished game of pentago to continue.\n"


def test_a_broken_save_is_told_and_kept(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    (path,) = desk.saves
    path.write_text(path.read_text().replace("1 d3", "1 a1"))
    ran = desk.run("play", "--resume")
    assert ran.status == 2
    assert ran.err == (f"quintet: the saved game {path} cannot be continued: line 10, move 1: a1 turns no disc.\n")
    assert path.exists()
    path.write_bytes(b"\xff\xfe")
    assert "must be UTF-8 text, got other bytes in line 1" in desk.run("play", "--resume").err


def test_a_home_that_cannot_be_written_is_told_once_and_the_game_goes_on(desk: Desk) -> None:
    desk.home.write_text("a file where a folder should be")
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "c3"))
    assert ran.status == 0
    assert ran.out.count("This game cannot be saved in ") == 1
    assert ran.last == "The game could not be saved."


def test_old_saves_make_room(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saves, "KEPT", 2)
    for _ in range(4):
        desk.run("play", "othello", typed=lines(*START, "d3"))
    assert len(desk.saves) == 2


def test_the_home_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_HOME", "/somewhere")
    assert saves.home() == Path("/somewhere")
    monkeypatch.delenv("QUINTET_HOME")
    assert saves.home().name == "quintet"


@pytest.mark.parametrize("options", [["--seed", "3"], ["--position", "x"], ["othello", "--empties", "winner"]])
def test_resume_takes_nothing_that_would_change_the_game(desk: Desk, options: list[str]) -> None:
    ran = desk.run("play", *options, "--resume")
    assert ran.status == 2
    assert ran.err.startswith("quintet: --resume continues a game as it is: expected no position, seed or options")


def test_two_windows_on_one_game_lose_no_moves(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    here, there = (LocalGame(*saves.last()) for _ in range(2))
    here.match.play("c3")
    assert here.keep() is None
    there.match.play("e3")
    assert there.keep() == SHARED
    there.match.play("f4")
    assert there.keep() is None, "it is told once"
    here.match.play("c4")
    assert here.keep() is None
    assert [path.read_text().splitlines()[-1] for path in sorted(desk.saves)] == ["1 d3 c3 c4", "1 d3 e3 f4"]


def test_a_window_that_ends_the_game_leaves_the_other_one_its_own(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3"))
    here, there = (LocalGame(*saves.last()) for _ in range(2))
    here.resign()
    there.match.play("c3")
    assert there.keep() == SHARED
    there.resign()
    assert desk.saves == []
    ended = [saves.read(path)[0] for path in saves.paths(saves.FINISHED)]
    assert sorted(match.ply for match in ended) == [1, 2]
    there.undo()
    there.match.undo()
    there.keep()
    assert [saves.read(path)[0].ply for path in saves.paths(saves.FINISHED)] == [1], "only its own comes back"


def test_a_file_in_the_home_folder_is_named_as_it_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    said = saves.export(Match("othello"), "~/my game.txt")
    assert said == f"Saved in ~/my game.txt. To continue it: quintet play --from '{tmp_path}/my game.txt'"
    assert (tmp_path / "my game.txt").exists()
