"""Hearts: whole deals with any deck, and the standard game."""

from collections.abc import Iterator
from random import Random

from cardcore import hearts
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import hearts as reference


def _deal(rules: reference.Rules, random: Random) -> list[list[tuple[int, int]]]:
    deck, size = rules.deck(), rules.hand_size()
    random.shuffle(deck)
    return [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)]


def deals(random: Random) -> Iterator[Case]:
    """Play one deal of a random deck in both."""
    suits, values = random.randint(2, 5), random.randint(2, 8)
    players = random.randint(2, min(6, suits * values))
    slow_rules = reference.Rules(suits=suits, values=values, players=players)
    deal = _deal(slow_rules, random)
    native = hearts.new(hearts.Rules(suits, values, players), deal=deal)
    return lockstep(native, reference.Hearts(slow_rules, deal), random)


CHECKS: dict[str, Check] = {"deals in lockstep": deals}
