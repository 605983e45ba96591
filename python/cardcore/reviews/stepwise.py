"""A review in progress, decision by decision, so that it can be reported and stopped."""

from collections.abc import Iterator, Mapping
from typing import Any

from cardcore import registry
from cardcore._core import whole_number
from cardcore.reference.random import Random
from cardcore.reviews.evaluation import Evaluation
from cardcore.reviews.labels import Label, Scale
from cardcore.reviews.result import Decision, PartReview, Review
from cardcore.reviews.reviewer import Reviewer
from cardcore.reviews.walk import Part, Position, walk

__all__ = ["MAX_DEALS", "Reviewing"]

#: The most deals that can be asked for.
MAX_DEALS = 100_000


class Reviewing:
    """A review in progress; the parameters are those of :func:`cardcore.review`.

    Parameters
    ----------
    record
        The record of the game.
    seat
        The seat whose decisions are reviewed.
    deals
        The number of sampled deals for each decision.
    seed
        The seed of the sampled deals.
    threads
        The number of threads.

    Examples
    --------
    >>> import cardcore
    >>> game = cardcore.ends.new([3, 2, 10, 4])
    >>> for move in "RRLL":
    ...     game.play(move)
    >>> reviewing = Reviewing(game.record(), seat=0)
    >>> while reviewing.advance():
    ...     print(reviewing.done, "of", reviewing.total)
    1 of 2
    2 of 2
    >>> reviewing.result() == cardcore.review(game.record(), seat=0)
    True
    """

    def __init__(
        self,
        record: Mapping[str, Any],
        seat: int,
        *,
        deals: int | None = None,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        found = walk(record, seat)
        self._seed = whole_number("seed", seed, 0, 2**64 - 1)
        self._game, self._seat, self._threads = found.game, seat, threads
        self._knowledge: Reviewer[Any] = registry.reviewer(found.game.name)
        self.total: int = found.decisions
        if deals is None:
            self._deals = self._knowledge.budget.deals(self.total)
        else:
            self._deals = whole_number("deals", deals, 2, MAX_DEALS)
        self._decisions: list[Decision] = []
        self._parts: list[PartReview] = []
        self._steps = self._run(found.parts)

    @property
    def done(self) -> int:
        """The number of decisions that are reviewed."""
        return len(self._decisions)

    def advance(self) -> bool:
        """Review the next decision; returns whether there was one."""
        return next(self._steps, False)

    def result(self) -> Review:
        """Return the review of the decisions that are done."""
        return Review(
            self._game.name,
            self._seat,
            self._knowledge.unit,
            self._knowledge.meaning,
            self._knowledge.digits,
            tuple(self._decisions),
            tuple(self._parts),
            self._seed,
        )

    def _run(self, parts: tuple[Part, ...]) -> Iterator[bool]:
        for part in parts:
            telling = _Telling(self._knowledge, self._knowledge.start(part.opening, self._seat))
            for position in part.positions:
                evaluation = self._knowledge.evaluate(
                    position.view,
                    position.made,
                    deals=self._deals,
                    seed=Random(self._seed, position.number).word(),
                    threads=self._threads,
                )
                scale = self._knowledge.scale(position.view)
                self._decisions.append(telling.add(part, position, evaluation, scale))
                yield True
            low_score_wins = self._game.low_score_wins
            self._parts.append(telling.end(part, self._seat, low_score_wins=low_score_wins))


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
        labels: dict[str, Label] = {
            move: "best" if move == evaluation.best else scale.label(lost.mean, lost.interval[0])
            for move, lost in evaluation.losses.items()
        }
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
            label=labels[evaluation.made],
            accuracy=scale.accuracy(loss),
            luck=luck,
            skill=skill,
            skill_margin=evaluation.skill.half_width,
            alternatives=evaluation.moves,
            labels=labels,
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
