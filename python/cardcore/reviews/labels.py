"""Labels of decisions by the EV that they lose, and the accuracy figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp2, sqrt
from typing import Literal, TypeAlias, get_args

__all__ = ["LABELS", "Label", "Scale", "mean_accuracy"]

#: The class of a decision.
Label: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

#: The labels, from the best decision to the worst.
LABELS: tuple[Label, ...] = get_args(Label)

#: How far two samples of the same size differ at most in all but 0.1% of cases, in half widths of a
#: 95% interval, which is 1.96 standard errors: 3.09 standard errors of a difference, one-sided.
_REPLICATION = 3.09 * sqrt(2) / 1.96


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
            as an error. A blunder is a strong word: another sample of as many deals has to call the
            decision a mistake at least, in all but 0.1% of cases.

        Examples
        --------
        >>> scale = Scale(0.25, 1.0, 2.5)
        >>> scale.label(0.1, 0.05), scale.label(3.0, 2.5), scale.label(3.0, -0.1)
        ('good', 'blunder', 'good')
        >>> scale.label(3.0, 1.2)
        'mistake'
        """
        if lowest <= 0 or loss < self.inaccuracy:
            return "good"
        if loss < self.mistake:
            return "inaccuracy"
        half_width = loss - lowest
        again = loss - _REPLICATION * half_width
        if loss < self.blunder or again < max(self.mistake, half_width):
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
