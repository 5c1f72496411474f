"""`python -m interpreter.cli` is the command `bidwhist`."""

import sys

from interpreter.cli import main

sys.exit(main())
