"""Hints in five-card draw: what each move brings at this table, and why the best is best.

Every move is tried in hands dealt again from the ranges that the opponents' actions leave (see
:mod:`cardcore.draw.ranges`). From there the bots that sit at the table play on, and for the viewer
the adviser does. So the move, the reason and the numbers come from the same rollouts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardcore import discard, draw, poker
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.draw.ranges import Situation
from cardcore.plural import count
from cardcore.presentation import Estimate, Estimates
from cardcore.rollouts import Rollouts, roll_out

__all__ = ["Advice", "advise", "mixture", "numbers", "plain_reasons", "reasons"]

#: A mix in which a move has at least this probability is not worth mentioning.
_NEARLY_ALWAYS = 0.95


@dataclass(frozen=True)
class Advice:
    """The best move, and what speaks for it."""

    move: str
    rollouts: Rollouts
    """What every move brings, in chips from here on: folding brings nothing."""
    close: tuple[str, ...]
    """The other moves that may be as good: the deals don't decide between them."""
    equity: float
    """The mean share of the pot at showdowns that nobody folds before."""
    needed: float
    """The share that a call needs to pay for itself; 0 if there is nothing to call."""
    fold_rate: float
    """How often all opponents fold after the move."""
    mix: Mapping[str, float]
    """The equilibrium's probabilities of moves, where it has any and all others play it."""

    @property
    def is_ahead(self) -> bool:
        """Whether no other move brought more, also by chance."""
        mean = self.rollouts.mean
        return all(mean(self.move) >= mean(other) for other in self.rollouts.moves)


def advise(
    view: draw.View, situation: Situation, moves: Sequence[str], mix: Mapping[str, float]
) -> Advice:
    """Find the best of some moves, the adviser's choice first.

    The adviser's choice stands unless another move is better beyond chance at this table.
    """
    seat, levels = situation.seat, situation.levels
    paid = view.paid[view.seat if view.seat is not None else 0]
    folds: list[bool] = []

    def score(game: Game) -> float:
        won = game.scores()[seat]
        shown = game.view(None).last["shown"]
        folds.append(won > 0 and not any(shown))
        return float(won + paid)

    rollouts = roll_out(situation.games, moves, levels, score=score)
    best = max(rollouts.moves, key=rollouts.mean)
    gain, margin = rollouts.difference(best, moves[0])
    move = best if gain > margin else moves[0]
    close = []
    for other in rollouts.moves:
        lead, margin = rollouts.difference(move, other)
        if other != move and lead <= margin:
            close.append(other)
    place = rollouts.moves.index(move)
    fold_rate = sum(folds[place :: len(moves)]) / rollouts.deals
    needed = view.to_call / (view.pot + view.to_call) if view.to_call else 0.0
    shares = [_share(game, seat, levels) for game in situation.games]
    equity = sum(shares) / len(shares)
    return Advice(move, rollouts, tuple(close), equity, needed, fold_rate, mix)


def mixture(view: draw.View) -> dict[str, float]:
    """Return the equilibrium's probabilities of moves; empty where none is at hand."""
    if not draw.is_shipped(view.rules):
        return {}
    try:
        return draw.equilibrium(view.rules).probabilities(view)
    except ValueError:
        # Somebody could be all in.
        return {}


def _share(game: Game, seat: int, levels: Sequence[Level]) -> float:
    """Return a seat's share of the pots if everybody checks or calls from now on."""
    shown = game.copy()
    while (mover := shown.to_move) is not None:
        moves = shown.legal_moves()
        if "check" in moves or "call" in moves:
            shown.play("check" if "check" in moves else "call")
        else:
            shown.play(shown.view(mover).choose(levels[mover].bot, seed=0))
    pots = shown.view(None).last["pots"]
    won = sum(pot["chips"] / len(pot["winners"]) for pot in pots if seat in pot["winners"])
    return float(won / sum(pot["chips"] for pot in pots))


