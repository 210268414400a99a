"""Agents: a whole game by the official client over pipes, several at once, and whatever callers get wrong."""

import asyncio
import base64
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import pytest

from protocols.peers import peer
from quintet import Match, game_ids
from quintet.agents import agent_tools as agent_tools
from quintet.agents.agent_tools import MOST_MATCHES, Answer, Tools
from quintet.agents.mcp import call, schema
from quintet.engine.limits import Limits

if TYPE_CHECKING:
    from mcp import Client

SMALL = "magnetize(height=3,width=3)"


def refused(tools: Tools, name: str, /, **given: object) -> str:
    with pytest.raises(ValueError) as told:
        call(tools, name, given)
    return str(told.value)


def asked(tools: Tools, name: str, /, **given: object) -> Answer:
    return call(tools, name, given)


# Over pipes


async def speaking(talk: "Callable[[Client], Awaitable[None]]", *flags: str) -> None:
    from mcp import Client, StdioServerParameters  # a second of imports

    command = StdioServerParameters(command=sys.executable, args=["-m", "quintet", "mcp", *flags])
    async with Client(command) as client:
        await talk(client)


def test_a_whole_game_by_the_official_client() -> None:
    async def talk(client: "Client") -> None:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"list_games", "read_rules", "new_match", "play", "show_board", "legal_moves", "resign"} <= tools
        assert not {"hint", "exact_value", "take_back"} & tools
        games = (await client.call_tool("list_games", {})).structured_content
        assert [game["id"] for game in games["games"]] == game_ids()
        begun = await client.call_tool("new_match", {"game": SMALL, "opponent": "level:1", "seat": "second"})
        match = begun.structured_content
        # Another match beside it, and what is wrong is told without an end of anything.
        other = await client.call_tool("new_match", {"game": "othello", "opponent": "agent"})
        assert other.structured_content["match"] == 2
        wrong = await client.call_tool("play", {"match": 1, "move": "nonsense"})
        assert wrong.is_error
        assert wrong.content[0].text.startswith("'nonsense' is not a move: expected one like 0, 1, 2, m")
        both = await asyncio.gather(
            client.call_tool("play", {"match": 2, "move": "d3"}), client.call_tool("read_rules", {"game": "quentin"})
        )
        assert not any(answer.is_error for answer in both)
        assert "Example:" in both[1].content[0].text
        while not match["outcome"]:
            answer = await client.call_tool("play", {"match": 1, "move": match["legal_moves"][0]})
            assert not answer.is_error, answer.content
            match = answer.structured_content
        seen = await client.call_tool("show_board", {"match": 1, "picture": "png"})
        assert base64.b64decode(seen.content[1].data).startswith(b"\x89PNG")
        record = (await client.call_tool("read_record", {"match": 1})).content[0].text
        assert [str(move) for move in Match.from_record(record).moves] == match["moves"]
        assert (await client.call_tool("nothing", {})).is_error

    asyncio.run(asyncio.wait_for(speaking(talk), 60))


def test_garbage_ends_nothing_and_ctrl_c_does() -> None:
    with peer("mcp", "--truth") as other:
        other.say("garbage", '{"jsonrpc": "2.0"}', "[]", b"\xff\xfe", "{" * 5000)
        hello = '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}'
        other.say(f'{{"jsonrpc":"2.0","id":7,"method":"initialize","params":{hello}}}')
        while '"id":7' not in (line := other.line()):
            pass
        assert '"name":"quintet"' in line
        other.say('{"jsonrpc":"2.0","method":"notifications/initialized"}')
        other.say('{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"play","arguments":{"match":[]}}}')
        while '"id":8' not in (line := other.line()):
            pass
        assert "play needs move" in line
        assert '"isError":true' in line
        other.process.send_signal(signal.SIGINT)
        assert other.process.wait(20) == 130


# The tools themselves


@pytest.mark.parametrize("game_id", game_ids())
def test_two_agents_play_every_game_to_its_end(game_id: str) -> None:
    tools = Tools()
    data = asked(tools, "new_match", game=game_id, opponent="agent", name="Ada").data
    assert data["names"] == ["Ada 1", "Ada 2"]
    assert data["agents"] == ["first", "second"]
    for ply in range(400):
        if data["outcome"]:
            break
        move = data["legal_moves"][ply * 7 % len(data["legal_moves"])]
        data = asked(tools, "play", match=1, move=move, player=data["to_move"]).data
    assert data["outcome"]
    assert refused(tools, "play", match=1, move=data["moves"][0]) == "the game is over"
    assert asked(tools, "legal_moves", match=1).text == "There is none: the match is over."
    assert f"{data['ply']} moves" in asked(tools, "list_matches").text


