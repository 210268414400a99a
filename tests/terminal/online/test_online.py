"""Matches on a site from a terminal: in the app, a line at a time, over a line that breaks, and what is refused."""

from __future__ import annotations

import io
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from quintet.core.registry import load
from quintet.core.types import Player
from quintet.players.who import parse_who
from quintet.terminal.app.online_screen import OnlineScreen
from quintet.terminal.cli import main
from quintet.terminal.console import Console
from quintet.terminal.online import find_match, line_play
from quintet.terminal.online.find_match import Lobby, MatchRequest
from quintet.terminal.online.remote_match import RemoteMatch, clock_words, open_match
from quintet.terminal.online.site_client import Address, SiteClient, SiteError, read_address
from server.servers import Client, Server
from terminal.app.driver import drive, shown, until

BLACK = {"black": parse_who("human"), "white": None}


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("QUINTET_TOKEN", raising=False)
    monkeypatch.chdir(tmp_path)


def wait_here(server: Server, spec: str = "othello", **more: object) -> RemoteMatch:
    """A match that Ada made at a terminal, as Black, and waits in."""
    return find_match.play(SiteClient(server.url), MatchRequest(load(spec), **BLACK, name="Ada", private=True, **more))  # type: ignore[arg-type]


def sit_with(client: Client, remote: RemoteMatch) -> None:
    client.join({"id": remote.id, "invite": remote.invite})


def online(pilot: Pilot[None]) -> OnlineScreen:
    screen = pilot.app.screen
    assert isinstance(screen, OnlineScreen)
    return screen


def typed(remote: RemoteMatch, lines: str) -> str:
    """What line mode says to somebody who types this."""
    out = io.StringIO()
    line_play.show(Console(io.BytesIO(lines.encode()), out), remote)
    return out.getvalue()


class Line:
    """A line to a server that can be cut: all connections end, and new ones are refused until it is mended."""

    def __init__(self, port: int) -> None:
        self.target, self.is_cut = port, False
        self.ends: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._let_in, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.door.getsockname()[1]}"

    def cut(self) -> None:
        self.is_cut = True
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        for end in (*self.ends, self.door):
            end.close()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                here = self.door.accept()[0]
                if self.is_cut:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self.target))
                self.ends += [here, there]
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    with closing(Line(server.port)) as made:
        yield made


def test_two_people_play_agree_and_play_again(server: Server, ben: Client) -> None:
    remote = wait_here(server, clock=(5.0, 3.0))

    async def story(pilot: Pilot[None]) -> None:
        screen = online(pilot)
        assert "Waiting for somebody" in shown(pilot)
        assert remote.address in shown(pilot)
        sit_with(ben, remote)
        await until(pilot, lambda: "your move" in shown(pilot))
        assert "5:00" in shown(pilot)
        await pilot.press("h")
        assert "no engine is asked" in shown(pilot)
        await pilot.press("enter")
        assert [str(move) for move in screen.match.moves] == ["d3"]
        await until(pilot, lambda: ben.see(remote.id)["ply"] == 1)
        ben.move(remote.id, 1, "c5")
        await until(pilot, lambda: screen.match.ply == 2)
        ben.act(remote.id, "ask_takeback")
        await until(pilot, lambda: "asks to take a move back: y accepts" in shown(pilot))
        await pilot.press("y")
        await until(pilot, lambda: screen.match.ply == 1)
        ben.act(remote.id, "offer_draw")
        await until(pilot, lambda: "offers a draw" in shown(pilot))
        await pilot.press("N")
        await until(pilot, lambda: "offers a draw" not in shown(pilot))
        await pilot.press("D")
        await until(pilot, lambda: "You have offered a draw" in shown(pilot))
        ben.act(remote.id, "accept_draw")
        await until(pilot, lambda: "A draw: " in shown(pilot))
        await pilot.press("n")
        await until(pilot, lambda: "You have asked for a rematch" in shown(pilot))
        following = ben.act(remote.id, "rematch")
        assert following
        await until(pilot, lambda: screen.remote.id != remote.id)
        assert screen.near is Player.SECOND
        assert screen.match.ply == 0
        await pilot.press("R", "y")
        await until(pilot, lambda: re.search(r"Visitor \d+ wins", shown(pilot)) is not None)

    drive(story, remote)


