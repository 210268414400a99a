"""A whole arena in one process: every game once, the file tells all of it, and a test stops it."""

import json
from pathlib import Path

import pytest

from quintet.arena.openings import OpeningSettings
from quintet.arena.plan import ArenaPlan
from quintet.arena.playing import GameResult
from quintet.arena.sprt import Sprt
from quintet.arena.summary import summarise
from quintet.arena.tournament import Store, Tournament, check
from quintet.compute import open_pool
from quintet.engine.limits import TimeControl

SMALL = "quentin(size=3)"
QUICK = OpeningSettings(plies=2, filter="none")


def run(
    path: Path, plan: ArenaPlan | None, resume: bool = False, workers: int = 2, stop_after: int | None = None
) -> Tournament:
    with Store(path, plan, resume) as store, open_pool(workers) as pool:
        running = Tournament(store, pool)
        for count, _ in enumerate(running.run(), 1):
            if count == stop_after:
                break
    return running


def without_time(results: dict[str, GameResult]) -> dict[str, tuple[object, ...]]:
    return {key: (one.first, one.second, one.opening, one.result, one.moves) for key, one in results.items()}


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss"])
def test_every_game_is_played_once_whoever_plays_them(tmp_path: Path, format: str) -> None:
    plan = ArenaPlan(SMALL, ("random", "mcts:nodes=5", "random", "level:1"), format, games=4, drawing=QUICK)
    one = run(tmp_path / "one.jsonl", plan, workers=1)
    two = run(tmp_path / "two.jsonl", plan, workers=3)
    assert len(one.store.results) == plan.total
    assert without_time(one.store.results) == without_time(two.store.results)
    pairs: dict[tuple[str, str, str], int] = {}
    for result in one.store.results.values():
        low, high = sorted((result.first, result.second))
        pairs[low, high, result.opening] = pairs.get((low, high, result.opening), 0) + 1
    assert all(count % 2 == 0 for count in pairs.values())


@pytest.mark.parametrize("format", ["round-robin", "swiss"])
def test_an_arena_that_is_left_goes_on_where_it_was_and_grows(tmp_path: Path, format: str) -> None:
    plan = ArenaPlan(SMALL, ("random", "mcts:nodes=5", "level:1", "random"), format, games=2, drawing=QUICK)
    whole = run(tmp_path / "whole.jsonl", plan)
    path = tmp_path / "left.jsonl"
    run(path, plan, stop_after=3)
    with path.open("ab") as file:
        file.write(b'{"key": "0-1/0a", "first": "ran')
    run(path, plan, resume=True, stop_after=2)
    left = run(path, None, resume=True)
    assert without_time(left.store.results) == without_time(whole.store.results)
    keys = [json.loads(line).get("key") for line in path.read_text("utf-8").splitlines()]
    assert sorted(filter(None, keys)) == sorted(left.store.results)
    longer = ArenaPlan(
        SMALL,
        plan.players,
        format,
        games=2 if format == "swiss" else 4,
        rounds=5 if format == "swiss" else 0,
        drawing=QUICK,
    )
    grown = run(path, longer, resume=True)
    assert len(grown.store.results) == longer.total > plan.total
    assert set(left.store.results) < set(grown.store.results)


def test_a_test_stops_as_soon_as_it_is_settled_whoever_is_quick(tmp_path: Path) -> None:
    plan = ArenaPlan(SMALL, ("solver", "random"), games=200, drawing=QUICK, sprt=Sprt(0, 100))
    verdicts = []
    for workers in (1, 3):
        running = run(tmp_path / f"{workers}.jsonl", plan, workers=workers)
        assert len(running.store.results) < 200
        verdicts.append(running.verdict)
        again = run(tmp_path / f"{workers}.jsonl", None, resume=True)
        assert again.verdict == running.verdict
        assert set(again.store.results) == set(running.store.results)
    assert verdicts[0] == verdicts[1]
    assert verdicts[0] is not None
    assert verdicts[0].accepted == "elo1"


