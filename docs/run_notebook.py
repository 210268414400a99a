"""Runs a notebook from top to bottom, as Jupyter would, and prints what its cells of code show: JSON, a list a cell.

python docs/run_notebook.py NOTEBOOK
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets import Type

KINDS = ("image/svg+xml", "text/html", "text/plain")
"""What a result may be shown as, the best first."""


class ResultKept(DisplayHook):
    """Keeps results in every form that they have, instead of printing them."""

    shown: list[dict[str, Any]]

    def write_output_prompt(self) -> None:
        self.shown = []

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        self.shown.append(format_dict)


class Shell(InteractiveShell):
    displayhook_class = Type(ResultKept)


def main(notebook: Path) -> None:
    shell = Shell.instance()
    shell.display_formatter.active_types = shell.display_formatter.format_types
    cells = []
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            shell.displayhook.shown = []
            with capture_output() as captured:
                result = shell.run_cell("".join(cell["source"]), store_history=True)
            result.raise_error()
            outputs = [best(output.data) for output in captured.outputs] + [
                best(data) for data in shell.displayhook.shown
            ]
            cells.append([("text/plain", captured.stdout)] * bool(captured.stdout) + outputs)
    tournament = shell.user_ns["tournament"]
    if not tournament.is_complete or any(standing.forfeits for standing in tournament):
        raise SystemExit(f"expected a tournament without forfeits at the end, got\n{tournament}")
    json.dump(cells, sys.stdout)


def best(data: dict[str, Any]) -> tuple[str, str]:
    kind = next(kind for kind in KINDS if kind in data)
    return kind, data[kind]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
