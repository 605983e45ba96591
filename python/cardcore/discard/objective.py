"""Objectives: how discards are compared."""

from functools import cache
from typing import Literal, TypeAlias, cast

from cardcore._core import Valuation
from cardcore.discard.names import PAYTABLES, ObjectiveName, meant
from cardcore.discard.paytable import Paytable, canonical_name

__all__ = ["Objective", "Opponent", "built_in", "named", "valuation"]

#: The name of an objective, or a paytable. A type checker finds a mistyped name. Text that is only
#: known at run time, such as what a user types, is accepted as well, with all spellings of players
#: (``"JOB 9/6"``); :func:`named` turns it into a name that a type checker accepts, or raises.
Objective: TypeAlias = ObjectiveName | Paytable

#: How an opponent plays in a showdown: by an objective, or standing pat.
Opponent: TypeAlias = Objective | Literal["pat"]


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
    return _named_valuation(named(objective))


def named(text: str) -> ObjectiveName:
    """Return the name of an objective that a text means, as players write it.

    Raises
    ------
    ValueError
        If there is no such objective; the message has the nearest name.

    Examples
    --------
    >>> named("JOB 9/6"), named("class")
    ('jacks-or-better-9-6', 'class')
    """
    others = ("class", "pattern", "showdown")
    name = text if text in others else canonical_name(text)
    if name not in (*others, *PAYTABLES):
        known = ", ".join((*others, *PAYTABLES))
        raise ValueError(
            f"unknown objective {text!r}, expected one of {known}{meant(text, others)}"
        )
    return cast(ObjectiveName, name)


@cache
def built_in(name: str) -> Paytable:
    """Return a built-in paytable, cached because its tables are built on first use."""
    return Paytable(name)


@cache
def _named_valuation(name: str) -> Valuation:
    return built_in(name)._valuation if name in PAYTABLES else Valuation(name)
