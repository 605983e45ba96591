"""Dask clusters that die, have no workers, or demand certificates."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardcore.jobs import Checkpoint, ExecutorSource, LostExecutor, run_chunks
from tests.jobs.dask_processes import PATIENCE, DaskProcesses, dask_processes
from tests.jobs.sample_jobs import Squares

distributed = pytest.importorskip("distributed")

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "tournaments" / "clusters.md"

ENDS = ["arena", "ends", "--bots", "greedy,random", "--games", "50", "--seed", "3", "--json"]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskProcesses]:
    with dask_processes(tmp_path, "--host", "127.0.0.1") as running:
        yield running


def lose(cluster: DaskProcesses, victim: "subprocess.Popen[bytes]", path: Path) -> str:
    """Kill a process of a cluster when chunks have finished; return the error of the job."""

    def kill(done: int, total: int) -> None:
        if done == 5:
            victim.kill()

    with (
        distributed.Client(cluster.address, timeout=PATIENCE) as client,
        pytest.raises(LostExecutor) as raised,
    ):
        client.wait_for_workers(1, timeout=PATIENCE)
        source = ExecutorSource(client.get_executor(), timeout=3)
        list(
            run_chunks(Squares(), 100_000, size=1, executor=source, checkpoint=path, progress=kill)
        )
    with Checkpoint(path, {"job": "squares", "size": 1}, 100_000) as store:
        assert len(store.chunks()) >= 5
    return str(raised.value)


def test_a_lost_scheduler_is_named(cluster: DaskProcesses, tmp_path: Path) -> None:
    told = lose(cluster, cluster.scheduler, tmp_path / "checkpoint")
    assert re.fullmatch(
        rf"the cluster at {cluster.address} canceled numbers \d+ to \d+: it was shut down or "
        "cannot be reached",
        told,
    )


def test_a_cluster_without_workers_is_given_up(cluster: DaskProcesses, tmp_path: Path) -> None:
    told = lose(cluster, cluster.worker, tmp_path / "checkpoint")
    assert re.fullmatch(
        rf"the cluster at {cluster.address} has not finished a chunk for 3 seconds and has no "
        r"workers; waiting for numbers \d+ to \d+",
        told,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_ends_the_wait_for_workers(cluster: DaskProcesses) -> None:
    cluster.worker.kill()
    cluster.worker.wait()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardcore", *ENDS, "--cluster", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A test session in the background ignores interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stderr is not None
        assert "has no workers yet" in process.stderr.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        printed, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, printed, told) == (130, "", "\ninterrupted\n")


def documented(language: str, beginning: str) -> str:
    """Return the block of the documentation in a language that begins with some text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", DOCUMENTATION.read_text(), re.DOTALL)
    (found,) = [block for block in blocks if block.startswith(beginning)]
    return str(found)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the openssl command")
@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_cluster_with_tls_demands_a_certificate(tmp_path: Path) -> None:
    subprocess.run(
        ["sh", "-ec", documented("sh", "openssl req")],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    settings = documented("yaml", "distributed:").replace("/home/you/tls", str(tmp_path))
    (tmp_path / "tls.yaml").write_text(settings)
    configured = {"DASK_CONFIG": str(tmp_path / "tls.yaml")}

    def run(address: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "cardcore", *ENDS, "--cluster", address],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            timeout=PATIENCE,
        )

    with dask_processes(tmp_path, "--host", "tls://127.0.0.1", environment=configured) as running:
        assert running.address.startswith("tls://")
        played = run(running.address, configured)
        assert (played.returncode, played.stderr.count("Error")) == (0, 0), played.stderr
        assert json.loads(played.stdout)["games"] == 50
        for address, expected in (
            (running.address, "needs a certificate: set distributed.comm.tls in the configuration"),
            (running.address.replace("tls", "tcp"), "cannot reach 'tcp://"),
        ):
            refused = run(address, {"DASK_CONFIG": str(tmp_path / "none.yaml")})
            assert refused.returncode == 2
            assert refused.stderr.startswith("Error: --cluster: ") and expected in refused.stderr
            assert refused.stderr.count("\n") == 1
        # A certificate of another authority is refused as well.
        stranger = tmp_path / "stranger"
        stranger.mkdir()
        subprocess.run(
            ["sh", "-ec", documented("sh", "openssl req")],
            cwd=stranger,
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )
        other = documented("yaml", "distributed:").replace("/home/you/tls", str(stranger))
        (stranger / "tls.yaml").write_text(other)
        refused = run(running.address, {"DASK_CONFIG": str(stranger / "tls.yaml")})
        assert refused.returncode == 2 and "cannot reach 'tls://" in refused.stderr


def test_a_bad_address_is_one_line() -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "cardcore", *ENDS, "--cluster", "nowhere://host"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith("Error: --cluster: cannot reach 'nowhere://host': ")
    assert refused.stderr.count("\n") == 1


def test_a_timeout_has_to_be_above_zero() -> None:
    wrong: Any
    for wrong in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="timeout: expected seconds above 0, found"):
            ExecutorSource(lambda: None, timeout=wrong)
