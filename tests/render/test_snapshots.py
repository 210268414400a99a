"""Every sample as it was when somebody last looked at it; see snapshot.py for how to write the files anew."""

import pytest

from quintet.render.svg.position import svg
from quintet.render.text.board_text import board, counters
from render.boards import SAMPLES
from render.snapshot import FOLDER, check

samples = pytest.mark.parametrize("name", SAMPLES)


@samples
def test_plain_text(name: str) -> None:
    sample = SAMPLES[name]
    drawn = board(sample.layout, sample.scene, last=sample.last, legal=sample.legal)
    check(f"{name}.txt", f"{drawn}\n\n{counters(sample.scene)}")


@samples
def test_colored_text(name: str) -> None:
    sample = SAMPLES[name]
    check(f"{name}.ansi", board(sample.layout, sample.scene, color=True, last=sample.last, legal=sample.legal))


@samples
def test_svg(name: str) -> None:
    sample = SAMPLES[name]
    check(f"{name}.svg", svg(sample.layout, sample.scene, last=sample.last, title=sample.title))


def test_no_snapshot_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{name}.{end}" for name in SAMPLES for end in ("txt", "ansi", "svg")
    }
