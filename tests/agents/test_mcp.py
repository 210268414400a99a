"""MCP: a whole game by the official client over pipes, and garbage that ends nothing."""

import asyncio
import base64
import json
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest

import quintet
from needs import ROOT
from protocols.peers import peer
from quintet import Match, game_ids
from quintet.agents.agent_tools import Tools
from quintet.agents.mcp import PROMPTS, prompt, schema

if TYPE_CHECKING:
    from mcp import Client

SMALL = "magnetize(height=3,width=3)"


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
        assert wrong.content[0].text.startswith("'nonsense' is not a move: expected one of 0, 1, 2, m")
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


def test_every_tool_explains_itself() -> None:
    tools = Tools(hints=True, truth=True, undo=True)
    for name in tools.names():
        assert getattr(tools, name).__doc__
        assert all(told["description"] for told in schema(tools, name)["properties"].values())


def test_prompts_and_resources_by_the_official_client() -> None:
    async def talk(client: "Client") -> None:
        from mcp.shared.exceptions import MCPError

        listed = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert set(listed) == set(PROMPTS)
        asked = await client.get_prompt("play", {"game": "quentin", "opponent": "level:2"})
        assert asked.messages[0].content.text.startswith(
            "Play a match of quentin against level:2. Read its rules first"
        )
        with pytest.raises(MCPError) as error:
            await client.get_prompt("win", {})
        assert str(error.value) == "no prompt is called 'win': expected one of play, learn, analyse"
        rules = (await client.list_resources()).resources
        assert [str(resource.uri) for resource in rules] == [f"quintet://rules/{game_id}" for game_id in game_ids()]
        assert "Example:" in (await client.read_resource("quintet://rules/othello(size=6)")).contents[0].text
        assert len((await client.list_resource_templates()).resource_templates) == 3
        await client.call_tool("new_match", {"game": SMALL, "opponent": "agent"})
        board = (await client.read_resource("quintet://match/1/board")).contents[0].text
        assert "Legal moves: 0, 1, 2, m" in board
        assert "game: magnetize" in (await client.read_resource("quintet://match/1/record")).contents[0].text
        for uri in ("quintet://match/7/board", "quintet://nothing", "quintet://rules/chess"):
            with pytest.raises(MCPError):
                await client.read_resource(uri)

    asyncio.run(asyncio.wait_for(speaking(talk), 60))


def test_prompts_name_what_is_wrong_with_a_request() -> None:
    assert prompt("analyse", {}).startswith("Look at match 1:")
    assert prompt("play", {}).startswith("Play a match of a game that you choose against level:3.")
    with pytest.raises(ValueError) as error:
        prompt("learn", {"opponent": "level:1"})
    assert str(error.value) == "learn has no argument 'opponent': expected game"


def test_the_file_for_registries_names_this_package() -> None:
    entry = json.loads((ROOT / "server.json").read_text())
    package = entry["packages"][0]
    assert entry["version"] == package["version"] == quintet.__version__
    assert package["identifier"] == "quintet-games"
    assert package["packageArguments"][0]["value"] == "mcp"
