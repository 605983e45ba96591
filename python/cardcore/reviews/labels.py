"""Labels of decisions by the EV that they lose, and the accuracy figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp2
from typing import Literal, TypeAlias, get_args

__all__ = ["LABELS", "Label", "Scale", "mean_accuracy"]

#: The class of a decision.
Label: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

#: The labels, from the best decision to the worst.
LABELS: tuple[Label, ...] = get_args(Label)

#: How much wider the 99.9% interval is than the 95% interval: 3.29 and 1.96 standard errors.
_SURE = 1.68


@dataclass(frozen=True)
class Scale:
    """The losses from which on a decision is an inaccuracy, a mistake, a blunder, in EV.

    The accuracy of a decision is 100, and halves with every loss of :attr:`mistake`.
    """

    inaccuracy: float
    """The smallest loss that is called an inaccuracy."""
    mistake: float
    """The smallest loss that is called a mistake."""
    blunder: float
    """The smallest loss that is called a blunder."""

    def label(self, loss: float, lowest: float) -> Label:
        """Class a decision that is not the best.

        Parameters
        ----------
        loss
            The EV that it loses.
        lowest
            The lower end of the 95% interval of the loss. A loss that may be zero does not count
            as an error. A blunder is a strong word: the whole 99.9% interval must lie above the
            limit of mistakes, so that another sample of deals says the same.

        Examples
        --------
        >>> scale = Scale(0.25, 1.0, 2.5)
        >>> scale.label(0.1, 0.05), scale.label(3.0, 2.0), scale.label(3.0, -0.1)
        ('good', 'blunder', 'good')
        >>> scale.label(3.0, 1.2)
        'mistake'
        """
        if lowest <= 0 or loss < self.inaccuracy:
            return "good"
        if loss < self.mistake:
            return "inaccuracy"
        surely = loss - _SURE * (loss - lowest)
        if loss < self.blunder or surely < self.mistake:
            return "mistake"
        return "blunder"

    def accuracy(self, loss: float) -> float:
        """Return the accuracy of a decision, from 0 to 100.

        >>> Scale(0.25, 1.0, 2.5).accuracy(1.0)
        50.0
        """
        return 100 * exp2(-max(loss, 0.0) / self.mistake)


def mean_accuracy(accuracies: Sequence[float]) -> float | None:
    """Return the accuracy of several decisions; ``None`` if there are none."""
    return sum(accuracies) / len(accuracies) if accuracies else None
