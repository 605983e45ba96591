"""The solution of a multiplier game: the return, and the best discards in every state."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.multiplier.model import Model
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["MultiplierSolution", "MultiplierState"]


@dataclass(frozen=True, eq=False)
class MultiplierState:
    """A sum of the multipliers of all lines, and how it is played."""

    multiplier: int
    """The sum of the multipliers."""
    share: float
    """How often it occurs."""
    value: float
    """The mean payout of a play in this state, in bets of all lines with the feature."""
    masks: NDArray[np.uint8]
    """The best discard of each hand."""


@dataclass(frozen=True, eq=False, repr=False)
class MultiplierSolution(HasResultTable):
    """The solution of a multiplier game: the return, and the best discards in every state."""

    objective: str
    """The name of the game."""
    lines: int
    """The number of lines (hands) that are played at once."""
    value: float
    """The return (RTP) under optimal play, per bet with the feature."""
    error: float
    """The exact return differs by no more than this."""
    exact: Fraction | None
    """The return as a fraction, if one line is played; else ``None``."""
    hands: NDArray[np.uint8]
    """One representative per class of suit-isomorphic hands."""
    weights: NDArray[np.int64]
    """The number of hands in each class."""
    states: tuple[MultiplierState, ...]
    """The states, from the smallest sum of multipliers."""
    _values: NDArray[np.float64]
    _model: Model

    @property
    def multiplier(self) -> float:
        """The mean multiplier of a line."""
        return sum(state.share * state.multiplier for state in self.states) / self.lines

    def best(self, hand: Cards, multipliers: int | Sequence[int] = 1) -> Discard:
        """Find the best discard of a hand.

        Parameters
        ----------
        hand
            Five cards.
        multipliers
            The multipliers of all lines; or one number, if all lines have the same.
        """
        if isinstance(multipliers, int):
            multipliers = [multipliers] * self.lines
        if len(multipliers) != self.lines:
            raise ValueError(
                f"multipliers: expected {self.lines}, one for each line, found {len(multipliers)}"
            )
        total = sum(multipliers)
        if total not in [state.multiplier for state in self.states]:
            raise ValueError(f"multipliers: {list(multipliers)} cannot occur in this game")
        cards = self._model.aim.analyze(hand, False).cards
        found = self._model.value(np.array([[card.number for card in cards]] * 32, np.uint8))
        later = self._model.later(found.next, self._values)
        worth = total * found.ev + later
        mask = min(
            range(32), key=lambda mask: (-round(float(worth[mask]), 12), mask.bit_count(), mask)
        )
        return make_discard(list(cards), mask, float(worth[mask] / (2 * self.lines)))

    def _result_table(self) -> ResultTable:
        rows = [
            (state.multiplier, state.share, state.value) for state in self.states if state.share
        ]
        title = f"{self.objective}: return {self.value:.8f}, mean multiplier {self.multiplier:.4f}"
        return ResultTable(title, ["multipliers", "share", "return"], rows)

    def __repr__(self) -> str:
        return f"<MultiplierSolution of {self.objective}, value {self.value}>"
