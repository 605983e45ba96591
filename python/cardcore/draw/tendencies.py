"""What an opponent has done so far in a match, with the evidence.

Only what the seat was told counts: the public moves of this hand and of those before it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cardcore import _core, draw
from cardcore.phrases import Number, Phrase, Share

__all__ = ["Folds", "folds_to_bets", "on_bluffs"]

#: Fewer answers to bets than this say nothing.
_FEWEST = 8


@dataclass(frozen=True)
class Folds:
    """How often a seat has folded when it had to answer a bet or raise."""

    folds: int
    bets: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the probability that it folds."""
        if self.bets == 0:
            return 0.0, 1.0
        return _core.sampled_intervals([self.folds / self.bets], self.bets)[0]


def folds_to_bets(view: draw.View, seat: int) -> Folds:
    """Count a seat's folds to bets in the match so far."""
    folds = bets = 0
    for moves in [*(hand["moves"] for hand in view.past), view.moves]:
        for answer in _answers(moves, seat):
            bets += 1
            folds += answer == "fold"
    return Folds(folds, bets)


def _answers(moves: Iterable[tuple[int, str]], seat: int) -> Iterable[str]:
    """Give a seat's answers to bets and raises in a hand."""
    is_bet = False
    for mover, move in moves:
        verb = move.split()[0]
        if mover == seat and is_bet:
            yield verb
        if verb in ("bet", "raise"):
            is_bet = True
        elif verb == "draw":
            # The next betting round begins without a bet.
            is_bet = False


def on_bluffs(view: draw.View) -> list[str]:
    """Say whether it pays to bluff against the only opponent left, if the match so far tells.

    A bluff with no chance at the showdown pays if the opponent folds more often than the bet's
    share of the pot that it makes.
    """
    opponents = [
        seat for seat, status in enumerate(view.status) if status == "in" and seat != view.seat
    ]
    moves = view.legal_moves()
    if len(opponents) != 1 or not {"bet", "raise"} & set(moves):
        return []
    cost = view.to_call + view.rules["small_bet" if view.draws_left else "big_bet"]
    needed = cost / (view.pot + cost)
    found = folds_to_bets(view, opponents[0])
    low, high = found.interval
    if found.bets < _FEWEST or low <= needed <= high:
        return []
    pattern = (
        "They have folded to {folds} of {bets} bets ({low} to {high}): bluffing pays."
        if low > needed
        else "They have folded to only {folds} of {bets} bets ({low} to {high}): don't bluff."
    )
    counts = {"folds": Number(found.folds), "bets": Number(found.bets)}
    return [Phrase(pattern, **counts, low=Share(low), high=Share(high))]
