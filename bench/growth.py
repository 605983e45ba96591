"""How cost grows with the work."""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from bench.results import Growth
from cardcore.compare.measure import compare


def grow(
    case: str,
    size: str,
    sizes: Iterable[int],
    prepare: Callable[[int], dict[str, Callable[[], Any]]],
    check: Callable[[int, Any], bool],
    *,
    runs: int = 1,
) -> Growth:
    """Time contestants at one size after the other; ``runs`` is how often a run does the work."""
    measured = {}
    for count in sizes:
        contestants = prepare(count)
        begin = time.perf_counter()
        for contestant in contestants.values():
            contestant()
        # Short work is repeated more often: about half a second for every size.
        repeats = min(max(round(0.5 / (time.perf_counter() - begin)), 5), 101)
        measured[count] = compare(
            f"{case}: {count:,} {size}",
            contestants,
            check=partial(check, count),
            items=runs,
            repeats=repeats,
        )
    return Growth(case, size, measured)
