"""Ctrl-C at any moment: one line and its own exit status, never a traceback.

While the command is loaded, and after it has finished, an interrupt ends the program on the spot;
raised as an exception, it would come up in whatever is being imported or taken down. In between,
it is raised, so that work is stopped and tidied up.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

#: The exit status after Ctrl-C, as shells have it.
INTERRUPTED = 130

#: Whether an interrupt that would end the program is raised for now.
_is_raised = False


def end_at_once() -> None:
    """End the program at an interrupt, unless it was started to ignore interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def raised() -> Iterator[None]:
    """Raise interrupts as ``KeyboardInterrupt``, where they would end the program."""
    if signal.getsignal(signal.SIGINT) is not _end:
        yield
        return
    global _is_raised
    _is_raised = True
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _end)
        _is_raised = False


@contextmanager
def ending() -> Iterator[None]:
    """End the program at an interrupt again, while something is loaded after all."""
    if not _is_raised:
        yield
        return
    signal.signal(signal.SIGINT, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(_number: int, _frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, b"\ninterrupted\n")
    os._exit(INTERRUPTED)
