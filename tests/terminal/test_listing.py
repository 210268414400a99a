"""The list of games, their rules, recorded games and the version."""

import io
import json
import platform
import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

import quintet
from quintet.core import registry
from quintet.core.story import worked_examples
from quintet.terminal import rules_text, saves, version
from terminal.driver import Desk, lines

RECORD = """\
quintet record 1
game: othello
first: Ada
second: Ben
started: 2021-05-13T16:08:38
result: first wins, second resigned
moves:
1 d3 c3 c4
"""


def test_games_lists_every_game_with_its_options(desk: Desk) -> None:
    out = desk.run("games").out
    for game_id in quintet.game_ids():
        assert f"{quintet.game_class(game_id).title}\n" in out
        assert any(line.startswith(game_id) for line in out.splitlines())
    assert "Left out" not in out
    assert "size=13   2 to 26        points along each side of the board\n" in out


def test_a_game_that_cannot_be_played_is_named_with_its_reason(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "left_out", lambda: {"lost (nowhere:Lost)": "ModuleNotFoundError: nowhere"})
    assert desk.run("games").out.endswith("Left out: lost (nowhere:Lost): ModuleNotFoundError: nowhere\n")
    assert json.loads(desk.run("games", "--json").out)["left_out"] == registry.left_out()


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_rules_play_out_their_examples(desk: Desk, game_id: str) -> None:
    game = quintet.game_class(game_id)
    ran = desk.run("rules", game_id)
    assert ran.status == 0
    assert ran.out.startswith(f"{game.title}\n{'=' * len(game.title)}\n")
    assert "`" not in ran.out
    for story in worked_examples(game.rules):
        assert f"  Example: {story.title}\n" in ran.out
    for marks in ("```", "**A", "\x1b", "\n#"):
        assert marks not in ran.out


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_rules_open_with_goal_turn_and_end_in_five_lines(game_id: str) -> None:
    """Also within the frame that the app draws in a window of 80 columns."""
    _, opening, _ = rules_text.plain(quintet.game_class(game_id).rules, 74).split("\n\n", 2)
    lines = opening.splitlines()
    assert len(lines) <= 5
    assert [line[:6] for line in lines if line.startswith("- ")] == ["- Goal", "- Turn", "- End."]


@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_rules_say_what_the_signs_on_their_boards_stand_for(game_id: str, color: bool) -> None:
    """Once, before the first board; and nothing of how positions and games are written for programs."""
    out = io.StringIO()
    rules_text.show(quintet.load(game_id), out, color)
    told = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    layout = quintet.load(game_id).layout()
    legend = f"On the board {layout.symbols[1]} is a black {layout.piece}, {layout.symbols[2]} a white one"
    assert told.count(legend) == 1
    assert told.index(legend) < told.index("Example: ")
    for private in (f"{game_id}(", "shown as", "behind the board"):
        assert private not in told
    assert not re.search(r"[.bw]{3,}/[.bw]{3,}", told)


def test_a_move_that_is_watched_shows_each_of_its_boards(desk: Desk) -> None:
    out = desk.run("rules", "magnetize").out
    hanging, falling, fallen = (
        "    0 ...o\n    1 *...\n    2 ...o\n    3 *...\n",
        "    0 ...o\n    1 ....\n    2 *..o\n    3 *...\n",
        "    0 ....\n    1 ....\n    2 *..o\n    3 *..o\n",
    )
    example = out.partition("Example: Both magnets are on\n")[2]
    assert "  Played with width 4.\n" in example
    assert 0 < example.index(hanging) < example.index(falling) < example.index(fallen)


def test_an_example_shows_moves_boards_and_claims(desk: Desk) -> None:
    out = desk.run("rules", "othello").out
    assert "  Legal moves: d3 c4 f5 e6\n  Black plays d3 and turns 1 disc.\n" in out
    assert "  Score: 4:1\n" in out
    assert "  They play f5 f6 c4 g5 h5 h4 f7 h6.\n" in out
    assert "  Black wins 13 to 0.\n" in out


def test_rules_in_colour_are_set_by_rich() -> None:
    out = io.StringIO()
    rules_text.show(quintet.load("othello"), out, color=True)
    assert "Legal moves: d3 c4 f5 e6" in out.getvalue()
    assert "**" not in out.getvalue()


def test_show_tells_players_moves_board_and_result(desk: Desk) -> None:
    Path("game.txt").write_text(RECORD)
    ran = desk.run("show", "game.txt")
    assert ran.status == 0
    for words in (
        "Othello (othello)\nAda (Black) against Ben (White)\nStarted Thu May 13 16:08:38 2021\n",
        "\n1. d3 2. c3 3. c4\n\nAfter 3 moves, c4:\n",
        "\nScore: Ada (Black) 5:2 Ben (White)\n",
        "\nAda (Black) wins: Ben resigned.\n",
    ):
        assert words in ran.out


