"""Objectives: how discards are compared."""

from functools import cache
from typing import TypeAlias

from cardcore._core import Valuation
from cardcore.discard.paytable import PAYTABLES, Paytable, canonical_name

__all__ = ["Objective", "built_in", "valuation"]

#: The name of an objective, or a paytable.
Objective: TypeAlias = str | Paytable


def valuation(objective: Objective) -> Valuation:
    """Return the native valuation of an objective.

    Raises
    ------
    ValueError
        If there is no such objective, or for ``"showdown"``, which is computed hand by hand.
    TypeError
        If it is neither a name nor a paytable.
    """
    if isinstance(objective, Paytable):
        return objective._valuation
    if not isinstance(objective, str):
        found = type(objective).__name__
        raise TypeError(f"objective: expected a name or a Paytable, found {found}")
    if objective == "showdown":
        expected = "expected class, pattern or a paytable here"
        raise ValueError(f"objective 'showdown': {expected}; showdowns are computed hand by hand")
    objective = canonical_name(objective)
    if objective not in ("class", "pattern", *PAYTABLES):
        known = ", ".join(("class", "pattern", "showdown", *PAYTABLES))
        raise ValueError(f"unknown objective {objective!r}, expected one of {known}")
    return _named_valuation(objective)


@cache
def built_in(name: str) -> Paytable:
    """Return a built-in paytable, cached because its tables are built on first use."""
    return Paytable(name)


@cache
def _named_valuation(name: str) -> Valuation:
    return built_in(name)._valuation if name in PAYTABLES else Valuation(name)
