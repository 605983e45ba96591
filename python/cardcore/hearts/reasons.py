"""Reasons for playing or passing a card in Hearts, based only on the view of a seat."""

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

#: With this many lower spades, the queen and higher spades are safe to keep.
_GUARDS = 4


def reasons(view: View, chosen: str) -> list[str]:
    """Return the reasons for a move."""
    if chosen.startswith("pass "):
        return _passed(view.hand, [read(card) for card in chosen.split()[1:]])
    card = read(chosen)
    if len(view.legal_moves()) == 1:
        return ["it is the only card you may play"]
    if view.led is None:
        return [_lead(view, card)]
    if suit(card) != view.led:
        return [_discard(view, card)]
    return [_follow(view, card)]


def _passed(hand: Sequence[DeckCard], passed: Sequence[DeckCard]) -> list[str]:
    """Explain each card to pass."""
    queen = Card("Qs")
    guards = sum(suit(card) == "s" and value(card) < value(queen) for card in hand)
    explained = []
    for card in passed:
        length = sum(suit(other) == suit(card) for other in hand)
        rank = sum(suit(other) == suit(card) and value(other) > value(card) for other in hand)
        height = "highest" if rank == 0 else f"no. {rank + 1} from the top"
        text = f"{write(card)}: {height} of your {length} {name_suit(suit(card))}"
        if suit(card) == "s" and value(card) >= value(queen) and guards < _GUARDS:
            lower = "no lower spade" if not guards else f"only {count(guards, 'lower spade')}"
            text += f", with {lower} to guard it"
        elif is_heart(card):
            text += ", and a point in itself"
        elif length <= 3:
            text += ", a suit that you may soon be void in"
        explained.append(text)
    return explained


def _lead(view: View, card: DeckCard) -> str:
    """Explain a lead: how many higher cards may be out."""
    seen = {write(other) for other in view.hand} | {write(other) for _, other in view.plays}
    top = view.sample(seed=0).rules.get("values", 13)
    higher = top - value(card)
    gone = sum(
        suit(read(other)) == suit(card) and value(read(other)) > value(card) for other in seen
    )
    out = higher - gone
    name = name_suit(suit(card))
    if out == 0:
        return f"leads {name}; no higher card is out, so it takes the trick"
    text = f"leads {name}, where {count(out, 'higher card')} may be out"
    if is_heart(card):
        why = "hearts are broken" if view.hearts_broken else "you have only hearts"
        return f"{text}; {why}"
    lower = [other for other in playable(view) if suit(other) == suit(card)]
    if value(card) == min(map(value, lower)):
        text += f"; it is your lowest of {name}"
    return text


def _discard(view: View, card: DeckCard) -> str:
    """Explain a discard, where the seat can't follow suit."""
    void = f"while you are void in {name_suit(view.led if view.led is not None else 0)}"
    penalty = special(view)
    if card == penalty:
        return (
            f"discards {write(card)} ({cost(card, penalty)} points) {void}: another player takes it"
        )
    if is_heart(card):
        return f"discards a heart {void}: another player takes the point"
    return f"discards a card {void}: you can't take this trick"


def _follow(view: View, card: DeckCard) -> str:
    """Explain a card of the suit led: whether it takes the trick, and its points."""
    played = [(value(other), other) for _, other in view.trick if suit(other) == view.led]
    highest, best = max(played, key=lambda play: play[0])
    if value(card) < highest:
        others = [other for other in playable(view) if value(card) < value(other) < highest]
        best_duck = "" if others else ", your highest card that does"
        return f"ducks under {write(best)}{best_duck}: takes nothing"
    penalty = special(view)
    points = sum(cost(other, penalty) for _, other in view.trick) + cost(card, penalty)
    costs = f"costs {count(points, 'point')}" if points else "costs nothing"
    lower = any(value(other) < highest for other in playable(view))
    forced = "" if lower else "you have no lower card of the suit; "
    if len(view.trick) + 1 == len(view.points):
        return f"{forced}takes the trick, which {costs}"
    return f"{forced}is the highest so far in a trick that {costs} so far"
