"""Who plays: read once at the door, wherever it comes from."""

import sys
from pathlib import Path

import pytest

from quintet.engine.bounds import MOST_SEED
from quintet.players.who import expected
from quintet.terminal.commands import play
from terminal.driver import Desk, lines


def test_the_help_names_the_players_that_are_read() -> None:
    assert expected() == play.WHO


@pytest.mark.parametrize("flag", ["--black", "--white"])
def test_a_player_that_is_none_is_refused_before_anything_is_asked(desk: Desk, flag: str) -> None:
    for arguments in ([], ["othello"], ["--resume"]):
        ran = desk.run("play", *arguments, flag, "nobody")
        assert (ran.status, ran.out) == (2, "")
        wanted = "level:1 to level:10, human or random"
        assert ran.err == f"quintet: {flag} must be {wanted}, got 'nobody'; quintet play --help lists more.\n"


def test_players_are_the_same_after_leaving_and_coming_back(desk: Desk) -> None:
    desk.run("play", "othello", "--white", " LEVEL:1 ", typed=lines("n", "Ada", "d3"))
    assert desk.saves[0].read_text().startswith("# seats: human level:1\n")
    ran = desk.run("play", "--resume", typed="")
    assert "Othello: Ada (Black) against Beginner (level 1, White).\n" in ran.out
    ran = desk.run("play", "--resume", "--white", "human", typed="")
    assert "Othello: Ada (Black) against Player 2 (White).\n" in ran.out


@pytest.mark.parametrize("name", ["game.txt", "game.sgf", "game.ggf"])
def test_a_file_knows_the_engines_that_play(desk: Desk, name: str) -> None:
    who = ("--white", "level:1", "--seed", "1")
    ran = desk.run("play", "othello", *who, typed=lines("n", "Ada", "d3", f"save {name}", "quit"))
    assert f"Saved in {name}. To continue it: quintet play --from {name}\n" in ran.out
    ran = desk.run("play", "--from", name, typed=lines("moves", "quit"))
    assert "Othello: Ada (Black) against Beginner (level 1, White).\n" in ran.out
    said = desk.run("games", "saved").out
    assert said.count("Othello: Ada against Beginner (level 1), 2 moves played") == 2, (
        "left, and continued from the file"
    )
    assert desk.saves[-1].read_text().startswith("# seats: human level:1\n")
    ran = desk.run("play", "--from", name, "--white", "human", typed="quit\n")
    assert "Othello: Ada (Black) against Player 2 (White).\n" in ran.out


def test_a_file_that_does_not_know_a_program_says_how_it_plays_on(desk: Desk) -> None:
    Path("bots.py").write_text("def last(match, budget): return match.legal()[-1]")
    ran = desk.run("play", "othello", "--white", "bots:last", typed=lines("n", "Ada", "d3", "save game.txt", "quit"))
    assert "To continue it: quintet play --from game.txt --white bots:last\n" in ran.out
    typed = lines("n", "Ada", "d3", "switch", "save 2.txt")
    ran = desk.run("play", "othello", "--white", "bots:last", "--no-questions", typed=typed)
    assert "To continue it: quintet play --from 2.txt --black bots:last\n" in ran.out


def test_a_person_cannot_be_called_like_an_engine(desk: Desk) -> None:
    refused = "level:3 is the name of an engine: expected another name for a person.\n"
    assert desk.run("play", "othello", "--names", "Ada,level:3").err == f"quintet: {refused}"
    ran = desk.run("play", "othello", typed=lines("n", "level:3", "Ada", "Ben", "quit"))
    assert f"Sorry, {refused}" in ran.out
    assert "Othello: Ada (Black) against Ben (White).\n" in ran.out


def test_there_are_no_more_names_than_people(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "level:2", "--names", "Bot,Me")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "quintet: --names is for people, and one person plays, got 'Bot,Me'.\n"
    ran = desk.run("play", "othello", "--black", "random", "--white", "random", "--names", "Me")
    assert ran.err == "quintet: --names is for people, and nobody plays, got 'Me'.\n"


def test_a_number_alone_is_a_level(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--white", "3", "--names", "Ada", typed="quit\n")
    assert "Othello: Ada (Black) against Learner (level 3, White).\n" in ran.out


def test_a_saved_game_with_a_player_that_is_none_says_which_file(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "d3"))
    save = desk.saves[0]
    save.write_text(save.read_text().replace("# seats: human human", "# seats: human nobody"))
    ran = desk.run("play", "--resume")
    assert ran.status == 2
    assert ran.err.startswith(f"quintet: the saved game {save} cannot be continued: a player must be level:1 to")


def test_the_largest_seed_serves_two_engines(desk: Desk) -> None:
    ran = desk.run("play", "pentago", "--black", "random", "--white", "random", "--seed", str(MOST_SEED))
    assert ran.status == 0
    assert ran.last == "The result is in pentago-results.txt."


def test_a_search_with_settings_plays_and_plays_on_the_next_time(desk: Desk) -> None:
    who = "mcts:nodes=20, threads=1"
    ran = desk.run("play", "quentin(size=3,pie=false)", "--white", who, "--names", "Ada", typed="a1\nquit\n")
    assert f"{who} (White) plays " in ran.out
    ran = desk.run("play", "--resume", typed="quit\n")
    assert f"Ada (Black) against {who} (White).\n" in ran.out


def test_a_save_starts_no_program(desk: Desk) -> None:
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "d3"))
    save = desk.saves[0]
    save.write_text(save.read_text().replace("# seats: human human", "# seats: human ugi:false"))
    ran = desk.run("play", "--resume")
    assert ran.status == 2
    assert ran.err.endswith(
        "a player must be level:1 to level:10, human, random, engine, solver, mcts:nodes=N or alphabeta:depth=N,"
        " got 'ugi:false'.\n"
    )


def test_a_function_of_this_folder_plays(desk: Desk) -> None:
    Path("my_bots.py").write_text("def last(match, budget): return match.legal()[-1]\ndef bad(match, budget): return 1")
    ran = desk.run("play", "quentin(size=3,pie=false)", "--black", "my_bots:last", "--no-questions", typed="quit\n")
    assert "my_bots:last (Black) plays c3.\n" in ran.out
    ran = desk.run("play", "quentin(size=3)", "--black", "my_bots:bad", "--no-questions")
    assert "my_bots:bad (Black) illegal move '1', which loses the game.\n" in ran.out


def test_a_program_of_somebody_else_has_a_seat(desk: Desk) -> None:
    command = f"ugi:{sys.executable} -m quintet ugi 'quentin(size=3)'"
    ran = desk.run("play", "quentin(size=3)", "--white", command, "--names", "Ada", typed="a1\nquit\n")
    assert "(White) plays " in ran.out
    (save,) = desk.saves
    assert save.read_text().startswith("# seats: human human\n"), "it has to be named again"


def test_a_program_that_is_not_there_gets_no_seat(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "gtp:no-such-program", "--no-questions")
    assert ran.status == 2
    assert ran.err == (
        "quintet: the player 'gtp:no-such-program' cannot be started: no program is called 'no-such-program'.\n"
    )


def test_a_program_that_ends_loses(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "gtp:false", "--no-questions")
    assert "gtp:false (Black) ended in the middle of the game, with status 1, which loses the game.\n" in ran.out
    assert "The winner is Player 2 with score 2.\n" in ran.out
