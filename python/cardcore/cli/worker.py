"""What a worker of ``--workers`` loads first.

Ctrl-C reaches the workers as well as the command, which is the one to stop them.
"""

import signal


def dask_setup(_worker: object) -> None:
    """Ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
