"""Programs that play: the streams, and the example bot itself."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from server.servers import PATIENCE, Client, Server

BOT = Path(__file__).parents[4] / "examples" / "bot" / "bot.py"


def test_the_example_bot_accepts_and_plays_a_whole_game(server: Server) -> None:
    owner = server.client().register("Example_Bot")
    owner.post("/api/bot/account/upgrade")
    ada = server.client().register("Ada_Bots")
    bot = subprocess.Popen(
        [sys.executable, str(BOT), server.url, owner.token(), "1"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        seat = {"kind": "account", "account": "Example_Bot"}
        match = ada.new("magnetize", "me", seat, clock={"kind": "fischer", "first": {"seconds": 600}})
        with ada.live(match["id"]) as live:
            view = live.until("snapshot")["view"]
            while not view["outcome"]:
                if view["status"] == "live" and view["to_move"] == 0:
                    live.say(type="move", ply=view["ply"], move=view["moves"][0]["text"])
                view = live.until("update")["view"]
        assert view["seats"][1]["bot"]
        assert view["ply"] >= 4
        out, _ = bot.communicate(timeout=PATIENCE)
        assert bot.returncode == 0, out
        assert f"{match['id']}: over" in out.decode()
    finally:
        bot.kill()
        bot.communicate()


def test_streams_in_lichess_shape(server: Server) -> None:
    bot = server.client(token=server.client().register("Stream_Bot").token())
    ada = server.client().register("Ada_Streams")
    heard: list[dict[str, object]] = []
    came = {"challenge": threading.Event(), "gameStart": threading.Event(), "gameFinish": threading.Event()}

    def listen() -> None:
        for event in bot.lines("GET", "/api/stream/event"):
            heard.append(event)
            came[str(event["type"])].set()
            if event["type"] == "gameFinish":
                return

    thread = threading.Thread(target=listen)
    waiting = ada.new("othello", {"kind": "account", "account": "stream_bot"}, "me")
    thread.start()
    hands = Client(server, token=str(bot.http.headers["authorization"]).removeprefix("Bearer "))
    assert came["challenge"].wait(PATIENCE)
    hands.post(f"/api/challenge/{waiting['id']}/accept")
    assert came["gameStart"].wait(PATIENCE)
    stream = hands.lines("GET", f"/api/bot/game/stream/{waiting['id']}")
    full = next(stream)
    assert (full["type"], full["seat"], full["game"]) == ("gameFull", "first", "othello")
    assert full["second"]["name"] == "Ada_Streams"
    assert full["state"]["legal"] == ["d3", "c4", "f5", "e6"]
    other = Client(server, token=str(bot.http.headers["authorization"]).removeprefix("Bearer "))
    other.post(f"/api/bot/game/{waiting['id']}/move/d3")
    assert "turn of" in other.post(f"/api/bot/game/{waiting['id']}/move/c3", status=409)["error"]
    state = next(stream)
    assert (state["moves"], state["toMove"], state["status"]) == ("d3", "second", "started")
    ada.act(waiting["id"], "offer_draw")
    assert next(stream)["drawOffer"] == "second"
    other.post(f"/api/bot/game/{waiting['id']}/draw/no")
    assert next(stream)["drawOffer"] is None
    other.post(f"/api/bot/game/{waiting['id']}/resign")
    last = next(stream)
    assert (last["status"], last["winner"]) == ("resign", "second")
    assert next(stream, None) is None  # over: the stream ends
    thread.join(PATIENCE)
    assert [event["type"] for event in heard] == ["challenge", "gameStart", "gameFinish"]
    for client in (hands, other):
        client.close()


def test_only_its_own_matches(server: Server, ada: Client) -> None:
    bot = server.client(token=server.client().register("Nosy_Bot").token())
    match = ada.new(private=False)
    assert "do not play" in bot.get(f"/api/bot/game/stream/{match['id']}", 403)["error"]
    bot.post(f"/api/bot/game/{match['id']}/resign", status=403)
    refused = bot.post(f"/api/challenge/{match['id']}/accept", status=404)
    assert refused["error"] == "nobody has challenged you to this match"
