"""Cards, hands and moves of President, by the report's algorithms, and by house rules.

Cards are numbers (see :mod:`cardcore.reference.cards`); a hand or a move is a tuple of cards from
the lowest to the highest in President order: by value 3 … 15 (ace 14, two 15), then suit d < c <
h < s.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from cardcore.errors import ParseError
from cardcore.reference.cards import DECK, cards_text

Cards: TypeAlias = tuple[int, ...]

ONE_CARD, PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND, STRAIGHT = range(5)
FLUSH, FULL_HOUSE, FOUR_PLUS_ONE, STRAIGHT_FLUSH = range(5, 9)

#: The names of the kinds, lowest first.
KINDS = (
    "one card",
    "pair",
    "three of a kind",
    "four of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind plus one",
    "straight flush",
)


class MoveRules(NamedTuple):
    """Which kinds are moves, what beats what, and whether the order of values is reversed."""

    kinds: tuple[str, ...] = KINDS
    beats: str = "suit"
    is_reversed: bool = False


USUAL = MoveRules()


def card_value(card: int) -> int:
    """Return the value of a card, 3 to 15.

    >>> card_value(0), card_value(51)
    (15, 14)
    """
    return 15 if card < 4 else card // 4 + 2


def card_key(card: int) -> tuple[int, int]:
    """Return the sort key of a card: its value, then its suit."""
    return card_value(card), "dchs".index("cdhs"[card % 4])


#: The value, and the index in President order, of every card by its number.
VALUES = [card_value(card) for card in DECK]
PLACES = [sorted(DECK, key=card_key).index(card) for card in DECK]


def in_order(cards: Iterable[int]) -> Cards:
    """Sort cards from the lowest to the highest."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


def get_type(move: Sequence[int]) -> int | None:
    """Return the kind of a move, 0 to 8; ``None`` if the cards are not a move.

    >>> get_type((5, 4))
    1
    """
    values = [VALUES[card] for card in move]
    distinct = len(set(values))
    if len(move) in (1, 2, 3, 4):
        return len(move) - 1 if distinct == 1 else None
    if len(move) != 5 or distinct not in (2, 5):
        return None
    if distinct == 2:
        return FULL_HOUSE if values.count(values[0]) in (2, 3) else FOUR_PLUS_ONE
    is_flush = len({card % 4 for card in move}) == 1
    is_straight = max(values) == min(values) + 4
    if is_flush:
        return STRAIGHT_FLUSH if is_straight else FLUSH
    return STRAIGHT if is_straight else None


def move_type(move: Sequence[int]) -> int:
    """Return the kind of a move; an error if the cards are not a move."""
    kind = get_type(move)
    if kind is None:
        raise ParseError(f"'{cards_text(move)}' is not a move")
    return kind


def height(card: int, is_reversed: bool) -> tuple[int, int]:
    """Return what a card is compared by: its value, which may be reversed, then its suit."""
    value = 18 - VALUES[card] if is_reversed else VALUES[card]
    return value, PLACES[card] % 4


@cache
def strength(move: Cards, is_reversed: bool = False) -> tuple[int, tuple[int, int]]:
    """Return the sort key of moves of one size: the kind, then value and suit of what decides.

    That is the triple or quad of a full house or four plus one, of any suit; else the highest
    card.
    """
    kind = move_type(move)
    if kind in (FULL_HOUSE, FOUR_PLUS_ONE):
        values = Counter(height(card, is_reversed)[0] for card in move)
        return kind, (values.most_common(1)[0][0], 0)
    return kind, max(height(card, is_reversed) for card in move)


def beats(move: Sequence[int], other: Sequence[int], rules: MoveRules = USUAL) -> bool:
    """Return whether a move beats another."""
    if len(move) != len(other):
        return False
    kind, (value, suit) = strength(tuple(move), rules.is_reversed)
    other_kind, (other_value, other_suit) = strength(tuple(other), rules.is_reversed)
    if kind != other_kind:
        return kind > other_kind
    if value == other_value:
        if rules.beats == "suit":
            return suit > other_suit
        return rules.beats == "equal" and len(move) < 5
    return value > other_value


def get_valid_moves(
    hand: Sequence[int],
    previous: Sequence[int] | None = None,
    containing: int | None = None,
    rules: MoveRules = USUAL,
) -> list[Cards]:
    """Return all moves in a hand, sorted.

    Cards of one value are combined two to four at a time, and of all combinations of five cards
    those are kept that are a move.

    >>> get_valid_moves((5, 4, 10))
    [(5, 4), (10,), (4,), (5,)]
    """
    hand = in_order(hand)
    values: dict[int, list[int]] = {}
    for card in hand:
        values.setdefault(VALUES[card], []).append(card)
    sizes = range(1, 6) if previous is None else [len(previous)]
    moves: list[Cards] = []
    for size in sizes:
        if size == 5:
            moves += [move for move in combinations(hand, 5) if get_type(move) is not None]
        else:
            for cards in values.values():
                moves += combinations(cards, size)
    moves = [move for move in moves if KINDS[strength(move)[0]] in rules.kinds]
    if previous is not None:
        moves = [move for move in moves if beats(move, previous, rules)]
    if containing is not None:
        moves = [move for move in moves if containing in move]
    return sorted_by_hand_type(moves, rules.is_reversed)


def sorted_by_hand_type(moves: Iterable[Cards], is_reversed: bool = False) -> list[Cards]:
    """Sort moves: kinds from the highest down, and within a kind from the highest move down.

    Moves of one kind that are equally high are sorted by their cards from the highest down.
    """
    kinds: dict[int, list[Cards]] = {}
    for move in moves:
        kinds.setdefault(strength(move)[0], []).append(move)

    def key(move: Cards) -> tuple[tuple[int, int], list[tuple[int, int]]]:
        heights = sorted((height(card, is_reversed) for card in move), reverse=True)
        return strength(move, is_reversed)[1], heights

    return [
        move
        for kind in sorted(kinds, reverse=True)
        for move in sorted(kinds[kind], key=key, reverse=True)
    ]


def greater_than(moves: Sequence[Cards], others: Sequence[Cards]) -> bool:
    """Return whether a sorted list of moves is greater than another, by the kinds in them only.

    The first difference decides; if one list runs out of kinds, the longer is greater.
    """

    def kinds(moves: Sequence[Cards]) -> list[int]:
        found: list[int] = []
        for move in moves:
            kind = strength(move)[0]
            if not found or found[-1] != kind:
                found.append(kind)
        return found

    ours, theirs = kinds(moves), kinds(others)
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other:
            return mine > other
    return len(ours) > len(theirs)


def subtract(hand: Sequence[int], other: int | Sequence[int]) -> Cards:
    """Take a card or cards out of a hand."""
    taken = (other,) if isinstance(other, int) else other
    return tuple(card for card in hand if card not in taken)


def moves_to_victory(hand: Sequence[int], kinds: Sequence[str] = KINDS) -> int:
    """Return the fewest moves that empty a hand, by trying every move for its lowest card.

    >>> moves_to_victory((5, 4, 10))
    2
    """
    return _fewest(in_order(hand), tuple(kinds))


@cache
def _fewest(hand: Cards, kinds: tuple[str, ...]) -> int:
    if not hand:
        return 0
    moves = get_valid_moves(hand, containing=hand[0], rules=MoveRules(kinds))
    return 1 + min(_fewest(subtract(hand, move), kinds) for move in moves)


def forget() -> None:
    """Forget the hands searched so far, so that a search can be timed."""
    _fewest.cache_clear()
