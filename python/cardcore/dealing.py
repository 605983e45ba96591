"""Chance events of a game, card by card, for libraries that need chance nodes in a game tree.

A hand is a set, so chance deals its cards in ascending order: each distinct deal is one path, and
the tree has no duplicate branches. The probability that the next card is the lowest of the
remaining ones follows from counting hands, in integers. A row, where the order matters, is dealt
position by position. Certain events are not chance nodes.

Only what is dealt here is random, so a game is a single deal: later deals would come from a seed.
The :class:`cardcore.chance.Chance` of a game says what is dealt.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from cardcore._core import Game, parse_cards
from cardcore.registry import new

__all__ = [
    "Dealing",
    "Group",
    "deal_hands",
    "deck_cards",
    "no_replacements",
    "read_hands",
    "reject_deck",
    "reject_parts",
]

#: The cards of one hand, or cards that are drawn together, as indices into the deck.
Group = tuple[int, ...]


@dataclass(frozen=True)
class Dealing:
    """The cards that chance deals, and the game that results."""

    rules: dict[str, Any]
    """All rules of the game, by name."""
    deck: tuple[str, ...]
    """The cards that can be dealt, in order; a card is identified by its index."""
    groups: int
    """The number of groups dealt before the game starts."""
    size: int
    """The number of cards per group."""
    repeated: bool
    """Whether cards are values drawn with replacement, in order."""
    given: tuple[Group, ...]
    """The fixed groups: none, or all."""
    max_cards: int
    """The maximum number of cards that chance deals, including replacements."""
    start: Callable[[Sequence[Group]], Game]
    """Starts the game with the dealt groups."""
    replaced: Callable[[str], int]
    """Returns the number of cards that chance deals after a move."""
    gives: Callable[[str, int], bool] = lambda _move, _number: True
    """Returns whether a seat may have received cards by a move, which has this number, from 1."""
    _asked: list[tuple[Sequence[Group], Group, list[int]]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    """The last position that was asked about, and the cards that could follow."""

    def outcomes(self, dealt: Sequence[Group], group: Group, size: int) -> dict[int, Fraction]:
        """Return the possible next cards of a group with their probabilities.

        Parameters
        ----------
        dealt
            The complete groups.
        group
            The cards of the current group so far.
        size
            The number of cards it will have.
        """
        open_cards, missing = self._open(dealt, group), size - len(group)
        if self.repeated:
            return dict.fromkeys(open_cards, Fraction(1, len(open_cards)))
        return dict(zip(open_cards, _next_chances(len(open_cards), missing), strict=False))

    def chances(self, dealt: Sequence[Group], group: Group, size: int) -> list[tuple[int, float]]:
        """Return the possible next cards of a group with their probabilities, rounded."""
        open_cards, missing = self._open(dealt, group), size - len(group)
        if self.repeated:
            return [(card, 1 / len(open_cards)) for card in open_cards]
        return list(zip(open_cards, next_chances(len(open_cards), missing), strict=False))

    def certain(self, dealt: Sequence[Group], group: Group, size: int) -> Group | None:
        """Return the rest of a group if there is only one way to deal it."""
        open_cards, missing = self._open(dealt, group), size - len(group)
        if self.repeated:
            return tuple(open_cards * missing) if len(open_cards) == 1 or not missing else None
        return tuple(open_cards[:missing]) if missing in (0, len(open_cards)) else None

    def check(self, dealt: Sequence[Group], group: Group, size: int, card: int) -> None:
        """Check that a card can come next.

        Raises
        ------
        ValueError
            If it cannot; the message lists the cards that can.
        """
        possible = self.possible(dealt, group, size)
        if card not in possible:
            raise ValueError(f"expected a card that can come next, one of {possible}, found {card}")

    def possible(self, dealt: Sequence[Group], group: Group, size: int) -> list[int]:
        """Return the possible next cards of a group."""
        open_cards, missing = self._open(dealt, group), size - len(group)
        return open_cards[: None if self.repeated else len(open_cards) - missing + 1]

    def _open(self, dealt: Sequence[Group], group: Group) -> list[int]:
        """List the candidates for the next card of a group, if no more were needed after it."""
        if self.repeated:
            return list(range(len(self.deck)))
        # Several questions about a position follow one another, and then it has one card more.
        for earlier, cards, found in self._asked:
            if earlier is dealt and cards is group:
                return found
            if earlier is dealt and group and cards == group[:-1] and group[-1] in found:
                found = found[found.index(group[-1]) + 1 :]
                break
        else:
            gone = {card for other in dealt for card in other}
            after = group[-1] if group else -1
            found = [card for card in range(after + 1, len(self.deck)) if card not in gone]
        self._asked[:] = [(dealt, group, found)]
        return found

    def text(self, dealt: Sequence[Group], card: int) -> str:
        """Describe the chance event of a card."""
        if self.repeated:
            return f"deal {self.deck[card]}"
        if len(dealt) < self.groups:
            return f"deal {self.deck[card]} to seat {len(dealt)}"
        return f"draw {self.deck[card]}"


@lru_cache(maxsize=4096)
def _next_chances(count: int, missing: int) -> list[Fraction]:
    """Return the chance of each open card to be the lowest of those missing; later ones cannot."""
    ways = comb(count, missing)
    return [Fraction(comb(above, missing - 1), ways) for above in range(count - 1, missing - 2, -1)]


@lru_cache(maxsize=4096)
def next_chances(count: int, missing: int) -> list[float]:
    """Return the same rounded, for those who ask again and again."""
    return [float(chance) for chance in _next_chances(count, missing)]


def reject_deck(game: str, deck: str) -> None:
    """Reject a deck for a game that has its own deck, or none."""
    if deck:
        raise ValueError(f"deck: expected none, {game} is not dealt from the 52 cards")


def reject_parts(rules: Mapping[str, Any], name: str, one: int | None, parts: str) -> None:
    """Reject a match of several parts: only the first is dealt card by card."""
    found = rules.get(name, one)
    if found != one:
        raise ValueError(
            f"{name}: expected {one or 0}, found {found!r}: {parts} after the first come from a "
            "seed, not from chance nodes"
        )


def no_replacements(_move: str) -> int:
    """Return that no cards are dealt after a move."""
    return 0


def deal_hands(
    name: str, rules: Any, deck: tuple[str, ...], seats: int, size: int, deal: str
) -> Dealing:
    """Deal hands of one size, and nothing else."""

    def start(dealt: Sequence[Group]) -> Game:
        hands = [" ".join(deck[card] for card in group) for group in dealt]
        return new(name, rules, seed=0, deal=hands)

    given = read_hands(deal, deck, start)
    max_cards = 0 if given else seats * size

    def passes(move: str, number: int) -> bool:
        # Passed cards arrive when everybody has passed.
        return number == seats and move.startswith("pass ")

    return Dealing(
        vars(rules), deck, seats, size, False, given, max_cards, start, no_replacements, passes
    )


def read_hands(
    deal: str, deck: tuple[str, ...], start: Callable[[Sequence[Group]], Game]
) -> tuple[Group, ...]:
    """Read given hands."""
    if not deal:
        return ()
    hands = [hand.split() for hand in deal.split("/")]
    for number, hand in enumerate(hands, start=1):
        for card in hand:
            if card not in deck:
                raise ValueError(f"deal: hand {number}, {card!r}: expected a card of the deck")
    groups = tuple(tuple(sorted(deck.index(card) for card in hand)) for hand in hands)
    start(groups)  # raises if it is not a valid deal
    return groups


def deck_cards(text: str) -> tuple[str, ...]:
    """List the cards of a deck in order; all 52 if the text is empty."""
    return tuple(str(card) for card in sorted(parse_cards(text or range(52))))
