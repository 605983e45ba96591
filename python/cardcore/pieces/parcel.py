"""How a job travels to the process that does a piece of it, and what comes back.

The job is pickled once, and unpickled for every piece: what a player keeps from one piece cannot
reach another. Classes of the main program travel as they are if cloudpickle is there, else by name.
Nothing but bytes and numbers comes back, so that no error of a player can break a pool which fails
to unpickle it.
"""

import pickle
import time
from importlib import import_module
from typing import Any

import cardcore
from cardcore.errors import CardcoreError
from cardcore.pieces.job import Job

__all__ = ["Answer", "open_answer", "pack", "run_parcel"]

#: The seconds that a piece took and its result, or why there is none: the pickled error, empty if
#: it cannot be pickled, and the error in words.
Answer = tuple[float, bytes] | tuple[bytes, str]


def pack(job: Job[Any]) -> bytes:
    """Pickle a job.

    Raises
    ------
    TypeError
        If it cannot be pickled; the message says why.
    """
    try:
        pickler: Any = import_module("cloudpickle")
    except ImportError:
        pickler = pickle
    try:
        content: bytes = pickler.dumps(job)
    except (AttributeError, TypeError, ValueError, pickle.PicklingError) as error:
        message = (
            f"expected what other processes can be sent, found what cannot be pickled: {error}"
        )
        raise TypeError(message) from error
    return content


def run_parcel(parcel: bytes, version: str, start: int, stop: int, attempt: int) -> Answer:
    """Do a piece of a pickled job; attempts have numbers so that nobody remembers the last one."""
    try:
        if version != cardcore.__version__:
            raise CardcoreError(
                f"expected workers with cardcore {version}, found one with {cardcore.__version__}"
            )
        job: Job[Any] = pickle.loads(parcel)
        begin = time.perf_counter()
        result = job.run(range(start, stop))
        seconds = time.perf_counter() - begin
        return seconds, job.encode(result)
    except Exception as error:
        return _pickled(error), f"{type(error).__name__}: {error}"


def _pickled(error: Exception) -> bytes:
    try:
        content = pickle.dumps(error)
        # Some errors can be pickled, but not unpickled.
        pickle.loads(content)
    except Exception:
        return b""
    return content


def open_answer(answer: Answer) -> tuple[float, bytes]:
    """Give what a piece took and its result.

    Raises
    ------
    Exception
        What the piece raised, or a :class:`CardcoreError` that tells it if it is unknown here.
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
