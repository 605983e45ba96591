"""Parity of the native extension and the plain Python reference, and their speed.

``cardcore parity`` checks an installed package with it. Every subject has a file here with its
checks; a check makes a case from a random generator and yields the answers of both implementations.
The same file has the work with which ``cardcore bench`` times the two.

>>> [report.check for report in run("ends", cases=3)]
['lines', 'values', 'games in lockstep', 'numbers']
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, TypeAlias

from cardcore._core import whole_number
from cardcore.errors import CardcoreError
from cardcore.registry import games

__all__ = ["MAX_CASES", "SUBJECTS", "Case", "Check", "DifferenceError", "Report", "run"]

_FILES = {module.name for module in iter_modules(__path__)}

#: What can be checked: hand ranking, discards, and the games that have a file here.
SUBJECTS = ("poker", "discard", *(game for game in games() if game in _FILES))

#: The maximum number of cases.
MAX_CASES = 10**9


@dataclass(frozen=True)
class Case:
    """The answers of both implementations to one case."""

    case: Mapping[str, Any]
    """Everything needed to reproduce the case, as JSON values."""
    native: object
    reference: object


#: Makes cases from a random generator.
Check: TypeAlias = Callable[[Random], Iterator[Case]]


@dataclass(frozen=True)
class Report:
    """A check that passed."""

    subject: str
    check: str
    cases: int
    compared: int
    """The number of answers compared."""


class DifferenceError(CardcoreError):
    """The native extension and the reference disagree; ``case`` reproduces it."""

    def __init__(self, subject: str, check: str, seed: str, found: Case) -> None:
        super().__init__(
            f"{subject}, {check}: native says {found.native!r}, reference {found.reference!r}"
        )
        self.case: dict[str, Any] = {"subject": subject, "check": check, "seed": seed, **found.case}
        self._arguments = (subject, check, seed, found)

    def __reduce__(self) -> tuple[Any, ...]:
        return DifferenceError, self._arguments


def run(
    subject: str,
    cases: int = 100,
    seed: int = 0,
    progress: Callable[[str, int, int], object] | None = None,
) -> Iterator[Report]:
    """Compare both implementations on random cases.

    Parameters
    ----------
    subject
        One of :data:`SUBJECTS`.
    cases
        The number of random cases per check, up to :data:`MAX_CASES`.
    seed
        The seed of the cases.
    progress
        Called with the check, the cases done and the total number of cases.

    Yields
    ------
    Report
        One per check that passed.

    Raises
    ------
    DifferenceError
        At the first difference.
    """
    if subject not in SUBJECTS:
        raise ValueError(f"unknown subject {subject!r}, expected one of {', '.join(SUBJECTS)}")
    cases = whole_number("cases", cases, 0, MAX_CASES)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    checks: Mapping[str, Check] = import_module(f"cardcore.compare.{subject}").CHECKS
    for name, check in checks.items():
        compared = 0
        for number in range(cases):
            case_seed = f"{seed}/{subject}/{name}/{number}"
            for found in check(Random(case_seed)):
                compared += 1
                if found.native != found.reference:
                    raise DifferenceError(subject, name, case_seed, found)
            if progress is not None:
                progress(name, number + 1, cases)
        yield Report(subject, name, cases, compared)
