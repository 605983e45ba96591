"""Why a card is played or passed in Hearts: only what can be seen from the seat."""

from collections.abc import Sequence

from cardcore._core import Card
from cardcore.hearts import DeckCard, View
from cardcore.hearts.cards import (
    cost,
    is_heart,
    name_suit,
    playable,
    read,
    special,
    suit,
    value,
    write,
)
from cardcore.plural import count

#: So many lower spades let one keep the queen and what is above it.
_GUARDS = 4


def reasons(view: View, chosen: str) -> list[str]:
    """Say in words what speaks for a move."""
    if chosen.startswith("pass "):
        return _passed(view.hand, [read(card) for card in chosen.split()[1:]])
    card = read(chosen)
    if len(view.legal_moves()) == 1:
        return ["it is the only card you may play"]
    if view.led is None:
        return [_lead(view, card)]
    if suit(card) != view.led:
        return [_throw(view, card)]
    return [_follow(view, card)]


def _passed(hand: Sequence[DeckCard], passed: Sequence[DeckCard]) -> list[str]:
    """Say of every card that is passed what is bad about it."""
    queen = Card("Qs")
    guards = sum(suit(card) == "s" and value(card) < value(queen) for card in hand)
    told = []
    for card in passed:
        length = sum(suit(other) == suit(card) for other in hand)
        rank = sum(suit(other) == suit(card) and value(other) > value(card) for other in hand)
        height = "highest" if rank == 0 else f"number {rank + 1} from the top"
        text = f"{write(card)}: {height} of your {length} {name_suit(suit(card))}"
        if suit(card) == "s" and value(card) >= value(queen) and guards < _GUARDS:
            lower = "no lower spade" if not guards else f"only {count(guards, 'lower spade')}"
            text += f", with {lower} to guard it"
        elif is_heart(card):
            text += ", and a point in itself"
        elif length <= 3:
            text += ", a suit that you may soon be out of"
        told.append(text)
    return told


def _lead(view: View, card: DeckCard) -> str:
    """Say how likely a lead is to be beaten, and that it may be made."""
    seen = {write(other) for other in view.hand} | {write(other) for _, other in view.plays}
    top = view.sample(seed=0).rules.get("values", 13)
    higher = top - value(card)
    gone = sum(
        suit(read(other)) == suit(card) and value(read(other)) > value(card) for other in seen
    )
    out = higher - gone
    name = name_suit(suit(card))
    if out == 0:
        return f"leads {name}, though nothing higher is out: it takes the trick"
    text = f"leads {name} where {count(out, 'higher one')} may be out"
    if is_heart(card):
        why = "hearts are broken" if view.hearts_broken else "you hold nothing but hearts"
        return f"{text}; {why}"
    lower = [other for other in playable(view) if suit(other) == suit(card)]
    if value(card) == min(map(value, lower)):
        text += f"; it is your lowest of {name}"
    return text


def _throw(view: View, card: DeckCard) -> str:
    """Say what is got rid of where suit cannot be followed."""
    void = f"while you have no {name_suit(view.led if view.led is not None else 0)}"
    dear = special(view)
    if card == dear:
        return f"throws {write(card)}, which costs {cost(card, dear)}, {void}: another takes it"
    if is_heart(card):
        return f"throws a heart {void}: another takes its point"
    return f"throws a card {void}: this trick cannot be yours"


def _follow(view: View, card: DeckCard) -> str:
    """Say whether a card of the suit led takes the trick, and at what cost."""
    played = [(value(other), other) for _, other in view.trick if suit(other) == view.led]
    highest, best = max(played, key=lambda play: play[0])
    if value(card) < highest:
        others = [other for other in playable(view) if value(card) < value(other) < highest]
        most = "" if others else ", your highest that does"
        return f"ducks under {write(best)}{most}: takes nothing"
    dear = special(view)
    points = sum(cost(other, dear) for _, other in view.trick) + cost(card, dear)
    costs = f"costs {count(points, 'point')}" if points else "costs nothing"
    lower = any(value(other) < highest for other in playable(view))
    forced = "" if lower else "you have no lower card of the suit; "
    if len(view.trick) + 1 == len(view.points):
        return f"{forced}takes the trick, which {costs}"
    return f"{forced}is the highest so far in a trick that {costs} until now"
