"""The kernel, compiled where numba is installed; `interpreter.kernel` itself is plain Python and imports nothing.

Compiled code is worth its start (a second and a half, and half a minute once for ever) where many deals are played or
positions solved; a single decision is sooner made in plain Python. Both give the same numbers.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType

from interpreter import kernel

__all__ = ["HAS_NUMBA", "fastest"]

HAS_NUMBA = importlib.util.find_spec("numba") is not None


@cache
def fastest() -> ModuleType:
    """Return the kernel that is fastest here: a compiled copy, or the plain one where there is no numba."""
    spec = importlib.util.spec_from_file_location(kernel.COMPILED_NAME, kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[kernel.COMPILED_NAME] = module
    try:
        spec.loader.exec_module(module)
    except ImportError:
        del sys.modules[kernel.COMPILED_NAME]
        return kernel
    return module
