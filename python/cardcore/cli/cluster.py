"""Options for long jobs: worker processes on this machine, a Dask cluster, checkpoints."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cardcore import CardcoreError
from cardcore.cli import render
from cardcore.cli.numbers import Number
from cardcore.extras import needs
from cardcore.jobs import ExecutorSource, process_pool

#: How long a scheduler may take to answer, in seconds.
_CONNECT_SECONDS = 10

#: How long to wait for a cluster that finishes nothing, in seconds.
_TIMEOUT_SECONDS = 3600


def cluster_options() -> list[click.Option]:
    """Make the options of commands that run in chunks."""
    return [
        click.Option(
            ["--workers"],
            type=Number(1, 1024),
            help="Run on this many processes, one thread each. Players of your own then use all "
            "cores.",
        ),
        click.Option(
            ["--cluster"],
            metavar="ADDRESS",
            help="Run on a Dask cluster: tls://host:8786, or tcp://host:8786 on a trusted network.",
        ),
        click.Option(
            ["--cluster-timeout"],
            type=Number(1, 10**9),
            metavar="SECONDS",
            help="Stop if the cluster finishes nothing for this long.  "
            f"[default: {_TIMEOUT_SECONDS}]",
        ),
        click.Option(
            ["--checkpoint"],
            type=click.Path(path_type=Path),
            help="Store finished work in a file. Run the same command again to resume.",
        ),
    ]


def with_cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add these options to a command made from a function."""
    parameters: list[click.Parameter] = getattr(command, "__click_params__", [])
    # click reads them from the last to the first.
    command.__click_params__ = [*parameters, *reversed(cluster_options())]  # type: ignore[attr-defined]
    return command


@contextmanager
def executor(
    threads: int | None, workers: int | None, cluster: str | None, cluster_timeout: int | None
) -> Iterator[ExecutorSource | None]:
    """Provide the executor that the options ask for; ``None`` for this process and its threads.

    Raises
    ------
    CardcoreError
        If Dask is not installed or the cluster cannot be reached.
    ValueError
        If the options conflict.
    """
    if workers is not None and cluster is not None:
        raise ValueError("--workers and --cluster cannot be used together")
    if cluster is None and cluster_timeout is not None:
        raise ValueError("--cluster-timeout needs --cluster")
    if threads is not None and (workers is not None or cluster is not None):
        option = "--cluster" if workers is None else "--workers"
        raise ValueError(
            f"--threads and {option} cannot be used together: every worker has one thread"
        )
    if workers is not None:
        yield ExecutorSource(partial(process_pool, workers))
    elif cluster is not None:
        with _connected(cluster) as client:
            if not client.nthreads():
                render.complain("the cluster has no workers yet; waiting for some")
            yield ExecutorSource(client.get_executor(), timeout=cluster_timeout or _TIMEOUT_SECONDS)
    else:
        yield None


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise CardcoreError(needs("--cluster", "Dask", "cluster")) from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if address.startswith("tls://") and distributed.Security().tls_client_cert is None:
        raise CardcoreError(
            f"--cluster: '{address}' needs a certificate: set distributed.comm.tls in the "
            "configuration of Dask"
        )
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError, TypeError) as error:
        raise CardcoreError(f"--cluster: cannot reach '{address}': {error}") from error
    with client:
        yield client
