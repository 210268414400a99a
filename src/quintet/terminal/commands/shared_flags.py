"""Arguments and flags that several commands have, with their help."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

SWITCH: Any = {"negative": (), "show_default": False}
"""A flag that is there or not."""
Spec = Annotated[str, Parameter(help="a game, with or without options: name or name(option=value,...)")]
Position = Annotated[str | None, Parameter(help="the position as text, instead of the start")]
Json = Annotated[bool, Parameter(help="one JSON object instead of text", **SWITCH)]
Plain = Annotated[bool, Parameter(help="no colours, a line at a time", **SWITCH)]
