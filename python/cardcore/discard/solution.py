"""The whole game: the best discard of every hand there is."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card, DiscardSolution, PatShowdowns
from cardcore.arrays import frozen
from cardcore.discard.line import Line, lines, unit
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.opponent import Progress
from cardcore.discard.paytable import OUTCOMES
from cardcore.sheet import Sheet, Sheeted

__all__ = ["Solution", "solve"]

#: What showdowns are told apart by.
_RESULTS = (
    Line("lose", Fraction(0), ("lose",)),
    Line("tie", Fraction(1, 2), ("tie",)),
    Line("win", Fraction(1), ("win",)),
)


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Sheeted):
    """The whole game: the best discard of every hand, and what comes of it."""

    objective: str
    """The name of the objective."""
    exact: Fraction
    """The mean value over all 2,598,960 hands, or 2,869,685 with a joker, exactly."""
    hands: NDArray[np.uint8]
    """One hand for all that differ in the names of their suits, shape (134459, 5). With wild cards,
    there are others: also one for all that differ in which of equal wild cards they hold."""
    weights: NDArray[np.int64]
    """How many hands each stands for; together 2,598,960, or 2,869,685 with a joker."""
    masks: NDArray[np.uint8]
    """The best discard of each hand."""
    values: NDArray[np.float64]
    """What it is worth."""
    outcomes: dict[str, Fraction]
    """How often each of the :data:`OUTCOMES` comes up in the end, exactly; with wild cards, each of
    the lines."""
    lines: tuple[Line, ...]
    """What final hands are told apart by: see :func:`lines`."""
    unit: str
    """What values are counted in: coins per coin bet, the class, or the chance."""
    covariance: Fraction | None = None
    """The part of the :attr:`variance` that comes with the deal, exactly: the covariance of two
    hands that are drawn to the same deal, as in games of many hands at once. ``None`` for
    ``"showdown"``."""
    wild: tuple[Card, ...] = ()
    """The wild cards but for the joker."""
    jokers: int = 0
    """How many jokers the deck has."""
    results: dict[str, Fraction] = field(default_factory=dict)
    """For ``"showdown"``: how often one loses, ties and wins, exactly. Else nothing."""

    @property
    def value(self) -> float:
        """The mean value over all hands."""
        return float(self.exact)

    @property
    def variance(self) -> Fraction:
        """The variance of what one hand is worth in the end, exactly.

        Among discards of the same value it depends on which is taken: that of fewer cards, then of
        the smaller mask.

        >>> round(float(solve("jacks-or-better-9-6").variance), 4)
        19.5147
        """
        squares = (self.share(line) * line.worth**2 for line in self.lines)
        return sum(squares, Fraction()) - self.exact**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often the final hand is worth anything, exactly.

        >>> round(float(solve("jacks-or-better-9-6").hit_frequency), 4)
        0.4546
        """
        return sum((self.share(line) for line in self.lines if line.worth), Fraction())

    def multi_hand_variance(self, hands: int) -> Fraction:
        """Give the variance per coin of a game of many hands at once, exactly.

        All hands begin with the same five cards and the same discard, and each draws from a deck of
        its own. A coin is bet on each, and what comes back is counted per coin: the mean is that of
        one hand, and of the variance the part that comes with the draws is divided by the hands.
        The variance of all that comes back is this times the square of the number of hands.

        Parameters
        ----------
        hands
            How many hands are played at once, 1 to 10**9.

        Examples
        --------
        >>> solution = solve("jacks-or-better-9-6")
        >>> solution.multi_hand_variance(1) == solution.variance
        True
        >>> round(float(solution.multi_hand_variance(10)), 4)
        3.7212
        """
        count = _core.whole_number("hands", hands, 1, 10**9)
        if self.covariance is None:
            raise ValueError(f"the covariance of '{self.objective}' is not known")
        return self.covariance + (self.variance - self.covariance) / count

    @property
    def classes(self) -> NDArray[np.float64]:
        """How often each of the nine classes comes up in the end, shape (9,).

        With wild cards, the classes are the outcomes.
        """
        return np.array([float(share) for share in self.exact_classes])

    @property
    def exact_classes(self) -> list[Fraction]:
        """How often each of the nine classes comes up; with wild cards, each outcome. Exact."""
        shares = list(self.outcomes.values())
        if self.wild or self.jokers:
            return shares
        # One high card, three kinds of pairs, …, five of fours, two of straight flushes.
        ends = np.cumsum([1, 3, 1, 1, 1, 1, 1, 5, 2]).tolist()
        starts = [0, *ends[:-1]]
        return [sum(shares[a:b], Fraction()) for a, b in zip(starts, ends, strict=True)]

    def share(self, line: Line) -> Fraction:
        """Tell how often one of the :attr:`lines` comes up in the end, exactly.

        >>> solution = solve("jacks-or-better-9-6")
        >>> royal = solution.lines[-1]
        >>> royal.name, round(float(1 / solution.share(royal)))
        ('royal flush', 40391)
        >>> sum(line.worth * solution.share(line) for line in solution.lines) == solution.exact
        True
        """
        shares = self.outcomes | self.results
        return sum((shares[outcome] for outcome in line.outcomes), Fraction())

    def to_dict(self) -> dict[str, list[Any]]:
        """Give the :attr:`lines` as columns, as a data frame takes them.

        ``value`` is what a line brings, ``worth`` times ``share``, and ``value_share`` its part of
        all that comes back. The strategy is in ``hands``, ``weights``, ``masks`` and ``values``.

        Examples
        --------
        >>> columns = solve("jacks-or-better-9-6").to_dict()
        >>> list(columns)
        ['line', 'worth', 'share', 'one_in', 'value', 'value_share']
        >>> columns["line"][-1], columns["worth"][-1], round(columns["value"][-1], 5)
        ('royal flush', 800.0, 0.01981)
        """
        shares = [self.share(line) for line in self.lines]
        brought = [line.worth * share for line, share in zip(self.lines, shares, strict=True)]
        return {
            "line": [line.name for line in self.lines],
            "worth": [float(line.worth) for line in self.lines],
            "share": [float(share) for share in shares],
            "one_in": [float(1 / share) if share else None for share in shares],
            "value": [float(value) for value in brought],
            "value_share": [float(value / self.exact) if self.exact else None for value in brought],
        }

    def _sheet(self) -> Sheet:
        found = self.to_dict()
        headings = [
            "result" if self.results else "final hand",
            "worth",
            "how often",
            "one in",
            "brings",
            "share of all",
        ]
        columns = (
            found["line"],
            [line.worth for line in self.lines],
            [Decimal(f"{share:.8f}") for share in found["share"]],
            [None if times is None else Decimal(f"{times:.2f}") for times in found["one_in"]],
            found["value"],
            found["value_share"],
        )
        counted = "the chance to win, a tie counting half" if self.results else f"in {self.unit}"
        title = f"{self.objective}: {self.value:.10f}, {counted}"
        return Sheet(title, headings, list(zip(*columns, strict=True)))

    def to_csv(self) -> str:
        """Write the strategy as CSV: hand, weight, mask, discard, value."""
        texts = [str(Card(number)) for number in range(53)]
        output = io.StringIO()
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(["hand", "weight", "mask", "discard", "value"])
        columns = (self.hands, self.weights, self.masks, self.values)
        for numbers, weight, mask, value in zip(*(c.tolist() for c in columns), strict=True):
            cards = [texts[number] for number in numbers]
            discarded = (card for place, card in enumerate(cards) if mask >> place & 1)
            writer.writerow([" ".join(cards), weight, mask, " ".join(discarded), repr(value)])
        return output.getvalue()

    def to_npz(self) -> bytes:
        """Write the strategy as the bytes of a compressed NumPy archive."""
        output = io.BytesIO()
        np.savez_compressed(
            output,
            objective=np.array(self.objective),
            value=np.array(self.value),
            exact=np.array(str(self.exact)),
            hands=self.hands,
            weights=self.weights,
            masks=self.masks,
            values=self.values,
            classes=self.classes,
        )
        return output.getvalue()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return (
            (self.objective, self.exact, self.outcomes)
            == (other.objective, other.exact, other.outcomes)
            and np.array_equal(self.masks, other.masks)
            and np.array_equal(self.values, other.values)
        )

    def __hash__(self) -> int:
        return hash((self.objective, self.exact))

    def __repr__(self) -> str:
        return f"<Solution for {self.objective}, value {self.value}>"