def test_show_one_board_or_every_board(desk: Desk) -> None:
    Path("game.txt").write_text(RECORD)
    start = desk.run("show", "game.txt", "--ply", "0").out
    assert "\nThe start:\n\nScore: Ada (Black) 2:2 Ben (White)\n" in start
    one = desk.run("show", "game.txt", "--ply", "1").out
    assert "\nAfter 1 move, d3:\n\nScore: Ada (Black) 4:1 Ben (White)\n" in one
    every = desk.run("show", "game.txt", "--boards").out
    assert every.count("Score: ") == 4


def test_show_a_game_that_is_not_finished(desk: Desk) -> None:
    Path("game.txt").write_text("quintet record 1\ngame: quentin(size=3)\nmoves:\n1 b2 swap\n")
    out = desk.run("show", "game.txt").out
    assert "Quentin (quentin(size=3))\nPlayer 1 (Black) against Player 2 (White)\n" in out
    assert "\nThe game is not finished: Player 1 (White) is to move.\n" in out


def test_version(desk: Desk) -> None:
    first, engines, python = desk.run("--version").out.splitlines()
    assert re.fullmatch(rf"quintet {metadata.version('quintet-games')} \(commit .+\)", first)
    assert engines.startswith("engines: ")
    assert platform.python_version() in python


def test_the_commit_is_that_of_the_checkout_or_of_the_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src/quintet"
    package.mkdir(parents=True)
    monkeypatch.setattr(version, "PACKAGE", package)
    (package / "commit.txt").write_text("$Format:%h of %cs$\n")
    assert version.commit() is None
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "first"], check=True)
    hashed = subprocess.run([*git, "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True).stdout
    assert version.commit() == hashed.strip()
    (package / "commit.txt").write_text("1234567 of 2026-11-18\n")
    assert version.commit() == "1234567 of 2026-11-18"


@pytest.mark.parametrize("typed", ["version", "-v", "VERSION"])
def test_version_is_understood_in_other_words(desk: Desk, typed: str) -> None:
    assert desk.run(typed) == desk.run("--version")


def test_help_lists_the_commands_as_a_newcomer_needs_them(desk: Desk) -> None:
    out = desk.run("--help").out
    order = [
        *("─ Play ─", " play ", " games ", " watch ", "─ Learn ─", " rules ", " lesson ", " puzzle "),
        *("─ Study ─", " analyze ", " solve ", " show ", "─ Site ─", " serve ", "─ Tools ─", " arena ", " perft "),
        *(" completion ", "─ Options ─", " --plain ", " --help ", " --version "),
    ]
    places = [out.index(f"│{word}" if word.islower() else word) for word in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        (["help"], ["--help"]),
        (["help", "play"], ["play", "--help"]),
        (["HELP", "Play", "Quentin"], ["play", "quentin", "--help"]),
        (["help", "Othello"], ["rules", "othello"]),
        (["help", "help"], ["--help"]),
        (["Rules", "OTHELLO"], ["rules", "othello"]),
        (["play", "Quentin(size=3)", "--no-questions"], ["play", "quentin(size=3)", "--no-questions"]),
        (["games"], ["games"]),
    ],
    ids=" ".join,
)
def test_words_a_newcomer_would_try_are_understood(desk: Desk, typed: list[str], usual: list[str]) -> None:
    ran = desk.run(*typed)
    assert ran.status == 0
    assert ran == desk.run(*usual)


def test_the_value_of_a_flag_and_a_file_stay_as_they_are(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--names", "Quentin,Othello", typed=lines("d3", "save Othello", "quit"))
    assert "Othello: Quentin (Black) against Othello (White).\n" in ran.out
    assert "Quentin (Black) against Othello (White)\n" in desk.run("show", "Othello").out


def test_play_says_where_the_result_goes(desk: Desk) -> None:
    out = " ".join(desk.run("help", "play").out.split())
    assert "GAME-results.txt, for the next game GAME-results-2.txt, and so on." in out


def test_unfinished_games_are_deleted(desk: Desk) -> None:
    for names in ("Ada,Ben", "Cleo,Dan", "Eve,Finn"):
        desk.run("play", "othello", "--names", names, typed=lines("d3"))
    ran = desk.run("games", "saved", "--delete", "4")
    assert ran.err == "quintet: --delete must be 1 to 3, as `quintet games saved` lists them, got 4.\n"
    assert len(desk.saves) == 3
    second = saves.paths()[1]
    ran = desk.run("games", "saved", "--delete", "2")
    assert ran.out.startswith("1 unfinished game deleted.\n  1  Othello: ")
    assert not second.exists()
    assert len(json.loads(desk.run("games", "saved", "--delete", "1", "--json").out)["saved"]) == 1
    ran = desk.run("games", "saved", "--delete", "all")
    assert ran.out == "1 unfinished game deleted.\nThere is no unfinished game.\n"


@pytest.mark.parametrize(("shell", "flag"), [("bash", "--resume"), ("zsh", "--resume"), ("fish", "-l resume")])
def test_completion_knows_commands_and_games(desk: Desk, shell: str, flag: str) -> None:
    out = desk.run("completion", shell).out
    for word in ("analyze", "quentin", flag):
        assert word in out


def test_games_and_records_as_json(desk: Desk) -> None:
    games = json.loads(desk.run("games", "--json").out)["games"]
    assert [game["id"] for game in games] == quintet.game_ids()
    assert games[0]["options"]["properties"]["columns"]["minimum"] == 3
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "d3", "save game.quintet", "resign"))
    told = json.loads(desk.run("show", "game.quintet", "--json", "--ply", "0").out)
    assert told["moves"] == ["d3"]
    assert (told["ply"], told["to_move"], told["outcome"]) == (0, "first", None)


