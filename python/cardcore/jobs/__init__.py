"""Run long jobs in chunks, on any executor, with checkpoints.

A :class:`Job` is a sequence of similar units of work, such as the deals of an arena. A *chunk* is a
range of units, and its result is a pure function of the job and the range. Results are integers
that add up, so the outcome is identical to the last byte for any chunk size, number of workers,
order of completion, number of retries and machine.

:func:`run_chunks` runs the chunks in this process or submits them to any
:class:`concurrent.futures.Executor`: a thread pool, a process pool, or
``dask.distributed.Client(…).get_executor()``. With a checkpoint, a job that is killed at any moment
resumes where it stopped.
"""

from cardcore.jobs.checkpoint import Checkpoint, CheckpointError
from cardcore.jobs.clock import Clock
from cardcore.jobs.dispatcher import LostWorkers
from cardcore.jobs.executor_source import ExecutorLike, ExecutorSource, LostExecutor
from cardcore.jobs.identity import identity
from cardcore.jobs.job import Job, Result
from cardcore.jobs.process_pool import process_pool
from cardcore.jobs.run import run_chunks

__all__ = [
    "Checkpoint",
    "CheckpointError",
    "Clock",
    "ExecutorLike",
    "ExecutorSource",
    "Job",
    "LostExecutor",
    "LostWorkers",
    "Result",
    "identity",
    "process_pool",
    "run_chunks",
]
