"""Ranges in five-card draw: the hands that the opponents' actions leave.

A hand in progress is dealt again many times. Where an opponent's bot would have acted as the
opponent did, the hand that it was dealt belongs to its range, with the cards it kept and drew. What
an opponent does depends on its own cards and on what everyone has seen, so the ranges of several
opponents are sampled one by one and combined where they share no card.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cardcore import draw
from cardcore._core import Card, Game
from cardcore.difficulty import Level
from cardcore.draw.match import is_usual
from cardcore.errors import CardcoreError
from cardcore.reference.random import Random

__all__ = ["Situation", "situation"]

#: The number of hands that make a range, and the tries for each; most ranges need far fewer.
_ENOUGH = 80
_TRIES_PER_HAND = 15

#: How many hands of a range are tried for one that shares no card with others.
_PICKS = 40

#: A range of fewer samples says too little: the opponent is not playing like its bot.
_FEWEST = 12


@dataclass(frozen=True)
class Situation:
    """A decision in a hand, dealt again many times."""

    games: tuple[Game, ...]
    """Hands that are at this decision, with the opponents' cards from their ranges."""
    seat: int
    """The seat of the viewer in them."""
    levels: tuple[Level, ...]
    """By seat of these hands: what plays there."""
    surprising: tuple[int, ...]
    """The opponents, by their seats at the real table, that don't act like their bots. Any hand is
    in their ranges."""


@dataclass(frozen=True)
class _Table:
    """The hand in progress as a match of one hand, whose seats begin left of the button."""

    rules: draw.Rules
    order: tuple[int, ...]
    """By seat: the seat at the real table."""
    seat: int
    """The viewer's seat."""
    own: "_Held"
    """The viewer's cards; which of those it has now were drawn makes no difference."""
    unseen: tuple[Card, ...]
    moves: tuple[tuple[int, str], ...]
    """What everyone has seen: seats and moves."""


@dataclass(frozen=True)
class _Held:
    """The cards of a seat in one deal: those it is dealt, discards and draws."""

    dealt: tuple[Card, ...]
    discarded: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()

    @property
    def discard(self) -> str:
        """The move in the draw."""
        return " ".join(["discard", *map(str, self.discarded)])

    @property
    def numbers(self) -> set[int]:
        """The numbers of all its cards."""
        return {card.number for card in (*self.dealt, *self.drawn)}

    def at_random(self, count: int, random: Random) -> "_Held":
        """Discard this many cards at random."""
        cards = list(self.dealt)
        random.shuffle(cards)
        return _Held(self.dealt, tuple(cards[:count]))


def situation(
    view: draw.View,
    levels: Sequence[Level],
    *,
    deals: int,
    seed: int = 0,
    range_size: int = _ENOUGH,
) -> Situation | None:
    """Deal the hand in progress again, so that the opponents' actions fit their cards.

    Parameters
    ----------
    view
        The view of a seat to move.
    levels
        By seat: what plays there.
    deals
        The number of hands to deal.
    seed
        The seed of these hands.
    range_size
        The number of hands that make a range.

    Returns
    -------
    Situation or None
        ``None`` where a hand between equal stacks cannot stand for this one, because somebody is
        all in, and in other games than five-card draw at limit.
    """
    table = _table(view) if is_usual(view.rules) else None
    if table is None:
        return None
    seated = tuple(levels[seat] for seat in table.order)
    random = Random(seed)
    opponents = [
        seat
        for seat, real in enumerate(table.order)
        if seat != table.seat and view.status[real] != "folded"
    ]
    found = _ranges(table, seated, opponents, random, range_size)
    if found is None:
        return None
    surprising = tuple(seat for seat in opponents if len(found[seat]) < _FEWEST)
    known = [seat for seat in opponents if seat not in surprising]
    games: list[Game] = []
    for _ in range(_PICKS * deals):
        if len(games) == deals:
            break
        hands = _combine(known, found, random)
        if hands is not None:
            game = _replayed(table, hands, random)
            if game is None:
                return None
            games.append(game)
    # With unequal stacks, somebody may be able to raise here and not there.
    if len(games) < _FEWEST or set(games[0].legal_moves()) != set(view.legal_moves()):
        return None
    real = tuple(table.order[seat] for seat in surprising)
    return Situation(tuple(games), table.seat, seated, real)


def _table(view: draw.View) -> _Table | None:
    """Describe the hand in progress as a match of one hand."""
    players = len(view.status)
    around = [(view.button + 1 + place) % players for place in range(players)]
    order = tuple(seat for seat in around if view.status[seat] != "out")
    assert view.seat is not None
    chips = {seat: view.stacks[seat] + view.paid[seat] for seat in order}
    # Nobody can win more from another than the smaller of two stacks.
    stack = min(chips[view.seat], max(chips[seat] for seat in order if seat != view.seat))
    stakes = ("ante", "small_bet", "big_bet", "raises")
    try:
        rules = draw.Rules(
            players=len(order),
            hands=1,
            stack=stack,
            **{name: view.rules[name] for name in stakes},
        )
    except CardcoreError:
        return None
    hand, discarded = tuple(view.hand), tuple(view.discarded)
    count = len(discarded)
    seen = {card.number for card in (*hand, *discarded)}
    return _Table(
        rules,
        order,
        order.index(view.seat),
        _Held((*hand[count:], *discarded), discarded, hand[:count]),
        tuple(Card(number) for number in range(52) if number not in seen),
        tuple((order.index(seat), text) for seat, text in view.moves),
    )


