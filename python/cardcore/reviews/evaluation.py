"""The evaluation of one decision: the EV of the move made and of the best alternatives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cardcore.reviews.outcomes import Reason
from cardcore.reviews.statistics import Estimate, cross_fitted, estimate

__all__ = ["Evaluation", "enumerated_evaluation", "exact_evaluation", "sampled_evaluation"]


@dataclass(frozen=True)
class Evaluation:
    """What the moves of a decision bring, given what the seat knows; more is better."""

    made: str
    """The move made."""
    best: str
    """The best move; the one made if no other is better."""
    moves: Mapping[str, Estimate]
    """The EV of the moves that were compared to the end, best first, with the one made."""
    loss: Estimate
    """How much less the move made brings than the best one."""
    reference: float
    """The EV of the reference player's decision."""
    skill: Estimate
    """How much more the move made brings than the reference player's decision."""
    deals: int
    """The number of sampled deals; 0 if the EVs are exact."""
    losses: Mapping[str, Estimate]
    """How much less each of these moves brings than the best one, in the same deals."""
    reasons: tuple[Reason, ...] = ()
    """The outcomes that speak for the best move, the largest difference first."""

    @property
    def is_exact(self) -> bool:
        """Whether the EVs are exact."""
        return self.deals == 0


def exact_evaluation(made: str, values: Mapping[str, float]) -> Evaluation:
    """Evaluate a decision whose EVs are known; the reference player makes the best move.

    >>> found = exact_evaluation("L", {"L": 2, "R": 5})
    >>> found.best, found.loss.mean, found.is_exact
    ('R', 3.0, True)
    """
    order = sorted(values, key=lambda move: -values[move])
    highest = values[order[0]]
    best = made if values[made] == highest else order[0]
    return Evaluation(
        made,
        best,
        {move: Estimate(float(values[move])) for move in order},
        Estimate(float(highest - values[made])),
        float(highest),
        Estimate(float(values[made] - highest)),
        0,
        {move: Estimate(float(highest - values[move])) for move in order},
    )


def sampled_evaluation(moves: Sequence[str], made: str, values: NDArray[np.float64]) -> Evaluation:
    """Evaluate a decision in sampled deals.

    Parameters
    ----------
    moves
        The moves that are compared, with the one made.
    made
        The move made.
    values
        By row and deal: what each of these moves brings, and in the last row what the reference
        player's decision brings.
    """
    *rows, reference = values
    by_move = np.array(rows)
    place = moves.index(made)
    best, loss = cross_fitted(by_move, place)
    if best == place:
        # No other move is better in these deals. How much another might be is still uncertain.
        loss = Estimate(0.0, max(loss.half_width, 0.0))
    estimates = {move: estimate(row) for move, row in zip(moves, by_move, strict=True)}
    order = sorted(moves, key=lambda move: -estimates[move].mean)
    return Evaluation(
        made,
        moves[best],
        {move: estimates[move] for move in order},
        loss,
        float(reference.mean()),
        estimate(by_move[place] - reference),
        values.shape[1],
        {
            move: loss if row == place else estimate(by_move[best] - by_move[row])
            for row, move in enumerate(moves)
        },
    )


def enumerated_evaluation(
    moves: Sequence[str], made: str, values: NDArray[np.float64]
) -> Evaluation:
    """Evaluate a decision in all deals that the seat can't rule out, with the same arguments."""
    *means, reference = values.mean(axis=1).tolist()
    found = exact_evaluation(made, dict(zip(moves, means, strict=True)))
    skill = Estimate(found.moves[made].mean - reference)
    return replace(found, reference=reference, skill=skill)
