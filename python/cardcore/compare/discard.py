"""Discards: the tables of random hands, and the rule that keeps the made pattern."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from cardcore import discard
from cardcore.compare import Case, Check
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import discard as reference
from cardcore.reference.cards import DECK, cards_text

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
    """Compare the discard that keeps the made pattern."""
    hand = random.sample(DECK, 5)
    native = discard.analyze(hand).best("pattern").mask
    yield Case({"hand": cards_text(hand)}, native, reference.pattern_discard(hand))


def time_tables(repeats: int = 7) -> Comparison:
    """Count the hands of a discard of three; the native part counts all 32 discards."""
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


CHECKS: dict[str, Check] = {"tables": tables, "patterns": patterns}

WORK: tuple[Work, ...] = (time_tables,)
