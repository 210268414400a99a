"""``quintet completion``: a script that completes the command in a shell, printed or installed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from quintet.core import files, registry
from quintet.terminal.commands.shared_flags import flag, switch

Shell = Literal["bash", "zsh", "fish"]
PATHS = {
    "bash": Path(".local/share/bash-completion/completions/quintet"),
    "zsh": Path(".zfunc/_quintet"),
    "fish": Path(".config/fish/completions/quintet.fish"),
}
"""Where each shell looks, below the home folder."""
ADVICE = {"zsh": "zsh reads that folder only if your .zshrc says so before compinit: fpath+=~/.zfunc"}


def completion(
    shell: Annotated[Shell, flag("for which shell")],
    /,
    *,
    install: Annotated[bool, switch("put it where the shell looks for it")] = False,
) -> None:
    """Print a script that completes this command in your shell, or install it."""
    from quintet.terminal import command_line

    script = command_line.build(None, choices=registry.game_ids()).generate_completion(shell=shell)
    if install:
        _install(script, shell)
    else:
        print(script)


def _install(script: str, shell: Shell) -> None:
    """Write the script; no other file, such as a shell's start file, is changed."""
    path = Path.home() / PATHS[shell]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, script)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {files.reason(error)}") from None
    print(f"Written: {path}. No other file was changed; it works in the next shell you open.")
    if shell in ADVICE:
        print(ADVICE[shell])