def solve(
    objective: Objective = "class",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Find the best discard of every hand, and what the whole game is worth.

    Parameters
    ----------
    objective
        ``"class"``, ``"pattern"``, or a paytable or its name; or ``"showdown"``, where values are
        chances to win, a tie counting half, against an opponent who holds any five of the other 47
        cards and stands pat.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the steps done and the steps in all.

    Raises
    ------
    ValueError
        If there is no such objective.

    Examples
    --------
    >>> solution = solve("jacks-or-better-9-6")
    >>> solution.exact
    Fraction(1653526326983, 1661102543100)
    >>> solution.hands.shape, int(solution.weights.sum())
    ((134459, 5), 2598960)
    >>> met = solve("showdown")
    >>> met.exact
    Fraction(2155868056117817, 3098786794153050)
    >>> {name: round(float(share), 5) for name, share in met.results.items()}
    {'lose': 0.30426, 'tie': 5e-05, 'win': 0.69569}
    """
    if objective == "showdown":
        return _against_pat(threads, progress)
    aim = valuation(objective)
    solved = aim.solve(threads=threads, progress=progress)
    exact = Fraction(solved.total, solved.denominator)
    high, low = solved.squares
    squares = Fraction((high << 64) + low, solved.denominator * solved.value_denominator)
    return Solution(
        objective=aim.name,
        **_strategy(solved, aim.outcomes),
        lines=lines(objective),
        unit=unit(objective),
        covariance=squares - exact**2,
        wild=tuple(aim.wild),
        jokers=aim.jokers,
    )


def _against_pat(threads: int | None, progress: Progress | None) -> Solution:
    standing = PatShowdowns(threads=threads, progress=progress)
    solved = standing.solve()
    result = standing.result(solved.masks)
    win, tie = Fraction(result.wins, standing.pairs), Fraction(result.ties, standing.pairs)
    return Solution(
        objective="showdown",
        **_strategy(solved, OUTCOMES),
        lines=_RESULTS,
        unit=unit("showdown"),
        results={"lose": 1 - win - tie, "tie": tie, "win": win},
    )


def _strategy(solved: DiscardSolution, outcomes: Sequence[str]) -> dict[str, Any]:
    """Give what every solution has: the best discards and what comes of them."""
    shares = (Fraction(times, solved.outcome_total) for times in solved.outcomes)
    return {
        "exact": Fraction(solved.total, solved.denominator),
        "hands": frozen(solved.hands),
        "weights": frozen(solved.weights),
        "masks": frozen(solved.masks),
        "values": frozen(solved.values),
        "outcomes": dict(zip(outcomes, shares, strict=True)),
    }
