"""Multiplier games: what a hand wins sets the multiplier of the next, as in Ultimate X.

In *Ultimate X* a second bet on every hand buys the feature. A hand on a line pays its usual payout
times the line's multiplier, and what it is sets the multiplier of that line for the next hand: up
to 12, or 1 if it wins nothing. All lines draw to the same deal, so only the sum M of their
multipliers matters: it is the state of a Markov decision process. With h(M) the value of a state,

    h(M) + gain = mean over deals of the best hold's M · EV + E(h(M'))

where M' is the sum of the next multipliers, which are independent given the deal. For any h at all,
the best gain lies between the smallest and the largest difference of both sides; value iteration
brings them together, and so proves the result. With one line the return is also a fraction.

The multipliers are those of the machines, as published by the Wizard of Odds.

>>> name = multiplier_name("ultimate-x-jacks-or-better-8-6-10-play")
>>> name.paytable, name.hands
('jacks-or-better-8-6', 10)
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Valuation
from cardcore.discard.discards import Discard, make_discard
from cardcore.discard.line import lines
from cardcore.discard.names import PAYTABLES, canonical
from cardcore.discard.objective import valuation
from cardcore.discard.showdown_equity import Progress
from cardcore.poker import Cards
from cardcore.result_table import HasResultTable, ResultTable

__all__ = ["MULTIPLIER_GAMES", "MultiplierSolution", "MultiplierState", "solve_multipliers"]

#: The games by number of lines: multipliers of the hands, and of four of a kind by rank.
_COMMON = {"full house": 12, "three of a kind": 4, "two pair": 3, "pair": 2}
_LINES = (1, 3, 5, 10)


def _jacks(hands: int) -> dict[str, int]:
    top = {1: 2, 3: 2, 5: 2, 10: 7}[hands]
    four = {1: 2, 3: 2, 5: 3, 10: 3}[hands]
    flush = 10 if hands == 1 else 11
    return _COMMON | {"flush": flush, "straight": 7, "four": four, "straight flush": top}


def _bonus(hands: int, flush: int) -> dict[str, int]:
    top = {3: 2, 5: 2, 10: 4}[hands]
    four = {3: 2, 5: 3, 10: 3}[hands]
    return _COMMON | {
        "flush": flush,
        "straight": 8,
        "four": four,
        "four twos to fours": top,
        "four aces": top,
        "straight flush": top,
    }


def _triple(hands: int) -> dict[str, int]:
    return _COMMON | {"flush": 10, "straight": 8, "four": 2, "straight flush": 2}


def _deuces(hands: int) -> dict[str, int]:
    top = {3: 2, 5: 2, 10: 4}[hands]
    return {
        "three of a kind": 2,
        "straight": 3,
        "flush": 5,
        "full house": 5,
        "four of a kind": 7,
        "straight flush": 12,
        "five of a kind": {3: 2, 5: 3, 10: 3}[hands],
        "wild royal": top,
        "four deuces": top,
        "natural royal": top,
    }


def _table(paytable: str, hands: int) -> dict[str, int] | None:
    """Return the multipliers of a game, or ``None`` if it is not known for this number of lines."""
    if hands not in _LINES:
        return None
    if paytable.startswith(("jacks", "tens", "bonus-deluxe", "all-american")):
        return _jacks(hands)
    if hands == 1:
        return None
    if paytable.startswith("bonus"):
        return _bonus(hands, 11)
    if paytable.startswith("double"):
        return _bonus(hands, 10)
    if paytable.startswith("triple-double"):
        return _triple(hands)
    if paytable.startswith("deuces-wild"):
        return _deuces(hands)
    return None


@dataclass(frozen=True)
class MultiplierName:
    """The parts of the name of a multiplier game."""

    paytable: str
    hands: int
    multipliers: Mapping[str, int]


#: The names of the multiplier games that :func:`solve` knows.
MULTIPLIER_GAMES: tuple[str, ...] = tuple(
    f"ultimate-x-{paytable}" + ("" if hands == 1 else f"-{hands}-play")
    for paytable in PAYTABLES
    for hands in _LINES
    if _table(paytable, hands) is not None
)


def multiplier_name(name: str) -> MultiplierName | None:
    """Read the name of a multiplier game; ``None`` if it does not look like one.

    Raises
    ------
    ValueError
        If there is no such game.
    """
    match = re.fullmatch(r"ultimate[- ]?x[- ](.+?)(?:[- ](\d+)[- ]play)?", name.strip().lower())
    if match is None:
        return None
    paytable, hands = canonical(match[1]), int(match[2] or 1)
    table = _table(paytable, hands) if paytable in PAYTABLES else None
    if table is None:
        raise ValueError(
            f"unknown multiplier game '{name}', expected ultimate-x- with the name of a paytable, "
            "and -3-play, -5-play or -10-play for several lines"
        )
    return MultiplierName(paytable, hands, table)


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
    _model: "_Model"

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


@dataclass(frozen=True, eq=False)
class _Valued:
    """Discards: their EVs, and the chances of the next multiplier of a line."""

    ev: NDArray[np.float64]
    next: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Model:
    """A multiplier game as a Markov decision process."""

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

    def value(self, hands: NDArray[np.uint8], mask: int | None = None) -> _Valued:
        """Value one discard of each of some hands; without a mask, the masks 0 to 31 in turn."""
        masks = np.full(len(hands), mask or 0, np.uint8)
        if mask is None:
            masks = np.arange(32, dtype=np.uint8)
        counts = self.aim.outcomes_of(hands, masks).astype(np.float64)
        draws = counts.sum(axis=1)
        later = [counts[:, self.multipliers == kind].sum(axis=1) / draws for kind in self.kinds]
        return _Valued(counts @ self.payouts / draws, np.stack(later, axis=1))

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


def _multiplier_of(outcome: str, table: Mapping[str, int], pays: bool) -> int:
    """Return the multiplier that an outcome gives: the entry with the longest matching name."""
    if not pays:
        return 1
    name = "straight flush" if outcome == "royal flush" else outcome
    if "pair of" in name or name.endswith("or better"):
        return table["pair"]
    found = [
        key
        for key in table
        if name == key or name.startswith(key + " ") or name.startswith(key + ",")
    ]
    return table[max(found, key=len)]


def solve_multipliers(
    name: str, *, threads: int | None = None, progress: Progress | None = None
) -> MultiplierSolution:
    """Solve a multiplier game; see :func:`cardcore.discard.solve`."""
    game = multiplier_name(name)
    if game is None:
        raise ValueError(f"unknown multiplier game '{name}'")
    model, objective = _model(game), _title(game)
    solved = model.aim.solve(threads=threads)
    hands, weights = solved.hands, solved.weights
    chances = weights / weights.sum()
    per_line = _Kept.all(model, hands, progress)
    if game.hands == 1:
        values = _iterate(model, per_line, chances)
        kept = per_line
    else:
        # The value of a state is nearly linear in the multipliers: few discards are worth trying.
        margin = 0.05
        while True:
            kept = per_line.pruned(model, margin)
            values = _iterate(model, kept, chances)
            slope = _slope(model, values)
            numbers = np.array(model.states)
            bent = values[numbers - model.hands] - slope * numbers
            spread = float(bent.max() - bent.min()) / model.hands
            if abs(slope - kept.slope) * 12 + spread < margin:
                break
            margin *= 2
            per_line = per_line.steeper(slope)
    return _finished(objective, model, hands, weights, chances, kept, values)


def _title(game: MultiplierName) -> str:
    lines_text = "" if game.hands == 1 else f"-{game.hands}-play"
    return f"ultimate-x-{game.paytable}{lines_text}"


def _model(game: MultiplierName) -> _Model:
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
            multipliers[outcome] = _multiplier_of(names[outcome], game.multipliers, line.value > 0)
    return _Model(aim, game.hands, payouts, multipliers)


@dataclass(frozen=True, eq=False)
class _Kept:
    """Discards of all hands that are worth trying, hand by hand."""

    starts: NDArray[np.int64]
    """The first row of each hand."""
    masks: NDArray[np.uint8]
    ev: NDArray[np.float64]
    next: NDArray[np.float64]
    slope: float = 1.0
    """What a multiplier of 1 is worth, about."""
    sums: NDArray[np.complex128] | None = None

    @classmethod
    def all(cls, model: _Model, hands: NDArray[np.uint8], progress: Progress | None) -> "_Kept":
        """Value all discards, by fewest cards first: of equal ones the first is taken."""
        order = sorted(range(32), key=lambda mask: (mask.bit_count(), mask))
        count, kinds = len(hands), len(model.kinds)
        ev = np.empty((count, 32))
        later = np.empty((count, 32, kinds))
        for place, mask in enumerate(order):
            if progress is not None:
                progress(place, 32)
            found = model.value(hands, mask)
            ev[:, place], later[:, place] = found.ev, found.next
        return cls(
            np.arange(count, dtype=np.int64) * 32,
            np.tile(np.array(order, np.uint8), count),
            ev.reshape(-1),
            later.reshape(-1, kinds),
        )

    def steeper(self, slope: float) -> "_Kept":
        """Return the same with another value of a multiplier."""
        return _Kept(self.starts, self.masks, self.ev, self.next, slope)

    def pruned(self, model: _Model, margin: float) -> "_Kept":
        """Keep the discards that are nearly the best for some multiplier, if states were linear."""
        later = self.slope * (self.next @ model.kinds)
        keep = np.zeros(len(self.ev), bool)
        count = np.diff(np.append(self.starts, len(self.ev)))
        for multiplier in np.arange(1, float(model.kinds[-1]) + 0.01, 0.5):
            worth = multiplier * self.ev + later
            best = np.maximum.reduceat(worth, self.starts)
            keep |= worth >= np.repeat(best, count) - margin
        kept = np.add.reduceat(keep.astype(np.int64), self.starts)
        starts = np.concatenate([[0], np.cumsum(kept)[:-1]])
        rows = np.flatnonzero(keep)
        next_kept = self.next[rows]
        return _Kept(
            starts, self.masks[rows], self.ev[rows], next_kept, self.slope, model.sums(next_kept)
        )

    def expected(self, model: _Model, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean value of the next state after each discard."""
        if self.sums is None:
            return model.later(self.next, values)
        return model.expected(self.sums, values)


