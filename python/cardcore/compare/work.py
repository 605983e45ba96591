"""The timed work of every subject, for ``cardcore bench``."""

from collections.abc import Iterator
from importlib import import_module

from cardcore.compare import SUBJECTS
from cardcore.compare.measure import Comparison


def run(repeats: int = 5) -> Iterator[Comparison]:
    """Time the work of all subjects; more repeats give more stable medians."""
    for subject in SUBJECTS:
        for work in getattr(import_module(f"cardcore.compare.{subject}"), "WORK", ()):
            yield work(repeats)
