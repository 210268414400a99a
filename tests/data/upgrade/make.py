"""Makes the files of this folder with an earlier commit, so that tests can open them with today's tree.

git worktree add ../before 83981b5 && cd ../before && python3 tools/prepare.py dev
.venv/bin/python ../quintet/tests/data/upgrade/make.py ../quintet/tests/data/upgrade
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx

OPENING = {
    "othello": "d3 e3 f6 c5 b5 b6 f3 f2",
    "pentago": "a0-1C a0-4A a3-4C a5-3A b1-3C b3-2A b3-2C c1-1A",
    "bestgame": "3 3 2",
}


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        environment = {**os.environ, "QUINTET_HOME": str(home), "QUINTET_LOG": "warning"}

        def quintet(*arguments: str, given: str = "") -> None:
            command = [sys.executable, "-m", "quintet", *arguments]
            subprocess.run(command, env=environment, cwd=home, input=given, text=True, check=True)

        quintet("play", "magnetize", "--white", "level:2", "--black", "human", given="Ada\n1\n3\nquit\n")
        saved = next((home / "saves").iterdir())
        shutil.copy(saved, target / "saved-game.quintet")
        serve(home, environment)
        with sqlite3.connect(home / "site.sqlite") as base, sqlite3.connect(":memory:") as copy:
            base.backup(copy)
            (target / "site.sql").write_text("\n".join(copy.iterdump()) + "\n", "utf-8")
        learn = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--match-games", "0"]
        quintet("learn", "othello", *learn, "--folder", "learning", "--workers", "1")
        shutil.rmtree(target / "learning", ignore_errors=True)
        shutil.copytree(home / "learning", target / "learning", ignore=shutil.ignore_patterns("lock", "fitted"))
        import quintet as package

        games = Path(package.__file__).parent / "games"
        shutil.copy(games / "bestgame.puzzles", target / "bestgame.puzzles")


def serve(home: Path, environment: dict[str, str]) -> None:
    """Two accounts, matches that are finished, rated and going on, a lesson, a puzzle and a token."""
    command = [sys.executable, "-m", "quintet", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        url = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert url
        try:
            people = [httpx.Client(base_url=url[0], timeout=60) for _ in range(2)]
            for person, name in zip(people, ("ada", "ben"), strict=True):
                post(person, "accounts", {"username": name, "password": "correct horse battery"})
            for game, moves in OPENING.items():
                play(people, game, moves.split(), resign=game != "bestgame")
            post(people[0], "tokens", {"label": "bot", "password": "correct horse battery"})
            people[0].put("/api/lessons/othello/chapters", json={"chapters": 2}).raise_for_status()
            puzzle = people[0].get("/api/puzzles/next").json()
            post(people[0], f"puzzles/{puzzle['id']}/solution", {})
        finally:
            server.terminate()


def play(people: list[httpx.Client], game: str, moves: list[str], resign: bool) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    rated = {"rated": True, "clock": {"kind": "fischer", "first": {"seconds": 600, "increment": 5}}} if resign else {}
    match = post(people[0], "matches", {"spec": game, "seats": seats, **rated})
    post(people[1], f"matches/{match['id']}/join", {"invite": match["invite"]})
    for ply, move in enumerate(moves):
        answers = [
            person.post(f"/api/matches/{match['id']}/move", json={"ply": ply, "move": move}) for person in people
        ]
        assert sum(answer.is_success for answer in answers) == 1, [answer.text for answer in answers]
    if resign:
        post(people[1], f"matches/{match['id']}/action", {"action": "resign"})


def post(person: httpx.Client, path: str, body: dict[str, object]) -> dict[str, str]:
    answer = person.post(f"/api/{path}", json=body)
    answer.raise_for_status()
    made: dict[str, str] = answer.json()
    return made


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
