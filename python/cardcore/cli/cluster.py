"""Where long work is done: processes of this machine, or a cluster of Dask."""

import logging
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cardcore import CardcoreError
from cardcore.cli import render
from cardcore.cli.numbers import Number

#: How long a scheduler has to answer, in seconds.
_ANSWER = 10


def cluster_options() -> list[click.Option]:
    """Make the options of commands that run in chunks."""
    return [
        click.Option(
            ["--workers"],
            type=Number(1, 1024),
            help="Use so many processes of this machine, of one thread each: your own players then "
            "use all cores.",
        ),
        click.Option(["--cluster"], help="Use a cluster of Dask: tcp://host:8786."),
        click.Option(
            ["--checkpoint"],
            type=click.Path(path_type=Path),
            help="Keep what is done in a file; the same command goes on with it.",
        ),
    ]


def with_cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give these options to a command that is made of a function."""
    parameters: list[click.Parameter] = getattr(command, "__click_params__", [])
    # click reads them from the last to the first.
    command.__click_params__ = [*parameters, *reversed(cluster_options())]  # type: ignore[attr-defined]
    return command


@contextmanager
def executor(
    workers: int | None, cluster: str | None, threads: int | None
) -> Iterator[Executor | None]:
    """Give what does the work; ``None`` if this process should, with its threads.

    Raises
    ------
    CardcoreError
        If Dask is not installed or the cluster cannot be reached.
    ValueError
        If options are given that exclude each other.
    """
    if workers is None and cluster is None:
        yield None
        return
    if workers is not None and cluster is not None:
        raise ValueError("--workers and --cluster: expected one of them, found both")
    option = "--cluster" if workers is None else "--workers"
    if threads is not None:
        raise ValueError(f"--threads: expected none with {option}: workers have one thread each")
    distributed = _distributed(option)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with _client(distributed, workers, cluster) as client:
        if not client.nthreads():
            render.complain("the cluster has no workers yet; waiting for some")
        yield client.get_executor()


def _distributed(option: str) -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        message = f"{option} needs Dask: install it with pip install 'cardcore[cluster]'"
        raise CardcoreError(message) from error


@contextmanager
def _client(distributed: Any, workers: int | None, cluster: str | None) -> Iterator[Any]:
    if workers is None:
        try:
            client = distributed.Client(cluster, timeout=_ANSWER)
        except (OSError, ValueError, TypeError) as error:
            raise CardcoreError(f"--cluster: cannot reach '{cluster}': {error}") from error
        with client:
            yield client
        return
    with _without_interrupts():
        local = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            preload=["cardcore.cli.worker"],
        )
    with local, distributed.Client(local) as client:
        yield client


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C: it reaches them as well, and is for the command alone."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
