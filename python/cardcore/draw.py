"""Five-card draw: which cards to discard, exactly, and the game itself, see :func:`new`.

A discard is a *mask*: bit i stands for the i-th card of the hand as it was given, so that 0 is to
stand pat and 31 to draw five new cards. What makes one discard better than another is an
*objective*:

``"class"``
    The expected number of the final class, 0 (high card) to 8 (straight flush).
a paytable
    The expected payout: the name of a built-in paytable, see :data:`PAYTABLES`, or a
    :class:`Paytable` of one's own.
``"showdown"``
    The chance to win, plus half the chance to tie, against one opponent: see :func:`showdown`.
``"pattern"``
    Not an optimum but a rule: keep the made pattern (a pair, two pairs, three or four of a kind,
    a straight or better), or else the highest card. Discards are valued as by ``"class"``.

Ties go to the fewer cards discarded, then to the smaller mask; values are compared as integers.

>>> from cardcore import draw
>>> best = draw.analyze("9d Td 6c Qc 8h").best("class")
>>> best.discard, round(best.value, 5)
((Card('6c'), Card('Qc'), Card('8h')), 0.65224)
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardcore import _core, poker
from cardcore._core import Card, Valuation, parse_cards
from cardcore._draw_game import new
from cardcore.paytable import CLASSES, OUTCOMES, PAYTABLES, Paytable
from cardcore.poker import Cards

__all__ = [
    "CLASSES",
    "OUTCOMES",
    "PAYTABLES",
    "Discard",
    "DiscardTable",
    "Objective",
    "Paytable",
    "Showdown",
    "Solution",
    "analyze",
    "analyze_many",
    "best_discards",
    "new",
    "showdown",
    "solve",
]

#: The name of an objective, or a paytable.
Objective: TypeAlias = str | Paytable

#: Called with the steps done and the steps in all.
Progress: TypeAlias = Callable[[int, int], object]

#: How many deals a showdown against an opponent who draws is sampled with.
SAMPLES = 200_000

#: How many ways there are to draw for each mask.
_DRAWS = np.array([(1, 47, 1081, 16215, 178365, 1533939)[bin(m).count("1")] for m in range(32)])


@dataclass(frozen=True)
class Discard:
    """A discard and what it is worth."""

    mask: int
    """Bit i: the i-th card of the hand is discarded."""
    discard: tuple[Card, ...]
    """The cards discarded."""
    keep: tuple[Card, ...]
    """The cards kept."""
    value: float
    """The value under the objective."""


def _discard(hand: Sequence[Card], mask: int, value: float) -> Discard:
    discarded = tuple(card for place, card in enumerate(hand) if mask >> place & 1)
    kept = tuple(card for place, card in enumerate(hand) if not mask >> place & 1)
    return Discard(mask, discarded, kept, float(value))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False, repr=False)
class DiscardTable:
    """For each of the 32 discards of a hand: how many draws end in which class, exactly."""

    hand: tuple[Card, ...]
    """The hand, in the order of the bits of a mask."""
    counts: NDArray[np.uint32]
    """Draws by mask and class, shape (32, 9)."""
    outcomes: NDArray[np.uint32]
    """Draws by mask and by each of the :data:`OUTCOMES`, shape (32, 16)."""

    @property
    def draws(self) -> NDArray[np.uint32]:
        """How many draws there are for each mask: C(47, k), shape (32,)."""
        return _DRAWS.astype(np.uint32)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The chance of each class by mask, shape (32, 9)."""
        return np.asarray(self.counts / _DRAWS[:, None], np.float64)

    def values(
        self,
        objective: Objective = "class",
        *,
        against: Objective = "pat",
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> NDArray[np.float64]:
        """Value every discard.

        Parameters
        ----------
        objective
            ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name.
        against, samples, seed
            For ``"showdown"`` only: see :func:`showdown`.

        Returns
        -------
        numpy.ndarray
            The values by mask, shape (32,).

        Examples
        --------
        >>> analyze("As Ks Qs Js Ts").values("jacks-or-better-9-6")[[0, 1]].round(3).tolist()
        [800.0, 2.66]
        """
        if objective == "showdown":
            return showdown(self.hand, against, samples=samples, seed=seed).equity
        numbers, _, _ = _valuation(objective).values(self.hand)
        return np.array(numbers)

    def exact_values(self, objective: Objective = "class") -> list[Fraction]:
        """Value every discard as a fraction; not for ``"showdown"``.

        >>> analyze("9d Td 6c Qc 8h").exact_values("class")[4]
        Fraction(28, 47)
        """
        valuation = _valuation(objective)
        _, values, _ = valuation.values(self.hand)
        return [Fraction(value, valuation.denominator) for value in values]

    def best(
        self,
        objective: Objective = "class",
        *,
        against: Objective = "pat",
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> Discard:
        """Find the best discard.

        Takes what :meth:`values` takes.

        Examples
        --------
        >>> best = analyze("Ah Kh Qh Jh Jc").best("jacks-or-better-9-6")
        >>> best.mask, best.discard
        (16, (Card('Jc'),))
        """
        if objective == "showdown":
            return showdown(self.hand, against, samples=samples, seed=seed).best()
        numbers, _, mask = _valuation(objective).values(self.hand)
        return _discard(self.hand, mask, numbers[mask])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DiscardTable):
            return NotImplemented
        return self.hand == other.hand and np.array_equal(self.outcomes, other.outcomes)

    def __hash__(self) -> int:
        return hash(self.hand)

    def __repr__(self) -> str:
        return f"<DiscardTable of {' '.join(map(str, self.hand))}>"


def analyze(hand: Cards, *, method: str = "tables") -> DiscardTable:
    """Count, for each of the 32 discards of a hand, the draws that end in each class.

    Parameters
    ----------
    hand
        Five distinct cards: text, or an iterable of cards, texts and card numbers.
    method
        ``"tables"``: inclusion and exclusion over the subsets of the hand, with small tables that
        are built in about a millisecond when they are first needed. ``"enumeration"``: look at
        all 2,598,960 final hands. The answers are equal; the second is there to check the first.

    Returns
    -------
    DiscardTable
        With ``counts``, ``draws``, ``values(objective)`` and ``best(objective)``.

    Raises
    ------
    ParseError
        If these are not five distinct cards; the message names the card and its place.

    Examples
    --------
    >>> analyze("9d Td 6c Qc 8h").counts[28]
    array([8178, 6696,  711,  281,  164,  161,   18,    2,    4], dtype=uint32)
    """
    if method not in ("tables", "enumeration"):
        raise ValueError(f"unknown method {method!r}, expected tables or enumeration")
    cards, counts, outcomes = _core.analyze_discards(hand, method == "enumeration")
    return DiscardTable(tuple(cards), _frozen(counts), _frozen(outcomes))


def analyze_many(hands: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint32]:
    """Count the draws of many hands at once.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order.
    threads
        How many threads to use; all cores if not given.

    Returns
    -------
    numpy.ndarray
        Draws by hand, mask and class, shape (N, 32, 9), ``uint32``.

    Raises
    ------
    ParseError
        If a row is not five distinct cards (the message names the row), or for another shape.
    TypeError
        If the array does not hold integers.

    Examples
    --------
    >>> analyze_many([[51, 47, 43, 39, 35], [0, 5, 10, 15, 20]])[:, 0]
    array([[0, 0, 0, 0, 0, 0, 0, 0, 1],
           [1, 0, 0, 0, 0, 0, 0, 0, 0]], dtype=uint32)
    """
    return _core.count_discards(hands, threads=threads)


def best_discards(
    hands: ArrayLike,
    objective: Objective = "class",
    *,
    against: Objective = "pat",
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Find the best discard of many hands.

    Parameters
    ----------
    hands
        An array of card numbers of shape (N, 5), of any integer type and memory order.
    objective
        ``"class"``, ``"pattern"``, ``"showdown"``, or a paytable or its name. Showdowns take far
        longer than everything else.
    against, samples, seed
        For ``"showdown"`` only: see :func:`showdown`.
    threads
        How many threads to use; all cores if not given.

    Returns
    -------
    masks : numpy.ndarray
        The cards to discard, shape (N,), ``uint8``.
    values : numpy.ndarray
        What that is worth, shape (N,), ``float64``.

    Examples
    --------
    >>> masks, values = best_discards([[51, 47, 43, 39, 35], [0, 1, 2, 3, 50]], "class")
    >>> masks, values
    (array([0, 0], dtype=uint8), array([8., 7.]))
    """
    if objective != "showdown":
        return _valuation(objective).best_many(hands, threads=threads)
    # Ranking the hands checks them all before the first showdown.
    count = len(poker.rank_many(hands))
    masks, values = np.zeros(count, np.uint8), np.zeros(count)
    for row, hand in enumerate(np.asarray(hands).tolist()):
        best = showdown(hand, against, samples=samples, seed=seed, threads=threads).best()
        masks[row], values[row] = best.mask, best.value
    return masks, values


@dataclass(frozen=True, eq=False, repr=False)
class Showdown:
    """How often each of the 32 discards of a hand wins and ties against one opponent."""

    hand: tuple[Card, ...]
    """The hand, in the order of the bits of a mask."""
    against: str
    """How the opponent draws: ``"pat"``, or the name of an objective."""
    wins: NDArray[np.uint64]
    """Pairs of a draw and an opponent's final hand that win, by mask."""
    ties: NDArray[np.uint64]
    """Those that tie."""
    totals: NDArray[np.uint64]
    """All of them: C(47, k) × C(47 − k, 5) if exact, else the number of samples."""
    samples: int | None
    """How many deals were sampled; ``None`` if every one was counted."""
    seed: int | None
    """The seed of the samples."""
    _best: int

    @property
    def losses(self) -> NDArray[np.uint64]:
        """Those that lose."""
        return self.totals - self.wins - self.ties

    @property
    def equity(self) -> NDArray[np.float64]:
        """The chance to win plus half the chance to tie, by mask."""
        return np.asarray((2 * self.wins + self.ties) / (2 * self.totals), np.float64)

    @property
    def interval(self) -> NDArray[np.float64] | None:
        """The 95% interval of each equity, shape (32, 2); ``None`` if they are exact."""
        if self.samples is None:
            return None
        return np.array(_core.sampled_intervals(self.equity.tolist(), self.samples))

    def best(self) -> Discard:
        """Find the discard with the highest equity."""
        return _discard(self.hand, self._best, self.equity[self._best])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Showdown):
            return NotImplemented
        mine, others = (
            (odds.hand, odds.against, odds.samples, odds.seed, *odds.wins, *odds.ties)
            for odds in (self, other)
        )
        return mine == others

    def __hash__(self) -> int:
        return hash((self.hand, self.against, self.samples, self.seed))

    def __repr__(self) -> str:
        how = "exact" if self.samples is None else f"{self.samples} samples"
        return f"<Showdown of {' '.join(map(str, self.hand))} against {self.against}, {how}>"


def showdown(
    hand: Cards,
    against: Objective = "pat",
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Showdown:
    """Tell how often each discard wins against an opponent dealt from the other 47 cards.

    Parameters
    ----------
    hand
        Five distinct cards.
    against
        ``"pat"``: the opponent keeps what they are dealt, and every pair of hands is counted.
        Else how the opponent discards: ``"class"``, ``"pattern"``, or a paytable or its name;
        the answer is then sampled.
    samples
        How many deals to sample, up to 10**12.
    seed
        The same seed gives the same samples on any number of threads.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the steps done and the steps in all.

    Examples
    --------
    >>> odds = showdown("Ah Ad Kc 7s 2d")
    >>> int(odds.wins[24]), int(odds.ties[24]), int(odds.totals[24])
    (1236592274, 20070, 1320721479)
    >>> odds.best().discard, round(odds.best().value, 6)
    ((Card('7s'), Card('2d')), 0.936308)
    >>> sampled = showdown("Ah Ad Kc 7s 2d", "class", samples=20_000)
    >>> low, high = sampled.interval[24]
    >>> bool(low < sampled.equity[24] < high)
    True
    """
    cards = parse_cards(hand)
    if against == "pat":
        counts = _core.showdown_against_pat(cards, threads=threads, progress=progress)
        return _showdown(cards, "pat", counts, None, None)
    if against == "showdown":
        raise ValueError("against: expected pat, class, pattern or a paytable, found 'showdown'")
    valuation = _valuation(against)
    counts = _core.showdown_against_drawer(
        cards, valuation, samples, seed, threads=threads, progress=progress
    )
    return _showdown(cards, valuation.name, counts, index(samples), index(seed))


def _showdown(
    cards: list[Card], against: str, counts: Any, samples: int | None, seed: int | None
) -> Showdown:
    wins, ties, totals, best = counts
    arrays = (_frozen(wins), _frozen(ties), _frozen(totals))
    return Showdown(tuple(cards), against, *arrays, samples, seed, best)


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The whole game: the best discard of every hand, and what comes of it."""

    objective: str
    """The name of the objective."""
    exact: Fraction
    """The mean value over all 2,598,960 hands, exactly."""
    hands: NDArray[np.uint8]
    """One hand for all that differ in the names of their suits, shape (134459, 5)."""
    weights: NDArray[np.int64]
    """How many hands each stands for; together 2,598,960."""
    masks: NDArray[np.uint8]
    """The best discard of each hand."""
    values: NDArray[np.float64]
    """What it is worth."""
    outcomes: dict[str, Fraction]
    """How often each of the :data:`OUTCOMES` comes up in the end, exactly."""

    @property
    def value(self) -> float:
        """The mean value over all hands."""
        return float(self.exact)

    @property
    def classes(self) -> NDArray[np.float64]:
        """How often each of the nine classes comes up in the end, shape (9,)."""
        return np.array([float(share) for share in self.exact_classes])

    @property
    def exact_classes(self) -> list[Fraction]:
        """How often each of the nine classes comes up in the end, exactly."""
        shares = list(self.outcomes.values())
        # One high card, three kinds of pairs, …, five of fours, two of straight flushes.
        ends = np.cumsum([1, 3, 1, 1, 1, 1, 1, 5, 2]).tolist()
        starts = [0, *ends[:-1]]
        return [sum(shares[a:b], Fraction()) for a, b in zip(starts, ends, strict=True)]

    def to_csv(self) -> str:
        """Write the strategy as CSV: hand, weight, mask, discard, value."""
        texts = [str(Card(number)) for number in range(52)]
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
        ``"class"``, ``"pattern"``, or a paytable or its name.
    threads
        How many threads to use; all cores if not given.
    progress
        Called now and then with the hands done and the hands in all.

    Raises
    ------
    ValueError
        If there is no such objective, or for ``"showdown"``, which is worked out hand by hand:
        see :func:`best_discards`.

    Examples
    --------
    >>> solution = solve("jacks-or-better-9-6")
    >>> solution.exact
    Fraction(1653526326983, 1661102543100)
    >>> solution.hands.shape, int(solution.weights.sum())
    ((134459, 5), 2598960)
    """
    valuation = _valuation(objective)
    solved = valuation.solve(threads=threads, progress=progress)
    return Solution(
        objective=valuation.name,
        exact=Fraction(solved["total"], solved["denominator"]),
        hands=_frozen(solved["hands"]),
        weights=_frozen(solved["weights"]),
        masks=_frozen(solved["masks"]),
        values=_frozen(solved["values"]),
        outcomes={
            outcome: Fraction(times, solved["outcomes_in_all"])
            for outcome, times in zip(OUTCOMES, solved["outcomes"], strict=True)
        },
    )


def _valuation(objective: Objective) -> Valuation:
    if isinstance(objective, Paytable):
        return objective._valuation
    if not isinstance(objective, str):
        found = type(objective).__name__
        raise TypeError(f"objective: expected a name or a Paytable, found {found}")
    if objective == "showdown":
        expected = "expected class, pattern or a paytable here"
        raise ValueError(f"objective 'showdown': {expected}; showdowns are worked out hand by hand")
    if objective not in ("class", "pattern", *PAYTABLES):
        known = ", ".join(("class", "pattern", "showdown", *PAYTABLES))
        raise ValueError(f"unknown objective {objective!r}, expected one of {known}")
    return _named_valuation(objective)


@cache
def _named_valuation(name: str) -> Valuation:
    return Valuation(name)
