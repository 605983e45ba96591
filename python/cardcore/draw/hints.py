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
from cardcore.phrases import Number, Phrase, Share
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
    if (dealt := sum(status != "out" for status in view.status)) > 2:
        try:
            return draw.blueprint({**view.rules, "players": dealt}).probabilities(view)
        except ValueError:
            # Other stakes, or another game.
            return {}
    if not draw.is_shipped(view.rules):
        return {}
    # The smaller stack at the beginning of the hand; the other's excess cannot be lost.
    stack = min(stack + paid for stack, paid in zip(view.stacks, view.paid, strict=True))
    try:
        return draw.equilibrium({**view.rules, "stack": stack}).probabilities(view)
    except ValueError:
        # It is not the viewer's turn.
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
        shares: list[str] = [
            Phrase("{move} {share}", move=_word(move), share=Share(chance))
            for move, chance in parts
        ]
        lines.append(Phrase("It is close, so a balanced player mixes: {shares}.", shares=shares))
    elif advice.close and is_draw:
        lines.append(Phrase("It is close: another discard may be as good."))
    elif advice.close:
        others = _word(advice.close[0])
        for move in advice.close[1:]:
            others = Phrase("{one} or {other}", one=others, other=_word(move))
        lines.append(Phrase("It is close: {moves} may be as good.", moves=others))
    return lines


def plain_reasons(view: draw.View, move: str) -> list[str]:
    """Explain a move where nothing can be computed: what it does, without a number."""
    if move.startswith("discard"):
        return [_keeps(view, move)]
    hand = _hand(view)
    match move:
        case "fold":
            pattern = "Somebody is all in, and your {hand} is too little to pay for that."
            return [Phrase(pattern, hand=hand)]
        case "call":
            return [
                Phrase(
                    "Somebody is all in, and your {hand} is good enough at this price.", hand=hand
                )
            ]
        case "check":
            return [Phrase("Checking is free.")]
        case _:
            return [Phrase("With your {hand}, you want a larger pot.", hand=hand)]


def variant_reasons(view: draw.View, move: str) -> list[str]:
    """Explain a move of another game than five-card draw at limit, without a number."""
    hand = str(poker.rank(view.hand, game=view.rules.get("ranking", "high")))
    verb, *rest = move.split()
    match verb:
        case "discard" if not rest:
            return [Phrase("You keep your {hand} and show strength.", hand=hand)]
        case "discard":
            held = " ".join(str(card) for card in view.hand if str(card) not in rest)
            if not held:
                return [Phrase("No card is worth keeping.")]
            return [Phrase("Keep {cards}: they go best together.", cards=held)]
        case "fold":
            return [Phrase("Your {hand} is too little for this price.", hand=hand)]
        case "call":
            return [Phrase("Your {hand} is good enough at this price.", hand=hand)]
        case "check":
            return [Phrase("Checking is free.")]
        case _:
            return [Phrase("With your {hand}, you want a larger pot.", hand=hand)]


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
        quantity="{value} chips from here",
        unit=Phrase("chips from here"),
        is_signed=True,
        assumption=Phrase("against the hands they play this way"),
        is_decided=advice.is_ahead,
    )


def _bet(advice: Advice, opponents: int) -> str:
    """Explain a check, bet, call, raise or fold by what speaks for it, and nothing else."""
    move, equity, needed = advice.move, advice.equity, advice.needed
    wins = Phrase(
        "you win about {equity} of showdowns against the hands they play this way",
        equity=Share(equity),
    )
    brings = _brings(move, advice.rollouts.mean(move))
    if move == "fold":
        if equity < needed:
            return Phrase(
                "Too expensive: {wins}, and a call needs {needed}.",
                wins=wins,
                needed=Share(needed),
            )
        if advice.is_ahead:
            return Phrase("Playing on loses chips on average: there are more bets to come.")
        return Phrase("You have little to win here, and more bets are to come.")
    if move == "call":
        if equity >= needed:
            return Phrase(
                "The price is right: {wins}, and a call needs only {needed}.",
                wins=wins,
                needed=Share(needed),
            )
        if advice.is_ahead:
            return Phrase("The bets to come make up for the price: {brings}.", brings=brings)
        return Phrase("The bets to come can make up for the price.")
    if move == "check":
        if advice.is_ahead:
            return Phrase("It is free, and {brings}.", brings=brings)
        return Phrase("It is free, and you can still call or raise.")
    fair = 1 / (opponents + 1)
    if equity > fair and opponents > 1:
        # A third of the showdowns is a lead against three.
        pattern = "You are ahead: {wins}, where an equal share is {fair}."
        return Phrase(pattern, wins=wins, fair=Share(fair))
    if equity > fair:
        return Phrase("You are ahead: {wins}.", wins=wins)
    if advice.fold_rate >= 0.2:
        return Phrase(
            "A bluff: {wins}, but about {folds} of the time they fold.",
            wins=wins,
            folds=Share(advice.fold_rate),
        )
    if advice.is_ahead:
        return Phrase("The pot is worth fighting for: {brings}.", brings=brings)
    return Phrase("Now and then it pays to bet such a hand, so that your bets stay hard to read.")


def _keeps(view: draw.View, move: str) -> str:
    """Explain a discard by the final hands it makes."""
    thrown = move.split()[1:]
    hand = [str(card) for card in view.hand]
    if not thrown:
        return Phrase("You keep your {hand} and show strength.", hand=_hand(view))
    mask = sum(1 << place for place, card in enumerate(hand) if card in thrown)
    table = discard.analyze(view.hand)
    total = int(table.draws[mask])
    chances = list(zip(table.counts[mask].tolist(), poker.Category, strict=True))
    likely = sorted((entry for entry in chances if entry[0]), reverse=True)[:3]
    found: list[str] = [
        Phrase("{hand} {share}", hand=Phrase(category.label), share=Share(draws / total))
        for draws, category in likely
    ]
    held = " ".join(card for card in hand if card not in thrown)
    if not held:
        return Phrase("Draw five new cards: you end up with {hands}.", hands=found)
    return Phrase("Keep {cards}: you end up with {hands}.", cards=held, hands=found)


def _hand(view: draw.View) -> str:
    """Name the category of the viewer's hand."""
    return Phrase(poker.rank(view.hand).category.label)


def _brings(move: str, chips: float) -> str:
    """Say what a move brings on average, after ``and`` or a colon."""
    rounded = round(chips, 1)
    doing = _DOING.get(move, move)
    if rounded == 0:
        return Phrase("{doing} breaks even", doing=doing)
    is_whole = rounded == round(rounded)
    size = abs(rounded)
    amount: str = Phrase("{number} chips", number=Number(size, 0 if is_whole else 1))
    if size == 1:
        amount = Phrase("1 chip")
    if rounded > 0:
        return Phrase("{doing} wins about {chips} on average", doing=doing, chips=amount)
    return Phrase("{doing} loses about {chips} on average", doing=doing, chips=amount)


_DOING = {
    "bet": Phrase("betting"),
    "raise": Phrase("raising"),
    "call": Phrase("calling"),
    "check": Phrase("checking"),
}


def _word(move: str) -> str:
    return _WORDS.get(move, move)


_WORDS = {
    "bet": Phrase("bet"),
    "raise": Phrase("raise"),
    "call": Phrase("call"),
    "check": Phrase("check"),
    "fold": Phrase("fold"),
    "discard": Phrase("stand pat"),
}
