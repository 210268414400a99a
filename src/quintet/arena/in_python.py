"""`quintet.arena`: a tournament between texts, functions, objects and engines, as a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex

from quintet.arena import progress as progress_bar
from quintet.arena import tournament
from quintet.arena.openings import OpeningSettings
from quintet.arena.plan import MOST_GAMES, MOST_PLAYERS, MOST_TURNS, ArenaPlan
from quintet.arena.result import ArenaResult
from quintet.arena.sprt import Sprt
from quintet.arena.summary import summarise
from quintet.arena.tournament import ArenaGames, Tournament
from quintet.compute import open_pool, open_pool_here
from quintet.compute.pool import MOST_WORKERS
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game, short
from quintet.core.record import checked_name
from quintet.engine import Engine, bounds
from quintet.engine.limits import one_limit
from quintet.players.who import AUTOMATIC, parse_named, parse_who, unique_names
from quintet.protocols.external_engines import PATIENCE


class Chooser(Protocol):
    """An object that plays: `choose` gets a match of its own, with or without a budget."""

    @property
    def choose(self) -> Callable[..., object]: ...


Contestant = str | Callable[..., object] | Chooser | Engine[Any, Any]
"""A text such as ``level:3``, a function of a match (or of a match and a budget), an object with such a `choose`, an
engine."""


def arena(
    game: AnyGame | str,
    players: Mapping[str, Contestant] | Iterable[Contestant],
    games: SupportsIndex = 20,
    *,
    format: Literal["round-robin", "gauntlet", "ladder", "swiss"] = "round-robin",
    rounds: SupportsIndex = 0,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    cpu: float | None = None,
    clock: str | None = None,
    openings: str | Path | None = None,
    plies: SupportsIndex = 4,
    filter: Literal["engine", "solver", "none"] = "engine",
    turns: SupportsIndex = 1000,
    patience: float = PATIENCE,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    seed: SupportsIndex = 0,
    workers: SupportsIndex | None = None,
    anchor: str | None = None,
    progress: bool | None = None,
) -> ArenaResult:
    """Let players meet: a table of who is stronger, and by how much.

    `players` is a list, or a dictionary by name. Each pairing plays `games` games, an even number, half of them with
    seats exchanged. One of `nodes` (1000 where none is given), `seconds`, `cpu` and `clock` limits a move of those that
    have no limit of their own. `plies` random moves begin a game, and `filter` says who finds them fair. `sprt` stops a
    match of two as soon as one of two hypotheses in normalised Elo is accepted. `workers` are processes: without a
    number one for each core where all players are texts; functions, objects and engines play in this process, or with
    more workers in forks of it. A player that raises, plays an illegal move or is too late loses that game, and the
    table says why. Ctrl-C ends it with the games so far.
    """
    board = checked_game(game)
    texts, names, objects = _listed(players)
    own_game = None if _is_registered(board) else board
    plan = ArenaPlan(
        spec(board),
        texts,
        format,
        bounds.whole("games", games, 2, MOST_GAMES),
        bounds.whole("rounds", rounds, 0, MOST_PLAYERS),
        one_limit({"nodes": nodes, "seconds": seconds, "clock": clock, "cpu": cpu}),
        "" if openings is None else str(openings),
        OpeningSettings(bounds.whole("plies", plies, 0, 1000), filter),
        bounds.seed_of(seed),
        bounds.whole("turns", turns, 1, MOST_TURNS),
        patience=bounds.number("patience", patience),
        sprt=None if sprt is None else _sprt(sprt, alpha, beta),
        called=names,
    )
    if anchor is not None and anchor not in plan.names:
        raise ValueError(f"anchor must be one of {', '.join(plan.names)}, got {anchor!r}")
    tournament.check(plan, objects, own_game)
    count = None if workers is None else bounds.whole("workers", workers, 1, MOST_WORKERS)
    is_here = own_game is not None or any(player is not None for player in objects)
    store = ArenaGames(plan)
    with open_pool_here(count or 1) if is_here else open_pool(count) as pool:
        running = Tournament(store, pool, objects=objects, own_game=own_game)
        try:
            with progress_bar.shown(plan.total, progress) as report:
                for _ in running.run():
                    report(len(store.results))
        except KeyboardInterrupt:
            pass  # what was played is the result
    summary = summarise(plan, store.results, running.verdict, running.failed, anchor)
    return ArenaResult(
        board, summary, tuple(store.results.values()), {str(opening): opening for opening in store.openings}
    )


def _listed(players: object) -> tuple[tuple[str, ...], tuple[str, ...], tuple[object, ...]]:
    """The text of each player, its name, and itself where it is no text."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise ValueError(f"players must be a list, or a dictionary by name, got {short(players)}")
    if isinstance(players, Mapping):
        named = [(checked_name(name), player) for name, player in players.items()]
    else:
        named = [parse_named(player) if isinstance(player, str) else ("", player) for player in players]
    texts = [str(parse_who(player, AUTOMATIC)) if isinstance(player, str) else "" for _, player in named]
    own = [name or text or _name_of(player) for (name, player), text in zip(named, texts, strict=True)]
    names = unique_names(own)
    given = [name for name, _ in named if name]
    for name in given:
        if given.count(name) > 1:
            raise ValueError(f"players must have different names, got {name!r} twice")
    return (
        tuple(text or f"<{name}>" for text, name in zip(texts, names, strict=True)),
        tuple(names),
        tuple(None if isinstance(player, str) else player for _, player in named),
    )


def _sprt(given: object, alpha: float, beta: float) -> Sprt:
    """The sequential test between two numbers; ValueError for anything else."""
    try:
        low, high = map(float, given)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise ValueError(f"sprt must be two numbers of normalised Elo, such as (0, 5), got {short(given)}") from None
    return Sprt(low, high, alpha, beta)


def _name_of(player: object) -> str:
    """What a player without a name is called."""
    if isinstance(player, Engine):
        if player.own_evaluation is None:
            return f"level:{player.level.number}" if player.level.number < 10 else player.method
        player = player.own_evaluation
    name = getattr(player, "__name__", type(player).__name__)
    return "lambda" if name == "<lambda>" else checked_name(str(name))


def _is_registered(game: AnyGame) -> bool:
    """Whether another process finds this very game by its spec."""
    try:
        return bool(registry.load(spec(game)) == game)
    except ValueError:
        return False
