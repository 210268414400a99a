"""Data sets as files: JSON Lines, plain or compressed, and Parquet; each with a card that says what it is."""

from __future__ import annotations

import gzip
import json
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.core import files
from quintet.core.inputs import short
from quintet.engine.native.kernels import instruction_set

if TYPE_CHECKING:
    from quintet.environments.dataset import DatasetPlan, Row

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")
ROWS_A_GROUP = 100_000
PARQUET = (
    "Parquet needs pyarrow: pip install 'quintet-games[dataset]', or choose a file that ends in .jsonl or .jsonl.gz"
)


def check_name(path: Path) -> None:
    """ValueError for a file of another kind, or one that cannot be written here."""
    if not path.name.endswith(ENDINGS):
        raise ValueError(f"the file must end in {', '.join(ENDINGS)}, got {path.name!r}")
    if path.suffix == ".parquet":
        _pyarrow()
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{str(path)!r} cannot be written: its folder is missing")


def write(path: Path, rows: Sequence[Row], card: str) -> None:
    """The rows, and beside them their card."""
    if path.suffix == ".parquet":
        _write_parquet(path, rows)
    else:
        text = b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)
        files.save(path, gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
    files.save(card_of(path), card)


def card_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.md")


def read(path: Path | str) -> Iterator[Row]:
    """The rows of a data set; ValueError says what is wrong with a file."""
    path = Path(path)
    if not path.name.endswith(ENDINGS):
        raise ValueError(f"the file of a data set must end in {', '.join(ENDINGS)}, got {path.name!r}")
    try:
        for number, row in enumerate(_parquet_rows(path) if path.suffix == ".parquet" else _lines(path), 1):
            if not _is_row(row):
                raise ValueError(f"row {number} of {str(path)!r} must be a position with its value, got {short(row)}")
            yield row
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise ValueError(f"the data set {str(path)!r} cannot be read: {files.reason(error)}") from None


def _lines(path: Path) -> Iterator[Any]:
    """What is in each line; a line that is no JSON as it is."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                yield line


def _parquet_rows(path: Path) -> Iterator[Any]:
    for batch in _pyarrow().ParquetFile(path).iter_batches():
        yield from batch.to_pylist()


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and row.get("value") in (-1, 0, 1)
        and isinstance(row.get("position"), str)
        and isinstance(row.get("symmetry_class"), str)
        and isinstance(row.get("best"), list)
    )


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise ValueError(PARQUET) from None
    return pyarrow.parquet


def _write_parquet(path: Path, rows: Sequence[Row]) -> None:
    parquet = _pyarrow()
    import pyarrow as pa

    number, text, small = pa.int64(), pa.string(), pa.int16()
    kinds = {
        "game": number,
        "ply": small,
        "value": pa.int8(),
        "margin": small,
        "distance": small,
        "best": pa.list_(text),
    }
    schema = pa.schema([(name, kinds.get(name, text)) for name in (rows[0] if rows else ())])
    whole = pa.BufferOutputStream()
    with parquet.ParquetWriter(whole, schema, compression="zstd") as writer:
        for start in range(0, len(rows), ROWS_A_GROUP):
            writer.write_table(pa.Table.from_pylist(list(rows[start : start + ROWS_A_GROUP]), schema))
    files.save(path, whole.getvalue().to_pybytes())


def card(plan: DatasetPlan, rows: Sequence[Row], unsolved: int, confirmed: int, checked: int) -> str:
    """What a data set is, how it was made and how it was proved, as Markdown."""
    from quintet import __version__
    from quintet.environments.dataset import COLUMNS, SPLITS

    engine = instruction_set()
    lines = [
        f"# Positions of {plan.spec} with exact values",
        "",
        f"{len(rows):,} positions, no two of them mirror images of each other.",
        "",
        f"- game: `{plan.spec}`",
        f"- games by: {', '.join(plan.sources)}; at most {plan.per_game} of a game; seed {plan.seed}",
        f"- conditions: {', '.join(plan.where) or 'none'}",
        f"- made by: Quintet {__version__}, Python {platform.python_version()}, engine room {engine or 'not built'}",
        "",
        "## How it was proved",
        "",
        f"Every value is proved by the game's solver within {plan.nodes:,} nodes a position; {unsolved:,} positions"
        " took more and were left out. Nothing is estimated.",
        f"Of {checked:,} rows, spread evenly, {confirmed:,} were proved again by another path: the position after every"
        " move solved on its own, with empty tables and without learned weights."
        + (" The others took too many nodes for that." if confirmed < checked else ""),
        "",
        "## Counts",
        "",
        *_table("split", _counts(rows, "split", SPLITS)),
        *_table("value", _counts(rows, "value", (1, 0, -1))),
        *_table("source", _counts(rows, "source", plan.sources)),
        "## Columns",
        "",
        *[f"- `{name}`: {words}" for name, words in COLUMNS.items()],
        "",
    ]
    return "\n".join(lines)


def _counts(rows: Iterable[Row], name: str, order: Iterable[Any]) -> dict[Any, int]:
    counts = Counter(row[name] for row in rows)
    return {value: counts[value] for value in order}


def _table(title: str, counts: dict[Any, int]) -> list[str]:
    return [
        f"| {title} | positions |",
        "| --- | --- |",
        *[f"| {value} | {count:,} |" for value, count in counts.items()],
        "",
    ]
