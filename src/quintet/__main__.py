"""`python -m quintet` is the `quintet` command."""

import sys

from quintet.terminal.command import main

sys.exit(main())
