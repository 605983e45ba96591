"""Super Times Pay: a sixth coin buys a multiplier that comes at random.

The multiplier is dealt with the hand and does not depend on it, so every hold is multiplied alike
and the best strategy is that of the game without the feature. The return is that game's, times the
mean multiplier of all hands, less the price: 5 of 6 coins are the bet that payouts refer to.

It is published that a multiplier from 2 to 10 comes once in 15 hands, but not how often each one
does. The default mean of 4.05 is an assumption; it makes all returns 1.00278 times those of the
game without the feature. It is near the 4.06 that the Wizard of Odds gives for *Super Times Pay
Super Stacks*, a related machine. Give the mean of a machine if you know it.

Other games with random multipliers differ in these numbers only: in *Hot Roll*, two dice are rolled
once in six hands for twice the price, ``chance=Fraction(1, 6), multiplier=7, coins=10``, which
leaves the return as it is.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from cardcore.discard.objective import Objective
from cardcore.discard.paytable import Payout

if TYPE_CHECKING:
    from cardcore.discard.solution import Solution

__all__ = ["SuperTimesPay"]


@dataclass(frozen=True)
class SuperTimesPay:
    """A game of Super Times Pay: its paytable and the facts of the machine.

    Parameters
    ----------
    paytable
        A paytable or its name.
    chance
        How often a multiplier is dealt with a hand.
    multiplier
        The mean multiplier of those hands; the default is an assumption.
    coins
        The number of coins that a hand costs, of which ``paid`` are the bet on the hand.
    paid
        The number of coins that payouts refer to.

    Examples
    --------
    >>> game = SuperTimesPay("jacks-or-better-9-6")
    >>> round(float(game.factor), 5), round(float(game.exact), 6)
    (1.00278, 0.998204)
    """

    paytable: Objective = "jacks-or-better-9-6"
    chance: Payout = Fraction(1, 15)
    multiplier: Payout = "4.05"
    coins: int = 6
    paid: int = 5

    def __post_init__(self) -> None:
        if not 0 <= Fraction(str(self.chance)) <= 1:
            raise ValueError(f"chance: expected a number from 0 to 1, found {self.chance}")
        if Fraction(str(self.multiplier)) < 1:
            raise ValueError(f"multiplier: expected 1 or more, found {self.multiplier}")
        if not 1 <= self.paid <= self.coins:
            raise ValueError(f"paid: expected 1 to {self.coins}, the coins, found {self.paid}")

    @property
    def factor(self) -> Fraction:
        """The return as a multiple of the return without the feature, exactly."""
        more = Fraction(str(self.chance)) * (Fraction(str(self.multiplier)) - 1)
        return (1 + more) * Fraction(self.paid, self.coins)

    @property
    def exact(self) -> Fraction:
        """The return (RTP) under optimal play, exactly."""
        return self.factor * self.strategy.exact

    @property
    def value(self) -> float:
        """The return (RTP) under optimal play."""
        return float(self.exact)

    @property
    def strategy(self) -> "Solution":
        """The best discards: the solution of the game without the feature."""
        from cardcore.discard.solution import solve

        return solve(self.paytable)
