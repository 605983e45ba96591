"""Long jobs cut into pieces that any process with this package can do, and put together again.

A :class:`Job` is a row of like units of work, such as the deals of an arena. A *piece* is a range
of them, and what comes of one is a pure function of the job and the range. Results add up in
integers, so the outcome is the same to the last byte however the row is cut, and whoever does the
pieces in which order, how often and on which machine.

:func:`run_pieces` does the pieces here or hands them to any :class:`concurrent.futures.Executor`: a
pool of threads or processes, or ``dask.distributed.Client(…).get_executor()``. With a checkpoint, a
job that is killed at any moment goes on where it was.
"""

from cardcore.pieces.checkpoint import Checkpoint, CheckpointError
from cardcore.pieces.identity import identity
from cardcore.pieces.job import Job, Result
from cardcore.pieces.run import LostWorkers, run_pieces
from cardcore.pieces.supply import ExecutorLike

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "ExecutorLike",
    "Job",
    "LostWorkers",
    "Result",
    "identity",
    "run_pieces",
]
