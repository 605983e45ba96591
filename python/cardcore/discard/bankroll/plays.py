"""What a play pays: one hand, or several that draw to the same deal, in fractions of a bet.

Given the deal, the hands of a play are independent. So the generating function of a play is a mean
of powers, one for each way of how the draws of a deal are distributed:

    G(z) = sum over deals of chance(deal) · g(z) ** hands
    g(z) = sum over payouts of chance(pays | deal) · z ** pays

If a play costs C units and loses L of them at most, the risk of ruin with b units is exactly

    a(1) z(1) ** (b − C + L) + … + a(L) z(L) ** (b − C + L)
    a(k) = product over j ≠ k of (1 − z(j)) / (z(k) − z(j))

with the L roots z of z ** C = G(z) inside the unit circle, without 0: a sum that solves the
recurrence of the risk and is 1 wherever less than a play is left.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, exp, gcd, lcm, log
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.line import lines
from cardcore.discard.objective import Objective, valuation
from cardcore.discard.solution import Solution

if TYPE_CHECKING:
    from cardcore.discard.chart import Strategy

__all__ = ["Plays", "payouts_of", "play_of"]

#: The most units that a play may cost.
_MAX_COST = 2_000

#: What remains beyond the longest payouts that are counted.
_TAIL = 1e-14

#: The longest arrays of chances.
_MAX_LENGTH = 2**22

_Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Plays:
    """The distribution of what a play pays."""

    unit: int
    """The number of units in a bet."""
    hands: int
    """The number of hands that are played at once."""
    back: int
    """The cashback of a play, in units."""
    payouts: NDArray[np.int64]
    """What a hand can pay, in units, in ascending order."""
    shares: _Floats
    """The chance of each payout, a row for each way of how the draws of a deal are distributed."""
    weights: _Floats
    """The chance of each row."""
    mean: Fraction
    """The mean payout per bet with cashback, exactly."""
    variance: Fraction
    """The variance of the payout per bet, exactly."""

    @property
    def cost(self) -> int:
        """What a play costs, in units."""
        return self.unit * self.hands

    @property
    def loss(self) -> int:
        """The most that a play can lose, in units; 0 if it cannot."""
        return max(0, self.cost - self.back - self.hands * int(self.payouts[0]))

    def generating(self, z: NDArray[np.complex128]) -> NDArray[np.complex128]:
        """Return the generating function of a play at some points."""
        powers = z[None, :] ** self.payouts[:, None]
        found = np.zeros(len(z), np.complex128)
        rows = max(1, 4_000_000 // max(1, len(z)))
        for start in range(0, len(self.weights), rows):
            part = _power(self.shares[start : start + rows] @ powers, self.hands)
            found += self.weights[start : start + rows] @ part
        return found * z**self.back

    def distribution(self, length: int) -> _Floats:
        """Return the chances that a play pays 0, 1, … units, as far as this length."""
        most = int(self.payouts[-1]) * self.hands + self.back
        size = 1 << most.bit_length()
        points = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
        chances = np.fft.irfft(self._sampled(points), size)[: most + 1]
        chances = np.maximum(chances, 0.0)
        return np.asarray(chances[:length], np.float64)

    def _sampled(self, points: NDArray[np.complex128]) -> NDArray[np.complex128]:
        parts = [self.generating(points[i : i + 8192]) for i in range(0, len(points), 8192)]
        return np.concatenate(parts)

    def _roots(self) -> NDArray[np.complex128]:
        """Return the roots of z ** cost = G(z) inside the unit circle, without 0."""
        step = np.exp(2j * np.pi * np.arange(self.loss) / self.loss)
        z = 0.5 * step
        for _ in range(40):
            # The root of the generating function that is continuous from 0.
            z = step * np.exp(np.log(self._excess(z)) / self.loss)
        z[0] = 1 - self._decrement()
        if self.loss > 1:
            z[1:] = self._polished(z[1:])
        return np.asarray(z, np.complex128)

    def _excess(self, z: NDArray[np.complex128]) -> NDArray[np.complex128]:
        """Return the generating function of what a play pays beyond the least."""
        found: NDArray[np.complex128] = self.generating(z) / z ** (self.cost - self.loss)
        return found

    def _decrement(self) -> float:
        """Return 1 minus the largest root, which is real; the iteration is slow to come near."""

        def difference(decrement: float) -> float:
            # Convex, positive at 0, and 0 at 1, where it rises: so it is negative in between.
            powers = np.exp((self.payouts - self.payouts[0]) * np.log1p(-decrement))
            paid = float(self.weights @ (self.shares @ powers) ** self.hands)
            return paid - (1 - decrement) ** self.loss

        low = high = 0.5
        while difference(low) >= 0 and low > 1e-15:
            low /= 2
        high = 1 - 1e-15 if low == high else 2 * low
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if difference(middle) < 0 else (low, middle)
        return low

    def _polished(self, z: NDArray[np.complex128]) -> NDArray[np.complex128]:
        for _ in range(6):
            width = 1e-6 * np.abs(z) + 1e-12
            value = self._excess(z) - z**self.loss
            slope = (self._excess(z + width) - self._excess(z - width)) / (2 * width)
            z = z - value / (slope - self.loss * z ** (self.loss - 1))
        return z

    def _powers(self) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
        roots = self._roots()
        differences = roots[:, None] - roots[None, :]
        np.fill_diagonal(differences, 1)
        ones = np.broadcast_to(1 - roots, differences.shape).copy()
        np.fill_diagonal(ones, 1)
        return roots, np.prod(ones / differences, axis=1)

    def ruin(self, bets: int) -> tuple[float, float]:
        """Return the risk of ruin in indefinite play, and a bound on its error."""
        if self.mean <= 1:
            return 1.0, 0.0
        if bets * self.unit < self.cost:
            return 1.0, 0.0
        if not self.loss:
            return 0.0, 0.0
        return self._ruin(bets * self.unit, *self._powers())

    def _ruin(
        self, units: int, roots: NDArray[np.complex128], factors: NDArray[np.complex128]
    ) -> tuple[float, float]:
        above = units - self.cost + self.loss
        value = min(1.0, max(0.0, float((factors * roots**above).sum().real)))
        # Below the cost of a play the sum is 1: what it is there shows what was rounded.
        seen = [abs((factors * roots**below).sum() - 1) for below in range(min(self.loss, 50))]
        return value, value * (1e-13 * units + 10 * float(max(seen))) + 1e-300

    def bankroll(self, wanted: float) -> int:
        """Return the smallest number of bets with at most this risk of ruin."""
        if not self.loss:
            return self.hands
        roots, factors = self._powers()

        def risk(bets: int) -> float:
            return self._ruin(bets * self.unit, roots, factors)[0]

        high = self.hands
        while risk(high) > wanted:
            high *= 2
        low = self.hands
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if risk(middle) > wanted else (low, middle)
        return low

    def ruin_within(self, bets: int, plays: int) -> tuple[float, float]:
        """Return the risk of ruin within some plays, and a bound on its error."""
        start = bets * self.unit
        # More units than this cannot be lost in the plays that are left.
        most = plays * self.cost + self.cost
        if start >= most:
            return 0.0, 0.0
        _, stopped, _ = self._carried(start, self.cost - 1, most, plays, absorbing=False)
        return stopped, 1e-15 * (plays + 1) * 20

    def _carried(
        self, start: int, floor: int, ceiling: int, plays: int, *, absorbing: bool
    ) -> tuple[float, float, float]:
        """Carry the chances of all bankrolls from play to play.

        Bankrolls of ``floor`` or less stop, and so do those of ``ceiling`` or more, which is a
        goal, or so much that it makes no difference. Returns the chances of the goal and of the
        stop, and the mean number of plays.
        """
        if not floor < start < ceiling:
            return float(start >= ceiling), float(start <= floor), 0.0
        # All that is random is the sum of the payouts, which are whole in units that may be larger
        # than that of the cashback. So the sums are carried, and the limits move with the plays.
        unit, paid = self._without_cashback()

        def limits(play: int) -> tuple[int, int]:
            """Return the largest sum that stops, and the smallest that reaches the ceiling."""
            rest = start - play * (self.cost - self.back)
            return (floor - rest) // unit, -((rest - ceiling) // unit)

        low, high = limits(0)
        pays = paid.distribution(high - low + self.cost // unit + 2)
        chances = np.zeros(high - low - 1)
        chances[-low - 1] = 1.0
        goal = stopped = played = 0.0
        small = np.flatnonzero(pays > 0)
        for play in range(1, plays + 1):
            left = float(chances.sum())
            if left == 0.0:
                break
            played += left
            then_low, then_high = limits(play)
            # Sums from the least that there are to the last below the next ceiling.
            length = max(0, then_high - low - 1)
            if len(small) <= 64:
                after = np.zeros(length)
                for amount in small.tolist():
                    part = chances[: max(0, length - amount)]
                    after[amount : amount + len(part)] += pays[amount] * part
            else:
                size = 1 << (len(chances) + len(pays)).bit_length()
                after = np.fft.irfft(np.fft.rfft(chances, size) * np.fft.rfft(pays, size), size)
                after = np.maximum(after[:length], 0.0)
            cut = max(0, then_low - low)
            fallen = float(after[:cut].sum())
            # Where the limits fall, as with a cashback above the price, there are lower sums, too.
            chances = np.concatenate([np.zeros(max(0, low - then_low)), after[cut:]])
            low = then_low
            stopped += fallen
            goal += max(0.0, left - fallen - float(chances.sum()))
        return goal if absorbing else 0.0, min(1.0, stopped), played

    def _without_cashback(self) -> tuple[int, "Plays"]:
        """Return the largest unit of all payouts, and the plays in this unit, without cashback."""
        unit = gcd(*self.payouts.tolist())
        return unit, replace(self, back=0, payouts=self.payouts // unit)

    def session(
        self, bets: int, above: int | None, below: int, plays: int | None
    ) -> tuple[float, float, float, float]:
        """Return the chances of reaching a goal, a stop-loss or neither, and the mean plays."""
        start = bets * self.unit
        floor = max(start - below * self.unit, self.cost - 1)
        if plays is None:
            goal, played = self._solved(start, floor, start + (above or 0) * self.unit)
            return goal, 1 - goal, 0.0, played
        ceiling = start + (above * self.unit if above is not None else plays * self.cost + 1)
        if above is None:
            # Without a goal, a bankroll that cannot be lost any more is as good as any.
            ceiling = max(ceiling, floor + plays * self.cost + 2)
        goal, stopped, played = self._carried(
            start, floor, ceiling, plays, absorbing=above is not None
        )
        if above is None:
            played = min(played + 0.0, float(plays))
        return goal, stopped, max(0.0, 1 - goal - stopped), played

    def _solved(self, start: int, floor: int, ceiling: int) -> tuple[float, float]:
        """Solve the linear equations of reaching a goal before a stop-loss."""
        size = ceiling - floor - 1
        pays = self.distribution(size + self.cost)
        matrix = np.eye(size)
        reach = np.ones(size)
        for row in range(size):
            # From row to row − cost + pays; what is beyond the last row is the goal.
            first = row - self.cost
            least = max(0, -first)
            part = pays[least : size - first]
            matrix[row, first + least : first + least + len(part)] -= part
            reach[row] -= pays[:least].sum() + part.sum()
        solved = np.linalg.solve(matrix, np.stack([reach, np.ones(size)], axis=1))
        goal, played = solved[start - floor - 1]
        return float(min(1.0, max(0.0, goal))), float(played)

    def outlook(self, plays: int) -> tuple[float, float, float, float]:
        """Return the chances of being ahead, even and behind, and a bound on their error."""
        # Cashback is certain: payouts are counted in larger units without it.
        unit, paid = self._without_cashback()
        even = Fraction(plays * (self.cost - self.back), unit)
        below = max(0, ceil(even))
        size = 1 << (below + 1).bit_length()
        while size < _MAX_LENGTH and paid._beyond(plays, size) > _TAIL:
            size *= 2
        if paid._beyond(plays, size) > _TAIL:
            raise ValueError(f"hands: {plays:,} plays are too many for {self.hands} hands at once")
        points = np.exp(-2j * np.pi * np.arange(size // 2 + 1) / size)
        chances = np.fft.irfft(paid._sampled(points) ** plays, size)
        behind = float(chances[:below].sum())
        at = float(chances[below]) if even == below else 0.0
        behind, at = (min(1.0, max(0.0, chance)) for chance in (behind, at))
        return max(0.0, 1 - behind - at), at, behind, _TAIL + 1e-15 * (plays + size**0.5)

    def _beyond(self, plays: int, size: int) -> float:
        """Bound the chance that some plays pay this many units or more, by Chernoff's method."""
        least = 1.0
        for power in range(1, 40):
            rate = 2.0**-power
            if rate * (int(self.payouts[-1]) * self.hands + self.back) > 600:
                continue
            value = log(self.generating(np.array([exp(rate) + 0j]))[0].real)
            least = min(least, exp(min(0.0, plays * value - rate * size)))
        return least

    def kelly(self) -> tuple[float, float]:
        """Return the fraction of a bankroll to bet on a play, and the growth per play."""
        if self.mean <= 1:
            return 0.0, 0.0
        pays = self.distribution(_MAX_LENGTH)
        gains = np.arange(len(pays)) / self.cost - 1

        def slope(fraction: float) -> float:
            return float((pays * gains / (1 + fraction * gains)).sum())

        low, high = 0.0, 1 - 1e-9
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) > 0 else (low, middle)
        return low, float((pays * np.log1p(low * gains)).sum())

    def simulate(
        self, plays: int, runs: int, bets: int, generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Simulate runs: the bankroll before the first play and after each, in units."""
        ends = np.cumsum(self.weights)
        ends[-1] = 1.0
        drawn = np.empty((runs, plays), np.int64)
        # A few runs at once: a row of chances for each play takes memory.
        rows = max(1, 1_000_000 // plays)
        for start in range(0, runs, rows):
            shape = (min(rows, runs - start), plays)
            if self.hands == 1:
                found = np.searchsorted(
                    np.cumsum(self.weights @ self.shares)[:-1], generator.random(shape), "right"
                )
                paid = self.payouts[found]
            else:
                deals = np.searchsorted(ends, generator.random(shape), side="right")
                counts = generator.multinomial(self.hands, self.shares[deals])
                paid = counts @ self.payouts
            drawn[start : start + rows] = paid + self.back - self.cost
        paths = np.empty((runs, plays + 1), np.int64)
        paths[:, 0] = bets * self.unit
        np.cumsum(drawn, axis=1, out=paths[:, 1:])
        paths[:, 1:] += bets * self.unit
        if bets:
            lowest = np.minimum.accumulate(paths, axis=1)
            ruined = lowest < self.cost
            if self.cost == 1:
                paths[ruined] = 0
            else:
                # A run stops with what is left when it cannot pay for a play.
                first = np.where(ruined.any(axis=1), ruined.argmax(axis=1), plays)
                left = paths[np.arange(runs), first]
                paths = np.where(ruined, left[:, None], paths)
        return paths


def _power(base: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """Raise to a power by repeated squaring, which is faster than by logarithms."""
    result = None
    while exponent:
        if exponent & 1:
            result = base if result is None else result * base
        exponent >>= 1
        if exponent:
            base = base * base
    return base if result is None else result


def play_of(payouts: tuple[tuple[int | Fraction, Fraction], ...], cashback: Fraction) -> Plays:
    """Return the distribution of one hand."""
    unit = _unit([Fraction(pays) for pays, _ in payouts], cashback, 1)
    mean = sum((pays * chance for pays, chance in payouts), cashback)
    squares = sum((pays**2 * chance for pays, chance in payouts), Fraction())
    return Plays(
        unit,
        1,
        int(cashback * unit),
        np.array([int(pays * unit) for pays, _ in payouts], np.int64),
        np.array([[float(chance) for _, chance in payouts]]),
        np.ones(1),
        mean,
        squares - (mean - cashback) ** 2,
    )


def _unit(payouts: list[Fraction], cashback: Fraction, hands: int) -> int:
    unit = lcm(*(pays.denominator for pays in payouts), cashback.denominator)
    if unit * hands > _MAX_COST:
        raise ValueError(
            f"payouts and cashback: expected at most {_MAX_COST // hands:,} units of the smallest "
            f"fraction in a bet, found {unit:,}"
        )
    return unit


def payouts_of(
    paytable: Objective,
    played: "Solution | Strategy",
    hands: int,
    cashback: Fraction,
    threads: int | None,
) -> tuple[tuple[tuple[int | Fraction, Fraction], ...], Plays | None]:
    """Return what a hand pays with which chance, and what several at once pay."""
    aim = valuation(paytable)
    known = lines(paytable)
    counts = aim.outcomes_of(played.hands, played.masks, threads=threads).astype(np.int64)
    values = sorted({line.value for line in known})
    columns = np.zeros((len(counts), len(values)), np.int64)
    for line, outcomes in zip(known, (line.outcomes for line in aim.lines), strict=True):
        columns[:, values.index(line.value)] += counts[:, outcomes].sum(axis=1)
    draws = columns.sum(axis=1)
    common = lcm(*set(draws.tolist()))
    whole = int(played.weights.sum()) * common
    totals = (columns * (played.weights * (common // draws))[:, None]).sum(axis=0)
    payouts: list[tuple[int | Fraction, Fraction]] = [
        (int(value) if value.denominator == 1 else value, Fraction(total, whole))
        for value, total in zip(values, totals.tolist(), strict=True)
        if total
    ]
    chances = tuple(payouts)
    if hands == 1:
        play_of(chances, cashback)
        return chances, None
    rows, inverse = np.unique(columns, axis=0, return_inverse=True)
    weights = np.bincount(inverse.reshape(-1), played.weights).astype(np.int64)
    deals = int(weights.sum())
    mean = sum((value * chance for value, chance in chances), Fraction())
    squares = sum((value**2 * chance for value, chance in chances), Fraction())
    # The variance of the means of the deals is what hands have in common.
    shared = sum(
        (
            weight
            * (sum((n * v for n, v in zip(row, values, strict=True)), Fraction()) / sum(row)) ** 2
            for row, weight in zip(rows.tolist(), weights.tolist(), strict=True)
        ),
        Fraction(),
    )
    covariance = shared / deals - mean**2
    unit = _unit(values, cashback, hands)
    return chances, Plays(
        unit,
        hands,
        int(cashback * unit) * hands,
        np.array([int(value * unit) for value in values], np.int64),
        rows / rows.sum(axis=1)[:, None],
        weights / deals,
        mean + cashback,
        covariance + (squares - mean**2 - covariance) / hands,
    )
