"""Whole-game solutions: the best discard of every hand."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card, DiscardSolution, PatShowdowns
from cardcore.arrays import frozen
from cardcore.discard.line import Line, lines, unit
from cardcore.discard.low_draws import LowGame
from cardcore.discard.low_solution import LowSolution, solve_low
from cardcore.discard.names import MultiplierGameName
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.paytable import OUTCOMES
from cardcore.discard.showdown_equity import Progress
from cardcore.result_table import HasResultTable, ResultTable

if TYPE_CHECKING:
    from cardcore.discard.multiplier import MultiplierSolution

__all__ = ["Solution", "solve"]

#: The lines of a showdown.
_RESULTS = (
    Line("lose", Fraction(0), ("lose",)),
    Line("tie", Fraction(1, 2), ("tie",)),
    Line("win", Fraction(1), ("win",)),
)


@dataclass(frozen=True, eq=False, repr=False)
class Solution(HasResultTable):
    """The solution of a whole game: the best discard of every hand, and the resulting return."""

    objective: str
    """The name of the objective."""
    exact: Fraction
    """The mean value over all 2,598,960 hands, or 2,869,685 with a joker, exactly."""
    hands: NDArray[np.uint8]
    """One representative per class of suit-isomorphic hands, shape (134459, 5). With wild cards,
    hands that differ only in which of equivalent wild cards they hold are one class too."""
    weights: NDArray[np.int64]
    """The number of hands in each class; the sum is 2,598,960, or 2,869,685 with a joker."""
    masks: NDArray[np.uint8]
    """The best discard of each hand."""
    values: NDArray[np.float64]
    """The value of each hand under its best discard."""
    outcomes: dict[str, Fraction]
    """The probability of each of the :data:`OUTCOMES`, exactly; with wild cards, of each line."""
    lines: tuple[Line, ...]
    """The lines by which final hands are counted: see :func:`lines`."""
    unit: str
    """The unit of values: bets, the number of the hand category, or equity."""
    covariance: Fraction | None = None
    """The part of the :attr:`variance` that is due to the deal, exactly: the covariance of two
    hands drawn to the same deal, as in multi-hand games. ``None`` for ``"showdown"``."""
    wild: tuple[Card, ...] = ()
    """The wild cards except the joker."""
    jokers: int = 0
    """The number of jokers in the deck."""
    results: dict[str, Fraction] = field(default_factory=dict)
    """For ``"showdown"``, the probabilities of losing, tying and winning, exactly; else empty."""

    @property
    def value(self) -> float:
        """The mean value over all hands."""
        return float(self.exact)

    @property
    def variance(self) -> Fraction:
        """The variance of the payout of one hand, exactly.

        If several discards of a hand have the same value, it depends on the one chosen: the one of
        fewer cards, then of the smaller mask.

        >>> round(float(solve("jacks-or-better-9-6").variance), 4)
        19.5147
        """
        squares = (self.probability(line) * line.value**2 for line in self.lines)
        return sum(squares, Fraction()) - self.exact**2

    @property
    def hit_frequency(self) -> Fraction:
        """The probability that the final hand pays anything, exactly.

        >>> round(float(solve("jacks-or-better-9-6").hit_frequency), 4)
        0.4546
        """
        return sum((self.probability(line) for line in self.lines if line.value), Fraction())

    def multi_hand_variance(self, hands: int) -> Fraction:
        """Return the variance per bet of a multi-hand game, exactly.

        All hands start with the same five cards and the same discard, and each draws from its own
        deck. One bet is made on each, and the payouts are averaged. The mean is that of a single
        hand; the part of the variance that is due to the draws is divided by the number of hands.
        The variance of the total payout is this times the square of the number of hands.

        Parameters
        ----------
        hands
            The number of hands played at once, 1 to 10**9.

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
        """The probability of each of the nine hand categories, shape (9,).

        With wild cards, of each outcome.
        """
        return np.array([float(probability) for probability in self.exact_classes])

    @property
    def exact_classes(self) -> list[Fraction]:
        """The probability of each of the nine hand categories; with wild cards, of each outcome."""
        chances = list(self.outcomes.values())
        if self.wild or self.jokers:
            return chances
        # One high card, three kinds of pairs, …, five of four of a kind, two straight flushes.
        ends = np.cumsum([1, 3, 1, 1, 1, 1, 1, 5, 2]).tolist()
        starts = [0, *ends[:-1]]
        return [sum(chances[a:b], Fraction()) for a, b in zip(starts, ends, strict=True)]

    def probability(self, line: Line) -> Fraction:
        """Return the probability of ending on one of the :attr:`lines`, exactly.

        >>> solution = solve("jacks-or-better-9-6")
        >>> royal = solution.lines[-1]
        >>> royal.name, round(float(1 / solution.probability(royal)))
        ('royal flush', 40391)
        >>> returns = [line.value * solution.probability(line) for line in solution.lines]
        >>> sum(returns) == solution.exact
        True
        """
        chances = self.outcomes | self.results
        return sum((chances[outcome] for outcome in line.outcomes), Fraction())

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the :attr:`lines` as columns, ready for a data frame.

        ``contribution`` is the line's contribution to the return, ``value`` times ``probability``,
        and ``contribution_share`` its share of the return. The strategy is in ``hands``,
        ``weights``, ``masks`` and ``values``.

        Examples
        --------
        >>> columns = solve("jacks-or-better-9-6").to_dict()
        >>> list(columns)
        ['line', 'value', 'probability', 'one_in', 'contribution', 'contribution_share']
        >>> columns["line"][-1], columns["value"][-1], round(columns["contribution"][-1], 5)
        ('royal flush', 800.0, 0.01981)
        """
        chances = [self.probability(line) for line in self.lines]
        parts = [line.value * chance for line, chance in zip(self.lines, chances, strict=True)]
        return {
            "line": [line.name for line in self.lines],
            "value": [float(line.value) for line in self.lines],
            "probability": [float(chance) for chance in chances],
            "one_in": [float(1 / chance) if chance else None for chance in chances],
            "contribution": [float(part) for part in parts],
            "contribution_share": [
                float(part / self.exact) if self.exact else None for part in parts
            ],
        }

    def _result_table(self) -> ResultTable:
        found = self.to_dict()
        headings = [
            "result" if self.results else "final hand",
            "value" if self.results or self.unit != "bets" else "pays",
            "probability",
            "one in",
            "contribution",
            "share",
        ]
        columns = (
            found["line"],
            [line.value for line in self.lines],
            [Decimal(f"{chance:.8f}") for chance in found["probability"]],
            [None if times is None else Decimal(f"{times:.2f}") for times in found["one_in"]],
            found["contribution"],
            found["contribution_share"],
        )
        mean = {"bets": "return", "equity": "equity"}.get(self.unit, f"mean {self.unit}")
        title = f"{self.objective}: {mean} {self.value:.10f}"
        return ResultTable(title, headings, list(zip(*columns, strict=True)))

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


@overload
def solve(
    objective: Objective = "class",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Solution: ...


@overload
def solve(
    objective: MultiplierGameName,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> "MultiplierSolution": ...


@overload
def solve(
    objective: Objective = "class",
    *,
    game: LowGame | str,
    draws: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LowSolution: ...


def solve(
    objective: Objective | MultiplierGameName = "class",
    *,
    game: LowGame | str | None = None,
    draws: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> "Solution | LowSolution | MultiplierSolution":
    """Find the best discard of every hand, and the value of the whole game.

    Parameters
    ----------
    objective
        ``"class"``, ``"pattern"``, or a paytable or its name; or ``"showdown"``, where values are
        equities against an opponent who holds any five of the other 47 cards and stands pat; or a
        multiplier game such as ``"ultimate-x-jacks-or-better-8-6"``, with ``"-3-play"``,
        ``"-5-play"`` or ``"-10-play"`` for several lines: see :data:`MULTIPLIER_GAMES`. Then the
        result is a :class:`MultiplierSolution`.
    game
        Instead of an objective, a game in which low hands win: ``"2-7"``, ``"a-5"`` or
        ``"badugi"``. Then the result is a :class:`LowSolution`, which says what is simplified.
    draws
        For such a game, the number of draws, 1 to 3; by default 1.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the steps done and the total number of steps.

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
    >>> against_pat = solve("showdown")
    >>> against_pat.exact
    Fraction(2155868056117817, 3098786794153050)
    >>> {name: round(float(chance), 5) for name, chance in against_pat.results.items()}
    {'lose': 0.30426, 'tie': 5e-05, 'win': 0.69569}
    >>> solve(game="badugi", draws=3).best("Kc 3d 2h As").discard
    (Card('Kc'),)
    """
    if game is not None:
        if objective != "class":
            raise ValueError(f"game: '{game}' takes no objective")
        return solve_low(game, 1 if draws is None else draws, threads=threads, progress=progress)
    if draws is not None:
        raise ValueError("draws: only a game in which low hands win takes a number of draws")
    if objective == "showdown":
        return _against_pat(threads, progress)
    if isinstance(objective, str) and objective.lower().startswith("ultimate"):
        # Multiplier games are solved by way of solutions of hands.
        from cardcore.discard.multiplier import solve_multipliers

        return solve_multipliers(objective, threads=threads, progress=progress)
    objective = cast(Objective, objective)
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
    showdowns = PatShowdowns(threads=threads, progress=progress)
    solved = showdowns.solve()
    result = showdowns.result(solved.masks)
    win, tie = Fraction(result.wins, showdowns.pairs), Fraction(result.ties, showdowns.pairs)
    return Solution(
        objective="showdown",
        **_strategy(solved, OUTCOMES),
        lines=_RESULTS,
        unit=unit("showdown"),
        results={"lose": 1 - win - tie, "tie": tie, "win": win},
    )


def _strategy(solved: DiscardSolution, outcomes: Sequence[str]) -> dict[str, Any]:
    """Return what every solution has: the best discards and the probabilities of the outcomes."""
    chances = (Fraction(times, solved.outcome_total) for times in solved.outcomes)
    return {
        "exact": Fraction(solved.total, solved.denominator),
        "hands": frozen(solved.hands),
        "weights": frozen(solved.weights),
        "masks": frozen(solved.masks),
        "values": frozen(solved.values),
        "outcomes": dict(zip(outcomes, chances, strict=True)),
    }
