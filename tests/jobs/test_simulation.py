"""Long jobs on simulated executors that misbehave, a few hundred of them; see `simulation.py`.

`CARDCORE_SEEDS=100000` runs that many, and `CARDCORE_SEEDS=417:418` replays number 417.
"""

import os
import re
from collections import Counter
from typing import Any

import pytest

from cardcore import CardcoreError
from cardcore.jobs import Checkpoint, ExecutorSource, LostExecutor, LostWorkers, run_chunks
from cardcore.jobs.dispatcher import MAX_ATTEMPTS
from tests.jobs.sample_jobs import Squares
from tests.jobs.simulation import TIMEOUT, Scenario, SimulatedCluster

pytest.importorskip("distributed")


def seeds() -> range:
    first, colon, last = os.environ.get("CARDCORE_SEEDS", "300").partition(":")
    return range(int(first), int(last)) if colon else range(int(first))


class MemoryCheckpoint(Checkpoint):
    """A checkpoint that stores chunks in memory, which is much faster than on disk."""

    def __init__(self) -> None:
        self.stored: dict[range, bytes] = {}

    def chunks(self) -> list[tuple[range, bytes]]:
        return sorted(self.stored.items(), key=lambda item: item[0].start)

    def add(self, done: Any) -> None:
        for chunk, result in done:
            assert not any(set(chunk) & set(other) for other in self.stored), "stored twice"
            self.stored[chunk] = result


class Simulation:
    """A job on a simulated executor, and what it has to hold to."""

    def __init__(self, seed: int) -> None:
        self.scenario = Scenario.draw(seed)
        self.losses, self.failures = self.scenario.losses, self.scenario.failures
        self.cluster = SimulatedCluster(self.scenario)
        self.job = Squares(fails=self.scenario.fails)
        self.store = MemoryCheckpoint()
        self.yielded: list[range] = []
        self.progress: list[int] = []

    def run(self) -> str:
        """Run the job, check everything about how it ended, and name that."""
        outcome = self._outcome()
        self._check_yielded()
        self._check_stored(outcome)
        return outcome

    def _outcome(self) -> str:
        scenario, cluster = self.scenario, self.cluster
        make = cluster.make if scenario.is_replaceable else cluster.make()
        results = run_chunks(
            self.job,
            scenario.total,
            size=scenario.size,
            executor=ExecutorSource(make, timeout=TIMEOUT, clock=cluster.clock),
            checkpoint=self.store,
            progress=lambda done, total: self.progress.append(done),
        )
        try:
            for chunk, result in results:
                assert chunk in self.store.stored, "yielded before it was stored"
                assert result == sum(number**2 for number in chunk)
                self.yielded.append(chunk)
                if len(self.yielded) == scenario.close_after:
                    results.close()
                    return "closed"
        except LostWorkers as error:
            self._check_blamed(str(error))
            return "lost workers"
        except LostExecutor as error:
            return self._check_lost(str(error))
        except KeyboardInterrupt:
            assert scenario.interrupt_at < float("inf")
            return "interrupted"
        except CardcoreError as error:
            assert str(error) == f"Unlucky: {scenario.fails} is unlucky"
            assert scenario.fails in named(error.__notes__[0])
            return "raised"
        except (RuntimeError, ValueError) as error:
            # What an executor raises again and again for the same chunk.
            assert named(error.__notes__[0])
            assert scenario.refuses or self.failures >= MAX_ATTEMPTS
            return "failed"
        assert sum(map(len, self.yielded)) == scenario.total
        assert self.progress[-1] == scenario.total
        assert scenario.killer is None and scenario.fails == -1 and not scenario.refuses
        return "completed"

    def _check_blamed(self, told: str) -> None:
        chunk = named(told)
        if self.scenario.killer is None:
            # Nothing to blame, but for a chunk whose workers really died, the last one alone.
            assert self.failures >= MAX_ATTEMPTS
        died = [alone for blamed, alone in self.cluster.deaths if blamed == chunk]
        assert died and died[-1]
        assert re.search(r": \d+ workers died in a row$", told)

    def _check_lost(self, told: str) -> str:
        scenario, cluster = self.scenario, self.cluster
        if "pass a function" in told:
            assert not scenario.is_replaceable and cluster.deaths
            return "broken"
        assert any(named(told) == task.chunk for task in cluster.submissions)
        if "canceled" in told:
            assert scenario.canceled_from < float("inf")
            return "canceled"
        assert f"has not finished a chunk for {TIMEOUT} seconds" in told
        if "has no workers" in told:
            assert scenario.no_workers[1] == float("inf")
            return "no workers"
        # Tasks that run cannot be canceled, and then nobody hears of them.
        assert min(scenario.silent_from, scenario.canceled_from) < float("inf")
        return "silent"

    def _check_yielded(self) -> None:
        ends = [0, *(chunk.stop for chunk in self.yielded)]
        assert [chunk.start for chunk in self.yielded] == ends[:-1]
        assert self.progress == sorted(set(self.progress))

    def _check_stored(self, outcome: str) -> None:
        """Check that the checkpoint has what was finished, and that the job resumes from it."""
        stored, finished = self.store.stored, self.cluster.finished
        assert set(stored) <= {task.chunk for task in finished}
        copies = Counter(task.chunk for task in self.cluster.submissions)
        for task in finished:
            # What a copy returned after the chunk had failed is not waited for.
            if copies[task.chunk] == 1 and self.scenario.fails not in task.chunk:
                assert task.chunk in stored, f"{task.chunk} is missing"
        for chunk, content in stored.items():
            assert content == self.job.encode(sum(number**2 for number in chunk))
        if outcome == "completed":
            assert sum(map(len, stored)) == self.scenario.total
        done = list(run_chunks(Squares(), self.scenario.total, checkpoint=self.store))
        assert sum(result for _, result in done) == sum(n**2 for n in range(self.scenario.total))


def named(told: str) -> range:
    """Return the chunk that a message names."""
    found = re.search(r"numbers (\d+) to (\d+)", told)
    assert found is not None, told
    return range(int(found[1]), int(found[2]) + 1)


def test_jobs_survive_executors_that_misbehave() -> None:
    outcomes: Counter[str] = Counter()
    for seed in seeds():
        try:
            outcomes[Simulation(seed).run()] += 1
        except BaseException as error:
            error.add_note(f"replay with CARDCORE_SEEDS={seed}:{seed + 1}")
            raise
    print(dict(outcomes.most_common()))
    if len(seeds()) >= 300:
        expected = {"completed", "lost workers", "failed", "raised", "interrupted", "closed"}
        assert set(outcomes) == expected | {"broken", "canceled", "no workers", "silent"}
        assert outcomes["completed"] > len(seeds()) / 4


def test_a_seed_replays_exactly() -> None:
    for seed in range(30):
        first, second = Simulation(seed), Simulation(seed)
        assert first.run() == second.run()
        assert first.cluster.trace == second.cluster.trace
        assert first.store.stored == second.store.stored
