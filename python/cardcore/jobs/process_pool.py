"""Worker processes on this machine, without a network.

The workers talk to this process through pipes, so no other user of the machine can reach them.
They ignore Ctrl-C, which is for this process to handle, and exit when this process does, however it
ends.
"""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

__all__ = ["process_pool", "terminate"]


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Make a pool of worker processes on this machine.

    Parameters
    ----------
    workers
        The number of processes. Each starts when it is first needed.

    Examples
    --------
    >>> with process_pool(1) as pool:
    ...     pool.submit(pow, 7, 2).result()
    49
    """
    return ProcessPoolExecutor(workers, mp_context=_Context(), initializer=_start_worker)


def terminate(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool without waiting for their tasks."""
    processes = list((pool._processes or {}).values())
    manager: Any = pool._executor_manager_thread
    # The pool has to drop canceled futures before it sees dead workers: it would try to fail them.
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if manager is not None:
        manager.join()


class _Process(SpawnProcess):
    """A process that does not see a Ctrl-C while it starts."""

    def start(self) -> None:
        try:
            with _interrupts_blocked():
                super().start()
        except KeyboardInterrupt:
            # The pool does not know this process yet, and would never end it.
            if self.pid is not None:
                self.terminate()
            raise


class _Context(SpawnContext):
    Process = _Process


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block interrupts for processes that are started here; this one gets them afterward."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    # The pipes of a pool stay open while any of its workers lives, so their end says nothing.
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
