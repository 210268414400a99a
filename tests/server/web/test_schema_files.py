"""What is made from the messages and the routes is what they say now."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import BaseModel

from quintet.core import registry
from quintet.server import messages
from quintet.server.messages import incoming, matches
from quintet.server.web import schema
from quintet.server.web.app import ROUTES
from server.servers import Client

HOW = "run python -m quintet.server.web.schema"


def test_the_types_of_the_client_are_those_of_the_messages() -> None:
    assert schema.TYPES.read_text() == schema.types(), HOW


def test_the_table_of_routes_is_that_of_the_application() -> None:
    assert schema.ROUTES_PAGE.read_text() == schema.routes(), HOW


def test_the_table_of_limits_is_that_of_the_code() -> None:
    assert schema.OPERATING_PAGE.read_text() == schema.operating(), HOW
    assert "| HTTP requests of one address | 300 | 30 |" in schema.limits()
    assert "| Connections of one address | 200 | |" in schema.limits()


def test_the_table_has_every_route_once_with_its_own_description() -> None:
    rows = [line.split(" | ") for line in schema.routes().splitlines() if re.match(r"\| [A-Z]+ /", line)]
    listed = {row[0].removeprefix("| ").partition("?")[0]: row[-1].removesuffix(" |") for row in rows}
    assert len(listed) == len(rows)
    described = {
        f"{method} {route.path}": (route.endpoint.__doc__ or "").partition("\n")[0]
        for module in ROUTES
        for route in module.router.routes
        for method in getattr(route, "methods", ["WS"])
    }
    assert listed == described


def test_every_message_is_in_the_schema(ada: Client) -> None:
    served = ada.get("/api/messages.json")["$defs"]
    for module in (incoming, *messages.MODULES):
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, BaseModel) and value.model_fields:
                assert name in served
    kinds = {ref["$ref"] for ref in served["SocketOut"]["oneOf"]}
    assert kinds == {
        f"#/$defs/{name}" for name in ("Snapshot", "Update", "Spectators", "Said", "Ack", "Refused", "Pong")
    }
    assert {ref["$ref"] for ref in served["SocketIn"]["oneOf"]} == {
        f"#/$defs/{name}" for name in ("SocketMove", "SocketAction", "SocketPing")
    }


@pytest.mark.parametrize(
    ("described", "expected"),
    [
        ({"$ref": "#/$defs/Scene"}, "Scene"),
        ({"const": "move"}, '"move"'),
        ({"enum": [0, 1]}, "0 | 1"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"enum": ["b", "w"]}}, '("b" | "w")[]'),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}]}, "[string, boolean]"),
        ({"type": "object", "additionalProperties": {"$ref": "#/$defs/Piece"}}, "Record<string, Piece>"),
        ({"type": "array", "items": {}}, "any[]"),
    ],
)
def test_schemas_as_typescript(described: dict[str, Any], expected: str) -> None:
    assert schema._type(described) == expected


def test_a_message_that_is_not_known_has_no_typescript() -> None:
    with pytest.raises(ValueError) as error:
        schema._type({"type": "riddle"})
    assert "riddle" in str(error.value)


def test_what_goes_over_the_socket_is_what_the_schema_says(ada: Client) -> None:
    for game_id in registry.game_ids():
        match_id = ada.new(game_id, "me", "me")["id"]
        with ada.live(match_id) as socket:
            snapshot = matches.Snapshot.model_validate(socket.until("snapshot"))
            ada.move(match_id, 0, snapshot.view.moves[0].text)
            update = matches.Update.model_validate(socket.until("update"))
            assert update.view.scene == update.view.stages[-1]
            assert update.view.move == update.view.history[-1]
