"""Lowball and badugi with up to three draws: the best discard of every hand."""

from dataclasses import dataclass
from functools import lru_cache

from cardcore import _core
from cardcore._core import MultiDraw, parse_cards
from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.low_draws import LowGame
from cardcore.discard.showdown_equity import Progress
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["LowSolution", "solve_low"]


@dataclass(frozen=True, eq=False, repr=False)
class LowSolution(HasResultTable):
    """The best discards of a lowball or badugi game with up to three draws.

    The value of a final hand is its probability of beating a random hand that was dealt from a
    whole deck and stands pat, plus half that of a tie; with draws left, the value of a hand is the
    best mean over all draws from the cards outside it. Two things are simplified: the opponent's
    hand does not depend on ours, and cards discarded in earlier draws may come back.
    :meth:`LowTable.best` has the exact equity of a single draw, with every card accounted for.
    """

    game: str
    """The game: one of :data:`LOW_GAMES`."""
    draws: int
    """The number of draws."""
    _solved: MultiDraw

    @property
    def means(self) -> tuple[float, ...]:
        """The mean value over all hands, by the number of draws left, from none to all."""
        return tuple(self._solved.means)

    @property
    def value(self) -> float:
        """The mean value over all hands before the first draw."""
        return self.means[-1]

    def cards_drawn(self, draws: int | None = None) -> tuple[int, ...]:
        """Return how many of all hands draw no card, one card, and so on, under the best discards.

        Parameters
        ----------
        draws
            The number of draws left; by default, all of them.
        """
        left = self._left(draws)
        return tuple(self._solved.sizes[left - 1])

    def best(self, hand: Cards, draws: int | None = None) -> Discard:
        """Find the best discard of a hand.

        Parameters
        ----------
        hand
            Five distinct cards, in badugi four.
        draws
            The number of draws left; by default, all of them.

        Examples
        --------
        >>> solution = solve_low("badugi", 3)
        >>> solution.best("8c 7d 6h 5s", 1).discard, solution.best("Kc 3d 2h As", 3).discard
        ((), (Card('Kc'),))
        """
        values, mask = self._solved.values(hand, self._left(draws))
        return make_discard(parse_cards(hand), mask, values[mask])

    def ranking(self, hand: Cards, draws: int | None = None) -> list[Discard]:
        """List all discards of a hand, best first; takes the arguments of :meth:`best`."""
        values, best = self._solved.values(hand, self._left(draws))
        cards = parse_cards(hand)
        masks = sorted(range(len(values)), key=lambda m: (m != best, -values[m], m.bit_count(), m))
        return [make_discard(cards, mask, values[mask]) for mask in masks]

    def _left(self, draws: int | None) -> int:
        if draws is None:
            return self.draws
        return int(_core.whole_number("draws", draws, 1, self.draws))

    def _result_table(self) -> ResultTable:
        title = f"{self.game} with {self.draws} draw{'s' if self.draws > 1 else ''}"
        rows: list[tuple[str | float, ...]] = []
        for left in range(self.draws, 0, -1):
            drawn = self.cards_drawn(left)
            shares = [count / sum(drawn) for count in drawn]
            rows.append((str(left), self.means[left], *shares))
        most = len(self.cards_drawn())
        headings = ["draws left", "value", "pat", *(f"draw {size}" for size in range(1, most))]
        return ResultTable(title, headings, rows)

    def __repr__(self) -> str:
        return f"<LowSolution of {self.game} with {self.draws} draws: {self.value:.6f}>"


@lru_cache(maxsize=6)
def _cached(game: str, draws: int, threads: int | None) -> MultiDraw:
    return _core.solve_low(game, draws, threads=threads)


def solve_low(
    game: LowGame | str,
    draws: int = 1,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LowSolution:
    """Find the best discards of a lowball or badugi game."""
    _core.low_groups(game)
    count = int(_core.whole_number("draws", draws, 1, 3))
    if progress is None:
        solved = _cached(game, count, threads)
    else:
        solved = _core.solve_low(game, count, threads=threads, progress=progress)
    return LowSolution(game, count, solved)
