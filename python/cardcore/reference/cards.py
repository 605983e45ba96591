"""Cards as text and as numbers: ``4 * rank + suit``, ranks two to ace, suits c, d, h, s.

The joker is ``Jk`` and has the number 52; the deck is without it.

>>> parse_cards("As 10d")
[51, 33]
>>> card_text(33)
'Td'
"""

from collections.abc import Iterable

from cardcore.errors import ParseError
from cardcore.reference.random import Random

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = range(52)
JOKER = 52

_SYMBOLS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\ufe0f")


def card_text(number: int) -> str:
    """Format a card."""
    if number == JOKER:
        return "Jk"
    return RANKS[number // 4] + SUITS[number % 4]


def cards_text(numbers: Iterable[int]) -> str:
    """Format cards in the given order.

    >>> cards_text([51, 0])
    'As 2c'
    """
    return " ".join(card_text(number) for number in numbers)


def parse_cards(text: str) -> list[int]:
    """Read distinct cards, with or without spaces or commas between them."""
    pieces = [
        piece for word in text.translate(_SYMBOLS).replace(",", " ").split() for piece in cut(word)
    ]
    cards: list[int] = []
    for place, piece in enumerate(pieces, start=1):
        where = f"card {place} of {len(pieces)}, '{piece}'"
        if piece in ("★", "Jk", "jk", "JK", "jK"):
            cards.append(JOKER)
            continue
        short = "T" + piece[2:] if piece.startswith("10") else piece
        if short[0].upper() not in RANKS:
            raise ParseError(f"{where}: unknown rank '{short[0]}', expected one of {RANKS}")
        if len(short) == 1:
            raise ParseError(f"{where}: the suit is missing, expected one of {SUITS}")
        if short[1].lower() not in SUITS:
            raise ParseError(f"{where}: unknown suit '{short[1]}', expected one of {SUITS}")
        cards.append(4 * RANKS.index(short[0].upper()) + SUITS.index(short[1].lower()))
    for index, card in enumerate(cards):
        first = cards.index(card)
        if first != index:
            where = f"card {index + 1} of {len(cards)}, '{card_text(card)}'"
            raise ParseError(f"{where}: duplicate of card {first + 1}")
    return cards


def cut(word: str) -> list[str]:
    """Split a word into the parts of single cards.

    >>> cut("As10d★K")
    ['As', '10d', '★', 'K']
    """
    pieces = []
    while word:
        length = 3 if word.startswith("10") else 1 if word.startswith("★") else 2
        pieces.append(word[:length])
        word = word[length:]
    return pieces


#: The number of rows that share a stream of a seed.
ROWS_PER_STREAM = 1024


def deal_many(n: int, cards: int = 5, seed: int = 0) -> list[list[int]]:
    """Deal ``n`` hands, each from a full deck, with one stream for every 1,024 hands.

    >>> deal_many(2, seed=7)
    [[16, 17, 2, 18, 22], [21, 32, 6, 17, 11]]
    """
    rows = []
    for row in range(n):
        if row % ROWS_PER_STREAM == 0:
            random = Random(seed, row // ROWS_PER_STREAM)
        deck = list(DECK)
        for place in range(cards):
            drawn = place + random.below(len(deck) - place)
            deck[place], deck[drawn] = deck[drawn], deck[place]
        rows.append(deck[:cards])
    return rows
