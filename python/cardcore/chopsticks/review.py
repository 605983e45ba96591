"""Reviews of Chopsticks: exact, since the game is solved within the remaining moves."""

from collections.abc import Sequence

from cardcore import chopsticks
from cardcore.phrases import Phrase
from cardcore.reviews import Evaluation, Reviewer, Scale
from cardcore.reviews.evaluation import exact_evaluation

#: What values mean.
_RESULTS = {1.0: Phrase("wins"), 0.5: Phrase("ties"), 0.0: Phrase("loses")}


class ChopsticksReviewer(Reviewer[chopsticks.View]):
    """What a review has to know of Chopsticks. The reference player is perfect."""

    unit: str = Phrase("games")

    meaning: str = Phrase("won, and half of those that end in a tie")

    digits: int = 1

    def assumption(self, view: chopsticks.View) -> str:
        """Say what EVs assume."""
        return Phrase("if both play perfectly to the last move")

    def scale(self, view: chopsticks.View) -> Scale:
        """Losing half a game is a mistake, losing a whole one a blunder."""
        return Scale(0.25, 0.5, 1.0)

    def value(self, scores: Sequence[int], seat: int, *, low_score_wins: bool) -> float:
        """Return 1 for a win, 0.5 for a tie and 0 for a loss."""
        return 0.5 + (scores[seat] > scores[1 - seat]) / 2 - (scores[seat] < scores[1 - seat]) / 2

    def start(self, opening: chopsticks.View, seat: int) -> float:
        """Return the value of the first position."""
        table, (a, b) = _table(opening), opening.hands
        value = table.value(a, b, opening.ply)
        return 0.5 + (value if seat == 0 else -value) / 2

    def evaluate(
        self,
        view: chopsticks.View,
        made: str,
        *,
        deals: int,
        seed: int,
        threads: int | None = None,
    ) -> Evaluation:
        """Solve the game after every move."""
        table, (a, b) = _table(view), view.hands
        sign = 1 if view.seat == 0 else -1
        moves = table.moves(a, b, view.ply)
        legal = [str(move) for move in view.legal_moves()]
        values = {move.text: 0.5 + sign * move.value / 2 for move in moves if move.text in legal}
        return exact_evaluation(made, values)

    def reasons(self, view: chopsticks.View, evaluation: Evaluation) -> list[str]:
        """Say how the game ends after both moves."""
        if evaluation.best == evaluation.made:
            return []
        return [
            Phrase(
                "{move} {verdict} if both play perfectly",
                move=move,
                verdict=_RESULTS[evaluation.moves[move].mean],
            )
            for move in (evaluation.best, evaluation.made)
        ]


def _table(view: chopsticks.View) -> chopsticks.Table:
    return chopsticks.solve(view.ply + view.plies_left, rules=chopsticks.Rules(**view.rules))


REVIEWER = ChopsticksReviewer("chopsticks")
