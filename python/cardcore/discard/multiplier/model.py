"""A multiplier game as a Markov decision process: the chances of the next multipliers."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Valuation
from cardcore.discard.line import lines
from cardcore.discard.multiplier.games import MultiplierName, multiplier_of
from cardcore.discard.names import PaytableName
from cardcore.discard.objective import valuation

__all__ = ["Model", "model_of"]


@dataclass(frozen=True, eq=False)
class Valued:
    """Discards: their EVs, and the chances of the next multiplier of a line."""

    ev: NDArray[np.float64]
    next: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Model:
    """A multiplier game as a Markov decision process."""

    paytable: PaytableName
    aim: Valuation
    hands: int
    payouts: NDArray[np.float64]
    """The payout of each outcome."""
    multipliers: NDArray[np.int64]
    """The next multiplier after each outcome."""

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """The multipliers that occur, in ascending order."""
        return np.unique(self.multipliers)

    @cached_property
    def size(self) -> int:
        """The length of an array of the sums of multipliers above the smallest, a power of 2."""
        return 1 << int((self.kinds[-1] - 1) * self.hands).bit_length()

    @cached_property
    def states(self) -> list[int]:
        """The sums of multipliers that can occur."""
        reached = {0}
        for _ in range(self.hands):
            reached = {total + int(kind) for total in reached for kind in self.kinds}
        return sorted(reached)

    def value(self, hands: NDArray[np.uint8], mask: int | None = None) -> Valued:
        """Value one discard of each of some hands; without a mask, the masks 0 to 31 in turn."""
        masks = np.full(len(hands), mask or 0, np.uint8)
        if mask is None:
            masks = np.arange(32, dtype=np.uint8)
        counts = self.aim.outcomes_of(hands, masks).astype(np.float64)
        draws = counts.sum(axis=1)
        later = [counts[:, self.multipliers == kind].sum(axis=1) / draws for kind in self.kinds]
        return Valued(counts @ self.payouts / draws, np.stack(later, axis=1))

    @cached_property
    def _waves(self) -> NDArray[np.complex128]:
        """The characteristic function of each multiplier, at the frequencies of the sums."""
        frequencies = np.arange(self.size // 2 + 1)
        turns = np.outer(self.kinds - 1, frequencies) / self.size
        return np.asarray(np.exp(2j * np.pi * turns), np.complex128)

    def sums(self, later: NDArray[np.float64]) -> NDArray[np.complex128]:
        """Return the characteristic function of the sum of the next multipliers of all lines."""
        found = later @ self._waves
        power = np.ones_like(found)
        for _ in range(self.hands):
            power = power * found
        result: NDArray[np.complex128] = power
        return result

    def expected(
        self, sums: NDArray[np.complex128], values: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the mean value of the next state, given the values of all sums."""
        transformed = np.fft.fft(values)[: self.size // 2 + 1]
        # The frequencies between the first and the last occur twice.
        factors = np.full(self.size // 2 + 1, 2.0)
        factors[[0, -1]] = 1.0
        return np.asarray((sums @ (transformed * factors)).real / self.size, np.float64)

    def later(self, later: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean value of the next state, given the chances of the multipliers."""
        if self.hands == 1:
            return np.asarray(later @ values[self.kinds - 1], np.float64)
        return self.expected(self.sums(later), values)


def model_of(game: MultiplierName) -> Model:
    """Return the process of a game."""
    aim = valuation(game.paytable)
    names = aim.outcomes
    payouts = np.zeros(len(names))
    multipliers = np.ones(len(names), np.int64)
    for line, outcomes in zip(
        lines(game.paytable),
        (line.outcomes for line in aim.lines),
        strict=True,
    ):
        for outcome in outcomes:
            payouts[outcome] = float(line.value)
            multipliers[outcome] = multiplier_of(names[outcome], game.multipliers, line.value > 0)
    return Model(game.paytable, aim, game.hands, payouts, multipliers)
