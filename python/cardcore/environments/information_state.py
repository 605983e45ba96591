"""Information states: everything that a seat has received and seen so far, as text and as an array.

An information state is made only of the views of its seat: the cards that the seat received, and
the moves as the seat saw them. It has perfect recall, so two positions have the same information
state exactly if the seat cannot distinguish them and has acted the same way on the path to them. It
covers a single deal, in which no card comes twice.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, View

__all__ = [
    "ReceivedCards",
    "TokenVocabulary",
    "card_text",
    "information_state_string",
    "update_received",
]


class ReceivedCards(NamedTuple):
    """The cards that a seat has received."""

    events: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Each time that cards were received: the number of moves before, and the cards."""
    cards: frozenset[Any] = frozenset()
    """All of these cards, as views show them."""


def update_received(
    game: Game, moves: int, before: Sequence[ReceivedCards]
) -> tuple[ReceivedCards, ...]:
    """Add the cards that each seat has newly received.

    Parameters
    ----------
    game
        The game, after a move or at its start.
    moves
        The number of moves made.
    before
        The cards that each seat had received before.
    """
    after = []
    for seat, received in enumerate(before):
        # A game may have hidden information without hands.
        hand = getattr(game.view(seat), "hand", ())
        new = [card for card in hand if card not in received.cards]
        if new:
            events = (*received.events, (moves, tuple(map(card_text, new))))
            received = ReceivedCards(events, received.cards.union(new))
        after.append(received)
    return tuple(after)


def card_text(card: Any) -> str:
    """Format a card as it is dealt: one of the 52, or a pair of suit and value."""
    return f"{card[0]}-{card[1]}" if isinstance(card, tuple) else str(card)


def _events(view: View, received: ReceivedCards) -> Iterator[tuple[int | None, str]]:
    """Iterate over received cards, without a seat, and moves, with their seat, in order."""
    cards = dict(received.events)
    for number, (seat, move) in enumerate(view.history):
        if number in cards:
            yield None, " ".join(cards[number])
        yield seat, move
    if len(view.history) in cards:
        yield None, " ".join(cards[len(view.history)])


def information_state_string(view: View, received: ReceivedCards) -> str:
    """Return the information state of a seat as text.

    >>> from cardcore import draw
    >>> deal = ["As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"]
    >>> game = draw.new(deal=deal)
    >>> received = update_received(game, 0, [ReceivedCards(), ReceivedCards()])
    >>> for moves, move in enumerate(["check", "check", "discard 4s 9d", "discard 4h"], start=1):
    ...     game.play(move)
    ...     received = update_received(game, moves, received)
    >>> information_state_string(game.view(0), received[0])
    '[4s 7c 9d Ah As] 0:check 1:check 0:discard 4s 9d [2c 2d] 1:draw 1'
    >>> information_state_string(game.view(1), received[1])
    '[4h 7d 9c Kh Ks] 0:check 1:check 0:draw 2 1:discard 4h [2h]'
    """
    return " ".join(
        f"[{text}]" if seat is None else f"{seat}:{text}" for seat, text in _events(view, received)
    )


class TokenVocabulary:
    """The tokens of a game's moves and cards, and the maximum number of them in a game.

    Parameters
    ----------
    tokens
        The tokens, including the cards.
    length
        The maximum number of tokens in a game.
    seats
        The number of seats.
    """

    def __init__(self, tokens: Sequence[str], length: int, seats: int) -> None:
        self.tokens: tuple[str, ...] = tuple(tokens)
        self.length = length
        self.seats = seats
        self._indices = {token: index for index, token in enumerate(self.tokens)}

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an information state: one row per token.

        A row has the seat that moved or a flag for received cards, a flag for the first token of an
        event, and the token, all one-hot.
        """
        return self.length, self.seats + 2 + len(self.tokens)

    def write(self, view: View, received: ReceivedCards, out: NDArray[np.float32]) -> None:
        """Write the information state of a seat into an array of zeros."""
        row = 0
        for seat, text in _events(view, received):
            out[row, self.seats + 1] = 1
            for token in text.split():
                out[row, self.seats if seat is None else seat] = 1
                out[row, self.seats + 2 + self._indices[token]] = 1
                row += 1
