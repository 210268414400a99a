"""``quintet rules``: the rules of a game, through a pager at a terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
from io import StringIO

from quintet.core import registry
from quintet.terminal.commands.shared_flags import Spec
from quintet.terminal.console import colorful, whole_screen


def rules(game: Spec, /) -> None:
    """Explain a game, with worked examples."""
    from quintet.terminal import rules_text

    written = StringIO()
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    rules_text.show(registry.load(game), written, colorful(sys.stdout), columns)
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if whole_screen() and pager and shutil.which(pager[0]):
        environment = {"LESS": "FRX", **os.environ}  # colours as they are, and no pager for what fits the window
        with contextlib.suppress(KeyboardInterrupt):
            subprocess.run(pager, input=written.getvalue().encode(), env=environment)
    else:
        sys.stdout.write(written.getvalue())
