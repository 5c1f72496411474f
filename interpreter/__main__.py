"""`python -m interpreter` is the command `bidwhist`."""

import sys

from interpreter.cli import program

sys.exit(program())
