"""Other libraries that rank hands of cards, each behind the same few functions."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from bench.results import Skipped
from cardcore.reference.cards import card_text

#: The weakest hand of every class but the weakest, strongest class first, where hands are
#: numbered from 1, the royal flush, to 7462.
_LAST_OF_CLASS = (10, 166, 322, 1599, 1609, 2467, 3325, 6185)


@dataclass(frozen=True)
class Peer:
    """A library and how it is asked."""

    name: str
    cards: list[Any]
    """Its card for every card number."""
    rank_all: Callable[[list[Sequence[Any]]], list[int]]
    """Its loop over hands of its cards; returns its own numbers for them."""
    category: Callable[[int], int]
    """The hand category of one of its numbers, from 0 (high card) to 8 (straight flush)."""
    sample: int = 500_000
    """How many hands it ranks in about a second."""
    seven: bool = False
    """Whether the same call ranks the best five of seven cards."""


def peers() -> Iterator[Peer | Skipped]:
    """Give every peer that is installed, and a note for every other."""
    for name, make in (
        ("phevaluator", _phevaluator),
        ("treys", _treys),
        ("eval7", _eval7),
        ("pokerkit", _pokerkit),
    ):
        try:
            yield make(name)
        except ImportError:
            yield Skipped(f"hands ranked by {name}", f"{name} is not installed")


def _class_of_place(place: int) -> int:
    return 8 - bisect_left(_LAST_OF_CLASS, place)


def _texts() -> list[str]:
    return [card_text(number) for number in range(52)]


def _phevaluator(name: str) -> Peer:
    from phevaluator import evaluate_cards

    def rank_all(hands: list[Sequence[Any]]) -> list[int]:
        return [evaluate_cards(*hand) for hand in hands]

    return Peer(name, list(range(52)), rank_all, _class_of_place, seven=True)


def _treys(name: str) -> Peer:
    from treys import Card, Evaluator

    evaluate = Evaluator().evaluate

    def rank_all(hands: list[Sequence[Any]]) -> list[int]:
        return [evaluate(hand, []) for hand in hands]

    return Peer(name, [Card.new(text) for text in _texts()], rank_all, _class_of_place)


def _eval7(name: str) -> Peer:
    from eval7 import Card, evaluate

    def rank_all(hands: list[Sequence[Any]]) -> list[int]:
        return [evaluate(hand) for hand in hands]

    return Peer(
        name, [Card(text) for text in _texts()], rank_all, lambda number: number >> 24, seven=True
    )


def _pokerkit(name: str) -> Peer:
    from pokerkit import Card, StandardHighHand

    def rank_all(hands: list[Sequence[Any]]) -> list[int]:
        return [StandardHighHand(hand).entry.index for hand in hands]

    cards = [next(Card.parse(text)) for text in _texts()]
    return Peer(name, cards, rank_all, lambda index: _class_of_place(7462 - index), 50_000)


def versions() -> dict[str, str]:
    """Give the versions of the peers that are installed."""
    found = {}
    for name in ("phevaluator", "treys", "eval7", "pokerkit", "open_spiel"):
        try:
            found[name] = version(name)
        except ImportError:
            continue
    return found