def test_a_line_that_breaks_loses_no_move_and_plays_none_twice(server: Server, ben: Client, line: Line) -> None:
    remote = wait_here(server)
    remote.site.origin = line.url
    sit_with(ben, remote)

    async def story(pilot: Pilot[None]) -> None:
        screen = online(pilot)
        await until(pilot, lambda: "your move" in shown(pilot))
        line.cut()
        await until(pilot, lambda: "The connection is lost" in shown(pilot))
        await pilot.press("enter")  # played while nobody hears it
        assert ben.see(remote.id)["ply"] == 0
        line.is_cut = False
        await until(pilot, lambda: ben.see(remote.id)["ply"] == 1)
        ben.move(remote.id, 1, "c5")
        await until(pilot, lambda: screen.match.ply == 2)
        line.cut()
        ben.act(remote.id, "offer_draw")  # said while we hear nothing
        line.is_cut = False
        await until(pilot, lambda: "offers a draw" in shown(pilot))
        # A move that was heard, whose confirmation was lost, is said again and does not count again.
        screen.live._unconfirmed[99] = {"type": "move", "ply": 0, "move": "d3", "id": 99}
        line.cut()
        await until(pilot, lambda: not screen.is_connected)
        line.is_cut = False
        await until(pilot, lambda: not screen.live._unconfirmed and screen.is_connected)
        assert [str(move) for move in screen.match.moves] == ["d3", "c5"]
        assert ben.see(remote.id)["ply"] == 2
        assert "Sorry" not in shown(pilot)

    drive(story, remote)


def test_the_seat_is_still_ours_the_next_time(server: Server, ben: Client) -> None:
    remote = wait_here(server)
    sit_with(ben, remote)
    remote.site.post(f"/api/matches/{remote.id}/move", {"ply": 0, "move": "d3"})
    again = find_match.join(SiteClient(server.url), Address(server.url, remote.id), None)
    assert again.mine == (Player.FIRST,)
    assert [str(move) for move in again.match.moves] == ["d3"]


def test_a_line_at_a_time_against_an_engine(server: Server) -> None:
    wish = MatchRequest(load("othello"), None, parse_who("level:1"), "Ada")
    said = typed(
        find_match.play(SiteClient(server.url), wish), "help\nrules\nmoves\n3d\nd3\naccept\nundo\nmoves\nresign\n"
    )
    assert "give up: the other player wins" in said
    assert "Your moves:\n  d3         a disc on d3\n  pass       pass, when the rules allow it\n" in said
    assert "\nOn the board B is" in said
    assert "in a terminal p is enough" in said, "the rules say how moves are typed"
    assert "Othello\n=======\n" in said
    assert "\n1. Black plays d3 and turns 1 disc.\n" in said
    assert "\n2. White plays " in said
    assert "d3 c4 f5 e6" in said
    assert "Sorry, " in said
    assert "Engine, level 1 plays " in said
    assert "Nothing is offered." in said
    assert "Moves were taken back: 0 stand." in said
    assert said.endswith("Engine, level 1 wins: Ada resigned.\n")


def test_a_hint_against_an_engine(server: Server) -> None:
    wish = MatchRequest(load("quentin(size=2,pie=false)"), None, parse_who("level:1"), "Ada")
    assert "You could play a1 (exact: Black wins)" in typed(
        find_match.play(SiteClient(server.url), wish), "hint\nquit\n"
    )


def test_who_waits_in_the_lobby_is_found(server: Server) -> None:
    small = load("quentin(size=3)")
    first = find_match.play(SiteClient(server.url), MatchRequest(small, name="Ada"))
    other = SiteClient(server.url)
    other._cookies = {}
    assert find_match.play(other, MatchRequest(small, name="Ben", clock=(1.0, 0.0))).id != first.id
    second = find_match.play(other, MatchRequest(small, name="Ben"))
    assert (second.id, second.status) == (first.id, "live")


def test_an_account_plays_with_its_token(server: Server, eve: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    token = eve.register("terminal-eve").token()
    remote = find_match.play(SiteClient(server.url, token), MatchRequest(load("othello"), None, parse_who("level:1")))
    assert remote.match.names[0] == "terminal-eve"
    monkeypatch.setenv("QUINTET_TOKEN", token)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"resign\n")))
    assert main(["play", "--server", f"{server.url}/game/{remote.id}"]) == 0


