"""Reviews of recorded games: the EV of every decision, what it lost, and luck apart from skill.

For every decision of a seat the moves are compared *given what the seat knew*, as the game's
:class:`Reviewer` does it: exactly where the game is solved, else in deals sampled from the view of
the seat. The result of a game is then split up. Let ``V`` be the EV of the reference player in the
seat's position, and ``Q`` the EV of the move made. At every decision the seat gains ``Q - V`` by
skill, and from ``Q`` to the next ``V``, or to the result, it gains by luck: the cards, and what the
other players do. The sum telescopes, so start + luck + skill is the result whatever the errors of
the estimates. If all play like the reference player, luck is 0 on average.
"""

from collections.abc import Callable, Mapping
from typing import Any

from cardcore.reviews.evaluation import Evaluation
from cardcore.reviews.labels import LABELS, Label, Scale
from cardcore.reviews.result import Decision, PartReview, Review
from cardcore.reviews.reviewer import Reviewer, Sampled
from cardcore.reviews.statistics import Estimate
from cardcore.reviews.stepwise import MAX_DEALS, Reviewing

__all__ = [
    "LABELS",
    "MAX_DEALS",
    "Decision",
    "Estimate",
    "Evaluation",
    "Label",
    "PartReview",
    "Review",
    "Reviewer",
    "Reviewing",
    "Sampled",
    "Scale",
    "review",
]


def review(
    record: Mapping[str, Any],
    seat: int = 0,
    *,
    deals: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Review the decisions of a seat in a recorded game.

    Parameters
    ----------
    record
        The result of :meth:`Game.record`.
    seat
        The seat whose decisions are reviewed.
    deals
        The number of sampled deals for each decision; by default as many as a minute or less
        allows, depending on the number of decisions.
    seed
        The seed of the sampled deals. The same seed gives the same review, on any number of
        threads.
    threads
        The number of threads; by default one per core.
    progress
        A function that is called with the decisions done and their number.

    Raises
    ------
    ParseError
        If the record is invalid; the message says where.
    ValueError
        If there is no such seat, or the number of deals or the seed is out of range.

    Examples
    --------
    >>> import cardcore
    >>> game = cardcore.ends.new([3, 2, 10, 4])
    >>> for move in "RRLL":
    ...     game.play(move)
    >>> found = cardcore.review(game.record(), seat=0)
    >>> found.decisions[0].best, found.decisions[0].loss, found.decisions[0].label
    ('L', 12.0, 'blunder')
    >>> found.start, found.luck, found.skill, found.result
    (7.0, 0.0, -12.0, -5.0)
    """
    reviewing = Reviewing(record, seat, deals=deals, seed=seed, threads=threads)
    while reviewing.advance():
        if progress is not None:
            progress(reviewing.done, reviewing.total)
    return reviewing.result()