def test_the_summary_counts_what_was_played(tmp_path: Path) -> None:
    plan = ArenaPlan(SMALL, ("solver", "random", "arena.strangers:broken"), games=10, drawing=QUICK, check=50_000)
    running = run(tmp_path / "a.jsonl", plan)
    summary = summarise(plan, running.store.results, running.verdict, running.failed, anchor="random")
    assert [one.name for one in summary.standings] == ["solver", "random", "arena.strangers:broken"]
    best, middle, last = summary.standings
    assert (last.wins, last.losses, last.forfeits, last.score) == (0, 20, 20, 0)
    assert best.kept == best.known > 0
    assert best.forfeits == middle.forfeits == 0
    assert middle.elo == middle.error == 0
    assert best.elo > 0 > last.elo
    assert best.superiority is not None
    assert last.superiority is None
    assert summary.played == summary.total == 30
    assert sum(one.wins + one.draws + one.losses for one in summary.openings) == 30
    assert sum(summary.forfeits.values()) == 20
    assert summary.forfeits["arena.strangers:broken: raised RuntimeError in broken, line 22: no idea"] == 20
    assert all(sum(one.pairs) == 5 for one in summary.meetings)
    beaten = next(one for one in summary.meetings if one.two == "arena.strangers:broken" and one.one == "solver")
    assert (beaten.wins, beaten.pairs) == (10, (0, 0, 0, 0, 5))
    assert json.loads(json.dumps(summary.as_json()))["standings"][0]["games"] == 20


