"""Whole boards of one-letter cells in plain characters, as the games' documents draw them."""

from __future__ import annotations

from collections.abc import Sequence


def ruled(rows: Sequence[Sequence[str]], left: Sequence[str], bottom: Sequence[str]) -> str:
    """Cells in a grid of dashes and bars, letters below: the display of a board with squares."""
    rule = "\t   " + "--- " * len(bottom)
    lines = [rule]
    for label, row in zip(left, rows, strict=True):
        lines += [f"\t{label} | " + " | ".join(row) + " |", rule]
    lines.append("\t    " + "   ".join(bottom) + "   ")
    return "\n".join(lines)


def slots(rows: Sequence[Sequence[str]], left: Sequence[str], top: Sequence[str]) -> str:
    """Cells in brackets with numbers above: the display of an upright rack."""
    lines = [("  " + "".join(f" {label} " for label in top)).rstrip()]
    lines += [f"{label} " + "".join(f"[{cell}]" for cell in row) for label, row in zip(left, rows, strict=True)]
    return "\n".join(lines)


def bare(rows: Sequence[Sequence[str]], left: Sequence[str], top: Sequence[str]) -> str:
    """Cells alone, labels above and an empty line between: the densest display."""
    lines = ["  " + "".join(top), ""]
    lines += [f"{label} " + "".join(row) for label, row in zip(left, rows, strict=True)]
    return "\n".join(lines)
