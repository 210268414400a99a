"""Files of games that come into the site: every format, one bad game among good ones, and what is too much."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet.formats import game_files
from quintet.server.errors import RequestRefused
from quintet.server.work.rate_limits import Rate, current_client
from quintet.server.work.subprocess_jobs import SubprocessJobs
from server.servers import Client

OTHELLO = quintet.Match(quintet.load("othello"), names=("Ada", "Ben"))
for _move in ("d3", "c3", "c4", "e3"):
    OTHELLO.play(_move)


def read(client: Client, content: bytes, name: str = "", status: int = 200) -> Any:
    answer = client.http.post("/api/files", params={"name": name}, content=content)
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("suffix", [".quintet", ".sgf", ".ggf", ".txt", ".obf"])
def test_every_format_by_its_name_and_by_its_look(ada: Client, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games{suffix}"
    with path.open("w+b") as out:
        writer = game_files.format_of(path).Writer(out, path)
        writer.add(game_files.Played(OTHELLO))
        writer.close()
    named, pasted = (read(ada, path.read_bytes(), name) for name in (path.name, ""))
    assert named == pasted
    (game,) = named["games"]
    assert game["spec"] == "othello"
    assert game["moves"] == ([] if suffix == ".obf" else ["d3", "c3", "c4", "e3"])
    kept = ada.post("/api/records", {"record": game["record"]}, 201)
    assert kept["ply"] == len(game["moves"])


def test_a_game_base_without_the_files_of_its_names(ada: Client, tmp_path: Path) -> None:
    match = quintet.Match(quintet.load("othello"))
    while not match.outcome:
        match.play(match.legal_moves[0])
    path = tmp_path / "games.wtb"
    with path.open("w+b") as out:
        writer = game_files.format_of(path).Writer(out, path)
        writer.add(game_files.Played(match))
        writer.close()
    (game,) = read(ada, path.read_bytes(), path.name)["games"]
    assert game["moves"] == [str(move) for move in match.moves]


def test_a_bad_game_is_named_and_the_others_are_there(ada: Client) -> None:
    found = read(ada, b"f5d6c3\nf5a1\nf5f6\n")
    assert [game["place"] for game in found["games"]] == ["line 1", "line 3"]
    assert [bad["place"] for bad in found["bad"]] == ["line 2"]
    assert "a1" in found["bad"][0]["reason"]


def test_how_a_match_ended_here_survives(ada: Client) -> None:
    text = f"# ended: first wins, second ran out of time\n{OTHELLO.record()}"
    (game,) = read(ada, text.encode())["games"]
    assert game["record"] == text


def test_what_is_no_game_and_what_is_too_much(ada: Client) -> None:
    assert read(ada, b"hello", status=422)["error"].startswith("expected a record, SGF, GGF, OBF or moves like f5d6c3")
    assert read(ada, b"", status=422)["error"].endswith("got ''")
    assert read(ada, b"xx", "games.wtb", 422)["error"] == "a WTHOR file must begin with 16 bytes, got 2"
    assert len(read(ada, b"f5d6\n" * 300)["games"]) == 200
    assert read(ada, b"f5d6\n" * 300)["more"]
    assert "at most" in read(ada, b"x" * 300_000, status=413)["error"]


def test_somebody_with_one_picture_does_not_wait_for_all_of_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are charged by their processor time, and the address that had least is next."""
    done: list[str] = []

    async def run(self: SubprocessJobs, job: str, sent: bytes) -> tuple[float, bytes]:
        await asyncio.sleep(0.01)
        done.append(job)
        return 2.0, b"+"

    monkeypatch.setattr(SubprocessJobs, "_run", run)

    async def go() -> None:
        jobs = SubprocessJobs(Rate(20, 0.5))

        async def ask(client: str, job: str) -> str:
            current_client.set(client)
            try:
                return (await jobs.do(job, {})).decode() or "made"
            except RequestRefused as error:
                return str(error)

        greedy = [asyncio.create_task(ask("192.0.2.1", "gif")) for _ in range(19)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(ask(f"192.0.2.{number}", "png")) for number in range(2, 5)]
        answers = await asyncio.gather(*greedy, *others)
        assert answers[19:] == ["made"] * 3
        assert done.index("png") <= 1
        assert done[:5].count("png") >= 3, done
        for _ in range(5):  # after twenty processor seconds of its own it has to wait
            last = await ask("192.0.2.1", "gif")
        assert last.startswith("too many pictures and files at once")

    asyncio.run(asyncio.wait_for(go(), 20))