def test_games_that_are_cut_off_are_told_apart(tmp_path: Path) -> None:
    plan = ArenaPlan("quentin(size=9)", ("random", "random"), games=4, turns=6, drawing=QUICK)
    summary = summarise(plan, run(tmp_path / "a.jsonl", plan).store.results)
    assert (summary.truncated, summary.first_wins, summary.draws, summary.first_losses) == (4, 0, 0, 0)
    assert [(one.games, one.truncated) for one in summary.standings] == [(0, 4), (0, 4)]
    assert summary.meetings[0].pairs == (0, 0, 0, 0, 0)
    assert summary.openings == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"players": ("random",)}, "an arena needs 2 to 256 players, got 1"),
        ({"games": 3}, "games must be an even number from 2 to 1000000, got 3"),
        ({"games": 0}, "games must be an even number from 2 to 1000000, got 0"),
        ({"format": "knockout"}, "format must be one of round-robin, gauntlet, ladder, swiss, got 'knockout'"),
        ({"rounds": 3}, "rounds are for the format swiss: expected games"),
        ({"turns": -1}, "turns must be 0 to 1000000, got -1"),
        ({"seed": -1}, "seed must be 0 or more, got -1"),
        (
            {"adjudicate": 1, "check": 1},
            "expected one of adjudicate and check, got both: a game that is ended has no moves left",
        ),
        (
            {"players": ("random", "random", "random"), "sprt": Sprt(0, 5)},
            "sprt compares two players: expected a round robin of two",
        ),
    ],
)
def test_bad_plans(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        ArenaPlan(**{"game": SMALL, "players": ("random", "random"), **changes})  # type: ignore[arg-type]
    assert str(error.value) == sentence


def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    plan = ArenaPlan(SMALL, ("random", "random"), games=2, drawing=QUICK)
    path = tmp_path / "a.jsonl"
    run(path, plan)
    other = ArenaPlan(SMALL, ("random", "random"), games=2, drawing=QUICK, limit=TimeControl(nodes=7))
    with pytest.raises(ValueError) as error:
        Store(path, other, resume=True)
    assert str(error.value).startswith("the arena that is to be resumed has limit ")
    with pytest.raises(ValueError) as error:
        Store(path, plan, resume=False)
    assert str(error.value) == f"{str(path)!r} is there already: expected --resume to go on, or another --out"


def test_files_of_before_are_still_read(tmp_path: Path) -> None:
    """Written by the arena as it was before players and their limits had one home."""
    path = tmp_path / "old.jsonl"
    path.write_text(
        '{"arena": 1, "plan": {"game": "quentin(size=3,pie=false)", "players": ["mcts:nodes=5, threads=1",'
        ' "level:nodes=20,lines=2,temperature=0.1"], "format": "ladder", "games": 2, "rounds": 0,'
        ' "limit": {"nodes": null, "depth": null, "seconds": null, "cpu": null, "clock": 60.0, "increment": 0.5},'
        ' "openings": "", "drawing": {"plies": 1, "filter": "none", "balance": 0.25, "nodes": 2000}, "seed": 0,'
        ' "turns": 1000, "adjudicate": 0, "check": 0, "patience": 60.0, "sprt": null}}\n'
        '{"openings": [[["a1"], null]]}\n'
        '{"key": "0-1/0a", "first": "mcts:nodes=5, threads=1", "second": "level:nodes=20,lines=2,temperature=0.1",'
        ' "opening": "a1", "result": "first", "reason": "a chain", "ending": "rules", "moves": ["a1"], "turns": [0, 0],'
        ' "seconds": [0.0, 0.0], "cpu": [0.0, 0.0], "known": [0, 0], "kept": [0, 0]}\n'
    )
    with Store(path, None, resume=True) as store:
        assert store.plan.limit == TimeControl(clock=60.0, increment=0.5)
        assert json.loads(json.dumps(store.plan.as_json())) == json.loads(path.read_text().splitlines()[0])["plan"]
        assert summarise(store.plan, store.results).standings[0].name == "mcts:nodes=5, threads=1"


def test_one_arena_at_a_time_writes(tmp_path: Path) -> None:
    plan = ArenaPlan(SMALL, ("random", "random"), games=2, drawing=QUICK)
    path = tmp_path / "a.jsonl"
    with Store(path, plan, resume=False):
        with pytest.raises(ValueError) as error:
            Store(path, plan, resume=True)
        assert str(error.value) == f"another arena is writing to {str(path)!r}: expected another --out"
    Store(path, plan, resume=True).__exit__(None, None, None)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "{path} is no arena: expected its plan in the first line"),
        (b"nonsense\n", "{path} is no arena: expected its plan in the first line"),
        (b'{"arena": 2}\n', "{path} is no arena: expected its plan in the first line"),
        (b"[]\n", "{path} is no arena: expected its plan in the first line"),
        (b'{"arena": 1, "plan": {"games": 2}}\n', "{path} is no arena: expected its plan in the first line"),
        (b'{PLAN}\n{"key": 1}\n', "{path}: line 2 is no game of an arena"),
        (b"{PLAN}\n\xff\n", "{path}: line 2 is no game of an arena"),
        (b'{PLAN}\n{"plan": {"games": 4}}\n', "{path}: line 2 is no game of an arena"),
    ],
)
def test_bad_files(tmp_path: Path, content: bytes, sentence: str) -> None:
    plan = json.dumps({"arena": 1, "plan": ArenaPlan(SMALL, ("random", "random")).as_json()}).encode()
    path = tmp_path / "a.jsonl"
    path.write_bytes(content.replace(b"{PLAN}", plan))
    with pytest.raises(ValueError) as error:
        Store(path, None, resume=True)
    assert str(error.value) == sentence.format(path=repr(str(path)))


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("no.such:thing", "the player 'no.such:thing' cannot be imported: No module named 'no'"),
        ("arena.strangers:nobody", "the player 'arena.strangers:nobody' cannot be imported: "),
        ("arena.strangers:NOT_A_FUNCTION", "the player 'arena.strangers:NOT_A_FUNCTION' must be a function of a match"),
        ("engine:weights=nowhere", "the weights 'nowhere' cannot be read"),
        ("ugi:nowhere -x", "the player 'ugi:nowhere -x' cannot be started: no program is called 'nowhere'"),
        ("nboard:cat", "NBoard's protocol holds games of othello, got quentin("),
    ],
)
def test_players_who_could_never_move_are_refused_at_once(who: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        check(ArenaPlan(SMALL, ("random", who)))
    assert str(error.value).startswith(sentence)


def test_gtp_is_not_told_positions(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    path.write_text("b../.../... w -\n", "utf-8")
    with pytest.raises(ValueError) as error:
        check(ArenaPlan(SMALL, ("random", "gtp:cat"), openings=str(path)))
    assert str(error.value) == "GTP cannot be told a position: a match over GTP must begin at the start of the game"
