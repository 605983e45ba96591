"""What chance decides in a game, card by card: for those who need it as nodes of a tree.

A hand is a set, so chance names its cards from the lowest up: each different deal is one path, and
a tree has no branch twice. The chance that the next card is the lowest of those still to come
follows from counting hands, in whole numbers. A row, where the order counts, is drawn place by
place. What is certain is not asked.

Only what is dealt here is random, so a game is one deal: those that follow come from a seed.
What is dealt in a game its :class:`cardcore.chance.Chance` says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from cardcore._core import Game, parse_cards
from cardcore.registry import new

__all__ = [
    "Dealing",
    "Group",
    "cards_of",
    "deal_hands",
    "nothing",
    "read_hands",
    "refuse_deck",
    "refuse_parts",
]

#: The cards of one hand, or those that are drawn together, as places in the deck.
Group = tuple[int, ...]


@dataclass(frozen=True)
class Dealing:
    """The cards that chance deals, and the game they make."""

    rules: dict[str, Any]
    """The rules in force, all of them, by name."""
    deck: tuple[str, ...]
    """What can be dealt, in order; a card is named by its place here."""
    groups: int
    """How many groups of cards are dealt before the game begins."""
    size: int
    """How many cards each of them has."""
    repeated: bool
    """Whether the deck is a list of values to be drawn again and again, in order."""
    given: tuple[Group, ...]
    """The groups that are not left to chance: none of them, or all."""
    most: int
    """The most cards that chance deals, those that replace others included."""
    begin: Callable[[Sequence[Group]], Game]
    """Sets the game up with the groups that are dealt."""
    replaced: Callable[[str], int]
    """Tells how many cards chance has to deal because of a move."""

    def outcomes(self, dealt: Sequence[Group], group: Group, size: int) -> dict[int, Fraction]:
        """Give the next card of a group, each with its chance.

        Parameters
        ----------
        dealt
            The groups that are complete.
        group
            What the one that is being dealt has so far.
        size
            How many cards it will have.
        """
        open_cards, missing = self._open(dealt, group), size - len(group)
        if self.repeated:
            return dict.fromkeys(open_cards, Fraction(1, len(open_cards)))
        ways = comb(len(open_cards), missing)
        return {
            card: Fraction(comb(above, missing - 1), ways)
            for card, above in zip(open_cards, range(len(open_cards) - 1, -1, -1), strict=True)
            if above >= missing - 1
        }

    def certain(self, dealt: Sequence[Group], group: Group, size: int) -> Group | None:
        """Give the rest of a group if there is only one way to deal it."""
        open_cards, missing = self._open(dealt, group), size - len(group)
        if self.repeated:
            return tuple(open_cards * missing) if len(open_cards) == 1 or not missing else None
        return tuple(open_cards[:missing]) if missing in (0, len(open_cards)) else None

    def check(self, dealt: Sequence[Group], group: Group, size: int, card: int) -> None:
        """Refuse a card that cannot come next.

        Raises
        ------
        ValueError
            If it cannot, with those that can.
        """
        open_cards, missing = self._open(dealt, group), size - len(group)
        if not self.repeated:
            open_cards = open_cards[: len(open_cards) - missing + 1]
        if card not in open_cards:
            raise ValueError(
                f"expected a card that can come next, one of {open_cards}, found {card}"
            )

    def _open(self, dealt: Sequence[Group], group: Group) -> list[int]:
        """List what the next card of a group may be, if no more cards are needed after it."""
        if self.repeated:
            return list(range(len(self.deck)))
        gone = {card for other in dealt for card in other}
        after = group[-1] if group else -1
        return [card for card in range(after + 1, len(self.deck)) if card not in gone]

    def text(self, dealt: Sequence[Group], card: int) -> str:
        """Say who gets a card."""
        if self.repeated:
            return f"deal {self.deck[card]}"
        if len(dealt) < self.groups:
            return f"deal {self.deck[card]} to seat {len(dealt)}"
        return f"draw {self.deck[card]}"


def refuse_deck(game: str, deck: str) -> None:
    """Refuse to have cards chosen in a game that has a deck of its own, or none."""
    if deck:
        raise ValueError(f"deck: expected none, {game} is not dealt from the 52 cards")


def refuse_parts(rules: Mapping[str, Any], name: str, one: int | None, parts: str) -> None:
    """Refuse a match of several parts, of which only the first is dealt card by card."""
    found = rules.get(name, one)
    if found != one:
        raise ValueError(
            f"{name}: expected {one or 0}, found {found!r}: {parts} after the first come from a "
            "seed, not from chance nodes"
        )


def nothing(_move: str) -> int:
    """Say that a move has nothing dealt."""
    return 0


def deal_hands(
    name: str, rules: Any, deck: tuple[str, ...], seats: int, size: int, deal: str
) -> Dealing:
    """Deal hands of one size, and nothing else."""

    def begin(dealt: Sequence[Group]) -> Game:
        hands = [" ".join(deck[card] for card in group) for group in dealt]
        return new(name, rules, seed=0, deal=hands)

    given = read_hands(deal, deck, begin)
    most = 0 if given else seats * size
    return Dealing(vars(rules), deck, seats, size, False, given, most, begin, nothing)


def read_hands(
    deal: str, deck: tuple[str, ...], begin: Callable[[Sequence[Group]], Game]
) -> tuple[Group, ...]:
    """Read the hands that are given."""
    if not deal:
        return ()
    hands = [hand.split() for hand in deal.split("/")]
    for place, hand in enumerate(hands, start=1):
        for card in hand:
            if card not in deck:
                raise ValueError(f"deal: hand {place}, {card!r}: expected a card of the deck")
    groups = tuple(tuple(sorted(deck.index(card) for card in hand)) for hand in hands)
    begin(groups)  # refuses what is no deal
    return groups


def cards_of(text: str) -> tuple[str, ...]:
    """List the cards of a deck in order; all 52 if there is no text."""
    return tuple(str(card) for card in sorted(parse_cards(text or range(52))))
