"""Bankroll and risk of ruin, from the exact distribution of what a play pays.

A *bet* is what one hand costs: some coins (credits) of a denomination, usually five. A *play* is
one hand, or several that draw to the same deal. Bankrolls are in bets unless they say otherwise.

A hand costs one bet and pays a whole number of bets, so a bankroll never falls by more than one
bet at a time. That makes the risk of ruin a power: if r is the probability of ever being one bet
below the start, the probability of ever losing b bets is r to the power of b, and r is the smallest
root of r = E(r ** payout). See Feller, *An Introduction to Probability Theory and Its
Applications*, volume 1, chapters XII and XIV. Where a play can lose several units (several hands,
or fractions of a bet), the risk is a sum of such powers: see ``plays``.

The distribution of the total payout of many hands is a power of the generating function of one. It
is computed with sums of positive terms only, so relative errors can only add up: each result comes
with a bound on its error.
"""

from cardcore.discard.bankroll.results import Kelly, Outlook, Probability, Session
from cardcore.discard.bankroll.risk import (
    MAX_BANKROLL,
    MAX_HANDS,
    MAX_HANDS_PER_PLAY,
    MAX_HANDS_TO_RUIN,
    MAX_SIMULATED_HANDS,
    Risk,
    risk,
)

__all__ = [
    "MAX_BANKROLL",
    "MAX_HANDS",
    "MAX_HANDS_PER_PLAY",
    "MAX_HANDS_TO_RUIN",
    "MAX_SIMULATED_HANDS",
    "Kelly",
    "Outlook",
    "Probability",
    "Risk",
    "Session",
    "risk",
]
