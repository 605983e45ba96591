"""The lines by which final hands are counted, and their payouts."""

from dataclasses import dataclass
from fractions import Fraction

from cardcore.discard.objective import Objective, valuation
from cardcore.discard.paytable import Paytable

__all__ = ["Line", "lines", "unit"]


@dataclass(frozen=True)
class Line:
    """A line of a paytable, or a hand category."""

    name: str
    """The name of the final hands on this line."""
    value: Fraction
    """The value of each of them: a payout in bets, or the number of the category."""
    outcomes: tuple[str, ...]
    """Which of the :data:`OUTCOMES` the line covers; with wild cards, the line itself; for a solved
    showdown, the result."""


def lines(objective: Objective = "class") -> tuple[Line, ...]:
    """List the lines by which final hands are counted, lowest first.

    Every outcome is on exactly one line, so the value of a discard is the sum of the lines' values,
    each weighted by the probability of ending on that line.

    Parameters
    ----------
    objective
        A paytable or its name for its lines: outcomes with the same payout, under the name that
        players know, and ``no win`` for everything that pays nothing. ``"class"`` or ``"pattern"``
        for the nine hand categories.

    Raises
    ------
    ValueError
        If there is no such objective, or for ``"showdown"``, where hands have no fixed value.

    Examples
    --------
    >>> [(line.name, int(line.value)) for line in lines("bonus-8-5")][-3:]
    [('four aces', 80), ('straight flush', 50), ('royal flush', 800)]
    >>> lines("bonus-8-5")[0].outcomes
    ('high card', 'pair of twos to nines', 'pair of tens')
    """
    aim = valuation(objective)
    outcomes = aim.outcomes
    return tuple(
        Line(line.name, Fraction(line.worth), tuple(outcomes[index] for index in line.outcomes))
        for line in aim.lines
    )


def unit(objective: Objective = "class") -> str:
    """Return the unit of values: bets, the number of the hand category, or equity.

    >>> unit("jacks-or-better-9-6"), unit("class"), unit("showdown")
    ('bets', 'hand category', 'equity')
    """
    if objective == "showdown":
        return "equity"
    pays = isinstance(objective, Paytable) or bool(valuation(objective).payouts)
    return "bets" if pays else "hand category"
