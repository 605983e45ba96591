"""Ultimate X, solved: what a hand wins sets the multiplier of the next.

In *Ultimate X* a second bet on every hand buys the feature. A hand on a line pays its usual payout
times the line's multiplier, and what it is sets the multiplier of that line for the next hand: up
to 12, or 1 if it wins nothing. All lines draw to the same deal, so only the sum M of their
multipliers matters: it is the state of a Markov decision process. With h(M) the value of a state,

    h(M) + gain = mean over deals of the best hold's M · EV + E(h(M'))

where M' is the sum of the next multipliers, which are independent given the deal. For any h at all,
the best gain lies between the smallest and the largest difference of both sides; value iteration
brings them together, and so proves the result. With one line the return is also a fraction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cardcore.discard.line import lines
from cardcore.discard.multiplier.games import multiplier_name, title
from cardcore.discard.multiplier.model import Model, model_of
from cardcore.discard.multiplier.policy import outcome_chances, stationary
from cardcore.discard.multiplier.solution import MultiplierSolution, MultiplierState
from cardcore.discard.multiplier.tried import Tried
from cardcore.discard.names import PaytableName
from cardcore.discard.showdown_equity import Progress

__all__ = ["UltimateX", "solve_multipliers"]


@dataclass(frozen=True)
class UltimateX:
    """A game of Ultimate X.

    Parameters
    ----------
    paytable
        The name of a paytable.
    hands
        The number of lines that are played at once.

    Examples
    --------
    >>> UltimateX("jacks-or-better-8-6", 10).name
    'ultimate-x-jacks-or-better-8-6-10-play'
    """

    paytable: PaytableName = "jacks-or-better-8-6"
    hands: Literal[1, 3, 5, 10] = 1

    @property
    def name(self) -> str:
        """The name by which :func:`cardcore.discard.solve` knows it."""
        return f"ultimate-x-{self.paytable}" + ("" if self.hands == 1 else f"-{self.hands}-play")

    def solve(
        self, *, threads: int | None = None, progress: Progress | None = None
    ) -> MultiplierSolution:
        """Find the best discard of every hand in every state, and the return."""
        return solve_multipliers(self.name, threads=threads, progress=progress)


def solve_multipliers(
    name: str, *, threads: int | None = None, progress: Progress | None = None
) -> MultiplierSolution:
    """Solve a multiplier game; see :func:`cardcore.discard.solve`."""
    game = multiplier_name(name)
    if game is None:
        raise ValueError(f"unknown multiplier game '{name}'")
    model, objective = model_of(game), title(game)
    solved = model.aim.solve(threads=threads)
    hands, weights = solved.hands, solved.weights
    chances = weights / weights.sum()
    per_line = Tried.all(model, hands, progress)
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


def _slope(model: Model, values: NDArray[np.float64]) -> float:
    numbers = np.array(model.states)
    return float(np.polyfit(numbers, values[numbers - model.hands], 1)[0])


def _backed_up(
    model: Model, kept: Tried, chances: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the value of every state, one play later: best discards, then values."""
    later = kept.expected(model, values)
    found = np.zeros(len(values))
    for state in model.states:
        best = np.maximum.reduceat(state * kept.ev + later, kept.starts)
        found[state - model.hands] = chances @ best
    return found


def _iterate(model: Model, kept: Tried, chances: NDArray[np.float64]) -> NDArray[np.float64]:
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
    model: Model,
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    chances: NDArray[np.float64],
    kept: Tried,
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
    model: Model, later: NDArray[np.float64], chances: NDArray[np.float64]
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
    model: Model,
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    states: Sequence[MultiplierState],
) -> Fraction:
    """Return the return of a policy of one line as a fraction."""
    payouts = [Fraction(line.value) for line in lines(model.paytable)]
    means, moves = [], []
    for state in states:
        outcomes = outcome_chances(model.aim, hands, weights, state.masks)
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
    shares = stationary(moves)
    return sum((share * mean for share, mean in zip(shares, means, strict=True)), Fraction()) / 2
