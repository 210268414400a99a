"""``python -m simulation``, in the folder tests."""

import sys

from simulation.run import main

sys.exit(main())
