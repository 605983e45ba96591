"""Objectives: how discards are compared."""

from functools import cache
from typing import TypeAlias

from cardcore._core import Valuation
from cardcore.discard.names import PAYTABLES, ObjectiveName, meant
from cardcore.discard.paytable import Paytable, canonical_name

__all__ = ["Objective", "built_in", "valuation"]

#: The name of an objective, or a paytable. Editors complete the names of the library; annotate a
#: variable with ``PaytableName`` or ``ObjectiveName`` to have a type checker look for typos.
Objective: TypeAlias = ObjectiveName | str | Paytable


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
    name = objective if objective in ("class", "pattern") else canonical_name(objective)
    if name not in ("class", "pattern", *PAYTABLES):
        others = ("class", "pattern", "showdown")
        known = ", ".join((*others, *PAYTABLES))
        raise ValueError(
            f"unknown objective {objective!r}, expected one of {known}{meant(objective, others)}"
        )
    return _named_valuation(name)


@cache
def built_in(name: str) -> Paytable:
    """Return a built-in paytable, cached because its tables are built on first use."""
    return Paytable(name)


@cache
def _named_valuation(name: str) -> Valuation:
    return built_in(name)._valuation if name in PAYTABLES else Valuation(name)
