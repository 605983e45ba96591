"""Showdown equity: each discard of a hand against one opponent."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card, ShowdownCounts, parse_cards
from cardcore.arrays import frozen
from cardcore.discard.discards import (
    ROWS_SHOWN,
    Discard,
    cards_text,
    discard_columns,
    discard_result_table,
    make_discard,
    rank_discards,
)
from cardcore.discard.objective import Opponent, valuation
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["SAMPLES", "Progress", "Showdown", "showdown"]

#: Called with the steps done and the total number of steps.
Progress: TypeAlias = Callable[[int, int], object]

#: How many deals to sample against an opponent who draws.
SAMPLES = 200_000


@dataclass(frozen=True, eq=False, repr=False)
class Showdown(HasResultTable):
    """The wins and ties of each of the 32 discards of a hand against one opponent."""

    hand: tuple[Card, ...]
    """The hand; bit i of a mask is its i-th card."""
    against: str
    """How the opponent draws: ``"pat"``, or the name of an objective."""
    wins: NDArray[np.uint64]
    """Winning pairs of a draw and an opponent's final hand, by mask."""
    ties: NDArray[np.uint64]
    """Tying pairs, by mask."""
    totals: NDArray[np.uint64]
    """All pairs: C(47, k) × C(47 − k, 5) if exact, otherwise the number of samples."""
    samples: int | None
    """The number of sampled deals; ``None`` if all were counted."""
    seed: int | None
    """The seed of the samples."""
    _best: int

    @property
    def losses(self) -> NDArray[np.uint64]:
        """Losing pairs, by mask."""
        return self.totals - self.wins - self.ties

    @property
    def equity(self) -> NDArray[np.float64]:
        """The probability of winning plus half that of tying, by mask."""
        return np.asarray((2 * self.wins + self.ties) / (2 * self.totals), np.float64)

    @property
    def interval(self) -> NDArray[np.float64] | None:
        """The 95% confidence interval of each equity, shape (32, 2); ``None`` if exact."""
        if self.samples is None:
            return None
        return np.array(_core.sampled_intervals(self.equity.tolist(), self.samples))

    def best(self) -> Discard:
        """Find the discard with the highest equity."""
        return make_discard(self.hand, self._best, self.equity[self._best])

    def ranking(self) -> list[Discard]:
        """List all 32 discards, highest equity first."""
        return rank_discards(self.hand, self.equity.tolist(), self._best)

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the 32 discards as columns, ready for a data frame.

        Examples
        --------
        >>> columns = showdown("Ah Ad Kc 7s 2d").to_dict()
        >>> list(columns)
        ['mask', 'hold', 'discard', 'win', 'tie', 'lose', 'equity']
        >>> columns["hold"][24], columns["win"][24]
        ('Ah Ad Kc', 1236592274)
        """
        found = {
            **discard_columns(self.hand),
            "win": self.wins.tolist(),
            "tie": self.ties.tolist(),
            "lose": self.losses.tolist(),
            "equity": self.equity.tolist(),
        }
        if (interval := self.interval) is not None:
            found["low"], found["high"] = interval.T.tolist()
        return found

    def _result_table(self) -> ResultTable:
        how = "exact" if self.samples is None else f"{self.samples:,} samples"
        title = (
            f"{cards_text(self.hand)}: the best {ROWS_SHOWN} of 32 discards against "
            f"{self.against}, {how}"
        )
        headings = ["win", "tie", "lose", "equity"]
        counts = np.stack([self.wins, self.ties, self.losses], axis=1)
        numbers = [counts / self.totals[:, None], self.equity[:, None]]
        if self.interval is not None:
            headings += ["low", "high"]
            numbers.append(self.interval)
        return discard_result_table(title, headings, self.ranking(), np.hstack(numbers))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Showdown):
            return NotImplemented
        mine, others = (
            (each.hand, each.against, each.samples, each.seed, *each.wins, *each.ties)
            for each in (self, other)
        )
        return mine == others

    def __hash__(self) -> int:
        return hash((self.hand, self.against, self.samples, self.seed))

    def __repr__(self) -> str:
        how = "exact" if self.samples is None else f"{self.samples} samples"
        return f"<Showdown of {' '.join(map(str, self.hand))} against {self.against}, {how}>"


def showdown(
    hand: Cards,
    against: Opponent = "pat",
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Showdown:
    """Find how often each discard wins against an opponent dealt from the other 47 cards.

    Parameters
    ----------
    hand
        Five distinct cards.
    against
        ``"pat"``: the opponent stands pat, and every pair of hands is counted. Otherwise, how the
        opponent discards: ``"class"``, ``"pattern"``, or a paytable or its name; the result is then
        sampled.
    samples
        The number of deals to sample, up to 10**12.
    seed
        The same seed gives the same samples on any number of threads.
    threads
        The number of threads; by default, one per core.
    progress
        Called periodically with the steps done and the total number of steps.

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
    drawer = valuation(against)
    counts = _core.showdown_against_drawer(
        cards, drawer, samples, seed, threads=threads, progress=progress
    )
    return _showdown(cards, drawer.name, counts, index(samples), index(seed))


def _showdown(
    cards: list[Card],
    against: str,
    counts: ShowdownCounts,
    samples: int | None,
    seed: int | None,
) -> Showdown:
    return Showdown(
        hand=tuple(cards),
        against=against,
        wins=frozen(counts.wins),
        ties=frozen(counts.ties),
        totals=frozen(counts.totals),
        samples=samples,
        seed=seed,
        _best=counts.best,
    )
