"""Arguments and flags that several commands have, with their help."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def flag(help: str) -> Parameter:
    """An argument, or a flag with a value."""
    return Parameter(help=help, negative_iterable=())


def switch(help: str) -> Parameter:
    """A flag without a value."""
    return Parameter(help=help, negative=(), show_default=False)


Spec = Annotated[str, flag("a game, with or without options: name or name(option=value,...)")]
SpecOrFile = Annotated[str, flag("a game, with or without options, or a file with a game")]
Position = Annotated[str | None, flag("the position as text, instead of the start")]
Which = Annotated[int | None, flag("which game of the file")]
Json = Annotated[bool, switch("one JSON object instead of text")]
Plain = Annotated[bool, switch("no colours, a line at a time")]
NoColors = Annotated[bool, switch("no colours")]
Database = Annotated[str | None, flag("sqlite:///FILE or postgresql://HOST/NAME")]
Workers = Annotated[int | None, flag("games at a time (default: one for each core)")]
MakeWorkers = Annotated[int | None, flag("make: processes (default: one for each core)")]
MakeCluster = Annotated[str | None, flag("make: on a Ray cluster, HOST:PORT, ray://HOST:PORT or auto")]
