"""A Dask cluster on this machine, shared by the tests."""

import os
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """Start a cluster of two processes that blames a chunk for every worker it loses."""
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def workers(client: Any) -> list[int]:
    """Return the process ids of the cluster's workers, once all of them are running."""
    client.wait_for_workers(2)
    return list(client.run(os.getpid).values())
