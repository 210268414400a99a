"""The public contract as data, tests/data/contract.json: names, commands, addresses, messages and ids that stay.

    python tools/contract.py          compare what is recorded with what there is
    python tools/contract.py write    record what there is, as docs/contract.md allows

More may be there than is recorded; what is recorded stays. `make release` asks that everything is recorded.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quintet.agents.agent_tools import Tools
from quintet.arena import in_python
from quintet.core import record
from quintet.engine import weights
from quintet.environments import pettingzoo
from quintet.server.web import schema
from quintet.server.web.routes.pages import PAGES
from quintet.terminal.command_line import COMMANDS, build

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "tests/data/contract.json"
Contract = dict[str, Any]
LISTS = {
    "routes": "the route",
    "pages": "the page",
    "environments": "the environment",
    "variables": "the variable",
    "tools": "the tool",
}
"""Kinds of which only names are recorded, and what one of them is called."""


def collected() -> Contract:
    """What there is."""
    import gymnasium

    import quintet.environments.gymnasium  # registers its environments

    return {
        "names": {name: _parameters(getattr(quintet, name)) for name in quintet.__all__}
        | {"arena": _parameters(in_python.arena)}  # the package itself can be called, with anything
        | dict(_methods(quintet.Match, quintet.Engine, quintet.Pentago)),
        "commands": {name: _flags(name) for name in COMMANDS},
        "routes": sorted(_routes()),
        "pages": sorted(PAGES),
        "variables": sorted(_variables()),
        "tools": sorted(Tools(hints=True, truth=True, undo=True).names()),
        "messages": {name: _fields(described) for name, described in schema.schema()["$defs"].items()},
        "environments": sorted(name for name in gymnasium.registry if name.startswith("quintet/"))
        + [f"{game_id}_v{pettingzoo.VERSION}" for game_id in quintet.game_ids()],
        "files": {"record": record.HEADER, "weights": weights.VERSION},
    }


def broken(recorded: Contract, now: Contract) -> list[str]:
    """What is recorded and not kept, in words."""
    return [
        *_changed_names(recorded["names"], now["names"]),
        *(
            f"quintet {name} has no {flag} any more"
            for name, flags in recorded["commands"].items()
            for flag in _missing(flags, now["commands"].get(name, []))
        ),
        *(
            f"{one_of} {name} is gone"
            for kind, one_of in LISTS.items()
            for name in _missing(recorded.get(kind, []), now[kind])
        ),
        *_changed_messages(recorded["messages"], now["messages"]),
        *(
            f"files of {kind} have another head"
            for kind, head in recorded["files"].items()
            if now["files"].get(kind) != head
        ),
    ]


def _missing(recorded: list[str], now: list[str]) -> list[str]:
    return [entry for entry in recorded if entry not in now]


def _changed_names(recorded: dict[str, list[str]], now: dict[str, list[str]]) -> Iterator[str]:
    """A parameter may be added at the end, if it can be left out."""
    for name, parameters in recorded.items():
        if name not in now:
            yield f"{name} is gone"
        elif now[name][: len(parameters)] != parameters and _missing(parameters, now[name]):
            yield f"{name} takes {', '.join(now[name])}, and no longer {', '.join(parameters)}"
        elif any("=" not in added and not added.startswith("*") for added in _missing(now[name], parameters)):
            yield f"{name} needs more than before: {', '.join(_missing(now[name], parameters))}"


def _changed_messages(recorded: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What the server sends keeps its fields; what it is sent needs no more of them."""
    for name, fields in recorded.items():
        if name not in now:
            yield f"the message {name} is gone"
            continue
        yield from (f"{name} has no {field} any more" for field in _missing(fields["fields"], now[name]["fields"]))
        if name.endswith("In"):
            more = _missing(now[name]["required"], fields["required"])
            yield from (f"{name} needs {field}, and did not before" for field in more)


def _parameters(public: Any) -> list[str]:
    """Each with ``=`` behind it if it can be left out."""
    try:
        parameters = inspect.signature(public).parameters.values()
    except (TypeError, ValueError):  # an enumeration, or a name of a type
        return []
    signs: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return [
        f"{signs.get(parameter.kind, '')}{parameter.name}{'' if parameter.default is parameter.empty else '='}"
        for parameter in parameters
    ]


def _methods(*kinds: type[Any]) -> Iterator[tuple[str, list[str]]]:
    for kind in kinds:
        for name in sorted(vars(kind)):
            if not name.startswith("_"):
                yield (
                    f"{kind.__name__}.{name}",
                    _parameters(getattr(kind, name)) if callable(getattr(kind, name)) else [],
                )


def _flags(command: str) -> list[str]:
    arguments = build(None, [command])[command].assemble_argument_collection()
    return sorted({name for argument in arguments for name in argument.names if name != "*"})


def _routes() -> Iterator[str]:
    for line in schema.routes().splitlines():
        method = line[2:].partition(" ")[0]
        if line.startswith("| ") and method in ("GET", "POST", "PUT", "DELETE", "WS"):
            yield line[2:].partition(" | ")[0].partition("?")[0]


def _variables() -> Iterator[str]:
    """What the table for operators has; a test compares it with the variables that are read."""
    for line in (ROOT / "docs/operating.md").read_text("utf-8").splitlines():
        if line.startswith(("| `QUINTET_", "| `FORWARDED_")):
            yield from re.findall("`([A-Z_]+)`", line.split("|")[1])


def _fields(described: dict[str, Any]) -> dict[str, list[str]]:
    return {"fields": sorted(described.get("properties", ())), "required": sorted(described.get("required", ()))}


def main(arguments: list[str]) -> int:
    now = collected()
    if arguments == ["write"]:
        FILE.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
        return 0
    recorded = json.loads(FILE.read_text("utf-8"))
    for sentence in broken(recorded, now):
        print(sentence)
    if recorded != now:
        print("What is recorded in tests/data/contract.json is not all that there is: python tools/contract.py write")
    return int(recorded != now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
