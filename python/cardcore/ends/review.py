"""Reviews of Ends: exact, since the game is solved."""

from collections.abc import Sequence

from cardcore import ends
from cardcore.phrases import Number, Phrase
from cardcore.reviews import Evaluation, Reviewer, Scale
from cardcore.reviews.evaluation import exact_evaluation


class EndsReviewer(Reviewer[ends.View]):
    """What a review has to know of Ends. The reference player is perfect."""

    meaning: str = Phrase("more than the opponent")

    digits: int = 0

    def assumption(self, view: ends.View) -> str:
        """Say what EVs assume."""
        return Phrase("if both play perfectly afterwards")

    def scale(self, view: ends.View) -> Scale:
        """Scale losses by the mean card of the row."""
        mean = max(sum(map(abs, view.row)) / max(len(view.row), 1), 1.0)
        return Scale(min(0.1 * mean, 1.0), 0.4 * mean, mean)

    def value(self, scores: Sequence[int], seat: int, *, low_score_wins: bool) -> float:
        """Return how much a seat is ahead."""
        return float(scores[seat] - scores[1 - seat])

    def start(self, opening: ends.View, seat: int) -> float:
        """Return the value of the whole row."""
        value = float(ends.value(opening.cards))
        return value if opening.to_move == seat else -value

    def evaluate(
        self,
        view: ends.View,
        made: str,
        *,
        deals: int,
        seed: int,
        threads: int | None = None,
    ) -> Evaluation:
        """Value both ends of the row."""
        seat, row = view.seat, view.cards
        assert seat is not None
        ahead = self.value(view.scores, seat, low_score_wins=False)
        values = {
            "L": ahead + row[0] - ends.value(row[1:]),
            "R": ahead + row[-1] - ends.value(row[:-1]),
        }
        return exact_evaluation(made, values)

    def reasons(self, view: ends.View, evaluation: Evaluation) -> list[str]:
        """Say what both ends bring."""
        taken = {"L": view.cards[0], "R": view.cards[-1]}
        if evaluation.best == evaluation.made:
            return []
        return [
            Phrase(
                "{move} takes {card} and ends {margin} if both play perfectly",
                move=move,
                card=taken[move],
                margin=Number(evaluation.moves[move].mean, is_signed=True),
            )
            for move in (evaluation.best, evaluation.made)
        ]


REVIEWER = EndsReviewer("ends")
