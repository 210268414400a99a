"""The JSON Schema of all messages, and what is generated: the client's types, the tables of routes and of limits.

    python -m quintet.server.web.schema          writes all three

The server serves the schema itself at /api/messages.json; the OpenAPI document describes the routes.
"""

from __future__ import annotations

import ast
import inspect
import json
from functools import cache
from inspect import isclass
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from quintet.core import scene
from quintet.render import marks
from quintet.render.svg import drawing, gauges
from quintet.server import messages
from quintet.server.live import timeline
from quintet.server.messages import analysis, incoming, lobby, matches, players

ROOT = Path(__file__).parents[4]
ROUTES_PAGE = ROOT / "docs" / "routes.md"
OPERATING_PAGE = ROOT / "docs" / "operating.md"
LIMITS_BEGIN = "<!-- by python -m quintet.server.web.schema -->\n\n"
LIMITS_END = "\n<!-- until here -->"
"""Around the table of limits."""
TYPES = Path(__file__).parents[1] / "static" / "js" / "types.d.ts"
UNIONS: dict[str, Any] = {
    "SocketIn": incoming.SocketIn,
    "SocketOut": matches.SocketOut,
    "AnalysisLine": analysis.AnalysisLine,
    "EvaluationLine": analysis.EvaluationLine,
    "BotGameLine": players.BotGameLine,
    "PairingLine": lobby.PairingLine,
}
"""What a WebSocket and the NDJSON streams carry."""
HEAD = """\
/** The messages between server and pages, made by `python -m quintet.server.web.schema`: change those instead. */

export type Seat = Player;
export type Layout = DrawnLayout;
"""


MODULES = {module.__name__: module for module in (incoming, *messages.MODULES, timeline, marks, gauges, drawing, scene)}


