"""Discards: the tables of random hands, also with wild cards, and the made-pattern rule."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from cardcore import discard
from cardcore.compare import Case, Check
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import discard as reference
from cardcore.reference import strategy as strategy_reference
from cardcore.reference import wild as wild_reference
from cardcore.reference.cards import DECK, JOKER, cards_text

#: The discards that the reference counts quickly: of at most two cards.
SMALL = tuple(mask for mask in range(32) if mask.bit_count() <= 2)


def rows(hand: Sequence[int], masks: Iterable[int] = SMALL) -> Iterator[Case]:
    """Compare some rows of the table of a hand."""
    table = discard.analyze(hand)
    for mask in masks:
        case = {"hand": cards_text(hand), "mask": mask}
        yield Case(case, table.counts[mask].tolist(), reference.class_counts(hand, mask))


def tables(random: Random) -> Iterator[Case]:
    """Compare the rows of a random hand that draw at most two cards."""
    return rows(random.sample(DECK, 5))


def patterns(random: Random) -> Iterator[Case]:
    """Compare the discard that holds the made pattern."""
    hand = random.sample(DECK, 5)
    native = discard.analyze(hand).best("pattern").mask
    yield Case({"hand": cards_text(hand)}, native, reference.pattern_discard(hand))


#: The built-in paytables with wild cards, and one with any two wild cards.
WILD = (
    *(name for name in discard.PAYTABLES if "deuces" in name or "joker" in name),
    "one-eyed-jacks",
)

_ONE_EYED_JACKS = ("Jh", "Js")


@cache
def wild_paytable(name: str) -> discard.Paytable:
    """Make one of the paytables of :data:`WILD`."""
    if name != "one-eyed-jacks":
        return discard.Paytable(name)
    payouts = {key: 1 + place for place, key in enumerate(discard.WILD_CLASSES) if place > 5}
    for impossible in ("four_deuces", "four_deuces_with_ace", "five_wilds"):
        del payouts[impossible]
    return discard.Paytable(name, payouts, wild=_ONE_EYED_JACKS)


@cache
def _rules(paytable: discard.Paytable) -> tuple[dict[str, Fraction], frozenset[int]]:
    """Return the payouts by category and the numbers of the wild cards."""
    payouts = {key: Fraction(payout) for key, payout in paytable._valuation.entries}
    return payouts, frozenset(card.number for card in paytable.wild)


def wild_line(paytable: discard.Paytable, hand: Sequence[int]) -> str:
    """Return the reference's line of a hand."""
    found, _ = wild_reference.line(hand, *_rules(paytable))
    if found is None:
        return "no win"
    return found.replace("_low_kicker", ", low kicker").replace("_", " ")


def wild_hands(random: Random) -> Iterator[Case]:
    """Compare the line of a random hand, and the results of discarding one card."""
    name = random.choice(WILD)
    paytable = wild_paytable(name)
    deck = [*DECK, JOKER] if paytable.jokers else list(DECK)
    wild = [card for card in deck if card == JOKER or card in {int(c) for c in paytable.wild}]
    # Hands with many wild cards are rare, but the most interesting.
    held = random.sample(wild, random.randint(0, min(4, len(wild))))
    hand = held + random.sample([card for card in deck if card not in held], 5 - len(held))
    table = discard.analyze(hand, paytable)
    lines = list(paytable.payouts)
    for mask in (0, 1 << random.randrange(5)):
        kept = [card for place, card in enumerate(hand) if not mask >> place & 1]
        drawn = [[card] for card in deck if card not in hand] if mask else [[]]
        counts = Counter(wild_line(paytable, kept + cards) for cards in drawn)
        case = {"paytable": name, "hand": cards_text(hand), "mask": mask}
        expected = [counts[line] for line in lines]
        yield Case(case, table.outcomes[mask].tolist(), expected)


#: Paytables whose charts are compared, with the number of lines: without and with wild cards.
CHARTS = (
    ("jacks-or-better-9-6", 25),
    ("double-double-bonus-9-6", 60),
    ("deuces-wild-full-pay", 40),
    ("joker-poker-kings-20-7-5", 40),
)


@cache
def chart(name: str, lines: int) -> discard.Strategy:
    """Derive a chart once."""
    return discard.strategy(discard.named(name), lines)


def follow(made: discard.Strategy, hand: Sequence[int]) -> Case:
    """Compare a chart's choice for a hand with the meaning of its words."""
    paytable = discard.Paytable(made.objective)
    payouts = [(line.name, line.value) for line in discard.lines(paytable)]
    wild = frozenset(card.number for card in paytable.wild)
    game = strategy_reference.Game("".join(made.high_cards), payouts, wild)
    dealt = discard.analyze(hand, paytable).line_counts(paytable)[0].argmax()
    words = [line.hold for line in made.lines]
    place, holds = strategy_reference.follow(words, hand, payouts[dealt][0], game)
    mask = made.hold(hand).mask
    native = made.lines.index(made.line(hand)), tuple(p for p in range(5) if not mask >> p & 1)
    # The words do not distinguish holds that differ only in suits.
    expected = place, native[1] if native[1] in holds else holds[0]
    case = {"paytable": made.objective, "hand": cards_text(hand)}
    return Case(case, native, expected)


def charts(random: Random) -> Iterator[Case]:
    """Compare a chart's choice for a random hand."""
    made = chart(*random.choice(CHARTS))
    deck = [*DECK, JOKER] if discard.Paytable(made.objective).jokers else list(DECK)
    yield follow(made, random.sample(deck, 5))


def time_tables(repeats: int = 7) -> Comparison:
    """Count the hands of a discard of three; the native extension counts all 32 discards."""
    hand, mask = [29, 33, 16, 40, 26], 0b11100
    expected = reference.class_counts(hand, mask)
    return compare(
        f"32 discards of a hand; {REFERENCE}: one discard of three cards",
        {
            CARDCORE: lambda: discard.analyze(hand).counts[mask].tolist(),
            REFERENCE: lambda: reference.class_counts(hand, mask),
        },
        check=lambda counts: bool(counts == expected),
        unit="hand",
        repeats=repeats,
    )


CHECKS: dict[str, Check] = {
    "tables": tables,
    "patterns": patterns,
    "wild cards": wild_hands,
    "charts": charts,
}

WORK: tuple[Work, ...] = (time_tables,)