def test_watching_to_the_end(server: Server, ada: Client, capsys: pytest.CaptureFixture[str]) -> None:
    match = ada.new(first={"kind": "me", "name": "Ada"}, second={"kind": "me", "name": "Ben"}, private=False)
    ada.move(match["id"], 0, "d3")
    assert main(["watch", server.url]) == 0
    assert f"{server.url}/game/{match['id']}  Othello, move 1: Ada - Ben" in capsys.readouterr().out
    remote = find_match.watch(SiteClient(server.url), Address(server.url, match["id"]))
    assert remote.mine == ()
    playing = threading.Timer(0.3, lambda: (ada.move(match["id"], 1, "c5"), ada.act(match["id"], "resign", seat=0)))
    playing.start()
    said = typed(remote, "")
    playing.join()
    assert "Ben plays c5." in said
    assert said.endswith("Ben wins: Ada resigned.\n")


def test_the_lobby_of_a_site(server: Server, ben: Client, capsys: pytest.CaptureFixture[str]) -> None:
    waits = ben.new("pentago", first={"kind": "me", "name": "Ben"}, second={"kind": "open"}, private=False)
    seen = ben.new(
        "magnetize", first={"kind": "me", "name": "Cleo"}, second={"kind": "me", "name": "Dan"}, private=False
    )
    assert main(["play", "--server", server.url]) == 0
    listed = capsys.readouterr().out
    assert f"Pentago: Ben, no clock (join): {server.url}/game/{waits['id']}" in listed
    assert f"Magnetize: Cleo against Dan, 0 moves played (watch): {server.url}/game/{seen['id']}" in listed

    def choose(pilot: Pilot[None], match_id: str) -> None:
        options = pilot.app.screen.query_one(OptionList)
        options.highlighted = options.get_option_index(match_id)

    async def story(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "Cleo against Dan" in shown(pilot))
        choose(pilot, seen["id"])
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, OnlineScreen))
        assert online(pilot).remote.mine == ()
        await pilot.press("q")
        await until(pilot, lambda: "Pentago: Ben, no clock" in shown(pilot))
        choose(pilot, waits["id"])
        await pilot.pause()
        assert "Enter: join" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "Ben (Black)" in shown(pilot))
        assert online(pilot).remote.mine == (Player.SECOND,)
        await pilot.press("q")
        await until(pilot, lambda: "Your games" in shown(pilot) and "Ben against Ada" in shown(pilot))
        await pilot.press("n", "enter", "down", "enter", "down", "enter")  # the first game, by its address, one minute
        await until(pilot, lambda: "Waiting for somebody." in shown(pilot))
        assert online(pilot).remote.view["private"]
        assert "1:00" in shown(pilot)
        await pilot.press("q")
        await until(pilot, lambda: "nobody has come yet" in shown(pilot))
        await pilot.resize_terminal(39, 20)
        await until(pilot, lambda: "39 x 20 is too small" in shown(pilot))

    drive(story, Lobby(SiteClient(server.url), "Ada"))


def test_what_people_say_reaches_both(server: Server, ben: Client) -> None:
    remote = wait_here(server)
    sit_with(ben, remote)
    path = f"/api/matches/{remote.id}/chat"
    ben.post(path, {"text": "good luck"}, 201)
    tale = f"once {'upon a time ' * 15}end"

    async def story(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "good luck" in shown(pilot))
        await pilot.press("m")
        await pilot.press(*"hello", "enter")
        await until(pilot, lambda: "Ada: hello" in shown(pilot))
        ben.post(path, {"text": "your move"}, 201)
        await until(pilot, lambda: ": your move" in shown(pilot))
        assert shown(pilot).count("good luck") == 1
        ben.post(path, {"text": tale}, 201)
        await until(pilot, lambda: ": once" in shown(pilot) and " end" in shown(pilot))
        await pilot.resize_terminal(72, 22)
        await until(pilot, lambda: ": once" in shown(pilot) and " ..." in shown(pilot))

    drive(story, remote)
    said = typed(
        find_match.join(SiteClient(server.url), Address(server.url, remote.id), None), "hint\nsay\nsay bye\nquit\n"
    )
    assert said.count(": good luck\n") == 1
    assert "no engine is asked" in said
    assert "expected say and some words" in said
    assert [line["text"] for line in ben.get(path)["lines"]] == ["good luck", "hello", "your move", tale, "bye"]


