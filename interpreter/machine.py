"""The kernel, compiled where numba is installed; `interpreter.kernel` itself is plain Python and imports nothing.

Compiled code is worth its start (a second and a half, and half a minute once for ever) where many deals are played or
positions solved; a single decision is sooner made in plain Python. Both give the same numbers.
"""

from __future__ import annotations

import importlib.util
import signal
import sys
import threading
from collections.abc import Callable
from functools import cache
from types import FrameType, ModuleType, TracebackType
from typing import Any

from interpreter import kernel

__all__ = ["HAS_NUMBA", "fastest"]

HAS_NUMBA = importlib.util.find_spec("numba") is not None


class Interrupts:
    """Holds an interrupt back in a `with` block of the main thread, and lets it through at its end.

    Raised within a callback from the compiler's library it would be lost. Blocks may be nested; it comes through at the
    end of the innermost. Whoever handled interrupts before gets it.
    """

    def __init__(self) -> None:
        self.depth, self.came = 0, False
        self.handler: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> None:
        if self.depth == 0:
            handler = signal.getsignal(signal.SIGINT)
            self.handler, self.came = handler if callable(handler) else None, False
            if self.handler is not None:
                signal.signal(signal.SIGINT, self.hold)
        self.depth += 1

    def hold(self, number: int, frame: FrameType | None) -> None:
        """Note that an interrupt came."""
        self.came = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.depth -= 1
        if self.handler is None:
            return
        if self.depth == 0:
            signal.signal(signal.SIGINT, self.handler)
        if self.came and error is None:
            self.came = False
            self.handler(signal.SIGINT, None)


INTERRUPTS = Interrupts()


WATCHERS: list[Callable[[], None]] = []
"""Whom to tell that code is compiled, which takes up to a minute: once, when the first function is done."""


def watched(dispatcher: Any) -> None:
    """Let no interrupt come in between while numba compiles a function, and tell where it wasn't kept from before."""
    compiler = dispatcher.compile

    def compiled(signature: Any) -> Any:
        done = compiler(signature)
        if WATCHERS and dispatcher.stats.cache_misses:
            WATCHERS.pop()()
        return done

    def undisturbed(signature: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return compiler(signature)
        with INTERRUPTS:
            return compiled(signature)

    dispatcher.compile = undisturbed


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
    for function in vars(module).values():
        if hasattr(function, "py_func"):
            watched(function)
    return module
