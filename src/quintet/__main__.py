"""`python -m quintet` is the `quintet` command."""

import sys

from quintet.terminal.cli import main

sys.exit(main())
