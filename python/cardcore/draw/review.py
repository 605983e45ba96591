"""Reviews of five-card draw: chips in rollouts against the hands that the opponents' bets leave.

Heads-up, the yardstick is the equilibrium: the opponent is taken to play ``nash``, its hands are
dealt from the range that its actions leave if it does (:mod:`cardcore.draw.ranges`), and ``nash``
plays on for both. A loss is then an EV loss against the equilibrium. It is not what could have been
won from an opponent who plays badly. At larger tables ``equity`` takes that place.
"""

from collections.abc import Sequence

from cardcore import discard, draw
from cardcore.difficulty import Level
from cardcore.draw import ranges
from cardcore.draw.match import is_usual
from cardcore.phrases import Number, Phrase
from cardcore.reviews import Evaluation, Reviewer, Sampled, Scale
from cardcore.reviews.outcomes import Outcome
from cardcore.reviews.reviewer import Budget

#: In the draw, this many discards are compared: the best by equity against a pat hand.
_DISCARDS = 6


class DrawReviewer(Reviewer[draw.View]):
    """What a review has to know of five-card draw."""

    unit: str = Phrase("chips")

    meaning: str = Phrase("won in each hand")

    outcomes: Sequence[Outcome] = (
        Outcome(Phrase("you win chips"), True, lambda scores, seat: scores[..., seat] > 0),
        Outcome(Phrase("you lose chips"), False, lambda scores, seat: scores[..., seat] < 0),
    )

    budget: Budget = Budget(40_000, least=100, most=2000)

    def reference(self, view: draw.View) -> str:
        """Name the bot that plays on."""
        players = sum(status != "out" for status in view.status)
        return "nash" if players == 2 and draw.is_shipped(view.rules) else "equity"

    def assumption(self, view: draw.View) -> str:
        """Say what EVs assume."""
        bot = self.reference(view)
        name = Phrase("the equilibrium (nash)") if bot == "nash" else bot
        return Phrase("against {name}, on the hands that it would have played this way", name=name)

    def scale(self, view: draw.View) -> Scale:
        """Scale losses by the small bet."""
        bet = float(view.rules["small_bet"])
        return Scale(0.1 * bet, 0.4 * bet, bet)

    def phase(self, view: draw.View) -> str:
        """Name the betting round, or the draw."""
        return "drawing" if view.phase == "discard" else str(view.phase)

    def candidates(self, view: draw.View, made: str) -> list[str]:
        """List the moves to compare: in the draw, the discards with the most equity."""
        if view.phase != "discard":
            listed = [str(move) for move in view.legal_moves()]
            return list(dict.fromkeys([*listed, made]))
        if not is_usual(view.rules):
            return list(dict.fromkeys([str(view.choose("equity", seed=0)), made]))
        best = discard.showdown(view.hand, "pat").ranking()[:_DISCARDS]
        likely = [frozenset(["discard", *map(str, option.discard)]) for option in best]
        legal = {frozenset(str(move).split()): str(move) for move in view.legal_moves()}
        moves = [legal[option] for option in likely]
        return list(dict.fromkeys([*moves, made]))

    def sample(self, view: draw.View, count: int, seed: int) -> Sampled:
        """Deal hands from the ranges of the opponents; any hand, if somebody is all in."""
        level = Level(self.reference(view))
        levels = [level] * len(view.status)
        situation = ranges.situation(view, levels, deals=count, seed=seed, range_size=count)
        if situation is None or len(situation.games) < count:
            return super().sample(view, count, seed)
        return Sampled(situation.games, situation.seat, [found.bot for found in situation.levels])

    def reasons(self, view: draw.View, evaluation: Evaluation) -> list[str]:
        """Add the exact equity of a discard, where it speaks for the best one."""
        told = super().reasons(view, evaluation)
        if view.phase != "discard" or evaluation.best == evaluation.made:
            return told
        if not is_usual(view.rules):
            return told
        equity = discard.showdown(view.hand, "pat").equity
        best, made = (
            float(equity[_mask(view, move)]) for move in (evaluation.best, evaluation.made)
        )
        if best > made:
            told.append(
                Phrase(
                    "your equity against a hand that stands pat is {best}% with {move}, {made}% "
                    "with {other}",
                    best=Number(100 * best, 1),
                    move=evaluation.best,
                    made=Number(100 * made, 1),
                    other=evaluation.made,
                )
            )
        return told


def _mask(view: draw.View, move: str) -> int:
    """Return the mask of the discarded cards."""
    thrown = move.split()[1:]
    return sum(1 << place for place, card in enumerate(view.hand) if str(card) in thrown)


REVIEWER = DrawReviewer("draw")
