"""What chance decides in a game, card by card: for those who need it as nodes of a tree.

A hand is a set, so chance names its cards from the lowest up: each different deal is one path, and
a tree has no branch twice. The chance that the next card is the lowest of those still to come
follows from counting hands, in whole numbers. A row, where the order counts, is drawn place by
place. What is certain is not asked.

Only what is dealt here is random, so a game is one deal: those that follow come from a seed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

from cardcore._core import Game, parse_cards
from cardcore.registry import game_module, new

__all__ = ["Dealing", "Group", "dealing"]

#: The cards of one hand, or those that are drawn together, as places in the deck.
Group = tuple[int, ...]

_MOST_VALUES = 4096


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


def dealing(game: str, rules: Mapping[str, Any], deal: str = "", deck: str = "") -> Dealing:
    """Find what chance decides in a game.

    Parameters
    ----------
    game
        The name of the game.
    rules
        Its rules by name.
    deal
        What is not left to chance: the hands of all seats, with ``/`` between them; in Ends the
        row.
    deck
        The cards that are dealt from, in the games that are played with the 52; all of them if
        not given.

    Raises
    ------
    ValueError
        If something else would be random, or these make no game.
    """
    if deck and game not in ("draw", "president"):
        raise ValueError(f"deck: expected none, {game} is not dealt from the 52 cards")
    made: Dealing = _DEALINGS[game](rules, deal, deck)
    return made


def _refuse(rules: Mapping[str, Any], name: str, one: int | None, parts: str) -> None:
    """Refuse a match of several parts, of which only the first is dealt card by card."""
    found = rules.get(name, one)
    if found != one:
        raise ValueError(
            f"{name}: expected {one or 0}, found {found!r}: {parts} after the first come from a "
            "seed, not from chance nodes"
        )


def _nothing(_move: str) -> int:
    return 0


def _hands(
    name: str, rules: Any, deck: tuple[str, ...], seats: int, size: int, deal: str
) -> Dealing:
    """Deal hands of one size, and nothing else."""

    def begin(dealt: Sequence[Group]) -> Game:
        hands = [" ".join(deck[card] for card in group) for group in dealt]
        return new(name, rules, seed=0, deal=hands)

    given = _read(deal, deck, begin)
    most = 0 if given else seats * size
    return Dealing(vars(rules), deck, seats, size, False, given, most, begin, _nothing)


def _read(
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


def _hearts(rules: Mapping[str, Any], deal: str, _deck: str) -> Dealing:
    made = game_module("hearts").Rules(**rules)
    if made.is_standard:
        _refuse(rules, "target", None, "deals")
        first = new("hearts", made, seed=0)
        # The common game deals all of its cards, so any deal shows the deck.
        hands = [first.view(seat).hand for seat in range(made.players)]
        deck = tuple(str(card) for card in sorted(card for hand in hands for card in hand))
    else:
        suits, values = range(made.suits), range(1, made.values + 1)
        deck = tuple(f"{suit}-{value}" for suit in suits for value in values)
    size = len(deck) // made.players
    return _hands("hearts", made, deck, made.players, size, deal)


def _president(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    made = game_module("president").Rules(**rules)
    _refuse(rules, "rounds", 1, "rounds")
    cards = _cards(deck)
    size = len(cards) // made.players
    if size == 0:
        raise ValueError(
            f"deck: expected a card for each of {made.players} players, found {deck!r}"
        )
    return _hands("president", made, cards, made.players, size, deal)


def _draw(rules: Mapping[str, Any], deal: str, deck: str) -> Dealing:
    made = game_module("draw").Rules(**rules)
    _refuse(rules, "hands", 1, "hands")
    cards, seats = _cards(deck), made.players
    if len(cards) < 10 * seats:
        raise ValueError(
            f"deck: expected 10 cards for each of {seats} players, who may draw five, "
            f"found {len(cards)}"
        )

    def begin(dealt: Sequence[Group]) -> Game:
        known = [card for group in dealt for card in group]
        # Nobody has drawn what lies below yet: chance deals it when it is drawn.
        below = [card for card in range(len(cards)) if card not in known]
        order = [*known, *below][: 10 * seats]
        return new("draw", made, seed=0, deal=[[cards[card] for card in order]])

    given = _read(deal, cards, begin)
    if given and list(map(len, given)) != [5] * seats:
        raise ValueError(f"deal: expected {seats} hands of five cards, found {deal!r}")
    most = 5 * seats * (1 if given else 2)
    return Dealing(vars(made), cards, seats, 5, False, given, most, begin, _thrown)


def _thrown(move: str) -> int:
    word, *cards = move.split()
    return len(cards) if word == "discard" else 0


def _cards(text: str) -> tuple[str, ...]:
    return tuple(str(card) for card in sorted(parse_cards(text or range(52))))


def _chopsticks(rules: Mapping[str, Any], deal: str, _deck: str) -> Dealing:
    made = game_module("chopsticks").Rules(**rules)
    state = " ".join(",".join(hand.split()) for hand in deal.split("/")) or None

    def begin(_dealt: Sequence[Group]) -> Game:
        return new("chopsticks", made, deal=state)

    begin(())
    return Dealing(vars(made), (), 0, 0, False, (), 0, begin, _nothing)


def _ends(rules: Mapping[str, Any], deal: str, _deck: str) -> Dealing:
    made = game_module("ends").Rules(**rules)
    if deal:
        row = new("ends", deal=deal).view(None).row
        made = replace(made, count=len(row), low=min(row), high=max(row))
    elif made.high - made.low >= _MOST_VALUES:
        raise ValueError(
            f"high: expected at most {_MOST_VALUES:,} values from low to high, "
            f"found {made.high - made.low + 1:,}"
        )
    values = sorted(set(row)) if deal else range(made.low, made.high + 1)
    given = (tuple(values.index(card) for card in row),) if deal else ()

    def begin(dealt: Sequence[Group]) -> Game:
        return new("ends", deal=[values[place] for place in dealt[0]], ties=made.ties)

    deck, most = tuple(map(str, values)), 0 if deal else made.count
    return Dealing(vars(made), deck, 1, made.count, True, given, most, begin, _nothing)


_DEALINGS: dict[str, Callable[[Mapping[str, Any], str, str], Dealing]] = {
    "draw": _draw,
    "president": _president,
    "chopsticks": _chopsticks,
    "hearts": _hearts,
    "ends": _ends,
}
