"""All deals that a seat can't rule out near the end of a deal, where there are few of them.

Sampled deals are uniform among those that are consistent with the view. So the mean over all of
them is exact, and needs no confidence interval. The deals are counted by what everybody can see:
voids, and the cards that were passed. If sampling finds that many different ones, these are all.
"""

from collections.abc import Iterator, Sequence

from cardcore._core import Card, Game
from cardcore.hearts import View
from cardcore.hearts.cards import write
from cardcore.reference.random import Random

__all__ = ["all_deals", "count_deals"]

#: With more tricks to play than this, there are too many deals.
_MAX_TRICKS = 4

#: The most deals that are enumerated.
_MAX_DEALS = 400

#: Samples for each deal: a deal is missed with a probability of e to the power of minus this.
_SAMPLES = 25


def all_deals(view: View) -> list[Game] | None:
    """Return all deals that are consistent with a view, each once; ``None`` if they are too many.

    Examples
    --------
    >>> from cardcore import _core, hearts
    >>> game = hearts.new(seed=3, target=None)
    >>> bots = _core.Bots(game, ["rule"] * 4, 1)
    >>> while game.move_count < 44:
    ...     _ = bots.advance(game, 1)
    >>> len(all_deals(game.view(game.to_move)))
    10
    """
    expected = count_deals(view)
    if expected is None:
        return None
    random = Random(0)
    found: dict[tuple[tuple[str, ...], ...], Game] = {}
    for _ in range(_SAMPLES * expected):
        game = view.sample(seed=random.word())
        hands = (game.view(seat).hand for seat in range(game.seats))
        found.setdefault(tuple(tuple(map(write, hand)) for hand in hands), game)
        if len(found) == expected:
            return [found[hands] for hands in sorted(found)]
    return None


def count_deals(view: View) -> int | None:
    """Count the deals that fit the voids and passes; ``None`` if they are too many, or unclear."""
    seat = view.seat
    is_standard = all(isinstance(card, Card) for card in view.hand)
    if seat is None or not is_standard or len(view.hand) > _MAX_TRICKS:
        return None
    players = len(view.points)
    seen = {write(card) for card in (*view.hand, *(card for _, card in view.plays))}
    deck = (Card(number) for number in range(52))
    unseen = [card for card in deck if str(card) not in seen]
    played = {player for player, _ in view.trick}
    room = [0 if other == seat else len(view.hand) - (other in played) for other in range(players)]
    if sum(room) != len(unseen):
        # With three, five or six players, some cards may be out of play.
        return None
    passed = {write(card) for card in view.passed or ()}
    holders = [
        [
            other
            for other in range(players)
            if (
                other == view.passes_to
                if str(card) in passed
                else card.suit not in view.voids[other]
            )
        ]
        for card in unseen
    ]
    count = 0
    for _ in _assignments(holders, room):
        count += 1
        if count > _MAX_DEALS:
            return None
    return count


def _assignments(holders: Sequence[Sequence[int]], room: list[int]) -> Iterator[None]:
    """Iterate over the ways to give every card to one of its possible holders."""
    if not holders:
        yield None
        return
    for seat in holders[0]:
        if room[seat]:
            room[seat] -= 1
            yield from _assignments(holders[1:], room)
            room[seat] += 1