def test_unfinished_games_are_listed_and_chosen(desk: Desk) -> None:
    assert desk.run("games", "saved").out == "There is no unfinished game.\n"
    for move in ("d3", "c4"):
        desk.run("play", "othello", "--names", "Ada,Ben", typed=lines(move))
    listed = desk.run("games", "saved").out
    assert re.search(r"^  1  Othello: Ada against Ben, 1 move played, begun [-0-9]+ [0-9:]+ \(the last\)\n", listed)
    assert re.search(r"\n  2  Othello: Ada against Ben, 1 move played, begun [-0-9]+ [0-9:]+\n", listed)
    assert "quintet play --resume --which NUMBER" in listed
    (desk.home / "saves" / "x.quintet").write_text("nonsense")
    assert len(json.loads(desk.run("games", "saved", "--json").out)["saved"]) == 3
    ran = desk.run("play", "--resume", "--which", "3", typed=lines("undo", "quit"))
    assert ran.status == 0


def test_a_picture_of_a_position(desk: Desk) -> None:
    assert desk.run("picture", "pentago", "start", "board.svg").out == "Written: board.svg\n"
    assert desk.run("picture", "pentago", "start", "board.png").out == "Written: board.png\n"
    assert (desk.folder / "board.png").read_bytes().startswith(b"\x89PNG")
    assert desk.read("board.svg").startswith("<svg")
    for number in "1234":
        assert f">{number}</text>" in desk.read("board.svg")


def test_a_picture_of_a_game(desk: Desk) -> None:
    (desk.folder / "game.txt").write_text("f5d6\n")
    assert desk.run("picture", "game.txt", "game.gif").out == "Written: game.gif\n"
    assert (desk.folder / "game.gif").read_bytes().startswith(b"GIF8")
    assert desk.run("picture", "game.txt", "game.svg", "--moving").out == "Written: game.svg\n"
    assert "@keyframes" in desk.read("game.svg")
    ran = desk.run("picture", "game.txt", "game.png", "--moving")
    assert ran.err == "quintet: OUT must end with .svg or .gif, got 'game.png'.\n"


def test_completion_is_written_where_it_says(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(desk.folder))
    ran = desk.run("completion", "bash", "--install")
    (written,) = (path for path in desk.folder.rglob("*") if path.is_file())
    assert f"Written: {written}. No other file was changed" in ran.out
    script = written.read_text()
    assert all(word in script for word in ("othello", "--maglock", "--resume"))


def test_questions_that_are_not_asked(desk: Desk) -> None:
    ran = desk.run("play", "quentin(size=4)", "--names", "Ada", typed=lines("b2"))
    assert "your name" not in ran.out
    assert "Show the rules" not in ran.out
    assert "Quentin: Ada (Black) against Player 2 (White).\n" in ran.out
    assert "Player 2 (White) may change sides instead of moving: type swap.\n" in ran.out
    ran = desk.run("play", "othello", "--no-questions", "--black", "random", typed=lines("quit"))
    assert "Othello: random (Black) against Player 2 (White).\n" in ran.out


def test_a_file_of_several_games_is_listed(desk: Desk) -> None:
    (desk.folder / "two.quintet").write_text(f"{RECORD}\n{RECORD.replace('Ada', 'Eve')}")
    listed = desk.run("show", "two.quintet").out
    assert "  2  Othello: Eve against Ben, 3 moves played\n" in listed
    assert listed.endswith("To see one of them: quintet show two.quintet --which NUMBER\n")
    assert "Eve (Black) against Ben (White)\n" in desk.run("show", "two.quintet", "--which", "2").out


@pytest.mark.parametrize("game_id", quintet.game_ids())
@pytest.mark.parametrize("columns", [40, 72])
def test_rules_fit_a_narrow_window(game_id: str, columns: int) -> None:
    out = io.StringIO()
    rules_text.show(quintet.load(game_id), out, False, columns)
    told = out.getvalue()
    assert max(map(len, told.splitlines())) <= columns
    assert "".join(told.split()) != ""
    prose = rules_text.plain(quintet.game_class(game_id).rules.partition("```story")[0])
    for word in prose.split():
        assert word in told, word
