"""Reviews of President: rollouts by ``plan`` in deals sampled from the view of the seat."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardcore import president
from cardcore.phrases import Count, Phrase
from cardcore.reviews import Evaluation, Reviewer, Scale
from cardcore.reviews.outcomes import Outcome
from cardcore.reviews.reviewer import Budget


def _is_first(scores: NDArray[np.int64], seat: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = scores[..., seat] == scores.max(axis=-1)
    return found


def _is_last(scores: NDArray[np.int64], seat: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = scores[..., seat] == scores.min(axis=-1)
    return found


class PresidentReviewer(Reviewer[president.View]):
    """What a review has to know of President."""

    unit: str = Phrase("places")

    meaning: str = Phrase("better than the average of the table, in each round")

    budget: Budget = Budget(200_000, least=100, most=4000)

    outcomes: Sequence[Outcome] = (
        Outcome(Phrase("you come first"), True, _is_first),
        Outcome(Phrase("you come last"), False, _is_last),
    )

    def reference(self, view: president.View) -> str:
        """Name the bot that plays on: the strongest that does not search."""
        return "plan"

    def scale(self, view: president.View) -> Scale:
        """Scale losses by the range of results: places, or the cards that the others hold."""
        if view.rules["score"] == "places":
            return Scale(0.08, 0.25, 0.6)
        return Scale(0.5, 1.5, 4.0)

    def phase(self, view: president.View) -> str:
        """Tell trading, leading and following apart."""
        if view.phase != "play":
            return "trading"
        return "leading" if view.beat is None else "following"

    def reasons(self, view: president.View, evaluation: Evaluation) -> list[str]:
        """Add how many moves empty the hand, where that speaks for the best move."""
        told = super().reasons(view, evaluation)
        if evaluation.best == evaluation.made:
            return told
        best, made = (_way_out(view, move) for move in (evaluation.best, evaluation.made))
        if best < made:
            told.append(
                Phrase(
                    "your hand takes {few} after {best}, {many} after {made}",
                    few=Count(best, "move"),
                    best=evaluation.best,
                    many=made,
                    made=evaluation.made,
                )
            )
        return told


def _way_out(view: president.View, move: str) -> int:
    """Count the moves that empty the hand after this one, if nobody beats them."""
    gone = move.split()
    left = [card for card in view.hand if str(card) not in gone]
    return president.moves_to_victory(left, view.rules["kinds"]).count if left else 0


REVIEWER = PresidentReviewer("president")
