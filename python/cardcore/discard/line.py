"""What final hands are told apart by, and what each is worth."""

from dataclasses import dataclass
from fractions import Fraction

from cardcore.discard.objective import Objective, valuation
from cardcore.discard.paytable import Paytable

__all__ = ["Line", "lines", "unit"]


@dataclass(frozen=True)
class Line:
    """A line of a paytable, or a class of hands."""

    name: str
    """What the final hands of this line are called."""
    worth: Fraction
    """What each of them is worth: a payout, or the number of the class."""
    outcomes: tuple[str, ...]
    """Which of the :data:`OUTCOMES` it covers; with wild cards, itself; of a solved showdown, which
    result it is."""


def lines(objective: Objective = "class") -> tuple[Line, ...]:
    """List what final hands are told apart by, from the lowest up.

    Every outcome is on one line, so the value of a discard is the sum of what the lines are worth,
    each times the share of the draws that end there.

    Parameters
    ----------
    objective
        A paytable or its name for its lines: outcomes that pay the same, under the name that
        players know them by, and ``no win`` for all that pay nothing. ``"class"`` or ``"pattern"``
        for the nine classes.

    Raises
    ------
    ValueError
        If there is no such objective, or for ``"showdown"``, where no hand has a worth of its own.

    Examples
    --------
    >>> [(line.name, int(line.worth)) for line in lines("bonus-8-5")][-3:]
    [('four aces', 80), ('straight flush', 50), ('royal flush', 800)]
    >>> lines("bonus-8-5")[0].outcomes
    ('high card', 'pair of twos to nines', 'pair of tens')
    """
    aim = valuation(objective)
    outcomes = aim.outcomes
    return tuple(
        Line(line.name, Fraction(line.worth), tuple(outcomes[place] for place in line.outcomes))
        for line in aim.lines
    )


def unit(objective: Objective = "class") -> str:
    """Say what values are counted in: coins per coin bet, the class, or the chance.

    >>> unit("jacks-or-better-9-6"), unit("class"), unit("showdown")
    ('coins per coin bet', 'class', 'chance')
    """
    if objective == "showdown":
        return "chance"
    pays = isinstance(objective, Paytable) or bool(valuation(objective).payouts)
    return "coins per coin bet" if pays else "class"
