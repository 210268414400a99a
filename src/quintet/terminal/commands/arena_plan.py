"""The flags that plan an arena, and the plan they make."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, Literal

from quintet.terminal.commands.shared_flags import flag

if TYPE_CHECKING:
    from quintet.arena.plan import ArenaPlan
    from quintet.arena.tournament import Store


@dataclass(frozen=True, kw_only=True)
class PlanFlags:
    """Everything about an arena that its file remembers, besides the game and the players."""

    format: Annotated[
        Literal["round-robin", "gauntlet", "ladder", "swiss"] | None, flag("who meets whom (default round-robin)")
    ] = None
    games: Annotated[int | None, flag("games of each pairing, in a Swiss round too (default 20, Swiss 2)")] = None
    rounds: Annotated[int | None, flag("rounds of a Swiss tournament")] = None
    nodes: Annotated[int | None, flag("positions a move (default 1000, where nothing else limits)")] = None
    seconds: Annotated[float | None, flag("seconds a move")] = None
    clock: Annotated[str | None, flag("seconds a game, with or without seconds a move: 60 or 60+0.5")] = None
    cpu: Annotated[float | None, flag("seconds of processor time a move: fair on a busy machine")] = None
    openings: Annotated[str | None, flag("a file: an opening a line, as moves or as a position")] = None
    plies: Annotated[int | None, flag("random moves before each game (default 4)")] = None
    filter: Annotated[
        Literal["engine", "solver", "none"] | None, flag("who says that an opening is fair (default engine)")
    ] = None
    balance: Annotated[float | None, flag("how unequal it may be for the engine, 0 to 1 (default 0.25)")] = None
    filter_nodes: Annotated[int | None, flag("nodes to judge an opening with (default 2000)")] = None
    turns: Annotated[int | None, flag("moves after which a game is cut off (default 1000)")] = None
    adjudicate: Annotated[int | None, flag("end a game that the solver decides with so many nodes")] = None
    check: Annotated[int | None, flag("count the moves that keep the value, by a solver with so many nodes")] = None
    patience: Annotated[float | None, flag("seconds that a program may be silent (default 60)")] = None
    sprt: Annotated[str | None, flag("stop when one of two hypotheses is accepted: elo0,elo1, normalised")] = None
    alpha: Annotated[float | None, flag("how often H1 may be wrongly accepted (default 0.05)")] = None
    beta: Annotated[float | None, flag("how often H0 may be wrongly accepted (default 0.05)")] = None
    seed: Annotated[int | None, flag("of openings and players (default 0)")] = None

    def given(self) -> dict[str, Any]:
        """The flags that were given, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def make_plan(game: str | None, who: tuple[str, ...], given: dict[str, Any], resume: bool) -> ArenaPlan | None:
    """The plan of a command line, whose flags were `given`; ``None`` to go on with the plan of a file."""
    from quintet.arena.plan import MOST_PLAYERS, ArenaPlan
    from quintet.engine.bounds import number, whole
    from quintet.engine.limits import one_limit

    if "rounds" in given:
        whole("--rounds", given["rounds"], 1, MOST_PLAYERS)
    if game is None:
        if not resume:
            raise ValueError("arena needs GAME: see quintet arena --help")
        if others := sorted(set(given) - {"games", "rounds"}):
            flags = ", ".join(f"--{name.replace('_', '-')}" for name in others)
            raise ValueError(
                f"--resume without a GAME goes on as planned: expected only --games or --rounds, got {flags}"
            )
        return None
    if resume and not who:
        raise ValueError(f"--resume takes the game and its players from the file: expected no GAME, got {game!r}")
    from quintet.arena import sprt
    from quintet.arena.openings import OpeningSettings
    from quintet.core import registry
    from quintet.core.game import spec
    from quintet.players.who import AUTOMATIC, parse_named, parse_who

    named = [parse_named(text) for text in who]
    loaded = registry.load(game)
    limit = one_limit(given, "--")
    if "openings" in given and (
        drawn := [name for name in ("plies", "filter", "balance", "filter_nodes") if name in given]
    ):
        raise ValueError(
            f"openings come from a file or are drawn: expected one of --openings and --{drawn[0]}, got both"
        )
    if ("alpha" in given or "beta" in given) and "sprt" not in given:
        raise ValueError("--alpha and --beta belong to --sprt: expected it, too")
    if "patience" in given:
        number("--patience", given["patience"])
    drawing = {"plies": "plies", "filter": "filter", "balance": "balance", "filter_nodes": "nodes"}
    plain = ("format", "rounds", "openings", "turns", "adjudicate", "check", "patience", "seed")
    swiss = given.get("format") == "swiss"
    return ArenaPlan(
        spec(loaded),
        tuple(str(parse_who(text, AUTOMATIC)) for _, text in named),
        called=tuple(name for name, _ in named) if any(name for name, _ in named) else (),
        games=given.get("games", 2 if swiss else 20),
        limit=limit,
        drawing=OpeningSettings(**{drawing[name]: given[name] for name in drawing if name in given}),
        sprt=sprt.parse_sprt(given["sprt"], given.get("alpha", 0.05), given.get("beta", 0.05))
        if "sprt" in given
        else None,
        **{name: given[name] for name in plain if name in given},
    )


def longer_plan(store: Store, plan: ArenaPlan | None, given: dict[str, Any]) -> ArenaPlan:
    """The plan to go on with: its length is what was given now, or else the last time."""
    from dataclasses import replace

    from quintet.arena.pairings import parse_key
    from quintet.arena.plan import GROWING

    longer = replace(plan or store.plan, **{name: given.get(name, getattr(store.plan, name)) for name in GROWING})
    used = 1 + max((parse_key(key).opening for key in store.results), default=-1)
    if longer != store.plan and used > longer.wanted_openings:
        name, least = ("rounds", -(-used // longer.pairs)) if longer.format == "swiss" else ("games", 2 * used)
        got = getattr(longer, name)
        raise ValueError(f"{len(store.results)} games are played already: expected --{name} {least} or more, got {got}")
    return longer
