"""Which games the laws are held against: every game of the registry, standard and with several option sets."""

from functools import cache

from quintet import game_ids, load
from quintet.core.game import AnyGame

OPTION_SETS = {
    "othello": ["othello(empties=winner)", "othello(size=4)", "othello(size=6,empties=winner)", "othello(size=10)"],
    "quentin": ["quentin(size=2)", "quentin(size=4)", "quentin(size=5,pie=false)", "quentin(size=7)"],
    "bestgame": [
        "bestgame(columns=3,rows=3,tokens=4)",
        "bestgame(columns=7,rows=5)",
        "bestgame(columns=9,rows=4,tokens=40)",
    ],
    "magnetize": [
        "magnetize(height=2,width=2)",
        "magnetize(height=3,width=4,maglock=5)",
        "magnetize(height=6,width=6,square=3,maglock=0)",
        "magnetize(height=5,width=12,square=3,maglock=1)",
    ],
}
SPECS = [spec for game_id in game_ids() for spec in [game_id, *OPTION_SETS.get(game_id, [])]]


@cache
def game_of(spec: str) -> AnyGame:
    """One object a spec, so that tables are made once."""
    return load(spec)