def reasons(view: draw.View, advice: Advice, opponents: int) -> list[str]:
    """Explain the move: first in words, then with the numbers that speak for it."""
    is_draw = view.phase == "discard"
    lines = [_keeps(view, advice.move) if is_draw else _bet(advice, opponents)]
    played = {move: chance for move, chance in advice.mix.items() if chance >= 0.005}
    is_mixed = len(played) > 1 and max(played.values()) < _NEARLY_ALWAYS
    if is_mixed and advice.move in played and advice.close:
        parts = sorted(played.items(), key=lambda part: -part[1])
        shares = ", ".join(f"{_word(move)} {chance:.0%}" for move, chance in parts)
        lines.append(f"It is close, so a balanced player mixes: {shares}.")
    elif advice.close and is_draw:
        lines.append("It is close: another discard may be as good.")
    elif advice.close:
        others = " or ".join(_word(move) for move in advice.close)
        lines.append(f"It is close: {others} may be as good.")
    return lines


def plain_reasons(view: draw.View, move: str) -> list[str]:
    """Explain a move where nothing can be computed: what it does, without a number."""
    if move.startswith("discard"):
        return [_keeps(view, move)]
    hand = poker.rank(view.hand)
    does = {
        "fold": f"Somebody is all in, and {hand} is too little to pay for that.",
        "call": f"Somebody is all in, and {hand} is good enough at this price.",
        "check": "Checking is free.",
    }
    return [does.get(move, f"With {hand}, you want a larger pot.")]


def numbers(advice: Advice) -> Estimates:
    """List what each move brings, the best first."""
    rollouts = advice.rollouts
    others = sorted(set(rollouts.moves) - {advice.move}, key=lambda move: -rollouts.mean(move))
    return Estimates(
        tuple(
            Estimate(move, rollouts.mean(move), rollouts.margin(move))
            for move in (advice.move, *others)
        ),
        worlds=rollouts.deals,
        quantity="{} chips from here",
        is_signed=True,
        assumption="against the hands they play this way",
        is_decided=advice.is_ahead,
    )


def _bet(advice: Advice, opponents: int) -> str:
    """Explain a check, bet, call, raise or fold by what speaks for it, and nothing else."""
    move, equity, needed = advice.move, advice.equity, advice.needed
    wins = f"you win about {equity:.0%} of showdowns against the hands they play this way"
    brings = f"{_ing(move)} {_brings(advice.rollouts.mean(move))}"
    if move == "fold":
        if equity < needed:
            return f"Too expensive: {wins}, and a call needs {needed:.0%}."
        if advice.is_ahead:
            return "Playing on loses chips on average: there are more bets to come."
        return "You have little to win here, and more bets are to come."
    if move == "call":
        if equity >= needed:
            return f"The price is right: {wins}, and a call needs only {needed:.0%}."
        if advice.is_ahead:
            return f"The bets to come make up for the price: {brings}."
        return "The bets to come can make up for the price."
    if move == "check":
        if advice.is_ahead:
            return f"It is free, and {brings}."
        return "It is free, and you can still call or raise."
    if equity > 1 / (opponents + 1):
        return f"You are ahead: {wins}."
    if advice.fold_rate >= 0.2:
        return f"A bluff: {wins}, but about {advice.fold_rate:.0%} of the time they fold."
    if advice.is_ahead:
        return f"The pot is worth fighting for: {brings}."
    return "Now and then it pays to bet such a hand, so that your bets stay hard to read."


def _keeps(view: draw.View, move: str) -> str:
    """Explain a discard by the final hands it makes."""
    thrown = move.split()[1:]
    hand = [str(card) for card in view.hand]
    if not thrown:
        return f"You keep {poker.rank(view.hand)} and show strength."
    mask = sum(1 << place for place, card in enumerate(hand) if card in thrown)
    table = discard.analyze(view.hand)
    total = int(table.draws[mask])
    chances = list(zip(table.counts[mask].tolist(), poker.Category, strict=True))
    likely = sorted((entry for entry in chances if entry[0]), reverse=True)[:3]
    found = ", ".join(f"{category.label} {draws / total:.0%}" for draws, category in likely)
    held = " ".join(card for card in hand if card not in thrown)
    kept = f"Keep {held}" if held else "Draw five new cards"
    return f"{kept}: you end up with {found}."


def _brings(chips: float) -> str:
    rounded = round(chips, 1)
    if rounded == 0:
        return "breaks even"
    return f"{'wins' if rounded > 0 else 'loses'} about {_chips(abs(rounded))} on average"


def _chips(chips: float) -> str:
    return count(1, "chip") if chips == 1 else f"{chips:g} chips"


def _ing(move: str) -> str:
    words = {"bet": "betting", "raise": "raising", "call": "calling", "check": "checking"}
    return words.get(move, move)


def _word(move: str) -> str:
    return "stand pat" if move == "discard" else move