class Generator(GenerateJsonSchema):
    """In what the server sends every field is required, also one with a default."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        sent = self.mode == "serialization" and field["type"] != "typed-dict-field"
        return sent or super().field_is_required(field, total)


@cache
def schema() -> dict[str, Any]:
    """Every message as JSON Schema, under the name of its class."""
    asked: list[Any] = [(model, "validation", TypeAdapter(model).core_schema) for model in _models(incoming)]
    for module in messages.MODULES:
        asked += [(model, "serialization", TypeAdapter(model).core_schema) for model in _models(module)]
    for name, union in UNIONS.items():
        mode = "validation" if name.endswith("In") else "serialization"
        asked.append((name, mode, TypeAdapter(union).core_schema))
    refs, defs = Generator(ref_template="#/$defs/{model}").generate_definitions(asked)
    named: dict[str, Any] = {str(name): definition for name, definition in defs.items()}
    named |= {key: definition for (key, _), definition in refs.items() if isinstance(key, str)}
    describe(named)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Quintet: the messages",
        "$defs": dict(sorted(named.items())),
    }


def _models(module: ModuleType) -> list[type[BaseModel]]:
    models = [value for value in vars(module).values() if isclass(value) and issubclass(value, BaseModel)]
    return [model for model in models if model.__module__ == module.__name__ and model.model_fields]


# The strings below the fields, as descriptions. Pydantic reads them too (`use_attribute_docstrings`), but at every
# start and class by class, which was a quarter of the time to import the server.


def describe(definitions: dict[str, Any]) -> None:
    """Add the descriptions to schemas, which are named like their classes."""
    for name, described in definitions.items():
        for kind in _with_ancestors(name):
            for field, words in _fields(MODULES[kind.__module__])[kind.__name__].items():
                if field in described["properties"]:
                    described["properties"][field].setdefault("description", words)


def _with_ancestors(name: str) -> list[type]:
    """The class of this name and its ancestors in our modules."""
    kinds = [vars(module)[name] for module in MODULES.values() if isinstance(vars(module).get(name), type)]
    return [kind for kind in kinds[0].__mro__ if kind.__module__ in MODULES] if kinds else []


@cache
def _fields(module: ModuleType) -> dict[str, dict[str, str]]:
    """The string below each field, by class."""
    classes = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]
    return {node.name: _documented(node.body) for node in classes}


def _documented(body: list[ast.stmt]) -> dict[str, str]:
    documented = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                documented[name] = inspect.cleandoc(words)
    return documented


# TypeScript


def types() -> str:
    """The schema as TypeScript."""
    parts = [HEAD]
    for name, described in schema()["$defs"].items():
        parts.append(_comment(described, "") + _declared(name, described))
    return "\n".join(parts)


def _declared(name: str, described: dict[str, Any]) -> str:
    if "properties" not in described:
        return f"export type {name} = {_type(described)};\n"
    members, inherited, extends = _members(described), dict[str, str](), ""
    for ancestor in _with_ancestors(name)[1:]:
        theirs = _members(schema()["$defs"].get(ancestor.__name__, {}))
        if theirs and theirs.items() <= members.items():
            inherited, extends = theirs, f" extends {ancestor.__name__}"
            break
    own = [text for key, text in members.items() if key not in inherited]
    return "\n".join([f"export interface {name}{extends} {{", *own, "}\n"])


def _members(described: dict[str, Any]) -> dict[str, str]:
    """The fields of an interface as they are declared, by their names."""
    required = described.get("required", [])
    return {
        key: f"{_comment(value, '  ')}  {key}{'' if key in required else '?'}: {_type(value)};"
        for key, value in described.get("properties", {}).items()
    }


def _comment(described: dict[str, Any], indent: str) -> str:
    words = " ".join(described.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


def _type(described: dict[str, Any]) -> str:
    if "$ref" in described:
        return str(described["$ref"]).rpartition("/")[2]
    if "const" in described:
        return json.dumps(described["const"])
    if "enum" in described:
        return " | ".join(json.dumps(value) for value in described["enum"])
    if choices := described.get("anyOf") or described.get("oneOf"):
        return " | ".join(dict.fromkeys(_type(choice) for choice in choices))
    match described.get("type"):
        case "array" if "prefixItems" in described:
            return f"[{', '.join(_type(item) for item in described['prefixItems'])}]"
        case "array":
            item = _type(described["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object":
            return f"Record<string, {_type(described['additionalProperties'])}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case None:
            return "any"
    raise ValueError(f"no TypeScript for {described}")


# The table of routes


def routes() -> str:
    """The table of routes with their messages, from the application itself."""
    from quintet.server.site import SiteSettings
    from quintet.server.web import routes
    from quintet.server.web.app import ROUTES, create_app
    from quintet.server.web.routes.pages import PAGES

    description = create_app(SiteSettings("sqlite://")).openapi()
    lines = ["# Routes", "", "Made by `python -m quintet.server.web.schema` from the application; do not edit.", ""]
    lines += [(routes.__doc__ or "").partition("\n\n")[2], "## Pages", "", "| address | page |", "| --- | --- |"]
    lines += [f"| {path} | {page}.html |" for path, page in PAGES.items()]
    for module in ROUTES:
        rows = [row for route in module.router.routes for row in _rows(route, description["paths"])]
        if rows:
            lines += [
                "",
                f"## {(module.__doc__ or '').strip()}",
                "",
                "| route | in | out | |",
                "| --- | --- | --- | --- |",
            ]
            lines += rows
    return "\n".join(lines) + "\n"


def _rows(route: Any, paths: dict[str, Any]) -> list[str]:
    words = (route.endpoint.__doc__ or "").strip().partition("\n")[0]
    if not hasattr(route, "methods"):
        return [f"| WS {route.path} | SocketIn | SocketOut | {words} |"]
    rows = []
    for method in sorted(route.methods):
        operation = paths[route.path][method.lower()]
        asked = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "query"]
        address = route.path + (f"?{'&'.join(f'{name}=' for name in asked)}" if asked else "")
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        (answer,) = (answer for status, answer in operation["responses"].items() if int(status) < 400)
        ((kind, content),) = answer["content"].items()
        given = _name(content.get("schema", {})) or kind
        taken = _name(body)
        rows.append(f"| {method} {address} | {taken} | {given} | {words} |")
    return rows


def _name(described: dict[str, Any]) -> str:
    return str(described.get("$ref", "")).rpartition("/")[2] or (
        "" if "$ref" in described else described.get("title", "")
    )


# The table of limits


def limits() -> str:
    """What one address, person or request may have: the defaults, with the strings below them."""
    from quintet.server.live.new_match import CHALLENGES
    from quintet.server.storage.accounts import BROWSERS
    from quintet.server.storage.chat import MOST as LINES_KEPT
    from quintet.server.web import connections
    from quintet.server.work import rate_limits

    rows = ["| limit | at once | a second |", "| --- | --- | --- |"]
    for settings, module in ((rate_limits.ClientLimits(), rate_limits), (connections.ConnectionLimits(), connections)):
        for name, words in _fields(module)[type(settings).__name__].items():
            value = getattr(settings, name)
            if isinstance(value, rate_limits.Rate):
                rows.append(f"| {words.rstrip('.')} | {value.burst:g} | {value.a_second:g} |")
            elif isinstance(value, (int, float)):
                rows.append(f"| {words.rstrip('.')} | {value:,} | |")
    for words, rate in (
        ("Frames of one WebSocket, pings too", connections.FRAMES),
        ("Frames of all WebSockets of one address", connections.FRAMES_OF_ADDRESS),
    ):
        rows.append(f"| {words} | {rate.burst:g} | {rate.a_second:g} |")
    rows.append(f"| Challenges that wait for one account | {CHALLENGES} | |")
    rows.append(f"| Browser sessions of one account | {BROWSERS} | |")
    rows.append(f"| Lines of a chat room that are kept | {LINES_KEPT} | |")
    return "\n".join(rows) + "\n"


def operating() -> str:
    """The page for operators with the table of limits as it is now."""
    before, begin, rest = OPERATING_PAGE.read_text().partition(LIMITS_BEGIN)
    _, end, after = rest.partition(LIMITS_END)
    if not (begin and end):
        raise ValueError(f"{OPERATING_PAGE} has no place for the table of limits")
    return before + begin + limits() + end + after


def main() -> None:
    TYPES.write_text(types())
    ROUTES_PAGE.write_text(routes())
    OPERATING_PAGE.write_text(operating())


if __name__ == "__main__":
    main()
