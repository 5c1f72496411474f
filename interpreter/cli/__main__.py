"""`python -m interpreter.cli` is the command `bidwhist`."""

import sys

from interpreter.cli import program

sys.exit(program())
