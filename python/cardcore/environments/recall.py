"""Everything a seat has got and heard so far, in order: as text, and as an array of fixed shape.

It is made of the views of that seat alone: the cards that came into its hand, and the moves as it
heard them. Nothing is forgotten, so two positions have the same recall exactly if the seat cannot
tell them apart and has done the same on the way there. One deal at a time: no card comes twice.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, View

__all__ = ["Got", "Vocabulary", "card_text", "recalled", "watch"]


class Got(NamedTuple):
    """What has come into a hand."""

    came: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """For every time that something came: how many moves were made before, and the cards."""
    cards: frozenset[Any] = frozenset()
    """All of these cards, as views show them."""


def watch(game: Game, moves: int, before: Sequence[Got]) -> tuple[Got, ...]:
    """Add to what every seat has got what has come into its hand since.

    Parameters
    ----------
    game
        The game, after a move or at its beginning.
    moves
        How many moves were made.
    before
        What every seat had got before.
    """
    after = []
    for seat, got in enumerate(before):
        # A game may hide something and yet have no hands.
        hand = getattr(game.view(seat), "hand", ())
        new = [card for card in hand if card not in got.cards]
        if new:
            came = (*got.came, (moves, tuple(map(card_text, new))))
            got = Got(came, got.cards.union(new))
        after.append(got)
    return tuple(after)


def card_text(card: Any) -> str:
    """Write a card as it is dealt: of the 52, or a pair of suit and value."""
    return f"{card[0]}-{card[1]}" if isinstance(card, tuple) else str(card)


def _told(view: View, got: Got) -> Iterator[tuple[int | None, str]]:
    """Tell what was got, with no seat, and what was heard, with who moved, in order."""
    came = dict(got.came)
    for place, (seat, heard) in enumerate(view.history):
        if place in came:
            yield None, " ".join(came[place])
        yield seat, heard
    if len(view.history) in came:
        yield None, " ".join(came[len(view.history)])


def recalled(view: View, got: Got) -> str:
    """Write down what a seat has got and heard.

    >>> from cardcore import draw
    >>> deal = ["As Ah 9d 7c 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"]
    >>> game = draw.new(deal=deal)
    >>> got = watch(game, 0, [Got(), Got()])
    >>> for moves, move in enumerate(["check", "check", "discard 4s 9d", "discard 4h"], start=1):
    ...     game.play(move)
    ...     got = watch(game, moves, got)
    >>> recalled(game.view(0), got[0])
    '[4s 7c 9d Ah As] 0:check 1:check 0:discard 4s 9d [2c 2d] 1:draw 1'
    >>> recalled(game.view(1), got[1])
    '[4h 7d 9c Kh Ks] 0:check 1:check 0:draw 2 1:discard 4h [2h]'
    """
    return " ".join(
        f"[{text}]" if seat is None else f"{seat}:{text}" for seat, text in _told(view, got)
    )


class Vocabulary:
    """The words that moves and cards are made of, and how many of them a game can have.

    Parameters
    ----------
    words
        The words, cards among them.
    length
        The most words that a game can have.
    seats
        How many seats there are.
    """

    def __init__(self, words: Sequence[str], length: int, seats: int) -> None:
        self.words = tuple(words)
        self.length = length
        self.seats = seats
        self._places = {word: place for place, word in enumerate(self.words)}

    @property
    def shape(self) -> tuple[int, int]:
        """A row for every word: who moved or that it was got, whether it is the first, the word."""
        return self.length, self.seats + 2 + len(self.words)

    def write(self, view: View, got: Got, out: NDArray[np.float32]) -> None:
        """Write down what a seat has got and heard, a row for every word, into zeros."""
        row = 0
        for seat, text in _told(view, got):
            out[row, self.seats + 1] = 1
            for word in text.split():
                out[row, self.seats if seat is None else seat] = 1
                out[row, self.seats + 2 + self._places[word]] = 1
                row += 1