def test_watching_ones_own_game_plays_nothing_and_asks_no_engine(server: Server, ben: Client) -> None:
    remote = wait_here(server)
    sit_with(ben, remote)
    watched = find_match.watch(SiteClient(server.url), Address(server.url, remote.id))

    async def story(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "to move" in shown(pilot))
        assert "resign" not in shown(pilot)
        await pilot.press("enter")
        assert online(pilot).match.ply == 0
        await pilot.press("h")
        assert "no engine is asked" in shown(pilot)
        ben.act(remote.id, "resign")
        await until(pilot, lambda: " wins" in shown(pilot))

    drive(story, watched)
    assert watched.mine == ()


# What goes wrong


class Elsewhere(BaseHTTPRequestHandler):
    """A site that is not ours."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, *arguments: object) -> None:
        return


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as foreign:
        threading.Thread(target=foreign.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{foreign.server_port}"
        foreign.shutdown()


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.removeprefix("quintet: ").strip()


def test_what_goes_wrong_is_one_sentence(
    server: Server, ada: Client, ben: Client, elsewhere: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = server.url
    full = ada.new()
    ben.join(full)
    address = f"{url}/game/{full['id']}?invite={full['invite']}"
    down = "http://127.0.0.1:1"
    for words, sentence in {
        ("play", "othello", "--server", down): f"{down} does not answer: connection refused.",
        ("watch", f"{down}/game/x"): f"{down} does not answer: connection refused.",
        ("play", "othello", "--server", elsewhere): f"{elsewhere} is no Quintet site: it answers with something else.",
        ("play", "othello", "--server", url, "--token", "secret-word"): (
            f"{url} does not know this token: make one on its account page."
        ),
        ("play", "--server", address): "this seat is taken.",
        ("watch", f"{url}/game/nosuch"): "there is no such match, or it is private.",
        ("play", "--server", url, "--clock", "5+3"): (
            "seats, --private and --clock are those of a new match: expected a GAME with them."
        ),
        ("play", "othello", "--server", address): (
            "the address of a match says all: expected no GAME, seats, --private or --clock with it."
        ),
        ("play", "othello", "--server", url, "--clock", "5"): ("--clock must be minutes+seconds, like 5+3, got '5'."),
        ("play", "othello", "--clock", "5+3"): (
            "--token, --private and --clock are for a match on a site: expected --server with them."
        ),
        ("play", "othello", "--server", url, "--white", "random"): (
            "on a site you play a person or a level: expected human or level:1 to level:10."
        ),
    }.items():
        said = refused(capsys, *words)
        assert said == sentence
        assert "secret-word" not in said


@pytest.mark.parametrize("text", ["ftp://x", "http://", "http://x/library", "http://a@b/", "http://x:port", "\x1b"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="expected the address of a site or of a match"):
        read_address(text)


def test_a_game_that_is_not_here(server: Server, ada: Client) -> None:
    view = ada.new()
    with pytest.raises(SiteError) as error:
        open_match(SiteClient(server.url), view | {"spec": "hex(size=11)", "title": "Hex"}, None)
    assert str(error.value) == "this match is of Hex, a game that is not installed here"
    with pytest.raises(SiteError, match="this match cannot be played here: "):
        open_match(SiteClient(server.url), view | {"spec": "othello(size=99)"}, None)


def test_clocks_in_words(server: Server) -> None:
    remote = wait_here(server)
    assert clock_words(remote, Player.FIRST) == ""
    for seconds, words in {9.94: "9.9", 75: "1:15", 3661: "1:01:01", 2 * 86400: "2.0 days"}.items():
        remote.view["clock"]["sides"][0]["seconds"] = seconds
        assert clock_words(remote, Player.FIRST) == words
    remote.view["status"] = "live"
    remote.view["clock"] |= {"running": 0, "at": 1000.0}
    remote.view["clock"]["sides"][0]["seconds"] = 100
    assert remote.left(Player.FIRST, now=1040.0) == 60
    remote.ahead = 20.0
    assert remote.left(Player.FIRST, now=1040.0) == 40
