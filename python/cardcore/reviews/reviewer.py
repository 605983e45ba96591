"""What a review has to know of a game: who plays on, the value of a result, what a mistake is.

The reviewer of a game is ``REVIEWER`` in ``cardcore.<game>.review``, and
:func:`cardcore.registry.reviewer` finds it. A game without that module has the defaults of this
one, which work for every game: all moves are tried in deals sampled from the view of the seat, and
the reference player, a bot, plays on in all seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, View, roll_out
from cardcore.phrases import Phrase, Share
from cardcore.players import bots
from cardcore.reference.random import Random
from cardcore.reviews.evaluation import Evaluation, enumerated_evaluation, sampled_evaluation
from cardcore.reviews.labels import Scale
from cardcore.reviews.outcomes import Outcome, find_reasons
from cardcore.reviews.statistics import estimate

__all__ = ["Budget", "Reviewer", "Sampled"]

#: A round of the screening tries all moves together this many times as often as there are deals for
#: the final comparison of each, and each of them in this many deals at least.
_SCREENING = 1.5
_LEAST_SCREENING = 12

#: In the screening, a move that is this many half widths of a 95% interval below the best is out.
_CLEARLY_WORSE = 1.5

#: The most moves that are compared to the end, beside the one made.
_FINALISTS = 4

#: The most outcomes that explain a decision.
_MAX_REASONS = 2

_View = TypeVar("_View", bound=View)


@dataclass(frozen=True)
class Sampled:
    """Sampled deals at a decision."""

    games: Sequence[Game]
    """The games, in all of which the seat is to move."""
    seat: int
    """The seat in them."""
    bots: Sequence[str]
    """By seat: the bot that plays on."""


@dataclass(frozen=True)
class Budget:
    """How many deals are sampled for each decision, so that a review takes a minute at most."""

    total: int
    """For all decisions together."""
    least: int = 100
    """The fewest for one."""
    most: int = 2000
    """The most for one."""

    def deals(self, decisions: int) -> int:
        """Return the number of deals for each of a number of decisions.

        >>> Budget(60_000).deals(12), Budget(60_000).deals(150)
        (2000, 400)
        """
        return min(max(self.total // max(decisions, 1), self.least), self.most)


class Reviewer(Generic[_View]):
    """The knowledge of a game that a review needs; the defaults work for any game.

    Parameters
    ----------
    game
        The name of the game.
    """

    #: The unit of EVs, in the plural.
    unit: str = Phrase("points")

    #: The meaning of an EV.
    meaning: str = Phrase("better than the average of the table, in each deal")

    #: The number of decimals to show.
    digits: int = 2

    #: The outcomes that may explain a decision.
    outcomes: Sequence[Outcome] = ()

    #: The number of deals to sample.
    budget: Budget = Budget(60_000)

    def __init__(self, game: str) -> None:
        self.game = game

    def reference(self, view: _View) -> str:
        """Name the reference player: the bot that plays on, and that skill is measured against."""
        return bots(self.game)[-1]

    def assumption(self, view: _View) -> str:
        """Say in words what EVs at this decision assume."""
        return Phrase("if everybody plays on like {bot}", bot=self.reference(view))

    def scale(self, view: _View) -> Scale:
        """Return the losses from which on decisions are mistakes."""
        return Scale(0.25, 1.0, 2.5)

    def phase(self, view: _View) -> str:
        """Name the phase of a game that a decision belongs to."""
        return "play"

    def value(self, scores: Sequence[int], seat: int, *, low_score_wins: bool) -> float:
        """Return the value of a result to a seat, more is better: its margin over the mean.

        >>> Reviewer("hearts").value([3, 13, 10, 0], 0, low_score_wins=True)
        3.5
        """
        return float(self.values(np.array(scores), seat, low_score_wins))

    def start(self, opening: _View, seat: int) -> float:
        """Return the EV of a seat before the first move, as everybody sees a part begin."""
        return 0.0

    def candidates(self, view: _View, made: str) -> list[str]:
        """List the moves to compare, with the one made."""
        return [str(move) for move in view.legal_moves()]

    def sample(self, view: _View, count: int, seed: int) -> Sampled:
        """Sample deals that are consistent with what the seat knows."""
        random = Random(seed)
        return self._seated(view, [view.sample(seed=random.word()) for _ in range(count)])

    def all_deals(self, view: _View) -> list[Game] | None:
        """List all deals that the seat can't rule out; ``None`` if there are too many.

        The reference player has to be deterministic there: EVs are then exact.
        """
        return None

    def _seated(self, view: _View, games: Sequence[Game]) -> Sampled:
        """Let the reference player play on in all seats."""
        assert view.seat is not None
        return Sampled(games, view.seat, [self.reference(view)] * games[0].seats)

    def evaluate(
        self, view: _View, made: str, *, deals: int, seed: int, threads: int | None = None
    ) -> Evaluation:
        """Evaluate a decision, based only on the view of the seat.

        Moves are screened in a few deals, and the best of them compared in as many as asked for.
        All moves are tried in the same deals, so the luck of the cards cancels in differences.

        Parameters
        ----------
        view
            The view of the seat to move.
        made
            The move made.
        deals
            The number of deals to compare the best moves in.
        seed
            The seed of deals and players.
        threads
            The number of threads; they make no difference to the result.
        """
        random = Random(seed)
        games = self.all_deals(view)
        if games is None:
            moves = self._screened(view, made, deals, random, threads)
            sampled = self.sample(view, deals, random.word())
        else:
            moves = self.candidates(view, made)
            sampled = self._seated(view, games)
        scores = _scores(sampled, [*moves, None], random.word(), threads)
        values = self._values(sampled, scores)
        combine = sampled_evaluation if games is None else enumerated_evaluation
        found = combine(moves, made, values)
        if sampled.games[0].low_score_wins:
            scores = -scores
        best, own = (scores[moves.index(move)] for move in (found.best, made))
        return replace(found, reasons=find_reasons(self.outcomes, best, own, sampled.seat))

    def _screened(
        self, view: _View, made: str, deals: int, random: Random, threads: int | None
    ) -> list[str]:
        """Find the moves that may be best, and the one made.

        This is sequential halving (Karnin, Koren and Somekh 2013): every round takes the same time,
        so the fewer moves are left, the more carefully they are compared.
        """
        moves = self.candidates(view, made)
        others = [move for move in moves if move != made]
        while len(others) > _FINALISTS:
            count = max(_LEAST_SCREENING, round(_SCREENING * deals / len(others)))
            sampled = self.sample(view, count, random.word())
            values = self._values(sampled, _scores(sampled, others, random.word(), threads))
            means = values.mean(axis=1)
            order = sorted(range(len(others)), key=lambda row: -means[row])
            best = order[0]
            keep = []
            for row in order[: max(_FINALISTS, (len(others) + 1) // 2)]:
                lead = estimate(values[best] - values[row])
                if lead.mean <= _CLEARLY_WORSE * lead.half_width:
                    keep.append(row)
            others = [others[row] for row in keep]
        return [*others, made]

    def _values(self, sampled: Sampled, scores: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return what the results of rollouts are worth, by move and deal."""
        return self.values(scores, sampled.seat, sampled.games[0].low_score_wins)

    def values(
        self, scores: NDArray[np.int64], seat: int, low_score_wins: bool
    ) -> NDArray[np.float64]:
        """Return what results are worth, as :meth:`value` does for one; seats are the last axis."""
        margins: NDArray[np.float64] = scores[..., seat] - scores.mean(axis=-1)
        return -margins if low_score_wins else margins

    def reasons(self, view: _View, evaluation: Evaluation) -> list[str]:
        """Explain in words what made the difference between the best move and the one made.

        By default these are the outcomes that the sampled deals tell apart.
        """
        best, made = evaluation.best, evaluation.made
        return [
            Phrase(
                "{outcome} in {often} of the deals with {best}, in {rarely} with {move}",
                outcome=reason.words,
                often=Share(reason.best),
                best=best,
                rarely=Share(reason.made),
                move=made,
            )
            for reason in evaluation.reasons[:_MAX_REASONS]
        ]


def _scores(
    sampled: Sampled, moves: Sequence[str | None], seed: int, threads: int | None
) -> NDArray[np.int64]:
    """Roll moves out: scores by move, deal and seat; ``None`` is the reference player's choice."""
    scores = roll_out(sampled.games, moves, sampled.bots, seed, threads=threads)
    return scores.transpose(1, 0, 2)
