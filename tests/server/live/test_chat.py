"""Chat: two rooms, text only, not too much, and operators who hear of what is reported."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from quintet.server.errors import Forbidden, TooFast
from quintet.server.messages.incoming import MatchIn, SeatIn
from quintet.server.site import Site, SiteSettings
from quintet.server.storage.accounts import Person
from quintet.server.web.app import create_app
from quintet.server.work.rate_limits import ClientLimits
from quintet.terminal.cli import main
from server.servers import Client, Server

MARKUP = "<img src=x onerror=alert(1)> & *hello*"


def test_players_and_spectators_talk_apart(ada: Client, ben: Client, eve: Client, server: Server) -> None:
    match = ada.new("othello", "me", "open", private=False)
    ben.join(match)
    path, dan = f"/api/matches/{match['id']}/chat", server.client()
    with ben.live(match["id"]) as his, eve.live(match["id"]) as hers:
        ada.post(path, {"text": f"  {MARKUP}  "}, 201)
        line = his.until("said")["line"]
        assert (line["text"], line["seat"], line["name"]) == (MARKUP, 0, ada.see(match["id"])["names"][0])
        dan.post(path, {"text": "who wins?"}, 201)
        assert hers.until("said")["line"]["text"] == "who wins?"
        his.say(type="ping", id=1)
        assert his.until("pong")["id"] == 1  # and nothing was said to him before that
    seen = {one: one.get(path) for one in (ada, ben, eve, dan)}
    assert [seen[one]["room"] for one in seen] == ["players", "players", "spectators", "spectators"]
    assert [len(seen[one]["lines"]) for one in seen] == [1, 1, 1, 1]
    assert seen[ada]["lines"][0]["by"] == seen[ada]["you"] != seen[ben]["you"]
    assert "characters" in ada.post(path, {"text": "x" * 201}, 422)["error"]
    assert "characters" in ada.post(path, {"text": "   "}, 422)["error"]
    assert "printable" in ada.post(path, {"text": "a\u202eb"}, 422)["error"]
    private = ada.new("othello", "me", "open")
    eve.post(f"/api/matches/{private['id']}/chat", {"text": "let me in"}, 404)
    eve.get(f"/api/matches/{private['id']}/chat", 404)


def test_what_is_reported_reaches_the_operator(
    ada: Client, ben: Client, eve: Client, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ada.new("othello", "me", "open", private=False)
    ben.join(match)
    path = f"/api/matches/{match['id']}/chat"
    ada.post(path, {"text": "something rude"}, 201)
    for _ in range(2):
        ben.post(f"{path}/1/report")
    eve.post(f"{path}/1/report", status=404)
    ben.post(f"{path}/2/report", status=404)
    database = f"sqlite:///{server.home / 'site.sqlite'}"

    def admin(*words: str) -> str:
        assert main(["admin", *words, "--database", database]) == 0
        return capsys.readouterr().out

    (told,) = (line for line in admin("reports").splitlines() if match["id"] in line)
    assert told.startswith(f"{match['id']}/1 ")
    assert "reported once" in told
    assert told.endswith("something rude")
    assert "erased" in admin("erase", f"{match['id']}/1")
    assert match["id"] not in admin("reports")
    assert ben.get(path)["lines"] == []
    assert main(["admin", "settle", "nonsense", "--database", database]) == 2
    assert "MATCH/LINE" in capsys.readouterr().err


def test_who_may_talk_and_how_fast(tmp_path: Path) -> None:
    async def talk(site: Site) -> None:
        await site.open()
        visitor, account = Person("v1", "", "visitor"), Person("a1", "Ada", "account", "Ada")
        seats = [SeatIn(kind="me"), SeatIn(kind="open")]
        table = await site.actions.create(account, MatchIn(spec="othello", seats=seats, private=False))
        with pytest.raises(Forbidden, match="visitors cannot"):
            await site.chat.say(visitor, table.contest.id, None, "hello")
        assert (await site.chat.look(visitor, table.contest.id, None)).silence
        said = partial(site.chat.say, account, table.contest.id, None, "hello")
        for _ in range(int(ClientLimits().chat.burst)):
            await said()
        with pytest.raises(TooFast):
            await said()
        await site.close()

    settings = SiteSettings(f"sqlite:///{tmp_path / 'site.sqlite'}", chat="accounts")
    asyncio.run(asyncio.wait_for(talk(create_app(settings).state.site), 60))


def test_what_the_operator_wishes_must_be_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUINTET_CHAT", "friends")
    assert main(["serve", "--port", "0"]) == 2
    assert "QUINTET_CHAT must be everybody, accounts, nobody: got 'friends'" in capsys.readouterr().err
