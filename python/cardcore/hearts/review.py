"""Reviews of Hearts: rollouts by the learned policy in deals sampled from the view of the seat.

In the last tricks these are all deals that the seat can't rule out, so EVs are exact if everybody
plays on like the policy, which is deterministic.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardcore import hearts
from cardcore._core import Game
from cardcore.hearts.cards import playable, suit
from cardcore.hearts.last_tricks import all_deals
from cardcore.hearts.reasons import reasons
from cardcore.phrases import Phrase
from cardcore.reviews import Evaluation, Reviewer, Scale
from cardcore.reviews.outcomes import Outcome
from cardcore.reviews.reviewer import Budget

#: Screens passes: this many of them are compared.
_QUICK_SEARCH = "search:version=1:worlds=16"
_PASSES = 10

#: After a moon, the one who shot it is this much better than each of the others.
_MOON = 26


def _moon(scores: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell whether all but one have the same score, which is far from that of the one."""
    ordered = np.sort(scores, axis=-1)
    found: NDArray[np.bool_] = (ordered[..., 0] == ordered[..., -2]) & (
        ordered[..., -1] - ordered[..., 0] >= _MOON
    )
    return found


def _shoots(scores: NDArray[np.int64], seat: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = _moon(scores) & (scores[..., seat] == scores.max(axis=-1))
    return found


def _suffers(scores: NDArray[np.int64], seat: int) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = _moon(scores) & (scores[..., seat] < scores.max(axis=-1))
    return found


class HeartsReviewer(Reviewer[hearts.View]):
    """What a review has to know of Hearts.

    An EV is the margin over the mean of all players, so that a moon by anybody counts in full.
    """

    meaning: str = Phrase("fewer than the average of the table, in each deal")

    budget: Budget = Budget(200_000, least=100, most=4000)

    outcomes: Sequence[Outcome] = (
        Outcome(
            Phrase("you take 13 points or more"),
            False,
            lambda scores, seat: scores[..., seat] <= -13,
        ),
        Outcome(Phrase("you take no points"), True, lambda scores, seat: scores[..., seat] >= 0),
        Outcome(Phrase("you shoot the moon"), True, _shoots),
        Outcome(Phrase("another player shoots the moon"), False, _suffers),
    )

    def reference(self, view: hearts.View) -> str:
        """Name the bot that plays on: the strongest that does not search."""
        return "policy"

    def scale(self, view: hearts.View) -> Scale:
        """Call it a mistake from a point on, and a blunder from two and a half."""
        return Scale(0.25, 1.0, 2.5)

    def candidates(self, view: hearts.View, made: str) -> list[str]:
        """List the cards; of the hundreds of passes, the best by a quick search."""
        if not view.passing:
            return super().candidates(view, made)
        likely = [str(found.move) for found in view.weigh(_QUICK_SEARCH, seed=0)[:_PASSES]]
        return list(dict.fromkeys([str(view.choose("policy", seed=0)), *likely, made]))

    def all_deals(self, view: hearts.View) -> list[Game] | None:
        """List all deals that the seat can't rule out, in the last tricks."""
        return None if view.passing else all_deals(view)

    def phase(self, view: hearts.View) -> str:
        """Tell passing, leading, following and discarding apart."""
        if view.passing:
            return "passing"
        if view.led is None:
            return "leading"
        follows = any(suit(card) == view.led for card in playable(view))
        return "following" if follows else "discarding"

    def reasons(self, view: hearts.View, evaluation: Evaluation) -> list[str]:
        """Say what the best card does in this trick, and what it changes."""
        if evaluation.best == evaluation.made:
            return []
        does = [] if view.passing else reasons(view, evaluation.best)
        named = [Phrase("{move} {reason}", move=evaluation.best, reason=reason) for reason in does]
        return [*named, *super().reasons(view, evaluation)]


REVIEWER = HeartsReviewer("hearts")
