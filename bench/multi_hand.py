"""Multi-hand variance and risk of ruin beside a simulation that deals every card.

All hands of a play have the same deal and the same hold, and each draws from its own deck. The
simulation deals with NumPy, holds the best cards and pays the final hands; it knows nothing of the
distributions that the exact figures come from.

    python -m bench multi_hand --hands 10000000
"""

import argparse
from collections.abc import Iterator
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from bench.report import section
from bench.results import Table
from cardcore import discard

#: The paytable, and how many hands are played at once.
PAYTABLE: discard.PaytableName = "jacks-or-better-9-6"
HANDS_PER_PLAY = (1, 3, 5, 10, 50, 100)

#: Sessions for the risk of ruin: a bankroll in plays, and the number of plays.
BANKROLL, PLAYS = 20, 100

#: Deals at a time.
CHUNK = 50_000


def shuffled(decks: NDArray[np.uint8], first: int, count: int, random: np.random.Generator) -> None:
    """Put random cards, of those from a place on, into the next places of every deck."""
    rows = np.arange(len(decks))
    for place in range(first, first + count):
        other = random.integers(place, 52, len(decks))
        decks[rows, other], decks[:, place] = decks[:, place].copy(), decks[rows, other].copy()


def paid(hands: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return what final hands pay in bets."""
    aim = discard.Paytable(PAYTABLE)._valuation
    payouts = np.array([float(payout) for _, payout in aim.payouts])
    outcomes = aim.outcomes_of(hands, np.zeros(len(hands), np.uint8))
    return np.asarray(payouts[outcomes.argmax(axis=1)], np.float64)


def simulate(plays: int, hands: int, seed: int) -> NDArray[np.float64]:
    """Return what each of some plays pays in bets, all hands together."""
    random = np.random.default_rng(seed)
    found = np.empty(plays)
    for start in range(0, plays, CHUNK):
        many = min(CHUNK, plays - start)
        decks = np.tile(np.arange(52, dtype=np.uint8), (many, 1))
        shuffled(decks, 0, 5, random)
        dealt = decks[:, :5].copy()
        masks, _ = discard.best_discards(dealt, PAYTABLE)
        discarded = (masks[:, None] >> np.arange(5) & 1).astype(bool)
        total = np.zeros(many)
        for _ in range(hands):
            shuffled(decks, 5, 5, random)
            total += paid(np.where(discarded, decks[:, 5:10], dealt))
        found[start : start + many] = total
    return found


def rows(all_hands: int) -> Iterator[list[str]]:
    """Compare every number of hands per play."""
    for hands in HANDS_PER_PLAY:
        plays = all_hands // hands
        risk = discard.risk(PAYTABLE, hands_per_play=hands)
        per_bet = simulate(plays, hands, hands) / hands
        mean, variance = per_bet.mean(), per_bet.var()
        mean_error = sqrt(float(risk.variance) / plays)
        # Of the variance, from the fourth moment of the sample, which has few royal flushes.
        variance_error = sqrt(max(((per_bet - mean) ** 4).mean() - variance**2, 0) / plays)
        sessions = per_bet[: plays // PLAYS * PLAYS].reshape(-1, PLAYS) * hands - hands
        bankroll = BANKROLL * hands + np.cumsum(sessions, axis=1)
        ruined = float((bankroll < hands).any(axis=1).mean())
        exact = risk.ruin(BANKROLL * hands, hands=PLAYS).value
        ruin_error = sqrt(exact * (1 - exact) / len(sessions))
        yield [
            str(hands),
            f"{plays:,}",
            f"{float(risk.mean):.5f}",
            f"{mean:.5f} ± {mean_error:.5f}",
            f"{float(risk.variance):.4f}",
            f"{variance:.4f} ± {variance_error:.4f}",
            f"{exact:.5f}",
            f"{ruined:.5f} ± {ruin_error:.5f}",
        ]


def main() -> None:
    """Simulate and print the table of the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000, help="hands of each row")
    hands = parser.parse_args().hands
    headings = [
        "hands per play",
        "plays",
        "return",
        "simulated",
        "variance per bet",
        "simulated",
        f"ruin of {BANKROLL} plays within {PLAYS}",
        "simulated",
    ]
    name = f"{PAYTABLE}, {hands:,} hands a row, with standard errors"
    table = Table(name, headings, list(rows(hands)))
    print(section([{"kind": "Table", **table.to_dict()}]))


if __name__ == "__main__":
    main()
