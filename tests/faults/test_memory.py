"""Where memory runs out, what needs much of it says so before it begins."""

import sys
from collections.abc import Iterator

import pytest

from tests.nursery import Nursery

#: The tests take away what they have not taken for themselves.
SETTING = """
import resource
import numpy as np
import cardcore
from cardcore import chopsticks, discard, draw, ends, hearts, poker

MEBIBYTE = 1 << 20
LARGEST = chopsticks.Rules(fingers=16, hands=3)

def leave(room):
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + room * MEBIBYTE,) * 2)

def attempt(work):
    try:
        print(work())
    except MemoryError:
        print("no memory")
"""

#: What has to be there before, the mebibytes that are left, and work that needs more than these and
#: the 64 that the system may have in reserve.
TOO_MUCH = [
    ("hands = np.zeros((80_000_000, 5), np.uint8)", 64, "poker.rank_many(hands)"),
    ("hands = np.zeros((8_000_000, 5), np.int64)", 64, "poker.rank_many(hands)"),
    ("hands = np.zeros((5, 16_000_000), np.uint8).T", 64, "poker.rank_many(hands)"),
    ("hands = np.zeros((1_000_000, 5), np.uint8)", 64, "draw.analyze_many(hands)"),
    (
        "hands = np.zeros((16_000_000, 5), np.uint8); discard.best_discards(hands[:0], 'class')",
        64,
        "discard.best_discards(hands, 'class')",
    ),
    ("", 64, "discard.solve('showdown')"),
    ("row = np.arange(2_000_000)", 64, "ends.solve(row)"),
    ("row = range(20_000_000)", 64, "ends.solve(row)"),
    ("", 64, "chopsticks.solve(1000, rules=LARGEST)"),
    ("base = chopsticks.tablebase(LARGEST)", 32, "base.distances"),
    ("table = chopsticks.solve(4000, rules=chopsticks.Rules(fingers=16))", 64, "table.values"),
]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits are other ones there")


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery(SETTING) as nursery:
        yield nursery


@pytest.mark.parametrize(("before", "room", "work"), TOO_MUCH, ids=[work for *_, work in TOO_MUCH])
def test_too_much_is_a_memory_error(nursery: Nursery, before: str, room: int, work: str) -> None:
    code = f"{before}\nleave({room})\nattempt(lambda: {work})\n"
    # There is memory left for all that needs little, before and after.
    small = "attempt(lambda: poker.rank('As Ks Qs Js Ts'))\n"
    assert nursery.run(code + small) == "no memory\nstraight flush, ace high\n"


#: Work that does with what is left.
MODEST = [
    "draw.solve().exact",
    "ends.solve(range(3_000)).score",
    "chopsticks.tablebase(LARGEST).longest",
    "hearts.solve(hearts.new(hearts.Rules(4, 5, 4), seed=5))",
    "cardcore.arena.run('draw', ['equity', 'class'], 20, seed=1, hands=2).bots",
]


@pytest.mark.parametrize("work", MODEST)
def test_modest_work_is_done_with_little_memory(nursery: Nursery, work: str) -> None:
    expected = nursery.run(f"print({work})")
    # The stacks of two threads leave room for the work. Where there are 64 MiB, a thread may take
    # all of them into its reserve.
    environment = {"RAYON_NUM_THREADS": "2"}
    assert nursery.run(f"leave(56)\nprint({work})", environment) == expected
