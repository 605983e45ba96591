"""What is sent to a worker, and what it sends back.

The job is pickled once and unpickled for every chunk, so nothing that a player remembers can leak
from one chunk into another. Classes of the main program are pickled by value. Workers return only
bytes and numbers: an exception of a player's own class could break a pool that fails to unpickle
it.
"""

import pickle
import time
from importlib import import_module
from typing import Any

import cardcore
from cardcore.errors import CardcoreError
from cardcore.jobs.job import Job

__all__ = ["Answer", "open_answer", "pack", "run_payload"]

#: The duration of a chunk in seconds and its result; or, if it failed, the pickled exception (empty
#: if it cannot be pickled) and its text.
Answer = tuple[float, bytes] | tuple[bytes, str]


def pack(job: Job[Any]) -> bytes:
    """Pickle a job.

    Raises
    ------
    TypeError
        If it cannot be pickled; the message says why.
    """
    # Only jobs on an executor need it, so nobody else has to load it.
    cloudpickle = import_module("cloudpickle")
    try:
        content: bytes = cloudpickle.dumps(job)
    except (AttributeError, TypeError, ValueError, pickle.PicklingError) as error:
        message = f"expected a job that can be sent to other processes: {error}"
        raise TypeError(message) from error
    return content


def run_payload(payload: bytes, version: str, start: int, stop: int, attempt: int) -> Answer:
    """Run a chunk of a pickled job in a worker.

    The number of the attempt makes every call different, so that no scheduler returns the outcome
    of an earlier one.
    """
    try:
        if version != cardcore.__version__:
            raise CardcoreError(
                f"expected workers with cardcore {version}, found one with {cardcore.__version__}"
            )
        job: Job[Any] = pickle.loads(payload)
        begin = time.perf_counter()
        result = job.run(range(start, stop))
        seconds = time.perf_counter() - begin
        return seconds, job.encode(result)
    except Exception as error:
        return _pickled(error), f"{type(error).__name__}: {error}"


def _pickled(error: Exception) -> bytes:
    try:
        content = pickle.dumps(error)
        # Some exceptions can be pickled, but not unpickled.
        pickle.loads(content)
    except Exception:
        return b""
    return content


def open_answer(answer: Answer) -> tuple[float, bytes]:
    """Return the duration of a chunk and its result.

    Raises
    ------
    Exception
        What the chunk raised, or a :class:`CardcoreError` with its text if it is unknown here.
    """
    first, second = answer
    if isinstance(first, float) and isinstance(second, bytes):
        return first, second
    assert isinstance(first, bytes)
    try:
        error = pickle.loads(first) if first else None
    except Exception:
        error = None
    raise error if isinstance(error, Exception) else CardcoreError(str(second))
