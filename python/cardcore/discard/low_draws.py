"""Draws of lowball and badugi hands: the exact counts of final hands, and the best discard."""

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore._core import Card, ShowdownCounts
from cardcore.arrays import frozen
from cardcore.discard.discards import ROWS_SHOWN, Discard, cards_text, make_discard
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["LOW_GAMES", "LowGame", "LowTable", "analyze_low"]

#: The draw games in which low hands win, as a type that editors complete.
LowGame: TypeAlias = Literal["2-7", "a-5", "badugi"]

#: The draw games in which low hands win.
LOW_GAMES: tuple[LowGame, ...] = get_args(LowGame)


@dataclass(frozen=True, eq=False, repr=False)
class LowTable(HasResultTable):
    """For each discard of a lowball or badugi hand: how many draws end in each low, exactly.

    A hand of five cards has 32 discards, one of four cards 16. The equity is against an opponent
    who was dealt any hand from the unseen cards and stands pat; every pair of a draw and such a
    hand counts.
    """

    hand: tuple[Card, ...]
    """The hand; bit i of a mask is its i-th card."""
    game: str
    """The game: one of :data:`LOW_GAMES`."""
    groups: tuple[str, ...]
    """What final hands are counted by, best first: ``"7 low"``, ``"8 low"``, …, ``"one pair"``, …;
    in badugi ``"badugi 4 high"``, …, ``"three cards"``, …."""
    counts: NDArray[np.uint32]
    """Draws by mask and group, shape (32, G), in badugi (16, G)."""

    @property
    def draws(self) -> NDArray[np.uint32]:
        """The number of draws for each mask: C(47, k), in badugi C(48, k)."""
        unseen = 52 - len(self.hand)
        masks = range(1 << len(self.hand))
        return np.array([comb(unseen, mask.bit_count()) for mask in masks], np.uint32)

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """The probability of each group by mask."""
        return np.asarray(self.counts / self.draws[:, None], np.float64)

    @cached_property
    def _showdown(self) -> ShowdownCounts:
        return _core.low_showdown(self.hand, self.game)

    @property
    def wins(self) -> NDArray[np.uint64]:
        """Winning pairs of a draw and an opponent's hand, by mask."""
        return self._showdown.wins

    @property
    def ties(self) -> NDArray[np.uint64]:
        """Tying pairs, by mask."""
        return self._showdown.ties

    @property
    def totals(self) -> NDArray[np.uint64]:
        """All pairs, by mask: C(47, k) × C(47 − k, 5), in badugi C(48, k) × C(48 − k, 4)."""
        return self._showdown.totals

    @property
    def equity(self) -> NDArray[np.float64]:
        """The probability of winning plus half that of tying, by mask."""
        return np.asarray((2 * self.wins + self.ties) / (2 * self.totals), np.float64)

    def best(self) -> Discard:
        """Find the discard with the highest equity.

        Among equals the discard of fewer cards wins, then the smaller mask; equities are compared
        as fractions.

        >>> best = analyze_low("8c 7d 5h 4s 2c", "2-7").best()  # pat
        >>> best.discard, round(best.value, 4)
        ((), 0.9973)
        """
        mask = self._showdown.best
        return make_discard(self.hand, mask, self.equity[mask])

    def ranking(self) -> list[Discard]:
        """List all discards, highest equity first."""
        equity, best = self.equity.tolist(), self._showdown.best
        masks = sorted(range(len(equity)), key=lambda m: (m != best, -equity[m], m.bit_count(), m))
        return [make_discard(self.hand, mask, equity[mask]) for mask in masks]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the discards as columns, ready for a data frame.

        >>> columns = analyze_low("4c 3d 2h Kh", "badugi").to_dict()
        >>> columns["hold"][8], columns["draws"][8], columns["badugi 5 high"][8]
        ('4c 3d 2h', 48, 1)
        """
        discards = [make_discard(self.hand, mask, 0.0) for mask in range(len(self.counts))]
        return {
            "mask": [discard.mask for discard in discards],
            "hold": [cards_text(discard.keep) for discard in discards],
            "discard": [cards_text(discard.discard) for discard in discards],
            "draws": self.draws.tolist(),
            **dict(zip(self.groups, self.counts.T.tolist(), strict=True)),
            "win": self.wins.tolist(),
            "tie": self.ties.tolist(),
            "equity": self.equity.tolist(),
        }

    def _result_table(self) -> ResultTable:
        title = (
            f"{cards_text(self.hand)}: the best {ROWS_SHOWN} of {len(self.counts)} discards in "
            f"{self.game}, with their probabilities"
        )
        rows = [
            (
                cards_text(discard.keep) or "–",
                cards_text(discard.discard) or "–",
                *self.probabilities[discard.mask].tolist(),
                discard.value,
            )
            for discard in self.ranking()[:ROWS_SHOWN]
        ]
        return ResultTable(title, ["hold", "discard", *self.groups, "equity"], rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LowTable):
            return NotImplemented
        return (self.hand, self.game) == (other.hand, other.game)

    def __hash__(self) -> int:
        return hash((self.hand, self.game))

    def __repr__(self) -> str:
        return f"<LowTable of {cards_text(self.hand)} in {self.game}>"


def analyze_low(hand: Cards, game: LowGame | str) -> LowTable:
    """Count the draws to each low, for each discard of a lowball or badugi hand."""
    cards, counts = _core.low_counts(hand, game)
    return LowTable(tuple(cards), game, tuple(_core.low_groups(game)), frozen(counts))