def _ranges(
    table: _Table,
    levels: Sequence[Level],
    opponents: Sequence[int],
    random: Random,
    range_size: int,
) -> dict[int, list[_Held]] | None:
    """Sample the range of every opponent."""
    found: dict[int, list[_Held]] = {seat: [] for seat in opponents}
    for _ in range(_TRIES_PER_HAND * range_size):
        if all(len(held) >= range_size for held in found.values()):
            break
        dealt = _deal(table, random)
        fitting = _fitting(table, dealt, levels, random)
        if fitting is None:
            return None
        for seat in opponents:
            if seat in fitting:
                found[seat].append(fitting[seat])
    return found


def _deal(table: _Table, random: Random) -> list[Card]:
    """Shuffle the unseen cards."""
    cards = list(table.unseen)
    random.shuffle(cards)
    return cards


def _fitting(
    table: _Table, cards: list[Card], levels: Sequence[Level], random: Random
) -> dict[int, _Held] | None:
    """Replay the hand with these cards; returns the hands of those who would have acted so."""
    hands = _hands(table, {}, cards)
    game = _begin(table, hands, cards)
    fits = set(hands) - {table.seat}
    for seat, text in table.moves:
        if game.to_move != seat:
            return None
        verb, *number = text.split()
        made = text
        if seat != table.seat:
            # Moves at random tell nothing of a hand, so any hand fits them.
            is_telling = seat in fits and levels[seat].bot != "random"
            chosen = str(levels[seat].choose(game.view(seat), random)) if is_telling else ""
            if verb == "draw":
                count = int(number[0])
                discarded = tuple(Card(word) for word in chosen.split()[1:])
                if is_telling and len(discarded) == count:
                    hands[seat] = _Held(hands[seat].dealt, discarded)
                else:
                    hands[seat] = hands[seat].at_random(count, random)
                    fits -= {seat} if is_telling else set()
            elif is_telling and chosen != text:
                fits.remove(seat)
        if verb == "draw":
            made = hands[seat].discard
        if not _play(game, made):
            return None
    return {seat: _with_draw(hands[seat], game.view(seat).hand) for seat in fits}


def _with_draw(held: _Held, hand: Sequence[Card]) -> _Held:
    """Add what a seat has drawn."""
    dealt = {card.number for card in held.dealt}
    drawn = tuple(card for card in hand if card.number not in dealt)
    return _Held(held.dealt, held.discarded, drawn)


def _play(game: Game, move: str) -> bool:
    """Play a move, unless it is not legal."""
    try:
        game.play(move)
    except CardcoreError:
        return False
    return True


def _combine(
    opponents: Sequence[int], found: dict[int, list[_Held]], random: Random
) -> dict[int, _Held] | None:
    """Pick a hand from every range, so that no card is dealt twice; ``None`` if that fails."""
    chosen: dict[int, _Held] = {}
    taken: set[int] = set()
    for seat in opponents:
        for _ in range(_PICKS):
            held = found[seat][random.below(len(found[seat]))]
            if taken.isdisjoint(held.numbers):
                chosen[seat] = held
                taken |= held.numbers
                break
        else:
            return None
    return chosen


def _hands(table: _Table, chosen: dict[int, _Held], cards: list[Card]) -> dict[int, _Held]:
    """Give every seat its cards; the seats without any are dealt from the cards that are left."""
    hands = {}
    for seat in range(len(table.order)):
        if seat == table.seat:
            hands[seat] = table.own
        elif seat in chosen:
            hands[seat] = chosen[seat]
        else:
            hands[seat] = _Held(tuple(cards.pop() for _ in range(5)))
    return hands


def _begin(table: _Table, hands: dict[int, _Held], cards: list[Card]) -> Game:
    """Begin the hand with a deck that deals these hands, and then what everyone draws."""
    deck = [card for seat in range(len(table.order)) for card in hands[seat].dealt]
    stub = list(cards)
    for seat, text in table.moves:
        if text.startswith("draw"):
            count = int(text.split()[1])
            drawn = hands[seat].drawn
            deck += drawn if len(drawn) == count else [stub.pop() for _ in range(count)]
    return draw.new(table.rules, deal=[[*deck, *stub]])


def _replayed(table: _Table, chosen: dict[int, _Held], random: Random) -> Game | None:
    """Replay the hand up to now with chosen hands; ``None`` if the moves don't fit."""
    taken = {number for held in chosen.values() for number in held.numbers}
    cards = [card for card in _deal(table, random) if card.number not in taken]
    hands = _hands(table, chosen, cards)
    game = _begin(table, hands, cards)
    for seat, text in table.moves:
        if game.to_move != seat:
            return None
        made = text
        if text.startswith("draw"):
            count = int(text.split()[1])
            held = hands[seat]
            # Those who folded later are not in a range.
            is_known = seat == table.seat or seat in chosen
            made = (held if is_known else held.at_random(count, random)).discard
        if not _play(game, made):
            return None
    return game if game.to_move == table.seat else None
