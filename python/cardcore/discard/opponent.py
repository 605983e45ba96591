"""The chance to win against an opponent, by discard."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card, ShowdownCounts, parse_cards
from cardcore.arrays import frozen
from cardcore.discard.choice import SHOWN, Discard, choice, columns, ranking, sheet, text
from cardcore.discard.objective import Objective, valuation
from cardcore.poker import Cards
from cardcore.sheet import Sheet, Sheeted

__all__ = ["SAMPLES", "Progress", "Showdown", "showdown"]

#: Called with the steps done and the steps in all.
Progress: TypeAlias = Callable[[int, int], object]

#: How many deals a showdown against an opponent who draws is sampled with.
SAMPLES = 200_000


@dataclass(frozen=True, eq=False, repr=False)
class Showdown(Sheeted):
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
        return choice(self.hand, self._best, self.equity[self._best])

    def ranking(self) -> list[Discard]:
        """List all 32 discards, the one with the highest equity first."""
        return ranking(self.hand, self.equity.tolist(), self._best)

    def to_dict(self) -> dict[str, list[Any]]:
        """Give the 32 discards as columns, as a data frame takes them.

        Examples
        --------
        >>> columns = showdown("Ah Ad Kc 7s 2d").to_dict()
        >>> list(columns)
        ['mask', 'hold', 'discard', 'win', 'tie', 'lose', 'equity']
        >>> columns["hold"][24], columns["win"][24]
        ('Ah Ad Kc', 1236592274)
        """
        found = {
            **columns(self.hand),
            "win": self.wins.tolist(),
            "tie": self.ties.tolist(),
            "lose": self.losses.tolist(),
            "equity": self.equity.tolist(),
        }
        if (interval := self.interval) is not None:
            found["low"], found["high"] = interval.T.tolist()
        return found

    def _sheet(self) -> Sheet:
        how = "exact" if self.samples is None else f"{self.samples:,} samples"
        title = f"{text(self.hand)}: the best {SHOWN} of 32 discards against {self.against}, {how}"
        headings = ["win", "tie", "lose", "equity"]
        counts = np.stack([self.wins, self.ties, self.losses], axis=1)
        numbers = [counts / self.totals[:, None], self.equity[:, None]]
        if self.interval is not None:
            headings += ["low", "high"]
            numbers.append(self.interval)
        return sheet(title, headings, self.ranking(), np.hstack(numbers))

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
