"""The Model Context Protocol on standard input and output: serves `agent_tools.py`.

Arguments are read from the signatures of the tools. A mistake in a call is a tool error of one sentence; no call ends
the process. Beside the tools there are prompts to begin with, and resources: the rules of each game, boards, records.
"""

from __future__ import annotations

import base64
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from quintet.agents.agent_tools import Answer, Tools
from quintet.core.inputs import short
from quintet.core.registry import game_class, game_ids
from quintet.core.sentences import explained

INSTRUCTIONS = """Play two-player games of pure skill. list_games says which, read_rules how; new_match begins a match
against an engine (level:1 to level:10, random) or between agents. Then call play with a legal move until it is over."""
PROMPTS = {
    "play": "Play a match of {game} against {opponent}. Read its rules first (read_rules), begin with new_match, then "
    "call play with a legal move until the match is over. Before each move say in a sentence what you want. At the end "
    "show the record and say where the match was decided.",
    "learn": "Read the rules of {game} (read_rules), explain them to me in ten sentences, and then let us play: begin "
    "a match between agents (new_match with agent), ask me for each of my moves, and answer with yours.",
    "analyse": "Look at match {match}: read_record, then show_board. Say who stands better and why, and which moves "
    "were mistakes. Use hint and exact_value where you have them, and say what is proved and what is your opinion.",
}
"""What a person may ask for by name; words in braces are arguments."""
PROMPT_ARGUMENTS = {
    "game": ("a game of list_games", "a game that you choose"),
    "opponent": ("level:1 to level:10, or random", "level:3"),
    "match": ("the number of a match", "1"),
}
RULES, BOARD, RECORD = "quintet://rules/", "quintet://match/{match}/board", "quintet://match/{match}/record"
MISSING = "the Model Context Protocol needs a package: pip install 'quintet-games[mcp]'"


@dataclass(frozen=True)
class Argument:
    """An argument of a tool, read from its signature."""

    name: str
    words: str
    type: type
    allowed: tuple[str, ...]
    """The allowed texts; empty: any."""
    default: Any

    @property
    def is_needed(self) -> bool:
        return self.default is inspect.Parameter.empty

    def schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer" if self.type is int else "string", "description": self.words}
        if self.allowed:
            schema["enum"] = list(self.allowed)
        return schema if self.is_needed else {**schema, "default": self.default}

    def read(self, given: object) -> Any:
        """A caller's value, checked; a number may come as text."""
        if self.type is int and isinstance(given, str) and given.strip().isdecimal() and len(given) < 10:
            given = int(given)
        if isinstance(given, bool) or not isinstance(given, self.type):
            kind = "a whole number" if self.type is int else "a text"
            raise ValueError(f"{self.name} must be {kind}, got {short(given)}")
        if self.allowed and given not in self.allowed:
            expected = ", ".join(text or "nothing" for text in self.allowed)
            raise ValueError(f"{self.name} must be one of {expected}, got {short(given)}")
        return given


def arguments(tools: Tools, name: str) -> list[Argument]:
    """The arguments of a tool."""
    method = getattr(tools, name)
    hints = get_type_hints(method, include_extras=True)
    listed = []
    for parameter in inspect.signature(method).parameters.values():
        type_, words = hints[parameter.name], ""
        if get_origin(type_) is Annotated:
            type_, words = get_args(type_)
        allowed = get_args(type_) if get_origin(type_) is Literal else ()
        listed.append(Argument(parameter.name, words, str if allowed else type_, allowed, parameter.default))
    return listed


def call(tools: Tools, name: str, given: Mapping[str, object]) -> Answer:
    """Call a tool; ValueError says in one sentence what is wrong with the call."""
    if name not in tools.names():
        raise ValueError(f"no tool is called {short(name)}: expected one of {', '.join(tools.names())}")
    taken = {argument.name: argument for argument in arguments(tools, name)}
    for unknown in given.keys() - taken.keys():
        raise ValueError(f"{name} has no argument {short(unknown)}: expected {', '.join(taken) or 'none'}")
    for argument in taken.values():
        if argument.is_needed and argument.name not in given:
            raise ValueError(f"{name} needs {argument.name}: {argument.words}")
    values = {key: taken[key].read(value) for key, value in given.items()}
    answer: Answer = getattr(tools, name)(**values)
    return answer


def schema(tools: Tools, name: str) -> dict[str, Any]:
    """The arguments of a tool as JSON Schema."""
    taken = arguments(tools, name)
    return {
        "type": "object",
        "properties": {argument.name: argument.schema() for argument in taken},
        "required": [argument.name for argument in taken if argument.is_needed],
        "additionalProperties": False,
    }


