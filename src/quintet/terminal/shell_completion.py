"""Shell completion put where a shell looks for it, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from cyclopts import App

from quintet.core import files

PLACES = {
    "bash": Path(".local/share/bash-completion/completions/quintet"),
    "zsh": Path(".zfunc/_quintet"),
    "fish": Path(".config/fish/completions/quintet.fish"),
}
"""Below the home folder."""
FURTHER = {"zsh": "zsh reads that folder only if your .zshrc says so before compinit: fpath+=~/.zfunc"}


def install(app: App, shell: Literal["bash", "zsh", "fish"]) -> None:
    """Write the one file, and say which it is."""
    path = Path.home() / PLACES[shell]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, app.generate_completion(shell=shell))
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {files.reason(error)}") from None
    print(f"Written: {path}. No other file was changed; it works in the next shell you open.")
    if shell in FURTHER:
        print(FURTHER[shell])
