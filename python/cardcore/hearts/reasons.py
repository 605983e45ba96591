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
from cardcore.phrases import Count, Phrase

#: With this many lower spades, the queen and higher spades are safe to keep.
_GUARDS = 4

_JACK = Card("Jd")


def reasons(view: View, chosen: str) -> list[str]:
    """Return the reasons for a move."""
    if chosen.startswith("pass "):
        return _passed(view.hand, [read(card) for card in chosen.split()[1:]])
    card = read(chosen)
    if len(view.legal_moves()) == 1:
        return [Phrase("It is the only card you may play.")]
    found = _about_the_jack(view, card)
    if found is not None:
        return [found]
    if view.led is None:
        return [_lead(view, card)]
    if suit(card) != view.led:
        return [_discard(view, card)]
    return [_follow(view, card)]


def _passed(hand: Sequence[DeckCard], passed: Sequence[DeckCard]) -> list[str]:
    """Explain each card to pass, those first that have a reason of their own."""
    queen = Card("Qs")
    guards = sum(suit(card) == "s" and value(card) < value(queen) for card in hand)
    explained: list[str] = []
    high: list[str] = []
    for card in passed:
        length = sum(suit(other) == suit(card) for other in hand)
        kept = length - sum(suit(other) == suit(card) for other in passed)
        rank = sum(suit(other) == suit(card) and value(other) > value(card) for other in hand)
        height = (
            Phrase("highest") if rank == 0 else Phrase("no. {rank} from the top", rank=rank + 1)
        )
        name = name_suit(suit(card))
        place = Phrase(
            "{card}: {height} of your {length} {suit}",
            card=write(card),
            height=height,
            length=length,
            suit=name,
        )
        if length == 1:
            place = Phrase("{card}: your only card in {suit}", card=write(card), suit=name)
        if suit(card) == "s" and value(card) >= value(queen) and guards == 0:
            explained.append(Phrase("{place}, with no lower spade to guard it.", place=place))
        elif suit(card) == "s" and value(card) >= value(queen) and guards < _GUARDS:
            lower = Count(guards, "lower spade")
            explained.append(
                Phrase("{place}, with only {lower} to guard it.", place=place, lower=lower)
            )
        elif is_heart(card):
            explained.append(Phrase("{place}, and a point in itself.", place=place))
        elif kept == 0:
            explained.append(Phrase("{place}; the pass makes you void there.", place=place))
        elif kept <= 2:
            explained.append(Phrase("{place}, a suit that you may soon be void in.", place=place))
        else:
            high.append(Phrase("{place}.", place=place))
    return explained + high


def _about_the_jack(view: View, card: DeckCard) -> str | None:
    """Explain a card that takes the rewarded jack of diamonds, or keeps it safe."""
    if view.jack is not None or not view.sample(seed=0).rules.get("jack"):
        return None
    trick = [other for _, other in view.trick]
    leads = view.led is None or (
        suit(card) == view.led
        and all(value(card) > value(other) for other in trick if suit(other) == view.led)
    )
    is_last = len(trick) + 1 == len(view.points)
    if leads and _JACK in (*trick, card) and (is_last or view.led is None):
        return Phrase("Takes the jack of diamonds: 10 points off your score.")
    if leads and _JACK in trick:
        return Phrase("Is the highest so far in a trick with the jack of diamonds.")
    return None


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
        return Phrase("Leads {suit}; no higher card is out, so it takes the trick.", suit=name)
    may_be_out = Count(out, "higher card")
    if is_heart(card) and view.hearts_broken:
        return Phrase(
            "Leads {suit}, where {higher} may be out; hearts are broken.",
            suit=name,
            higher=may_be_out,
        )
    if is_heart(card):
        return Phrase(
            "Leads {suit}, where {higher} may be out; you have only hearts.",
            suit=name,
            higher=may_be_out,
        )
    lower = [other for other in playable(view) if suit(other) == suit(card)]
    if value(card) == min(map(value, lower)):
        return Phrase(
            "Leads {suit}, where {higher} may be out; it is your lowest of {suit}.",
            suit=name,
            higher=may_be_out,
        )
    return Phrase("Leads {suit}, where {higher} may be out.", suit=name, higher=may_be_out)


def _discard(view: View, card: DeckCard) -> str:
    """Explain a discard, where the seat can't follow suit."""
    void = name_suit(view.led if view.led is not None else 0)
    penalty = special(view)
    if card == penalty:
        return Phrase(
            "Discards {card} ({points}) while you are void in {suit}: another player takes it.",
            card=write(card),
            points=Count(cost(card, penalty), "point"),
            suit=void,
        )
    if is_heart(card):
        return Phrase(
            "Discards a heart while you are void in {suit}: another player takes the point.",
            suit=void,
        )
    return Phrase(
        "Discards a card while you are void in {suit}: you can't take this trick.", suit=void
    )


def _follow(view: View, card: DeckCard) -> str:
    """Explain a card of the suit led: whether it takes the trick, and its points."""
    played = [(value(other), other) for _, other in view.trick if suit(other) == view.led]
    highest, best = max(played, key=lambda play: play[0])
    if value(card) < highest:
        others = [other for other in playable(view) if value(card) < value(other) < highest]
        if others:
            return Phrase("Ducks under {best}: takes nothing.", best=write(best))
        return Phrase(
            "Ducks under {best}, your highest card that does: takes nothing.", best=write(best)
        )
    penalty = special(view)
    points = sum(cost(other, penalty) for _, other in view.trick) + cost(card, penalty)
    costs: str = Phrase("costs nothing")
    if points:
        costs = Phrase("costs {points}", points=Count(points, "point"))
    is_forced = not any(value(other) < highest for other in playable(view))
    is_last = len(view.trick) + 1 == len(view.points)
    if is_forced and is_last:
        pattern = "You have no lower card of the suit; takes the trick, which {costs}."
        return Phrase(pattern, costs=costs)
    if is_forced:
        return Phrase(
            "You have no lower card of the suit; it is the highest so far in a trick that {costs} "
            "so far.",
            costs=costs,
        )
    if is_last:
        return Phrase("Takes the trick, which {costs}.", costs=costs)
    return Phrase("Is the highest so far in a trick that {costs} so far.", costs=costs)
