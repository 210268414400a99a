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


class Alive(Out):
    status: Literal["ok", "failing"]
    version: str


class Health(Alive):
    wrong: list[str]
    """One sentence for each problem."""
    paused: list[str]
    """What the operator has switched off for now."""
    backup: str | None
    """When the last copy of the database was made that was verified; null: none was."""