def prompt(name: str, given: Mapping[str, str]) -> str:
    """A prompt with its arguments filled in; ValueError says what is wrong with the request."""
    if name not in PROMPTS:
        raise ValueError(f"no prompt is called {short(name)}: expected one of {', '.join(PROMPTS)}")
    expected = prompt_arguments(name)
    if unknown := next((key for key in given if key not in expected), None):
        raise ValueError(f"{name} has no argument {short(unknown)}: expected {', '.join(expected)}")
    return PROMPTS[name].format(**{key: given.get(key) or PROMPT_ARGUMENTS[key][1] for key in expected})


def prompt_arguments(name: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", PROMPTS[name])


def resource(tools: Tools, uri: str) -> str:
    """The text of a resource; ValueError says that there is none."""
    if uri.startswith(RULES):
        return tools.read_rules(uri.removeprefix(RULES)).text
    if match := re.fullmatch(r"quintet://match/(\d{1,9})/(board|record)", uri):
        read = tools.show_board if match[2] == "board" else tools.read_record
        return read(int(match[1])).text
    raise ValueError(f"no resource is called {short(uri)}: expected {RULES}GAME, {BOARD} or {RECORD}")


def server(tools: Tools) -> Any:
    """An MCP server with these tools; ModuleNotFoundError says how to get what it needs."""
    try:
        import anyio.to_thread
        import mcp_types as types
        from mcp.server import Server
        from mcp.shared.exceptions import MCPError
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(MISSING) from missing
    from quintet import __version__

    listed = [
        types.Tool(name=name, description=inspect.getdoc(getattr(tools, name)), input_schema=schema(tools, name))
        for name in tools.names()
    ]

    async def list_tools(context: Any, params: Any) -> Any:
        return types.ListToolsResult(tools=listed)

    async def call_tool(context: Any, params: Any) -> Any:
        try:
            answer = await anyio.to_thread.run_sync(call, tools, params.name, params.arguments or {})
        except Exception as error:  # a stranger's game may raise anything
            return types.CallToolResult(content=[types.TextContent(text=explained(error))], is_error=True)
        content: list[Any] = [types.TextContent(text=answer.text)]
        if answer.kind == "image/png":
            content.append(types.ImageContent(data=base64.b64encode(answer.picture).decode(), mime_type=answer.kind))
        elif answer.picture:
            uri, drawing = f"quintet://match/{answer.data['match']}/board.svg", answer.picture.decode()
            inside = types.TextResourceContents(uri=uri, mime_type=answer.kind, text=drawing)
            content.append(types.EmbeddedResource(resource=inside))
        return types.CallToolResult(content=content, structured_content=answer.data or None)

    async def list_prompts(context: Any, params: Any) -> Any:
        arguments = {
            name: types.PromptArgument(name=name, description=words) for name, (words, _) in PROMPT_ARGUMENTS.items()
        }
        return types.ListPromptsResult(
            prompts=[
                types.Prompt(name=name, description=words, arguments=[arguments[key] for key in prompt_arguments(name)])
                for name, words in PROMPTS.items()
            ]
        )

    async def get_prompt(context: Any, params: Any) -> Any:
        content = types.TextContent(text=checked(prompt, params.name, params.arguments or {}))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])

    async def list_resources(context: Any, params: Any) -> Any:
        titles = {game_id: f"Rules of {game_class(game_id).title}" for game_id in game_ids()}
        return types.ListResourcesResult(
            resources=[
                types.Resource(name=title, uri=RULES + game_id, mime_type="text/markdown")
                for game_id, title in titles.items()
            ]
        )

    async def list_templates(context: Any, params: Any) -> Any:
        kinds = {RULES + "{game}": "Rules of a game", BOARD: "Board of a match", RECORD: "Record of a match"}
        return types.ListResourceTemplatesResult(
            resource_templates=[types.ResourceTemplate(name=name, uri_template=uri) for uri, name in kinds.items()]
        )

    async def read_resource(context: Any, params: Any) -> Any:
        text = await anyio.to_thread.run_sync(checked, resource, tools, str(params.uri))
        return types.ReadResourceResult(contents=[types.TextResourceContents(uri=str(params.uri), text=text)])

    def checked(function: Any, *given: Any) -> str:
        try:
            return str(function(*given))
        except Exception as error:  # a stranger's game may raise anything
            raise MCPError(types.INVALID_PARAMS, explained(error)) from None

    return Server(
        "quintet",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def serve(tools: Tools) -> None:
    """Serve until the other side closes the connection."""
    served = server(tools)
    import anyio
    from mcp.server.stdio import stdio_server

    async def speak() -> None:
        async with stdio_server() as (heard, said):
            await served.run(heard, said, served.create_initialization_options())

    anyio.run(speak)
