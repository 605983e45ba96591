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

from cardcore import registry
from cardcore._core import whole_number
from cardcore.reference.random import Random
from cardcore.reviews.evaluation import Evaluation
from cardcore.reviews.labels import LABELS, Label, Scale
from cardcore.reviews.result import Decision, PartReview, Review
from cardcore.reviews.reviewer import Reviewer, Sampled
from cardcore.reviews.statistics import Estimate
from cardcore.reviews.walk import Part, Position, walk

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
    "Sampled",
    "Scale",
    "review",
]

#: The most deals that can be asked for.
MAX_DEALS = 100_000


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
    found = walk(record, seat)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    game = found.game
    knowledge = registry.reviewer(game.name)
    if deals is None:
        deals = knowledge.budget.deals(found.decisions)
    else:
        deals = whole_number("deals", deals, 2, MAX_DEALS)
    decisions: list[Decision] = []
    parts = []
    for part in found.parts:
        telling = _Telling(knowledge, knowledge.start(part.opening, seat))
        for position in part.positions:
            evaluation = knowledge.evaluate(
                position.view,
                position.made,
                deals=deals,
                seed=Random(seed, position.number).word(),
                threads=threads,
            )
            scale = knowledge.scale(position.view)
            decisions.append(telling.add(part, position, evaluation, scale))
            if progress is not None:
                progress(len(decisions), found.decisions)
        parts.append(telling.end(part, seat, low_score_wins=game.low_score_wins))
    return Review(
        game.name,
        seat,
        knowledge.unit,
        knowledge.meaning,
        knowledge.digits,
        tuple(decisions),
        tuple(parts),
        seed,
    )


class _Telling:
    """Luck and skill in a part, decision by decision."""

    def __init__(self, knowledge: Reviewer[Any], start: float) -> None:
        self._knowledge = knowledge
        self._start = self._now = start
        self._luck = self._skill = 0.0

    def add(self, part: Part, position: Position, evaluation: Evaluation, scale: Scale) -> Decision:
        """Add a decision."""
        ev = evaluation.moves[evaluation.made].mean
        luck, skill = evaluation.reference - self._now, ev - evaluation.reference
        self._luck += luck
        self._skill += skill
        self._now = ev
        lowest, highest = evaluation.loss.interval
        loss = max(evaluation.loss.mean, 0.0)
        is_best = evaluation.best == evaluation.made
        return Decision(
            number=position.number,
            part=part.number,
            phase=self._knowledge.phase(position.view),
            move=position.made,
            ev=ev,
            best=evaluation.best,
            best_ev=evaluation.moves[evaluation.best].mean,
            loss=loss,
            interval=(max(lowest, 0.0), max(highest, 0.0)),
            label="best" if is_best else scale.label(loss, lowest),
            accuracy=scale.accuracy(loss),
            luck=luck,
            skill=skill,
            skill_margin=evaluation.skill.half_width,
            alternatives=evaluation.moves,
            deals=evaluation.deals,
            assumption=self._knowledge.assumption(position.view),
            reasons=tuple(self._knowledge.reasons(position.view, evaluation)),
        )

    def end(self, part: Part, seat: int, *, low_score_wins: bool) -> PartReview:
        """Add how the part ended."""
        result = self._now
        if part.scores is not None:
            result = self._knowledge.value(part.scores, seat, low_score_wins=low_score_wins)
        luck = self._luck + result - self._now
        is_over = part.scores is not None
        return PartReview(part.number, self._start, luck, self._skill, result, is_over)
