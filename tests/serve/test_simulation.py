"""The server in a simulated world: see :mod:`tests.serve.simulation`."""

import re

import pytest

from tests.serve.simulation.__main__ import find_planted, run_seeds
from tests.serve.simulation.planted import PLANTED
from tests.serve.simulation.world import simulate

#: Seeds are run in several tests, so that they share the processes of a test run.
_CHUNKS = [range(start, start + 25) for start in range(0, 200, 25)]


@pytest.mark.parametrize("seeds", _CHUNKS, ids=str)
def test_invariants_hold_whatever_goes_wrong(seeds: range) -> None:
    frames, failures = run_seeds(seeds)
    replay = "python -m tests.serve.simulation --seed N"
    assert not failures, f"{failures}; show one with {replay}"
    assert frames > 500


def test_a_seed_replays_exactly() -> None:
    traces: list[list[str]] = [[], []]
    frames = [simulate(7, trace.append) for trace in traces]
    assert traces[0] == traces[1] and len(traces[0]) > 2
    assert frames[0] == frames[1]


#: What is wrong when a bug is planted; where nothing is said, players can't play on.
_CONSEQUENCES = {
    "split room": "live copies|IntegrityError|no progress",
    "ping flood": "bytes are buffered",
}


@pytest.mark.parametrize(
    "bug",
    # It takes hundreds of seeds to see that a room fills up with people who left.
    [pytest.param(bug, marks=[pytest.mark.slow] * (bug == "joins")) for bug in PLANTED],
)
def test_a_bug_of_the_past_is_found(bug: str) -> None:
    found = find_planted(bug, range(1_000))
    assert found is not None
    assert re.search(_CONSEQUENCES.get(bug, "no progress|lost their seat"), found[1])
