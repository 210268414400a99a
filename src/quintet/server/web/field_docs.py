"""The strings below the fields of messages, as descriptions in schemas.

They are read from the source when a schema is asked for. Pydantic reads them too (`use_attribute_docstrings`), but at
every start and class by class, which was a quarter of the time to import the server.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any

from quintet.core import scene
from quintet.render.svg import drawing, gauges
from quintet.server import messages
from quintet.server.live import timeline
from quintet.server.messages import incoming

MODULES = {module.__name__: module for module in (incoming, *messages.MODULES, timeline, gauges, drawing, scene)}


def describe(definitions: dict[str, Any]) -> None:
    """Add the words to schemas, which are named like their classes."""
    for name, described in definitions.items():
        for kind in _with_ancestors(name):
            for field, words in _fields(MODULES[kind.__module__])[kind.__name__].items():
                if field in described["properties"]:
                    described["properties"][field].setdefault("description", words)


def _with_ancestors(name: str) -> list[type]:
    """The class of this name and those that it inherits fields from, where they are ours."""
    found = [vars(module)[name] for module in MODULES.values() if isinstance(vars(module).get(name), type)]
    return [kind for kind in found[0].__mro__ if kind.__module__ in MODULES] if found else []


@cache
def _fields(module: ModuleType) -> dict[str, dict[str, str]]:
    """The string below each field, by class."""
    classes = [node for node in ast.parse(inspect.getsource(module)).body if isinstance(node, ast.ClassDef)]
    return {node.name: _documented(node.body) for node in classes}


def _documented(body: list[ast.stmt]) -> dict[str, str]:
    found = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                found[name] = inspect.cleandoc(words)
    return found
