"""Multi Strike: a winning hand, or a free ride, leads to the next level, where wins are doubled.

One bet is made on every level. A hand is dealt on the first; a win, or a *Free Ride* that is dealt
with the hand at random, leads to the next level with a new deck, where payouts are multiplied by 2,
then by 4 and 8. A hand that wins nothing ends the game. So the game is a Markov decision process of
finite horizon, solved from the top: with V the value of the next level, a winning hand is worth its
payout times the multiplier, plus V, unless there is a free ride: then V is sure and the hand is
played as in the game without levels.

Everything is a fraction. A payout plus V has a large denominator, so each level is solved for V
rounded down and rounded up. The EV of every hold is linear in V, so a hold that is best for both is
best for V; hands where they differ are compared with V itself.

The chances of a free ride differ from game to game and from level to level. Those in
:data:`FREE_RIDES` are published by the Wizard of Odds; for other games they have to be given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.line import lines
from cardcore.discard.multiplier.policy import outcome_chances
from cardcore.discard.objective import Objective, built_in, valuation
from cardcore.discard.paytable import Payout, Paytable, canonical_name
from cardcore.discard.progressive import finest_step
from cardcore.discard.showdown_equity import Progress
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["FREE_RIDES", "MultiStrike", "MultiStrikeLevel", "MultiStrikeSolution"]

#: The published chances of a free ride on every level but the last, by paytable and number of
#: levels.
FREE_RIDES: dict[tuple[str, int], tuple[str, ...]] = {
    ("deuces-wild-full-pay", 4): ("0.0825", "0.078", "0.078"),
    ("bonus-7-5", 5): ("0.076", "0.07", "0.062", "0.0575"),
}


@dataclass(frozen=True, eq=False)
class MultiStrikeLevel:
    """A level of Multi Strike and how it is played without a free ride."""

    multiplier: int
    """What payouts are multiplied by."""
    free_ride: Fraction
    """The chance of a free ride; 0 on the last level."""
    exact: Fraction
    """The value of reaching the level, in bets on one level, exactly."""
    without_ride: Fraction
    """The value of the level without a free ride, exactly."""
    win: Fraction
    """The probability of winning something without a free ride, exactly."""
    masks: NDArray[np.uint8]
    """The best discard of each hand without a free ride."""


@dataclass(frozen=True, eq=False, repr=False)
class MultiStrikeSolution(HasResultTable):
    """The solution of Multi Strike: the return, and the best discards on every level.

    With a free ride every level is played as the last one.
    """

    game: "MultiStrike"
    """The game with its facts."""
    exact: Fraction
    """The return (RTP) under optimal play, with one bet on every level, exactly."""
    levels: tuple[MultiStrikeLevel, ...]
    """The levels, from the first."""
    hands: NDArray[np.uint8]
    """One representative per class of suit-isomorphic hands."""
    weights: NDArray[np.int64]
    """The number of hands in each class."""

    @property
    def value(self) -> float:
        """The return (RTP) under optimal play."""
        return float(self.exact)

    def best(self, hand: Cards, level: int = 1, *, free_ride: bool = False) -> Discard:
        """Find the best discard of a hand; its value is in bets on one level.

        Parameters
        ----------
        hand
            Five cards.
        level
            The level, from 1.
        free_ride
            Whether a free ride was dealt with the hand.
        """
        if not 1 <= level <= len(self.levels):
            raise ValueError(f"level: expected 1 to {len(self.levels)}, found {level}")
        later = self.levels[level].exact if level < len(self.levels) else Fraction()
        aim = valuation(self.game.paytable)
        draws = aim.analyze(hand, False)
        cards = list(draws.cards)
        rows = np.array([[card.number for card in cards]] * 32, np.uint8)
        worth = _worth(
            self.game.paytable,
            rows,
            np.arange(32, dtype=np.uint8),
            self.levels[level - 1].multiplier,
            Fraction() if free_ride else later,
        )
        mask = max(range(32), key=lambda mask: (worth[mask], -mask.bit_count(), -mask))
        sure = later if free_ride else Fraction()
        return make_discard(cards, mask, float(worth[mask] + sure))

    def _result_table(self) -> ResultTable:
        rows = [
            (number, level.multiplier, float(level.free_ride), float(level.win), float(level.exact))
            for number, level in enumerate(self.levels, 1)
        ]
        title = f"multi strike, {self.game.title}: return {self.value:.8f}"
        return ResultTable(title, ["level", "pays", "free ride", "win", "value"], rows)

    def __repr__(self) -> str:
        return f"<MultiStrikeSolution of {self.game.title}, value {self.value}>"


@dataclass(frozen=True)
class MultiStrike:
    """A game of Multi Strike: its paytable and the facts of the machine.

    Parameters
    ----------
    paytable
        A paytable or its name.
    free_rides
        The chance of a free ride on every level but the last, from the first. By default what is
        published, see :data:`FREE_RIDES`; for most games nothing is.
    multipliers
        What payouts are multiplied by on each level: 1, 2, 4 and 8; 16 as well in *Multi Strike
        16X*.

    Raises
    ------
    ValueError
        If the free rides are not known, or not one chance for every level but the last.

    Examples
    --------
    >>> solution = MultiStrike("deuces-wild-full-pay").solve()
    >>> [round(float(level.exact), 6) for level in solution.levels]
    [4.035222, 6.02993, 8.045875, 8.060957]
    >>> round(solution.value, 6)
    1.008805
    """

    DOUBLING: ClassVar[tuple[int, ...]] = (1, 2, 4, 8)

    paytable: Objective = "jacks-or-better-9-6"
    free_rides: Sequence[Payout] | None = None
    multipliers: Sequence[int] = DOUBLING
    _chances: tuple[Fraction, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        valuation(self.paytable)
        levels = len(self.multipliers)
        if not levels or any(multiplier < 1 for multiplier in self.multipliers):
            raise ValueError(
                f"multipliers: expected numbers of 1 or more, found {list(self.multipliers)}"
            )
        rides = self.free_rides
        if rides is None:
            rides = FREE_RIDES.get((self.title, levels))
        if rides is None:
            raise ValueError(
                f"free_rides: none are published for '{self.title}' with {levels} levels; give the "
                f"chances on the first {levels - 1}, such as {[0.07] * (levels - 1)}"
            )
        if len(rides) != levels - 1:
            raise ValueError(
                f"free_rides: expected {levels - 1}, one for every level but the last, "
                f"found {len(rides)}"
            )
        chances = tuple(Fraction(str(ride)) for ride in rides)
        for chance in chances:
            if not 0 <= chance <= 1:
                raise ValueError(f"free_rides: expected chances from 0 to 1, found {float(chance)}")
        object.__setattr__(self, "_chances", chances)

    @property
    def title(self) -> str:
        """The name of the paytable."""
        if isinstance(self.paytable, Paytable):
            return self.paytable.name
        return canonical_name(self.paytable)

    def solve(
        self, *, threads: int | None = None, progress: Progress | None = None
    ) -> MultiStrikeSolution:
        """Find the best discard of every hand on every level, and the return."""
        aim = valuation(self.paytable)
        base = aim.solve(threads=threads)
        levels: list[MultiStrikeLevel] = []
        later = Fraction()
        steps = len(self.multipliers)
        mean = Fraction(base.total, base.denominator)
        for done, (multiplier, chance) in enumerate(
            zip(reversed(self.multipliers), (Fraction(), *reversed(self._chances)), strict=True)
        ):
            if progress is not None:
                progress(done, steps)
            masks = base.masks
            if later:
                masks = _best_masks(self.paytable, multiplier, later, threads)
            chances = outcome_chances(aim, base.hands, base.weights, masks)
            paid, win = Fraction(), Fraction()
            for line, outcomes in zip(lines(self.paytable), aim.lines, strict=True):
                probability = sum((chances[outcome] for outcome in outcomes.outcomes), Fraction())
                paid += probability * line.value
                win += probability if line.value else 0
            without = multiplier * paid + win * later
            exact = chance * (multiplier * mean + later) + (1 - chance) * without
            levels.append(MultiStrikeLevel(multiplier, chance, exact, without, win, masks))
            later = exact
        return MultiStrikeSolution(
            self, later / steps, tuple(reversed(levels)), base.hands, base.weights
        )


def _best_masks(
    paytable: Objective, multiplier: int, later: Fraction, threads: int | None
) -> NDArray[np.uint8]:
    """Return the best discard of every hand if a win also brings a sum."""
    game = paytable if isinstance(paytable, Paytable) else built_in(canonical_name(paytable))
    entries = {name: Fraction(payout) for name, payout in game._valuation.entries}
    step = finest_step(game, multiplier * max(entries.values()) + later)
    below = floor(later / step) * step
    found = []
    for bonus in (below, below + step):
        payouts = {
            name: multiplier * payout + bonus if payout else payout
            for name, payout in entries.items()
        }
        level = Paytable("level", payouts, wild=game.wild, jokers=game.jokers)
        found.append(level._valuation.solve(threads=threads))
    low, high = found
    masks = low.masks.copy()
    for row in np.flatnonzero(low.masks != high.masks):
        hand = np.repeat(low.hands[row : row + 1], 32, axis=0)
        order = np.array(sorted(range(32), key=lambda mask: (mask.bit_count(), mask)), np.uint8)
        worth = _worth(paytable, hand, order, multiplier, later)
        masks[row] = order[worth.index(max(worth))]
    return masks


def _worth(
    paytable: Objective,
    hands: NDArray[np.uint8],
    masks: NDArray[np.uint8],
    multiplier: int,
    later: Fraction,
) -> list[Fraction]:
    """Return what discards are worth if a win also brings a sum, exactly."""
    aim = valuation(paytable)
    values = [Fraction()] * len(aim.outcomes)
    for line, outcomes in zip(lines(paytable), aim.lines, strict=True):
        for outcome in outcomes.outcomes:
            values[outcome] = multiplier * line.value + later if line.value else Fraction()
    counts = aim.outcomes_of(hands, masks).tolist()
    return [
        sum((count * value for count, value in zip(row, values, strict=True)), Fraction())
        / sum(row)
        for row in counts
    ]