def _slope(model: _Model, values: NDArray[np.float64]) -> float:
    numbers = np.array(model.states)
    return float(np.polyfit(numbers, values[numbers - model.hands], 1)[0])


def _backed_up(
    model: _Model, kept: _Kept, chances: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the value of every state, one play later: best discards, then values."""
    later = kept.expected(model, values)
    found = np.zeros(len(values))
    for state in model.states:
        best = np.maximum.reduceat(state * kept.ev + later, kept.starts)
        found[state - model.hands] = chances @ best
    return found


def _iterate(model: _Model, kept: _Kept, chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find the values of all states by value iteration."""
    places = np.array(model.states) - model.hands
    values = np.zeros(model.size)
    for _ in range(200):
        after = _backed_up(model, kept, chances, values)
        difference = (after - values)[places]
        values = np.zeros(model.size)
        values[places] = after[places] - after[places[0]]
        if difference.max() - difference.min() < 1e-13 * model.hands:
            break
    return values


def _finished(
    objective: str,
    model: _Model,
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    chances: NDArray[np.float64],
    kept: _Kept,
    values: NDArray[np.float64],
) -> MultiplierSolution:
    places = np.array(model.states) - model.hands
    gains = (_backed_up(model, kept, chances, values) - values)[places]
    low, high = float(gains.min()), float(gains.max())
    later = kept.expected(model, values)
    count = np.diff(np.append(kept.starts, len(kept.ev)))
    chosen = []
    moves = np.zeros((len(places), len(places)))
    for number, state in enumerate(model.states):
        worth = state * kept.ev + later
        best = np.repeat(np.maximum.reduceat(worth, kept.starts), count)
        # The first of equal ones: a mask of fewer cards.
        equal = np.flatnonzero(worth >= best - 1e-12)
        owner = np.searchsorted(kept.starts, equal, side="right") - 1
        rows = equal[np.unique(owner, return_index=True)[1]]
        chosen.append(rows)
        moves[number] = _moves(model, kept.next[rows], chances)[places]
    shares = _stationary(moves)
    bet = 2 * model.hands
    states = tuple(
        MultiplierState(
            state,
            float(share),
            float(state * (chances @ kept.ev[rows]) / bet),
            kept.masks[rows],
        )
        for state, share, rows in zip(model.states, shares, chosen, strict=True)
    )
    exact = None
    if model.hands == 1:
        exact = _exact(model, hands, weights, states)
    error = (high - low) / (2 * bet) + 1e-12
    return MultiplierSolution(
        objective,
        model.hands,
        (low + high) / (2 * bet) if exact is None else float(exact),
        error if exact is None else 0.0,
        exact,
        hands,
        weights,
        states,
        values,
        model,
    )


def _moves(
    model: _Model, later: NDArray[np.float64], chances: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the chances of all sums of the next multipliers under a policy."""
    if model.hands == 1:
        found = np.zeros(model.size)
        found[model.kinds - 1] = chances @ later
        return found
    mean = chances @ model.sums(later)
    return np.asarray(np.fft.irfft(np.conj(mean), model.size), np.float64)


def _stationary(moves: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.full(len(moves), 1 / len(moves))
    for _ in range(300):
        shares = shares @ moves
    return np.asarray(shares / shares.sum(), np.float64)


def _exact(
    model: _Model,
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    states: Sequence[MultiplierState],
) -> Fraction:
    """Return the return of a policy of one line as a fraction."""
    payouts = [Fraction(line.value) for line in lines(model.aim.name)]
    whole = int(weights.sum())
    means, moves = [], []
    for state in states:
        counts = model.aim.outcomes_of(hands, state.masks).astype(np.int64)
        draws = counts.sum(axis=1)
        common = int(np.lcm.reduce(np.unique(draws)))
        totals = (counts * (weights * (common // draws))[:, None]).sum(axis=0)
        outcomes = [Fraction(total, whole * common) for total in totals.tolist()]
        paid = Fraction()
        for pays, line in zip(payouts, model.aim.lines, strict=True):
            paid += pays * sum((outcomes[outcome] for outcome in line.outcomes), Fraction())
        means.append(state.multiplier * paid)
        moves.append(
            [
                sum((outcomes[i] for i in np.flatnonzero(model.multipliers == kind)), Fraction())
                for kind in model.kinds.tolist()
            ]
        )
    shares = _solved(moves)
    return sum((share * mean for share, mean in zip(shares, means, strict=True)), Fraction()) / 2


def _solved(moves: list[list[Fraction]]) -> list[Fraction]:
    """Return the stationary distribution of a Markov chain, by elimination of fractions."""
    size = len(moves)
    rows = [[moves[j][i] - (i == j) for j in range(size)] + [Fraction()] for i in range(size - 1)]
    rows.append([Fraction(1)] * (size + 1))
    for column in range(size):
        pivot = next(row for row in range(column, size) if rows[row][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = rows[column][column]
        rows[column] = [entry / factor for entry in rows[column]]
        for row in range(size):
            if row != column and rows[row][column]:
                times = rows[row][column]
                rows[row] = [a - times * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
