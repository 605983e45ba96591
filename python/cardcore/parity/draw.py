"""Five-card draw: discard tables, discard rules and whole matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

from cardcore import draw
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import discard as reference
from cardcore.reference.cards import DECK, cards_text
from cardcore.reference.draw import DrawGame


def tables(random: Random) -> Iterator[Case]:
    """Compare the rows of a random hand that draw at most two cards."""
    hand = random.sample(DECK, 5)
    table = draw.analyze(hand)
    for mask in range(32):
        if mask.bit_count() <= 2:
            case = {"hand": cards_text(hand), "mask": mask}
            yield Case(case, table.counts[mask].tolist(), reference.class_counts(hand, mask))


def patterns(random: Random) -> Iterator[Case]:
    """Compare the discard that keeps the made pattern."""
    hand = random.sample(DECK, 5)
    native = draw.analyze(hand).best("pattern").mask
    yield Case({"hand": cards_text(hand)}, native, reference.pattern_discard(hand))


def matches(random: Random) -> Iterator[Case]:
    """Play one random match with small stacks in both."""
    rules: dict[str, Any] = {
        "players": random.randint(2, 5),
        "hands": random.randint(1, 4),
        "stack": random.randint(1, 30),
        "ante": random.randint(0, 2),
        "seed": random.randrange(2**32),
    }
    return lockstep(draw.new(**rules), DrawGame(**rules), random)


CHECKS: dict[str, Check] = {
    "tables": tables,
    "patterns": patterns,
    "matches in lockstep": matches,
}
