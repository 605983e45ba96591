"""Cards of both kinds of Hearts: of the standard deck, or a suit and a value."""

from cardcore._core import Card
from cardcore.hearts import DeckCard, View
from cardcore.phrases import Phrase

_SUITS = {
    "c": Phrase("clubs"),
    "d": Phrase("diamonds"),
    "h": Phrase("hearts"),
    "s": Phrase("spades"),
}


def read(text: str) -> DeckCard:
    """Read a card from the text of a move."""
    first, dash, second = text.partition("-")
    return (int(first), int(second)) if dash else Card(text)


def write(card: DeckCard) -> str:
    """Return the text of a card."""
    return str(card) if isinstance(card, Card) else "{}-{}".format(*card)


def suit(card: DeckCard) -> str | int:
    """Return the suit of a card, as in ``led`` and ``voids`` of a view."""
    return card.suit if isinstance(card, Card) else card[0]


def value(card: DeckCard) -> int:
    """Return the rank of a card within its suit, from 1."""
    return card.number // 4 + 1 if isinstance(card, Card) else card[1]


def name_suit(found: str | int) -> str:
    """Return the name of a suit."""
    if isinstance(found, str):
        return _SUITS[found]
    return _SUITS["h"] if found == 0 else Phrase("suit {number}", number=found)


def is_heart(card: DeckCard) -> bool:
    """Return whether a card is a heart."""
    return suit(card) in ("h", 0)


def special(view: View) -> DeckCard:
    """Return the special penalty card: the queen of spades, or the second highest of suit 1."""
    rules = view.sample(seed=0).rules
    return (1, rules["values"] - 1) if "values" in rules else Card("Qs")


def cost(card: DeckCard, penalty: DeckCard) -> int:
    """Return the penalty points of a card."""
    if card == penalty:
        return 13 if isinstance(penalty, Card) else penalty[1] + 1
    return int(is_heart(card))


def playable(view: View) -> list[DeckCard]:
    """Return the cards that may be played now."""
    return [read(str(move)) for move in view.legal_moves()]