def test_an_engine_replies_from_either_seat() -> None:
    tools = Tools(seed=5)
    first = asked(tools, "new_match", game=SMALL, opponent="random", seat="second")
    assert first.data["ply"] == 1
    assert f"random played {first.data['moves'][0]}." in first.text
    again = asked(Tools(seed=5), "new_match", game=SMALL, opponent="random", seat="second")
    assert again.data["moves"] == first.data["moves"]
    assert asked(tools, "new_match", game=SMALL, opponent="level:1").data["ply"] == 0


def test_nobody_moves_for_the_other() -> None:
    tools = Tools()
    asked(tools, "new_match", game="othello", opponent="agent")
    assert refused(tools, "play", match=1, move="d3", player="second") == (
        "it is the turn of the first player, not of the second"
    )
    asked(tools, "play", match=1, move="d3", player="first")
    asked(tools, "new_match", game="othello", opponent="level:1")
    assert refused(tools, "resign", match=2, player="second") == (
        "player must be first, got 'second': an engine has the other seat"
    )
    assert asked(tools, "resign", match=2).data["outcome"]["winner"] == "second"
    assert refused(tools, "resign", match=2) == "the game is over"


def test_help_only_where_it_is_allowed() -> None:
    assert not {"hint", "exact_value", "take_back"} & set(Tools().names())
    tools = Tools(hints=True, truth=True, undo=True, think=Limits(nodes=200), proof=2000)
    asked(tools, "new_match", game=SMALL, opponent="agent")
    assert asked(tools, "hint", match=1).data["move"] in ("0", "1", "2", "m")
    assert asked(tools, "exact_value", match=1).text == "a draw with best play; best: 0, 1, 2, m."
    asked(tools, "new_match", game="quentin", opponent="agent")
    assert asked(tools, "exact_value", match=2).data["value"] is None
    assert refused(tools, "take_back", match=1) == "there is no move of yours to take back"
    asked(tools, "new_match", game="othello", opponent="level:1")
    assert asked(tools, "play", match=3, move="d3").data["ply"] == 2
    assert asked(tools, "take_back", match=3).data["ply"] == 0


def test_pictures() -> None:
    tools = Tools()
    asked(tools, "new_match", game="pentago", opponent="agent")
    assert asked(tools, "show_board", match=1, picture="svg").picture.startswith(b"<svg")
    assert asked(tools, "show_board", match=1, picture="png").kind == "image/png"
    assert not asked(tools, "show_board", match=1).picture


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("spell", {}, "no tool is called 'spell': expected one of list_games, read_rules,"),
        ("new_match", {"game": "chess", "opponent": "random"}, "no game is called 'chess': expected one of"),
        ("new_match", {"game": "othello", "opponent": "level:11"}, "opponent must be agent, random or level:N with N"),
        ("new_match", {"game": "othello", "opponent": "human"}, "opponent must be agent, random or level:N with N"),
        ("new_match", {"game": "othello"}, "new_match needs opponent: level:1 (weak)"),
        ("new_match", {"game": 3, "opponent": "random"}, "game must be a text, got 3"),
        ("new_match", {"game": "othello", "opponent": "random", "name": "a\nb"}, "a name must be"),
        ("new_match", {"game": "othello", "opponent": "random", "position": "x"}, "a position must be '<rows> <turn>'"),
        ("show_board", {"match": 1}, "there is no match 1: expected new_match first"),
        ("show_board", {"match": True}, "match must be a whole number, got True"),
        ("show_board", {"match": 1, "picture": "gif"}, "picture must be one of none, png, svg, got 'gif'"),
        ("legal_moves", {"match": 1, "more": 1}, "legal_moves has no argument 'more': expected match"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(name: str, given: dict[str, Any], told: str) -> None:
    words = refused(Tools(), name, **given)
    assert words.startswith(told)
    assert "\n" not in words


def test_old_matches_make_room_and_endless_ones_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_tools, "LONGEST", 40)
    tools = Tools()
    for _ in range(MOST_MATCHES):
        asked(tools, "new_match", game="bestgame(columns=3,rows=3,tokens=3)", opponent="agent")
    assert refused(tools, "new_match", game="othello", opponent="agent").startswith("at most 200 matches may be open")
    asked(tools, "resign", match=7)
    assert asked(tools, "new_match", game="magnetize(maglock=0)", opponent="agent").data["match"] == MOST_MATCHES + 1
    assert refused(tools, "show_board", match=7).startswith("there is no match 7")
    for _ in range(40):
        data = asked(tools, "play", match=MOST_MATCHES + 1, move="m").data
    assert data["outcome"] == {"winner": None, "reason": "agreed", "scores": None}


def test_every_tool_explains_itself() -> None:
    tools = Tools(hints=True, truth=True, undo=True)
    for name in tools.names():
        assert getattr(tools, name).__doc__
        assert all(told["description"] for told in schema(tools, name)["properties"].values())
