"""Hand ranking: the strengths of random hands."""

from collections.abc import Iterator
from random import Random

from cardcore import poker
from cardcore.parity import Case, Check
from cardcore.reference import cards
from cardcore.reference import poker as reference


def strengths(random: Random) -> Iterator[Case]:
    """Compare one random hand."""
    hand = random.sample(cards.DECK, 5)
    yield Case(
        {"hand": cards.cards_text(hand)}, poker.rank(hand).strength, reference.strength(hand)
    )


CHECKS: dict[str, Check] = {"strengths": strengths}
