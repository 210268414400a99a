"""Players that somebody else wrote, named as ``arena.strangers:function``."""

from quintet import Match
from quintet.engine.limits import Budget

NOT_A_FUNCTION = 3


def last(match: Match, budget: Budget) -> str:
    """Spoils its match, which is its own."""
    answer = match.legal()[-1]
    match.play(answer)
    return answer


def budgeted(match: Match, budget: Budget) -> str:
    assert budget.nodes == 7
    return match.legal()[0]


def broken(match: Match, budget: Budget) -> str:
    raise RuntimeError("no idea")


def cheat(match: Match, budget: Budget) -> object:
    return None
