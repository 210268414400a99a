"""The base class of the messages that the server sends, and the short answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Out(BaseModel):
    """The strings below the fields are descriptions in every schema (`web.schema`)."""


class ErrorOut(Out):
    """Why something was refused."""

    model_config = ConfigDict(json_schema_extra={"required": ["error"]})

    error: str
    """One sentence: what was expected and what came."""
    spots: list[str] | None = None
    """Of an illegal move: the spots of the board that show why, if there are any."""


class Done(Out):
    done: Literal[True] = True


class Health(Out):
    status: Literal["ok", "failing"]
    version: str
    wrong: list[str]
    """One sentence for each problem."""
