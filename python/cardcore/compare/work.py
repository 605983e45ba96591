"""The timed work of every subject: what ``cardcore bench`` shows."""

from collections.abc import Iterator
from importlib import import_module

from cardcore.compare import SUBJECTS
from cardcore.compare.measure import Comparison


def run(repeats: int = 5) -> Iterator[Comparison]:
    """Time whatever the subjects have to time; the more repeats, the steadier the medians."""
    for subject in SUBJECTS:
        for work in getattr(import_module(f"cardcore.compare.{subject}"), "WORK", ()):
            yield work(repeats)
