"""The result of a review: decisions with their EVs, and luck and skill that sum to the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from math import hypot
from typing import Any

from cardcore.result_table import HasResultTable, ResultTable
from cardcore.reviews.labels import LABELS, Label, mean_accuracy
from cardcore.reviews.statistics import Estimate

__all__ = ["Decision", "PartReview", "Review"]


@dataclass(frozen=True)
class Decision:
    """A decision of the seat, and what its moves bring given what the seat knew."""

    number: int
    """The number of the move in the game, from 1."""
    part: int
    """The number of the hand, round or deal, from 1; 0 if the game has no such parts."""
    phase: str
    """The phase of the game, such as ``passing``."""
    move: str
    """The move made."""
    ev: float
    """The EV of the move made."""
    best: str
    """The best move; the one made if no other is better."""
    best_ev: float
    """The EV of the best move."""
    loss: float
    """The EV lost: how much less the move made brings than the best one."""
    interval: tuple[float, float]
    """The 95% confidence interval of the loss."""
    label: Label
    """``best``, ``good``, ``inaccuracy``, ``mistake`` or ``blunder``."""
    accuracy: float
    """100 for the best move, and less the more is lost."""
    luck: float
    """The EV gained by chance and by the other players since the decision before."""
    skill: float
    """The EV gained against the decision of the reference player."""
    skill_margin: float
    """Half the width of the 95% interval of the skill."""
    alternatives: Mapping[str, Estimate]
    """The EV of the moves that were compared to the end, best first, with the one made."""
    labels: Mapping[str, Label]
    """What each of these moves is."""
    deals: int
    """The number of sampled deals; 0 if the EVs are exact."""
    assumption: str
    """What the EVs assume."""
    reasons: tuple[str, ...] = ()
    """What made the difference, in words."""

    @property
    def is_exact(self) -> bool:
        """Whether the EVs are exact."""
        return self.deals == 0

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as JSON values."""
        return {
            "number": self.number,
            "part": self.part,
            "phase": self.phase,
            "move": self.move,
            "ev": self.ev,
            "best": self.best,
            "best_ev": self.best_ev,
            "loss": self.loss,
            "interval": list(self.interval),
            "label": self.label,
            "accuracy": self.accuracy,
            "luck": self.luck,
            "skill": self.skill,
            "skill_margin": self.skill_margin,
            "alternatives": [
                {
                    "move": move,
                    "ev": found.mean,
                    "interval": list(found.interval),
                    "label": self.labels[move],
                }
                for move, found in self.alternatives.items()
            ],
            "deals": self.deals,
            "assumption": self.assumption,
            "reasons": list(self.reasons),
        }


@dataclass(frozen=True)
class PartReview:
    """A hand, round or deal: how its result came about."""

    number: int
    """Its number, from 1; 0 if it is the whole game."""
    start: float
    """The EV before the first move."""
    luck: float
    """What chance and the other players brought."""
    skill: float
    """What the decisions brought, against those of the reference player."""
    result: float
    """The value of the result: the sum of the other three. If the part is not over, the EV after
    the last decision."""
    is_over: bool
    """Whether the part is over."""

    def to_dict(self) -> dict[str, Any]:
        """Return the part as JSON values."""
        return {
            "number": self.number,
            "start": self.start,
            "luck": self.luck,
            "skill": self.skill,
            "result": self.result,
            "is_over": self.is_over,
        }


@dataclass(frozen=True)
class Review(HasResultTable):
    """A review of a recorded game, for one seat.

    All EVs are in :attr:`unit`, and more is better. Before the first move of a part the EV is its
    ``start``. From there it changes by luck between the decisions of the seat and by skill at each
    of them, and it ends with the result: start + luck + skill = result.
    """

    game: str
    """The name of the game."""
    seat: int
    """The seat whose decisions are reviewed."""
    unit: str
    """The unit of EVs."""
    meaning: str
    """The meaning of an EV."""
    digits: int
    """The number of decimals to show."""
    decisions: tuple[Decision, ...]
    """The decisions in which the seat had a choice, in order."""
    parts: tuple[PartReview, ...]
    """The hands, rounds or deals, or the whole game as one."""
    seed: int
    """The seed of the review."""

    @property
    def start(self) -> float:
        """The EV before the first move, summed over the parts."""
        return sum(part.start for part in self.parts)

    @property
    def luck(self) -> float:
        """What chance and the other players brought."""
        return sum(part.luck for part in self.parts)

    @property
    def skill(self) -> float:
        """What the decisions brought, against those of the reference player."""
        return sum(part.skill for part in self.parts)

    @property
    def skill_margin(self) -> float:
        """Half the width of the 95% interval of the skill, and so of the luck."""
        return hypot(*(decision.skill_margin for decision in self.decisions))

    @property
    def result(self) -> float:
        """The value of the result."""
        return sum(part.result for part in self.parts)

    @property
    def loss(self) -> float:
        """The EV lost in all decisions."""
        return sum(decision.loss for decision in self.decisions)

    @property
    def accuracy(self) -> float | None:
        """The mean accuracy of the decisions, from 0 to 100; ``None`` if there are none."""
        return mean_accuracy([decision.accuracy for decision in self.decisions])

    @cached_property
    def phases(self) -> dict[str, float]:
        """The mean accuracy in each phase of the game."""
        found: dict[str, list[float]] = {}
        for decision in self.decisions:
            found.setdefault(decision.phase, []).append(decision.accuracy)
        return {phase: sum(values) / len(values) for phase, values in found.items()}

    @property
    def counts(self) -> dict[Label, int]:
        """The number of decisions with each label."""
        labels = [decision.label for decision in self.decisions]
        return {label: labels.count(label) for label in LABELS}

    @property
    def errors(self) -> list[Decision]:
        """The inaccuracies, mistakes and blunders, the most expensive first."""
        found = [made for made in self.decisions if LABELS.index(made.label) >= 2]
        return sorted(found, key=lambda decision: -decision.loss)

    def to_dict(self) -> dict[str, Any]:
        """Return the review as JSON values."""
        return {
            "game": self.game,
            "seat": self.seat,
            "unit": self.unit,
            "meaning": self.meaning,
            "digits": self.digits,
            "seed": self.seed,
            "start": self.start,
            "luck": self.luck,
            "skill": self.skill,
            "skill_margin": self.skill_margin,
            "result": self.result,
            "loss": self.loss,
            "accuracy": self.accuracy,
            "phases": self.phases,
            "counts": self.counts,
            "parts": [part.to_dict() for part in self.parts],
            "decisions": [decision.to_dict() for decision in self.decisions],
        }

    def _result_table(self) -> ResultTable:
        digits = self.digits
        rows: Sequence[Sequence[Any]] = [
            (
                made.number,
                made.move,
                Decimal(f"{made.ev:.{digits}f}"),
                made.best,
                Decimal(f"{made.loss:.{digits}f}"),
                made.label,
            )
            for made in self.decisions
        ]
        accuracy = "" if self.accuracy is None else f", accuracy {self.accuracy:.0f}"
        title = (
            f"review of seat {self.seat} in {self.game}, EV in {self.unit}: start "
            f"{self.start:+.{digits}f}, luck {self.luck:+.{digits}f}, skill "
            f"{self.skill:+.{digits}f}, result {self.result:+.{digits}f}{accuracy}"
        )
        return ResultTable(title, ["move", "made", "EV", "best", "loss", "label"], rows)
