"""The native part against the plain Python reference: answers on random cases, and time.

Everyone can check an installed package: ``cardcore parity`` runs this. Every subject has a file
here with its checks; a check makes a case from a random generator and yields what both sides say
of it. The same file has the work by which ``cardcore bench`` times the two.

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

__all__ = ["MOST_CASES", "SUBJECTS", "Case", "Check", "DifferenceError", "Report", "run"]

_FILES = {module.name for module in iter_modules(__path__)}

#: What can be checked: hand ranking, discards, and the games that have a file here.
SUBJECTS = ("poker", "discard", *(game for game in games() if game in _FILES))

#: More cases than this would take years.
MOST_CASES = 10**9


@dataclass(frozen=True)
class Case:
    """What both sides say of one case."""

    case: Mapping[str, Any]
    """Everything needed to look at the case again, as JSON values."""
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
    """How many answers were compared."""


class DifferenceError(CardcoreError):
    """Native part and reference disagree; ``case`` reproduces it."""

    def __init__(self, subject: str, check: str, seed: str, found: Case) -> None:
        super().__init__(
            f"{subject}, {check}: native says {found.native!r}, reference {found.reference!r}"
        )
        self.case = {"subject": subject, "check": check, "seed": seed, **found.case}
        self._made_of = (subject, check, seed, found)

    def __reduce__(self) -> tuple[Any, ...]:
        return DifferenceError, self._made_of


def run(
    subject: str,
    cases: int = 100,
    seed: int = 0,
    progress: Callable[[str, int, int], object] | None = None,
) -> Iterator[Report]:
    """Compare both sides on random cases.

    Parameters
    ----------
    subject
        One of :data:`SUBJECTS`.
    cases
        How many random cases each check has, up to :data:`MOST_CASES`.
    seed
        The seed of the cases.
    progress
        Called with the check, the cases done and the cases in all.

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
    cases = whole_number("cases", cases, 0, MOST_CASES)
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
