"""Commands for other programs and other people: protocols, a game of one's own, the site."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from quintet.core import registry
from quintet.terminal.commands.shared_flags import SWITCH, Spec


def ugi(game: Spec, /, **options: str | bool) -> None:
    """Be an engine for boards that speak UGI, on standard input and output."""
    from quintet.terminal.commands import protocols

    protocols.ugi(registry.load(game, **options))


def gtp(
    game: Spec,
    /,
    *,
    level: Annotated[int, Parameter(help="how well to play: 1 to 10")] = 10,
    seed: Annotated[int, Parameter(help="makes its choices repeatable")] = 0,
    **options: str | bool,
) -> None:
    """Be an engine for boards that speak GTP, such as GoGui, on standard input and output."""
    from quintet.terminal.commands import protocols

    protocols.gtp(registry.load(game, **options), level, seed)


def nboard() -> None:
    """Be an engine for Othello boards that speak NBoard's protocol, on standard input and output."""
    from quintet.terminal.commands import protocols

    protocols.nboard()


def mcp(
    *,
    hints: Annotated[bool, Parameter(help="agents may ask a strong engine for a move", **SWITCH)] = False,
    truth: Annotated[bool, Parameter(help="agents may ask for exact values", **SWITCH)] = False,
    undo: Annotated[bool, Parameter(help="agents may take moves back", **SWITCH)] = False,
    seed: Annotated[int, Parameter(help="makes the engines' choices repeatable")] = 0,
) -> None:
    """Let agents play: the Model Context Protocol, on standard input and output."""
    from quintet.terminal.commands import protocols

    protocols.mcp(hints=hints, truth=truth, undo=undo, seed=seed)


def check(
    module: Annotated[str, Parameter(name="MODULE", help="a file, a module, or a game that is installed")],
    /,
    *specs: Annotated[str, Parameter(help="the game with options, quoted; without any the standard one")],
) -> int:
    """Hold the laws of a game against one of your own, and say which it breaks and where."""
    from quintet.terminal.commands import check as checking

    return checking.check_games(module, specs)


def serve(
    *,
    host: Annotated[str, Parameter(help="the address to listen on; 0.0.0.0 lets others in")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="the port to listen on; 0 takes any that is free")] = 8017,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql://HOST/NAME")] = None,
    redis: Annotated[str | None, Parameter(help="keep several servers in step through this Redis")] = None,
    metrics_token: Annotated[
        str | None,
        Parameter(help="Bearer token (or QUINTET_METRICS_TOKEN) for /metrics; without one only this machine reads it"),
    ] = None,
    processes: Annotated[int, Parameter(help="how many processes serve it; more than one needs PostgreSQL")] = 1,
    cluster: Annotated[str | None, Parameter(help="HOST:PORT of a Ray cluster where engines search")] = None,
) -> int:
    """Serve the site: play, watch and study in a browser."""
    from quintet.terminal.commands import operate

    return operate.serve(host, port, database, redis, metrics_token, processes, cluster)


def backup(
    file: Annotated[str, Parameter(help="where the copy goes; must not exist")],
    /,
    *,
    database: Annotated[str | None, Parameter(help="sqlite:///FILE, instead of the one in your data folder")] = None,
) -> None:
    """Copy the site's database, also while the site runs."""
    from quintet.terminal.commands import operate

    operate.backup(file, database)


def admin(
    do: Annotated[
        Literal["matches", "end", "close", "ban", "unban", "reports", "settle", "erase", "prune", "ratings", "queue"],
        Parameter(
            help="list matches, end one, close an account, ban an address, list reported lines of chat, settle or "
            "erase one, let old things go, count ratings"
        ),
    ],
    subject: Annotated[str | None, Parameter(help="a status, a match, an account, an address or MATCH/LINE")] = None,
    /,
    *,
    days: Annotated[float, Parameter(help="prune: what nobody has touched for so long")] = 30,
    hours: Annotated[float, Parameter(help="ban: for how long")] = 24,
    reason: Annotated[str, Parameter(help="end and ban: why; players see it")] = "ended by the operator",
    database: Annotated[str | None, Parameter(help="sqlite:///FILE or postgresql://HOST/NAME")] = None,
    site: Annotated[str, Parameter(help="queue: where the site runs")] = "http://127.0.0.1:8017",
) -> None:
    """Look after the site's database, also while the site runs."""
    from quintet.terminal.commands import operate

    operate.admin(do, subject, days, hours, reason, database, site)
