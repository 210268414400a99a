"""Limits refuse nonsense, and the clock holds a search to them."""

import pytest

from quintet.engine.limits import Budget, Clock, Limits, Stopped, TimeControl, parse_clock

NODES = "nodes must be a whole number from 1 to 1000000000000000, got "
DEPTH = "depth must be a whole number from 1 to 100, got "
SECONDS = "seconds must be a number above 0 and at most 1e+06, got "


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 0}, NODES + "0"),
        ({"nodes": -5}, NODES + "-5"),
        ({"nodes": 10**16}, NODES + "10000000000000000"),
        ({"nodes": 10.0}, NODES + "10.0"),
        ({"nodes": True}, NODES + "True"),
        ({"nodes": "many"}, NODES + "'many'"),
        ({"nodes": 10**5000}, NODES + "a huge number"),
        ({"seconds": 10**5000}, SECONDS + "a huge number"),
        ({"depth": 0}, DEPTH + "0"),
        ({"depth": 101}, DEPTH + "101"),
        ({"seconds": 0}, SECONDS + "0"),
        ({"seconds": -1.0}, SECONDS + "-1.0"),
        ({"seconds": float("nan")}, SECONDS + "nan"),
        ({"seconds": float("inf")}, SECONDS + "inf"),
        ({"seconds": 1e7}, SECONDS + "10000000.0"),
        ({"seconds": True}, SECONDS + "True"),
        ({"seconds": "x" * 80}, SECONDS + "'" + "x" * 56 + "..."),
    ],
)
def test_nonsense_is_refused_with_the_range(limits: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Limits(**limits)  # type: ignore[arg-type]
    assert str(error.value) == message


def test_any_of_them_may_be_given_or_none() -> None:
    assert Limits(nodes=1, depth=100, seconds=0.001) == Limits(1, 100, 0.001)
    assert Limits() == Limits(None, None, None)


def test_exactly_as_many_nodes_as_allowed() -> None:
    clock = Clock(Limits(nodes=3))
    for _ in range(3):
        clock.tick()
    with pytest.raises(Stopped):
        clock.tick()
    assert clock.nodes == 3


def test_time_is_injected() -> None:
    now = [100.0]
    clock = Clock(Limits(seconds=2.0), now=lambda: now[0])
    now[0] = 101.9
    clock.tick()
    assert clock.seconds == pytest.approx(1.9)
    now[0] = 102.0
    with pytest.raises(Stopped):
        clock.tick()


def test_without_limits_only_a_stop_ends_it() -> None:
    clock = Clock(Limits())
    for _ in range(1000):
        clock.tick()
    clock.stop()
    with pytest.raises(Stopped):
        clock.tick()
    assert not clock.interrupted


def test_an_interrupt_is_a_stop_that_is_remembered() -> None:
    clock = Clock(Limits())
    clock.interrupt()
    assert clock.interrupted
    with pytest.raises(Stopped):
        clock.tick()


def test_what_else_must_stop_is_told_even_when_the_stop_came_first() -> None:
    told: list[str] = []
    early, late = Clock(Limits()), Clock(Limits())
    early.on_stop(lambda: told.append("early"))
    assert told == []
    early.stop()
    late.stop()
    late.on_stop(lambda: told.append("late"))
    assert told == ["early", "late"]


def test_clocks() -> None:
    assert parse_clock("60+0.5") == TimeControl(clock=60, increment=0.5)
    assert parse_clock("3") == parse_clock("3+0") == TimeControl(clock=3)
    for text in ("", "x", "60+", "+1", "-1", "1+x", "inf"):
        with pytest.raises(ValueError) as error:
            parse_clock(text)
        assert str(error.value) == f"--clock must be SECONDS or SECONDS+INCREMENT such as 60+0.5, got {text!r}"
    for text, what, got in (("0", "SECONDS", "0"), ("1e9", "SECONDS", "1e9"), ("60+1e9", "INCREMENT", "1e9")):
        with pytest.raises(ValueError) as error:
            parse_clock(text)
        assert str(error.value) == f"{what} of --clock must be a number above 0 and at most 1e+06, got {got!r}"


def test_a_player_is_told_of_clocks_only_where_it_has_one() -> None:
    assert TimeControl(nodes=5, cpu=0.5).budget((1.0, 2.0)) == Budget(nodes=5, cpu=0.5)
    assert TimeControl(clock=60, increment=0.5).budget((1.0, 2.0)) == Budget(clocks=(1.0, 2.0), increment=0.5)
