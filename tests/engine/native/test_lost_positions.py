"""A lost side looks for the longest way, and for a mistake, instead of giving up."""

from itertools import product

import pytest

import quintet
from needs import need
from quintet import Engine

need("the engine room")

SIZE = 11
LOST = (
    "wbb......bw/bb....wwwbb/bbbwwww.bbb/bwwwwwb.www/bwbwbwb.bb./wwwwwwb..../"
    "wbw.wwb.b../......b..../......w.b../.........../....b...... b -",
    "........b../.....w..b../wwbwwww.b../wwbwwwb.b../bwwwbwwwb../..bwbbbbb../"
    "b.bbbbwww.b/b.......wbb/b.ww.w.wwbw/w.b..wbbbbw/b.bwwwwwwww w -",
    ".........../..b......../..b.bww..../..bwbwwww../..bwwwb..../..bbb...b../"
    "..bwb.bwb../.wbwwwwwb../bwwww.bww.w/wwwb..wwb../bb...bwww.. b -",
)
"""Positions of Quentin in which every move loses, and most of them lose to the next stone."""


@pytest.mark.parametrize("text", LOST)
def test_a_lost_side_plays_where_the_stones_are(text: str) -> None:
    game = quintet.load(f"quentin(size={SIZE})")
    analysis = Engine(game, method="mcts", seed=7).analyze(text, nodes=1500)
    assert (analysis.value, analysis.exact) == (-1, True)
    rows = text.split()[0].split("/")
    column, row = ord(str(analysis.move)[0]) - ord("a"), int(str(analysis.move)[1:]) - 1
    around = product(range(max(0, row - 1), row + 2), range(max(0, column - 1), column + 2))
    assert any(rows[y][x] != "." for y, x in around if y < SIZE and x < SIZE)
